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

const Issue = Schema.Struct({
  path: Schema.String.annotate({ description: "Where in the input, as an RFC 6901 JSON Pointer." }),
  message: Schema.String.annotate({ description: "What is wrong there." })
}).annotate({
  identifier: "InputIssue",
  description: "A place in the input, and what is wrong there."
})

const Referrer = Schema.Struct({
  kind: Schema.String.annotate({ description: "The name of its kind, such as page_view." }),
  id: Schema.String.annotate({ description: "ID of the definition, or of the evaluation run." }),
  name: Schema.String.annotate({ description: "Name of the definition, or of the evaluation run." }),
  revision: Schema.Int.annotate({ description: "The current revision of the definition, which holds the reference." }),
  alias: Schema.String.annotate({ description: "The alias under which it refers to the definition." }),
  pinnedRevision: Schema.NullOr(Schema.Int).annotate({
    description: "The revision that it pins; null if it follows the current one."
  })
}).annotate({
  identifier: "Referrer",
  description: "A definition that uses the one to delete, or an evaluation run that uses it and has not ended."
})

const RevisionConflict = Schema.Struct({
  expectedRevision: Schema.Int.annotate({ description: "The revision that the request expected." }),
  currentRevision: Schema.Int.annotate({ description: "The revision that is current." })
}).annotate({
  identifier: "RevisionConflict",
  description: "The revision that the request expected, and the current one."
})

const StateConflict = Schema.Struct({
  currentState: Schema.String.annotate({ description: "The state that the resource is in." }),
  allowedStates: Schema.Array(Schema.String).annotate({ description: "The states in which the operation is allowed." })
}).annotate({
  identifier: "StateConflict",
  description: "The state of the resource, and the states in which the operation is allowed."
})

const InvalidPart = Schema.Struct({
  severity: Schema.Literals(["error", "warning"]).annotate({
    description: "An error makes the definition invalid; a warning does not."
  }),
  code: Schema.String.annotate({ description: "What is wrong, as a code." }),
  message: Schema.String.annotate({ description: "What is wrong, for people." }),
  path: Schema.String.annotate({ description: "Where in the definition, as an RFC 6901 JSON Pointer." }),
  position: Schema.optionalKey(
    Schema.Struct({
      line: Schema.Int.annotate({ description: "The line, from 1." }),
      column: Schema.Int.annotate({ description: "The column, from 1." })
    }).annotate({ description: "Where in the text at path." })
  ),
  definition: Schema.optionalKey(
    Schema.Struct({
      kind: Schema.String.annotate({ description: "The name of its kind, such as custom_field." }),
      id: Schema.String.annotate({ description: "ID of the definition." }),
      revision: Schema.Int.annotate({ description: "The revision that was checked." })
    }).annotate({ description: "The definition that the issue is in, if it is not the page view itself." })
  )
}).annotate({
  identifier: "DefinitionIssue",
  description: "A place in a definition that is wrong."
})

const Account = Schema.Struct({
  account: Schema.optionalKey(
    Schema.Literals(["organization", "project"]).annotate({ description: "Whose budget it is." })
  ),
  limitMicros: Schema.optionalKey(
    Schema.Int.annotate({ description: "What may be spent in the current period, in micro-units." })
  ),
  spentMicros: Schema.optionalKey(
    Schema.Int.annotate({ description: "What was spent in the current period, in micro-units." })
  ),
  heldMicros: Schema.optionalKey(
    Schema.Int.annotate({ description: "What is held for work in flight, in micro-units." })
  ),
  requiredMicros: Schema.optionalKey(
    Schema.Int.annotate({ description: "What the operation requires, in micro-units." })
  ),
  resetsAt: Schema.optionalKey(
    Schema.NullOr(Schema.String).annotate({
      description: "When the next period begins; null if the budget has no period."
    })
  )
}).annotate({
  identifier: "UsedUpAccount",
  description: "The budget that is used up, in micro-units. Members that the server does not know are absent."
})

