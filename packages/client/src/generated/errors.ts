// Generated from the catalogue of errors. Do not edit.

/** Every code of the server's catalogue, with what its errors carry in `details`. */
export interface ErrorDetails {
  /** 400. The body, a header, the query or a cursor is not valid for the operation. */
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
    /** The scopes that the operation requires. */
    readonly required: ReadonlyArray<string>
    /** The scopes that the credential holds. */
    readonly granted: ReadonlyArray<string>
  }
  /** 403. The credential has no access to the project, or the project does not exist. */
  readonly PROJECT_ACCESS_DENIED: undefined
  /** 403. The operation is for people, and the credential is an API key. */
  readonly HUMAN_REQUIRED: undefined
  /** 403. The operation is for owners and admins of the organization, and the person is neither. */
  readonly ADMIN_REQUIRED: undefined
  /** 403. The label of the prompt is protected, and the credential is not that of an owner or admin of the organization. */
  readonly LABEL_PROTECTED: undefined
  /** 404. The resource, revision, operation or path does not exist, or the method is wrong. */
  readonly NOT_FOUND: undefined
  /** 409. expectedRevision is not the current revision, or the state of the resource does not allow the operation. */
  readonly CONFLICT: RevisionConflict | StateConflict
  /** 409. Another definition of the same kind in the project already has the name. */
  readonly NAME_TAKEN: {
    /** The name that is taken. */
    readonly name: string
  }
  /** 409. The current revision of another definition refers to the one to delete, or an evaluation run that has not ended uses it. */
  readonly STILL_REFERENCED: {
    /** The definitions and evaluation runs that use it. */
    readonly referencedBy: ReadonlyArray<Referrer>
    /** Whether there are more than are listed. */
    readonly hasMore: boolean
  }
  /** 409. The request key was used before with another input. */
  readonly REQUEST_KEY_REUSED: undefined
  /** 409. The evaluation run has ended or is ending, so it can't be cancelled or resumed. */
  readonly RUN_ENDED: {
    /** The status of the run. */
    readonly status: string
  }
  /** 409. The caller does not hold the review: another person does, or it was given back. */
  readonly REVIEW_TAKEN: undefined
  /** 409. Another key or person recorded the span first, and the version sent differs from the one that is stored. */
  readonly SPAN_TAKEN: {
    /** ID of the trace. */
    readonly traceId: string
    /** ID of the span. */
    readonly spanId: string
  }
  /** 413. The request body or the evidence is larger than the limit. */
  readonly PAYLOAD_TOO_LARGE: {
    /** The limit, in bytes. */
    readonly limitBytes: number
    /** The size, in bytes, if it is known. */
    readonly bytes?: number
    /** The number of spans of the trace, if one is read. */
    readonly spans?: number
    /** The number of scores of the trace, if one is read. */
    readonly scores?: number
  }
  /** 422. A reference names a definition or a revision that does not exist in the project. */
  readonly REFERENCE_NOT_FOUND: {
    /** The aliases of the references that lead nowhere. */
    readonly references: ReadonlyArray<string>
  }
  /** 422. A definition refers to itself, or to a kind that it may not refer to. */
  readonly INVALID_REFERENCE: undefined
  /** 422. The trace was deleted: spans and scores with its ID are rejected for 30 days. */
  readonly TRACE_DELETED: undefined
  /** 422. Variables that the prompt requires have neither a value nor a default. */
  readonly MISSING_VARIABLE: {
    /** At most the first 100. */
    readonly variables: ReadonlyArray<string>
  }
  /** 422. The run calls a model without a price, so a limited budget can't bound its cost. */
  readonly UNPRICED: {
    /** The models that have no price. */
    readonly models: ReadonlyArray<string>
  }
  /** 422. The page view, or a definition that it uses, has errors, so it has no rows. */
  readonly INVALID_VIEW: {
    /** What is wrong, each with its place. */
    readonly issues: ReadonlyArray<DefinitionIssue>
  }
  /** 422. The page view has a target that this server does not support. */
  readonly UNSUPPORTED_TARGET: {
    /** The target of the page view. */
    readonly target: string
    /** The targets that this server supports. */
    readonly supported: ReadonlyArray<string>
  }
  /** 422. The query would have to read more rows than the limit. */
  readonly TOO_MANY_ROWS: {
    /** The largest number of rows that a query may read. */
    readonly limit: number
  }
  /** 422. The server does not send requests to this address. Nothing was sent or written. */
  readonly EGRESS_REFUSED: {
    /** The address that was refused. */
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
  /** 429. The credential exceeded its request limit, or the project has as many runs that have not ended as it may. */
  readonly RATE_LIMITED: undefined
  /** 500. The server failed unexpectedly. */
  readonly INTERNAL_ERROR: undefined
  /** 503. The database is unreachable or starting, or the server is too busy. */
  readonly UNAVAILABLE: undefined
  /** 504. The deadline passed before the operation ended. */
  readonly TIMEOUT: undefined
}

