// Generated from the catalogue of errors. Do not edit.

/** Every code of the server's catalogue, with what its errors carry in `details`. */
export interface ErrorDetails {
  /** 400. The operation does not accept the body, a header, the query or a cursor. */
  readonly VALIDATION_ERROR: {
    /** At most the first 20; if there are 20, there may be more. */
    readonly issues: ReadonlyArray<InputIssue>
  }
  /** 401. The credential is missing, unknown, malformed, revoked, expired or meant for another audience. */
  readonly UNAUTHENTICATED: undefined
  /** 402. The organization has used up its budget for operations that incur usage. */
  readonly USAGE_LIMIT_REACHED: UsedUpAccount
  /** 403. The credential lacks a scope that the operation requires. */
  readonly MISSING_SCOPE: {
    readonly required: ReadonlyArray<string>
    readonly granted: ReadonlyArray<string>
  }
  /** 403. The credential does not reach the project, whether or not the project exists. */
  readonly PROJECT_ACCESS_DENIED: undefined
  /** 403. The operation is for people, and the credential is an API key. */
  readonly HUMAN_REQUIRED: undefined
  /** 403. The operation is for owners and admins of the organization, and the person is neither. */
  readonly ADMIN_REQUIRED: undefined
  /** 403. The label of the prompt is protected, and the caller is not an owner or admin of the organization. */
  readonly LABEL_PROTECTED: undefined
  /** 404. The resource, revision, operation or path does not exist, or the method is wrong. */
  readonly NOT_FOUND: undefined
  /** 409. expectedRevision is not the current revision, or the resource is in a state that does not allow it. */
  readonly CONFLICT: RevisionConflict | StateConflict
  /** 409. Another definition of the same kind in the project already has the name. */
  readonly NAME_TAKEN: {
    readonly name: string
  }
  /** 409. The definition to delete is referenced by the current revision of another, or by an evaluation run that has not ended. */
  readonly STILL_REFERENCED: {
    readonly referencedBy: ReadonlyArray<Referrer>
    readonly hasMore: boolean
  }
  /** 409. The request key was used before with other inputs. */
  readonly REQUEST_KEY_REUSED: undefined
  /** 409. The evaluation run has ended or is about to end, so it can't be cancelled or resumed. */
  readonly RUN_ENDED: {
    readonly status: string
  }
  /** 409. The caller does not hold the review: another person has it, it was released, or the caller never claimed it. */
  readonly REVIEW_TAKEN: undefined
  /** 413. The request body or the evidence is larger than the limit. */
  readonly PAYLOAD_TOO_LARGE: {
    readonly limitBytes: number
    readonly bytes?: number
    readonly spans?: number
    readonly scores?: number
  }
  /** 422. A reference names a definition or a revision that does not exist in the project. */
  readonly REFERENCE_NOT_FOUND: {
    readonly references: ReadonlyArray<string>
  }
  /** 422. A definition references itself, or a kind that it may not reference. */
  readonly INVALID_REFERENCE: undefined
  /** 422. The trace was deleted: spans and scores of its ID are rejected for 30 days. */
  readonly TRACE_DELETED: undefined
  /** 422. Variables that the prompt requires have neither a value nor a default. */
  readonly MISSING_VARIABLE: {
    /** At most the first 100. */
    readonly variables: ReadonlyArray<string>
  }
  /** 422. The run calls a model without a price, so a limited budget can't bound its cost. */
  readonly UNPRICED: {
    readonly models: ReadonlyArray<string>
  }
  /** 422. The page view, or a definition that it uses, has errors, so its rows can't be read. */
  readonly INVALID_VIEW: {
    readonly issues: ReadonlyArray<DefinitionIssue>
  }
  /** 422. The server has no rows for the target of the page view. */
  readonly UNSUPPORTED_TARGET: {
    readonly target: string
    readonly supported: ReadonlyArray<string>
  }
  /** 422. The query would have to read more rows than the limit before it could return the first. */
  readonly TOO_MANY_ROWS: {
    readonly limit: number
  }
  /** 422. The server may not send requests to the address. Nothing was sent or written. */
  readonly EGRESS_REFUSED: {
    readonly address: string
  }
  /** 422. An item breaks the schemas of its dataset, or is too large. Nothing was written. */
  readonly ITEM_INVALID: {
    /** The first 100 places; if there are 100, there may be more. */
    readonly items: ReadonlyArray<InvalidItem>
  }
  /** 422. The files of an import have errors. Nothing was written. */
  readonly IMPORT_REFUSED: {
    /** The first 100; if there are 100, there may be more. */
    readonly errors: ReadonlyArray<FilePlace>
  }
  /** 429. The credential exceeded its request limit. */
  readonly RATE_LIMITED: undefined
  /** 500. The server failed unexpectedly. */
  readonly INTERNAL_ERROR: undefined
  /** 503. The database is unreachable or starting, or the server is too busy. */
  readonly UNAVAILABLE: undefined
  /** 504. The deadline passed before the work was done. */
  readonly TIMEOUT: undefined
}

/** The codes that every operation can fail with. */
export type CommonErrorCode = "VALIDATION_ERROR" | "UNAUTHENTICATED" | "MISSING_SCOPE" | "PROJECT_ACCESS_DENIED" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "UNAVAILABLE" | "TIMEOUT"

/** One place in a definition that validation finds wrong, or in one that it uses. */
export interface DefinitionIssue {
  readonly severity: "error" | "warning"
  readonly code: string
  readonly message: string
  readonly path: string
  readonly position?: {
    readonly line: number
    readonly column: number
  }
  readonly definition?: {
    readonly kind: string
    readonly id: string
    readonly revision: number
  }
}

/** One place of a file, by line, column and JSON Pointer, and what is wrong there. */
export interface FilePlace {
  readonly file: string
  readonly line: number
  readonly column?: number
  readonly pointer: string
  readonly code: string
  readonly message: string
}

/** One place in the input, as an RFC 6901 JSON Pointer, and what is wrong there. */
export interface InputIssue {
  readonly path: string
  readonly message: string
}

/** One place of an item, and what is wrong there. */
export interface InvalidItem {
  readonly index: number
  readonly pointer: string
  readonly message: string
}

/** A definition whose current revision refers to another, or an evaluation run that works with it and has not ended, and under which alias. */
export interface Referrer {
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly revision: number
  readonly alias: string
  readonly pinnedRevision: number | null
}

/** The revision that the request expected, and the one that is current. */
export interface RevisionConflict {
  readonly expectedRevision: number
  readonly currentRevision: number
}

/** The state that the resource is in, and those in which the operation is allowed. */
export interface StateConflict {
  readonly currentState: string
  readonly allowedStates: ReadonlyArray<string>
}

/** The budget that is used up, as far as the server keeps one, in micro-units. */
export interface UsedUpAccount {
  readonly account?: "organization" | "project"
  readonly limitMicros?: number
  readonly spentMicros?: number
  readonly heldMicros?: number
  readonly requiredMicros?: number
  readonly resetsAt?: string | null
}