const FilePlace = Schema.Struct({
  file: Schema.String.annotate({ description: "The path of the file, as it was sent." }),
  line: Schema.Int.annotate({ description: "The line, from 1." }),
  column: Schema.optionalKey(Schema.Int.annotate({ description: "The column, from 1." })),
  pointer: Schema.String.annotate({ description: "Where in the file's value, as a JSON Pointer." }),
  code: Schema.String.annotate({ description: "What is wrong, as a code." }),
  message: Schema.String.annotate({ description: "What is wrong, for people." })
}).annotate({
  identifier: "FilePlace",
  description: "A place in a file, and what is wrong there."
})

/** Every error code, with its one status and its default hint. Law: E2. Source: the wire's table of errors. */
export const catalogue = {
  VALIDATION_ERROR: {
    status: 400,
    when: "The body, a header, the query or a cursor is not valid for the operation.",
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
    details: Schema.Struct({
      required: Schema.Array(Schema.String).annotate({ description: "The scopes that the operation requires." }),
      granted: Schema.Array(Schema.String).annotate({ description: "The scopes that the credential holds." })
    })
  },
  PROJECT_ACCESS_DENIED: {
    status: 403,
    when: "The credential has no access to the project, or the project does not exist.",
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
    when: "The label of the prompt is protected, and the credential is not that of an owner or admin of the organization.",
    hint: "Have an owner or admin move the label, or remove its protection with protect_prompt_label."
  },
  NOT_FOUND: {
    status: 404,
    when: "The resource, revision, operation or path does not exist, or the method is wrong.",
    hint: "Check the identifier and the path; GET /openapi.json lists every operation."
  },
  CONFLICT: {
    status: 409,
    when: "expectedRevision is not the current revision, or the state of the resource does not allow the operation.",
    hint: "Read the resource again, reconcile your change with what is there now, and retry with that revision.",
    details: Schema.Union([RevisionConflict, StateConflict])
  },
  NAME_TAKEN: {
    status: 409,
    when: "Another definition of the same kind in the project already has the name.",
    hint: "Choose another name; names are unique per project and kind, ignoring case.",
    details: Schema.Struct({ name: Schema.String.annotate({ description: "The name that is taken." }) })
  },
  STILL_REFERENCED: {
    status: 409,
    when: "The current revision of another definition refers to the one to delete, or an evaluation run that has not ended uses it.",
    hint: "Update each definition in details.referencedBy so that it no longer refers to this one, wait for or cancel each run there, then delete again.",
    details: Schema.Struct({
      referencedBy: Schema.Array(Referrer).annotate({
        description: "The definitions and evaluation runs that use it."
      }),
      hasMore: Schema.Boolean.annotate({ description: "Whether there are more than are listed." })
    })
  },
  REQUEST_KEY_REUSED: {
    status: 409,
    when: "The request key was used before with another input.",
    hint: "Send a new request key with a new input, or the same input with the same key."
  },
  RUN_ENDED: {
    status: 409,
    when: "The evaluation run has ended or is ending, so it can't be cancelled or resumed.",
    hint: "Read the run with get_eval_run. To retry what failed, create a new run with this one as basis.",
    details: Schema.Struct({ status: Schema.String.annotate({ description: "The status of the run." }) })
  },
  REVIEW_TAKEN: {
    status: 409,
    when: "The caller does not hold the review: another person does, or it was given back.",
    hint: "Claim the review again, or another review of the session, with claim_review."
  },
  SPAN_TAKEN: {
    status: 409,
    when: "Another key or person recorded the span first, and the version sent differs from the one that is stored.",
    hint: "Record it under another span ID, with the key that began it, or with the scope traces:delete.",
    details: Schema.Struct({
      traceId: Schema.String.annotate({ description: "ID of the trace." }),
      spanId: Schema.String.annotate({ description: "ID of the span." })
    })
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    when: "The request body or the evidence is larger than the limit.",
    hint: "Send less than details.limitBytes bytes, or read the evidence in pages.",
    details: Schema.Struct({
      limitBytes: Schema.Int.annotate({ description: "The limit, in bytes." }),
      bytes: Schema.optionalKey(Schema.Int.annotate({ description: "The size, in bytes, if it is known." })),
      spans: Schema.optionalKey(
        Schema.Int.annotate({ description: "The number of spans of the trace, if one is read." })
      ),
      scores: Schema.optionalKey(
        Schema.Int.annotate({ description: "The number of scores of the trace, if one is read." })
      )
    })
  },
  REFERENCE_NOT_FOUND: {
    status: 422,
    when: "A reference names a definition or a revision that does not exist in the project.",
    hint: "Correct or remove the references under the aliases in details.references.",
    details: Schema.Struct({
      references: Schema.Array(Schema.String).annotate({
        description: "The aliases of the references that lead nowhere."
      })
    })
  },
  INVALID_REFERENCE: {
    status: 422,
    when: "A definition refers to itself, or to a kind that it may not refer to.",
    hint: "Remove the reference, or refer to a definition of an allowed kind."
  },
  TRACE_DELETED: {
    status: 422,
    when: "The trace was deleted: spans and scores with its ID are rejected for 30 days.",
    hint: "Record the trace under another ID."
  },
  MISSING_VARIABLE: {
    status: 422,
    when: "Variables that the prompt requires have neither a value nor a default.",
    hint: "Pass a value for each name in details.variables.",
    details: Schema.Struct({
      variables: Schema.Array(Schema.String).annotate({ description: "At most the first 100." })
    })
  },
  UNPRICED: {
    status: 422,
    when: "The run calls a model without a price, so a limited budget can't bound its cost.",
    hint: "Have an owner or admin add a price for each model in details.models to its model connection.",
    details: Schema.Struct({
      models: Schema.Array(Schema.String).annotate({ description: "The models that have no price." })
    })
  },
  INVALID_VIEW: {
    status: 422,
    when: "The page view, or a definition that it uses, has errors, so it has no rows.",
    hint: "Fix each place in details.issues whose severity is error; validate_page_view reports the same issues.",
    details: Schema.Struct({
      issues: Schema.Array(InvalidPart).annotate({ description: "What is wrong, each with its place." })
    })
  },
  UNSUPPORTED_TARGET: {
    status: 422,
    when: "The page view has a target that this server does not support.",
    hint: "Use a page view whose target is in details.supported.",
    details: Schema.Struct({
      target: Schema.String.annotate({ description: "The target of the page view." }),
      supported: Schema.Array(Schema.String).annotate({ description: "The targets that this server supports." })
    })
  },
  TOO_MANY_ROWS: {
    status: 422,
    when: "The query would have to read more rows than the limit.",
    hint: "Narrow the time range, or add a filter on a built-in field.",
    details: Schema.Struct({
      limit: Schema.Int.annotate({ description: "The largest number of rows that a query may read." })
    })
  },
  EGRESS_REFUSED: {
    status: 422,
    when: "The server does not send requests to this address. Nothing was sent or written.",
    hint: "Use a public HTTPS address, or have the server's operator add its origin to EGRESS_ALLOW.",
    details: Schema.Struct({ address: Schema.String.annotate({ description: "The address that was refused." }) })
  },
  ITEM_INVALID: {
    status: 422,
    when: "An item breaks the schemas of its dataset, or is too large. Nothing was written.",
    hint: "Fix each item in details.items, counted from 0, at its JSON Pointer, and send all items again.",
    details: Schema.Struct({
      items: Schema.Array(
        Schema.Struct({
          index: Schema.Int.annotate({ description: "The position of the item in the request, from 0." }),
          pointer: Schema.String.annotate({ description: "Where in the item, as a JSON Pointer." }),
          message: Schema.String.annotate({ description: "What is wrong there." })
        }).annotate({
          identifier: "InvalidItem",
          description: "A place in an item, and what is wrong there."
        })
      ).annotate({ description: "The first 100 places; if there are 100, there may be more." })
    })
  },
  IMPORT_REFUSED: {
    status: 422,
    when: "The files of an import have errors. Nothing was written.",
    hint: "Fix the files at each place in details.errors and send all files again; a dryRun reports the same errors.",
    details: Schema.Struct({
      errors: Schema.Array(FilePlace).annotate({ description: "The first 100; if there are 100, there may be more." })
    })
  },
  RATE_LIMITED: {
    status: 429,
    when: "The credential exceeded its request limit, or the project has as many runs that have not ended as it may.",
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
    when: "The deadline passed before the operation ended.",
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
