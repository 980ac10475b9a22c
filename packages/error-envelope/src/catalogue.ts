import * as Schema from "effect/Schema"

/** One row of the catalogue: what a code means on the wire, the same everywhere. Law: E2. */
export interface Row {
  /** The one HTTP status of the code. */
  readonly status: Status
  /** When the code is answered. */
  readonly when: string
  /** What the caller can do next, unless the occurrence has a hint of its own. */
  readonly hint: string
  /** The shape of `error.details`; absent where a code carries none. */
  readonly details?: Schema.Codec<unknown, unknown>
}

/** The statuses that an agent operation may answer a failure with. */
export const statuses = [400, 401, 402, 403, 404, 409, 413, 422, 429, 500, 503, 504] as const
/** The HTTP status of a failed operation. */
export type Status = (typeof statuses)[number]

const Issue = Schema.Struct({ path: Schema.String, message: Schema.String }).annotate({
  identifier: "InputIssue",
  description: "One place in the input, as an RFC 6901 JSON Pointer, and what is wrong there."
})

const Referrer = Schema.Struct({
  kind: Schema.String,
  id: Schema.String,
  name: Schema.String,
  revision: Schema.Int,
  alias: Schema.String,
  pinnedRevision: Schema.NullOr(Schema.Int)
}).annotate({
  identifier: "Referrer",
  description:
    "A definition whose current revision refers to another, or an evaluation run that works with it and has not ended, and under which alias."
})

const RevisionConflict = Schema.Struct({ expectedRevision: Schema.Int, currentRevision: Schema.Int }).annotate({
  identifier: "RevisionConflict",
  description: "The revision that the request expected, and the one that is current."
})

const StateConflict = Schema.Struct({
  currentState: Schema.String,
  allowedStates: Schema.Array(Schema.String)
}).annotate({
  identifier: "StateConflict",
  description: "The state that the resource is in, and those in which the operation is allowed."
})

const InvalidPart = Schema.Struct({
  severity: Schema.Literals(["error", "warning"]),
  code: Schema.String,
  message: Schema.String,
  path: Schema.String,
  position: Schema.optionalKey(Schema.Struct({ line: Schema.Int, column: Schema.Int })),
  definition: Schema.optionalKey(Schema.Struct({ kind: Schema.String, id: Schema.String, revision: Schema.Int }))
}).annotate({
  identifier: "DefinitionIssue",
  description: "One place in a definition that validation finds wrong, or in one that it uses."
})

const Account = Schema.Struct({
  account: Schema.optionalKey(Schema.Literals(["organization", "project"])),
  limitMicros: Schema.optionalKey(Schema.Int),
  spentMicros: Schema.optionalKey(Schema.Int),
  heldMicros: Schema.optionalKey(Schema.Int),
  requiredMicros: Schema.optionalKey(Schema.Int),
  resetsAt: Schema.optionalKey(Schema.NullOr(Schema.String))
}).annotate({
  identifier: "UsedUpAccount",
  description: "The budget that is used up, as far as the server keeps one, in micro-units."
})

const FilePlace = Schema.Struct({
  file: Schema.String,
  line: Schema.Int,
  column: Schema.optionalKey(Schema.Int),
  pointer: Schema.String,
  code: Schema.String,
  message: Schema.String
}).annotate({
  identifier: "FilePlace",
  description: "One place of a file, by line, column and JSON Pointer, and what is wrong there."
})