/** The codes that every operation can fail with. */
export type CommonErrorCode = "VALIDATION_ERROR" | "UNAUTHENTICATED" | "MISSING_SCOPE" | "PROJECT_ACCESS_DENIED" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "UNAVAILABLE" | "TIMEOUT"

/** A place in a definition that is wrong. */
export interface DefinitionIssue {
  /** An error makes the definition invalid; a warning does not. */
  readonly severity: "error" | "warning"
  /** What is wrong, as a code. */
  readonly code: string
  /** What is wrong, for people. */
  readonly message: string
  /** Where in the definition, as an RFC 6901 JSON Pointer. */
  readonly path: string
  /** Where in the text at path. */
  readonly position?: {
    /** The line, from 1. */
    readonly line: number
    /** The column, from 1. */
    readonly column: number
  }
  /** The definition that the issue is in, if it is not the page view itself. */
  readonly definition?: {
    /** The name of its kind, such as custom_field. */
    readonly kind: string
    /** ID of the definition. */
    readonly id: string
    /** The revision that was checked. */
    readonly revision: number
  }
}

/** A place in a file, and what is wrong there. */
export interface FilePlace {
  /** The path of the file, as it was sent. */
  readonly file: string
  /** The line, from 1. */
  readonly line: number
  /** The column, from 1. */
  readonly column?: number
  /** Where in the file's value, as a JSON Pointer. */
  readonly pointer: string
  /** What is wrong, as a code. */
  readonly code: string
  /** What is wrong, for people. */
  readonly message: string
}

/** A place in the input, and what is wrong there. */
export interface InputIssue {
  /** Where in the input, as an RFC 6901 JSON Pointer. */
  readonly path: string
  /** What is wrong there. */
  readonly message: string
}

/** A place in an item, and what is wrong there. */
export interface InvalidItem {
  /** The position of the item in the request, from 0. */
  readonly index: number
  /** Where in the item, as a JSON Pointer. */
  readonly pointer: string
  /** What is wrong there. */
  readonly message: string
}

/** A definition that uses the one to delete, or an evaluation run that uses it and has not ended. */
export interface Referrer {
  /** The name of its kind, such as page_view. */
  readonly kind: string
  /** ID of the definition, or of the evaluation run. */
  readonly id: string
  /** Name of the definition, or of the evaluation run. */
  readonly name: string
  /** The current revision of the definition, which holds the reference. */
  readonly revision: number
  /** The alias under which it refers to the definition. */
  readonly alias: string
  /** The revision that it pins; null if it follows the current one. */
  readonly pinnedRevision: number | null
}

/** The revision that the request expected, and the current one. */
export interface RevisionConflict {
  /** The revision that the request expected. */
  readonly expectedRevision: number
  /** The revision that is current. */
  readonly currentRevision: number
}

/** The state of the resource, and the states in which the operation is allowed. */
export interface StateConflict {
  /** The state that the resource is in. */
  readonly currentState: string
  /** The states in which the operation is allowed. */
  readonly allowedStates: ReadonlyArray<string>
}

/** The budget that is used up, in micro-units. Members that the server does not know are absent. */
export interface UsedUpAccount {
  /** Whose budget it is. */
  readonly account?: "organization" | "project"
  /** What may be spent in the current period, in micro-units. */
  readonly limitMicros?: number
  /** What was spent in the current period, in micro-units. */
  readonly spentMicros?: number
  /** What is held for work in flight, in micro-units. */
  readonly heldMicros?: number
  /** What the operation requires, in micro-units. */
  readonly requiredMicros?: number
  /** When the next period begins; null if the budget has no period. */
  readonly resetsAt?: string | null
}