/** Every error code, with its one status and its default hint. Law: E2. Source: the wire's table of errors. */
export const catalogue = {
  VALIDATION_ERROR: {
    status: 400,
    when: "The operation does not accept the body, a header, the query or a cursor.",
    hint: "Correct the input at each path in details.issues and send the request again.",
    details: Schema.Struct({
      issues: Schema.Array(Issue).annotate({ description: "At most the first 20; if there are 20, there may be more." })
    })
  },
  UNAUTHENTICATED: {
    status: 401,
    when: "The credential is missing, unknown, malformed, revoked, expired or meant for another audience.",
    hint: "Send a valid API key or access token as `Authorization: Bearer <credential>`."
  },
  USAGE_LIMIT_REACHED: {
    status: 402,
    when: "The organization has used up its budget for operations that incur usage.",
    hint: "Raise the organization's budget or wait for the next period; reads that incur no usage still work.",
    details: Account
  },
  MISSING_SCOPE: {
    status: 403,
    when: "The credential lacks a scope that the operation requires.",
    hint: "Use a credential that holds every scope in details.required.",
    details: Schema.Struct({ required: Schema.Array(Schema.String), granted: Schema.Array(Schema.String) })
  },
  PROJECT_ACCESS_DENIED: {
    status: 403,
    when: "The credential does not reach the project, whether or not the project exists.",
    hint: "Check that x-project-id is the project's ID (not its slug) and that the credential belongs to its organization."
  },
  HUMAN_REQUIRED: {
    status: 403,
    when: "The operation is for people, and the credential is an API key.",
    hint: "Have a person do it, signed in or with an access token of their own."
  },
  ADMIN_REQUIRED: {
    status: 403,
    when: "The operation is for owners and admins of the organization, and the person is neither.",
    hint: "Have an owner or admin of the organization do it."
  },
  LABEL_PROTECTED: {
    status: 403,
    when: "The label of the prompt is protected, and the caller is not an owner or admin of the organization.",
    hint: "Have an owner or admin move the label, or remove its protection with protect_prompt_label."
  },
  NOT_FOUND: {
    status: 404,
    when: "The resource, revision, operation or path does not exist, or the method is wrong.",
    hint: "Check the identifier and the path; GET /openapi.json lists every operation."
  },
  CONFLICT: {
    status: 409,
    when: "expectedRevision is not the current revision, or the resource is in a state that does not allow it.",
    hint: "Read the resource again, reconcile your change with what is there now, and retry with that revision.",
    details: Schema.Union([RevisionConflict, StateConflict])
  },
  NAME_TAKEN: {
    status: 409,
    when: "Another definition of the same kind in the project already has the name.",
    hint: "Choose another name; names are unique per project and kind, ignoring case.",
    details: Schema.Struct({ name: Schema.String })
  },
  STILL_REFERENCED: {
    status: 409,
    when: "The definition to delete is referenced by the current revision of another, or by an evaluation run that has not ended.",
    hint: "Update each definition in details.referencedBy so that it no longer refers to this one, wait for or cancel each run there, then delete again.",
    details: Schema.Struct({ referencedBy: Schema.Array(Referrer), hasMore: Schema.Boolean })
  },
  REQUEST_KEY_REUSED: {
    status: 409,
    when: "The request key was used before with other inputs.",
    hint: "Send a new request key for new inputs, or the same inputs for the same key."
  },
  RUN_ENDED: {
    status: 409,
    when: "The evaluation run has ended or is about to end, so it can't be cancelled or resumed.",
    hint: "Read it with get_eval_run. To repeat what failed, start a new run with basis.",
    details: Schema.Struct({ status: Schema.String })
  },
  REVIEW_TAKEN: {
    status: 409,
    when: "The caller does not hold the review: another person has it, it was released, or the caller never claimed it.",
    hint: "Claim the review again, or another one of the session, with claim_review."
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    when: "The request body or the evidence is larger than the limit.",
    hint: "Send less than details.limitBytes bytes, or read the evidence in pages.",
    details: Schema.Struct({
      limitBytes: Schema.Int,
      bytes: Schema.optionalKey(Schema.Int),
      spans: Schema.optionalKey(Schema.Int),
      scores: Schema.optionalKey(Schema.Int)
    })
  },
  REFERENCE_NOT_FOUND: {
    status: 422,
    when: "A reference names a definition or a revision that does not exist in the project.",
    hint: "Correct or remove the references under the aliases in details.references.",
    details: Schema.Struct({ references: Schema.Array(Schema.String) })
  },
  INVALID_REFERENCE: {
    status: 422,
    when: "A definition references itself, or a kind that it may not reference.",
    hint: "Remove the reference, or reference a definition of a kind that is allowed there."
  },
  TRACE_DELETED: {
    status: 422,
    when: "The trace was deleted: spans and scores of its ID are rejected for 30 days.",
    hint: "Record it under another trace ID."
  },
  MISSING_VARIABLE: {
    status: 422,
    when: "Variables that the prompt requires have neither a value nor a default.",
    hint: "Give a value for each name in details.variables.",
    details: Schema.Struct({
      variables: Schema.Array(Schema.String).annotate({ description: "At most the first 100." })
    })
  },
  UNPRICED: {
    status: 422,
    when: "The run calls a model without a price, so a limited budget can't bound its cost.",
    hint: "Have an owner or admin give the models in details.models a price in their model connection.",
    details: Schema.Struct({ models: Schema.Array(Schema.String) })
  },
  INVALID_VIEW: {
    status: 422,
    when: "The page view, or a definition that it uses, has errors, so its rows can't be read.",
    hint: "Fix each issue in details.issues whose severity is error; validate_page_view finds the same.",
    details: Schema.Struct({ issues: Schema.Array(InvalidPart) })
  },
  UNSUPPORTED_TARGET: {
    status: 422,
    when: "The server has no rows for the target of the page view.",
    hint: "Use a page view whose target is in details.supported.",
    details: Schema.Struct({ target: Schema.String, supported: Schema.Array(Schema.String) })
  },
  TOO_MANY_ROWS: {
    status: 422,
    when: "The query would have to read more rows than the limit before it could return the first.",
    hint: "Narrow the time range, or add a filter on a built-in field.",
    details: Schema.Struct({ limit: Schema.Int })
  },
  EGRESS_REFUSED: {
    status: 422,
    when: "The server may not send requests to the address. Nothing was sent or written.",
    hint: "Use a public https address, or ask the operator to add its origin to EGRESS_ALLOW.",
    details: Schema.Struct({ address: Schema.String })
  },
  ITEM_INVALID: {
    status: 422,
    when: "An item breaks the schemas of its dataset, or is too large. Nothing was written.",
    hint: "Fix each item in details.items (counted from 0) at its JSON Pointer, and send all items again.",
    details: Schema.Struct({
      items: Schema.Array(
        Schema.Struct({ index: Schema.Int, pointer: Schema.String, message: Schema.String }).annotate({
          identifier: "InvalidItem",
          description: "One place of an item, and what is wrong there."
        })
      ).annotate({ description: "The first 100 places; if there are 100, there may be more." })
    })
  },
  IMPORT_REFUSED: {
    status: 422,
    when: "The files of an import have errors. Nothing was written.",
    hint: "Fix the files at each place in details.errors, and send all of them again; a dryRun finds the same.",
    details: Schema.Struct({
      errors: Schema.Array(FilePlace).annotate({ description: "The first 100; if there are 100, there may be more." })
    })
  },
  RATE_LIMITED: {
    status: 429,
    when: "The credential exceeded its request limit.",
    hint: "Wait the number of seconds in the Retry-After header, then retry with backoff."
  },
  INTERNAL_ERROR: {
    status: 500,
    when: "The server failed unexpectedly.",
    hint: "Quote the x-request-id header to the operator. Inspect the saved state before repeating a write."
  },
  UNAVAILABLE: {
    status: 503,
    when: "The database is unreachable or starting, or the server is too busy.",
    hint: "Wait the number of seconds in the Retry-After header, then retry. Inspect the saved state before repeating a write."
  },
  TIMEOUT: {
    status: 504,
    when: "The deadline passed before the work was done.",
    hint: "Reads can be retried. A write may have happened: inspect the saved state before repeating it."
  }
} as const satisfies Record<string, Row>

/** The code of an error, such as `"CONFLICT"`. */
export type Code = keyof typeof catalogue

/** Every code, in the catalogue's order. */
export const codes = Object.keys(catalogue) as ReadonlyArray<Code>

/** The type of `error.details` under a code; `undefined` where it carries none. */
export type DetailsOf<C extends Code> = (typeof catalogue)[C] extends { readonly details: Schema.Codec<infer D> }
  ? D
  : undefined
