const KiB = 1024
const MiB = 1024 * KiB

/**
 * A limit that a document promises. A test looks at what the program lets through at it, and refuses beyond: the number is what
 * is promised, and is never taken from the program.
 */
export interface Limit {
  readonly most: number
  /** Nothing where what is limited says what is counted. */
  readonly unit?:
    | ("bytes" | "MB")
    | ("seconds" | "minutes" | "days")
    | ("characters" | "definitions" | "deep" | "items" | "levels" | "references")
  /** The code that is answered beyond it, or what happens. */
  readonly beyond: string
  /** What else there is to say of the most. */
  readonly and?: string
}

/** What is taken where a caller says nothing. */
export const defaults = { "page of a list": 50, "page of dependencies": 100, "rows of an answer": 100 } as const

/** The limits that documents promise, by the family that they are of. Each is claimed by a test, by its family and its name. */
export const limits = {
  requests: {
    "request body": { most: MiB, unit: "bytes", beyond: "PAYLOAD_TOO_LARGE" },
    "objects, arrays, items and members of a body of JSON": { most: 1_000_000, beyond: "PAYLOAD_TOO_LARGE" },
    "names of members in a body of JSON that differ": { most: 100_000, beyond: "PAYLOAD_TOO_LARGE" },
    "nesting of JSON": { most: 256, unit: "levels", beyond: "VALIDATION_ERROR" },
    "page of a list": {
      most: 200,
      unit: "items",
      beyond: "VALIDATION_ERROR",
      and: `${defaults["page of a list"]} by default`
    },
    "page of dependencies": {
      most: 1000,
      unit: "items",
      beyond: "VALIDATION_ERROR",
      and: `${defaults["page of dependencies"]} by default`
    },
    "name of a definition": { most: 120, unit: "characters", beyond: "VALIDATION_ERROR" },
    "description of a definition": { most: 2000, unit: "characters", beyond: "VALIDATION_ERROR" },
    "code of a page view": { most: 256 * KiB, unit: "bytes", beyond: "VALIDATION_ERROR" },
    "formula of a custom field": { most: 8 * KiB, unit: "bytes", beyond: "VALIDATION_ERROR" },
    "fields that a page view sorts by, with its group": { most: 100, beyond: "INVALID_VIEW" },
    "values of a filter with `in`": {
      most: 1000,
      beyond: "VALIDATION_ERROR",
      and: "and at most 1 KiB of JSON in `list_traces` and in metrics"
    },
    "text of a filter with `contains`": {
      most: KiB,
      unit: "bytes",
      beyond: "VALIDATION_ERROR",
      and: "and at most 1 KiB of JSON in `list_traces` and in metrics"
    },
    "references of a definition": { most: 64, unit: "references", beyond: "VALIDATION_ERROR" },
    "what validation follows": { most: 1000, unit: "definitions", beyond: "PAYLOAD_TOO_LARGE" },
    "recovering a deleted definition": { most: 30, unit: "days", beyond: "NOT_FOUND" }
  },
  prompts: {
    "templates of a prompt together": { most: 256 * KiB, unit: "bytes", beyond: "VALIDATION_ERROR" },
    "tags of a template": { most: 10_000, beyond: "VALIDATION_ERROR" },
    "variables that a prompt declares": { most: 100, beyond: "VALIDATION_ERROR" },
    "variables that a call gives": { most: 1000, beyond: "VALIDATION_ERROR" },
    "labels of a prompt": {
      most: 50,
      beyond: "VALIDATION_ERROR",
      and: "and those that are protected and taken away count"
    },
    "prompts that include one another": { most: 8, unit: "deep", beyond: "INVALID_REFERENCE" },
    "what is rendered": { most: MiB, unit: "bytes", beyond: "PAYLOAD_TOO_LARGE" },
    "pieces of what is rendered": { most: 500_000, beyond: "PAYLOAD_TOO_LARGE" },
    "variables on the span of `get_managed_prompt`": {
      most: 256 * KiB,
      unit: "bytes",
      beyond: "the span tells how many bytes there were"
    },
    "what was rendered, on that span": {
      most: 256 * KiB,
      unit: "bytes",
      beyond: "the span tells how many bytes there were"
    }
  },
  bodies: {
    "body of `put_dataset_items`": { most: 8 * MiB, unit: "bytes", beyond: "PAYLOAD_TOO_LARGE" },
    "body of `import_resources`": { most: 8 * MiB, unit: "bytes", beyond: "PAYLOAD_TOO_LARGE" },
    "body of `record_traces`": { most: 16 * MiB, unit: "bytes", beyond: "PAYLOAD_TOO_LARGE" },
    "body of `invoke_app`": { most: 2 * MiB, unit: "bytes", beyond: "PAYLOAD_TOO_LARGE" }
  },
  http: {
    "an answer": { most: 8 * MiB, unit: "bytes", beyond: "pages are shortened to fit" },
    "an error that is answered": { most: 256 * KiB, unit: "bytes", beyond: "its texts and lists are cut" },
    "deadline of an operation": { most: 30, unit: "seconds", beyond: "TIMEOUT" },
    "deadline of `import_resources`": { most: 60, unit: "seconds", beyond: "TIMEOUT" },
    "requests of a credential, or of a session for pages, in a minute, per process": {
      most: 6000,
      beyond: "RATE_LIMITED",
      and: "or as `RATE_LIMIT_PER_MINUTE` says"
    }
  },
  datasets: {
    "living items of a dataset": { most: 100_000, beyond: "VALIDATION_ERROR" },
    "an item, as JSON": { most: MiB, unit: "bytes", beyond: "ITEM_INVALID" },
    "items of one write": { most: 500, beyond: "VALIDATION_ERROR" },
    "a schema of a dataset": { most: 64 * KiB, unit: "bytes", beyond: "VALIDATION_ERROR" },
    "checking one write by the schemas": {
      most: 5,
      unit: "seconds",
      beyond: "ITEM_INVALID",
      and: "on a thread that is then ended"
    }
  },
  imports: {
    "parts of an import": { most: 64, beyond: "VALIDATION_ERROR" },
    "parts of an import together": { most: 64 * MiB, unit: "bytes", beyond: "PAYLOAD_TOO_LARGE" },
    "parts that wait for others in a project, each with a KiB for itself": {
      most: 256 * MiB,
      unit: "bytes",
      beyond: "PAYLOAD_TOO_LARGE"
    },
    "files of a part": { most: 50, beyond: "VALIDATION_ERROR" },
    "items of an import": { most: 100_000, beyond: "IMPORT_REFUSED" },
    "an imported item, as JSON": { most: MiB, unit: "bytes", beyond: "IMPORT_REFUSED" },
    "a scorer of a bundle, or a dataset without its items": { most: MiB, unit: "bytes", beyond: "IMPORT_REFUSED" },
    "a YAML file": { most: MiB, unit: "bytes", beyond: "IMPORT_REFUSED" },
    "aliases in a YAML file": { most: 100, beyond: "IMPORT_REFUSED" },
    "columns of a CSV file": { most: 1000, beyond: "IMPORT_REFUSED" },
    "reading the files of an import": {
      most: 20,
      unit: "seconds",
      beyond: "IMPORT_REFUSED",
      and: "on a thread, of which a process has two"
    },
    "memory of that thread": { most: 768, unit: "MB", beyond: "IMPORT_REFUSED" }
  },
  scorers: {
    "code of a scorer": { most: 64 * KiB, unit: "bytes", beyond: "VALIDATION_ERROR" },
    "memory of a scorer's code": { most: 64 * MiB, unit: "bytes", beyond: "OUT_OF_MEMORY" },
    "stack of a scorer's code": { most: 256 * KiB, unit: "bytes", beyond: "THREW" },
    "what a scorer answers, as JSON": { most: 64 * KiB, unit: "bytes", beyond: "THREW" },
    "explanation of a score, as JSON": { most: 4 * KiB, unit: "bytes", beyond: "it is cut" },
    "metadata of a score, as JSON": { most: 32 * KiB, unit: "bytes", beyond: "RESULT_TOO_LARGE" },
    "logs of a scorer, as JSON": { most: 8 * KiB, unit: "bytes", beyond: "they are cut" },
    "how deep values nest": { most: 256, unit: "levels", beyond: "INPUT_TOO_DEEP" },
    "scorers that run at once, per process": { most: 2, beyond: "others wait" },
    "runs of a project that have not ended": { most: 1000, beyond: "RATE_LIMITED" },
    "targets of a run": { most: 50_000, beyond: "VALIDATION_ERROR" },
    "scorers of a run": { most: 32, beyond: "VALIDATION_ERROR" },
    "what a model that scores is told, as JSON": { most: 64 * KiB, unit: "bytes", beyond: "INPUT_UNSUITABLE" }
  },
  traces: {
    "a request to `/v1/traces`, as sent": { most: 16 * MiB, unit: "bytes", beyond: "PAYLOAD_TOO_LARGE" },
    "a request to `/v1/traces`, decompressed": { most: 32 * MiB, unit: "bytes", beyond: "PAYLOAD_TOO_LARGE" },
    "all requests to `/v1/traces` at once, per process": {
      most: 128 * MiB,
      unit: "bytes",
      beyond: "503 with `Retry-After`"
    },
    "requests to `/v1/traces` of one organization at once, per process": {
      most: 96 * MiB,
      unit: "bytes",
      beyond: "503 with `Retry-After`"
    },
    "spans of a request": { most: 10_000, beyond: "PAYLOAD_TOO_LARGE" },
    "resources and scopes of a request": { most: 100_000, beyond: "PAYLOAD_TOO_LARGE" },
    "objects, arrays, items and members of a request of OTLP in JSON": {
      most: 2_000_000,
      beyond: "PAYLOAD_TOO_LARGE"
    },
    "messages, strings and values of a request in protobuf": { most: 1_000_000, beyond: "PAYLOAD_TOO_LARGE" },
    "messages, strings and values of a span, in JSON its objects": { most: 250_000, beyond: "the span is rejected" },
    "the same of a resource with its scopes": { most: 250_000, beyond: "PAYLOAD_TOO_LARGE" },
    "one span as the JSON that reads answer": {
      most: 4 * MiB,
      unit: "bytes",
      beyond: "the span is rejected, never truncated"
    },
    "attributes of a span": { most: 1024, beyond: "the span is rejected" },
    "events of a span": { most: 1024, beyond: "the span is rejected" },
    "links of a span": { most: 1024, beyond: "the span is rejected" },
    "depth of a value": { most: 64, unit: "levels", beyond: "the span is rejected" },
    "name of a span": { most: 500, unit: "characters", beyond: "the span is rejected" },
    "user, session, environment, release, model, provider and tag, of OTLP": {
      most: 200,
      unit: "characters",
      beyond: "the field is without it, and the attribute keeps it"
    },
    "tags of a span, of OTLP": { most: 50, beyond: "the field is without the others, and the attribute keeps them" },
    "spans of a trace": { most: 100_000, beyond: "the span is rejected" },
    "scores of a trace itself, or of one span": {
      most: 1000,
      beyond: "PAYLOAD_TOO_LARGE",
      and: "and requests that race may exceed it by as many as they are"
    },
    "how far ahead a span starts": {
      most: 1,
      unit: "days",
      beyond: "the span is rejected",
      and: "and not before 2000 or the retention"
    },
    "a trace that `get_trace` answers": { most: 8 * MiB, unit: "bytes", beyond: "PAYLOAD_TOO_LARGE" },
    "spans of a trace that `get_trace` answers": { most: 5000, beyond: "PAYLOAD_TOO_LARGE" }
  },
  reviews: {
    "items of a session": { most: 5000, beyond: "VALIDATION_ERROR" },
    "questions of a session": { most: 20, beyond: "VALIDATION_ERROR" },
    "people per item": { most: 10, beyond: "VALIDATION_ERROR" },
    "assignees of a session": { most: 200, beyond: "VALIDATION_ERROR" },
    "a comment": { most: 4000, unit: "characters", beyond: "VALIDATION_ERROR" },
    "submissions of one person about one item": { most: 100, beyond: "CONFLICT", and: "of which one counts" },
    "evidence of an item": { most: 8 * MiB, unit: "bytes", beyond: "PAYLOAD_TOO_LARGE" },
    "evidence with its submissions": {
      most: 8 * MiB,
      unit: "bytes",
      beyond: "submissions that do not fit are told as `hasMore`"
    }
  },
  apps: {
    "secrets of an app": { most: 20, beyond: "VALIDATION_ERROR" },
    "a secret": { most: 4096, unit: "characters", beyond: "VALIDATION_ERROR", and: "and at least 8" },
    "headers of an app's calls": { most: 20, beyond: "VALIDATION_ERROR" },
    "model connections of a project": { most: 100, beyond: "AlreadyExists" },
    "prices of a model connection": { most: 200, beyond: "the form is refused" },
    "price of a call, in micro-units": { most: 1_000_000_000_000, beyond: "VALIDATION_ERROR" },
    "price of a million tokens, in micro-units": { most: 1_000_000_000_000, beyond: "the form is refused" },
    "an output, as JSON": { most: 3 * MiB, unit: "bytes", beyond: "OUTPUT_TOO_LARGE" },
    "head of an answer": { most: 64 * KiB, unit: "bytes", beyond: "the attempt fails" }
  },
  metrics: {
    "measures of a query": { most: 8, beyond: "VALIDATION_ERROR" },
    "dimensions of a query": { most: 3, beyond: "VALIDATION_ERROR" },
    "rows of an answer": {
      most: 1000,
      beyond: "VALIDATION_ERROR",
      and: `${defaults["rows of an answer"]} by default; \`hasMore\` is true if there are more`
    },
    "range of a query": { most: 400, unit: "days", beyond: "VALIDATION_ERROR" },
    "groups of a query": { most: 50_000, beyond: "TOO_MANY_ROWS" },
    "time of a query": { most: 10, unit: "seconds", beyond: "TIMEOUT" }
  },
  formulas: {
    "nesting of a formula": { most: 100, unit: "levels", beyond: "SYNTAX_ERROR" },
    "map literals with computed keys": { most: 8, beyond: "SYNTAX_ERROR" },
    "macros over lists, nested": { most: 3, unit: "levels", beyond: "TOO_EXPENSIVE" },
    "steps per cell": { most: 1_000_000, beyond: "TOO_EXPENSIVE" },
    "characters or items of one value while it is computed": { most: 1_048_576, beyond: "TOO_EXPENSIVE" },
    "time of one formula on a page": {
      most: 2,
      unit: "seconds",
      beyond: "TOO_EXPENSIVE",
      and: "or `formulas.deadline` of [view-rows](../packages/view-rows/README.md#options)"
    }
  },
  signIn: {
    "links to one address for strangers, in 10 minutes": { most: 5, beyond: "429 with `Retry-After`" },
    "links to one address for strangers at one place, in 10 minutes": { most: 3, beyond: "429 with `Retry-After`" },
    "links to one address for strangers, in a day": { most: 20, beyond: "429 with `Retry-After`" },
    "links for strangers at one place, in 10 minutes": { most: 300, beyond: "429 with `Retry-After`" },
    "links for a browser that has signed in with the address, in 10 minutes": {
      most: 5,
      beyond: "429 with `Retry-After`"
    },
    "links for a reader who opened a mail that the address got from here within a day, in 10 minutes": {
      most: 5,
      beyond: "429 with `Retry-After`"
    },
    "registrations of programs from one place, in 10 minutes": { most: 60, beyond: "429 with `Retry-After`" },
    "programs that register in a day": {
      most: 10_000,
      beyond: "of the network with the most that did not connect, the oldest of these are deleted",
      and: "over all processes"
    },
    "calls of the OAuth endpoints from one place, in a minute": { most: 1200, beyond: "429 with `Retry-After`" }
  },
  access: {
    "keys of an organization that work": { most: 1000, beyond: "TooManyKeys", and: "but for the operator" },
    "projects of an organization that still exist": {
      most: 1000,
      beyond: "TooManyProjects",
      and: "but for the operator"
    },
    "connected applications of a person": { most: 200, beyond: "TooManyGrants" }
  },
  invitations: {
    "by one person": { most: 50, beyond: "TooManyInvitations" },
    "into one organization": { most: 200, beyond: "TooManyInvitations" },
    "to one address": { most: 5, beyond: "TooManyInvitations" }
  }
} as const satisfies Readonly<Record<string, Readonly<Record<string, Limit>>>>

/** How many further pairs of tokens a refresh token gives that was spent. */
export const furtherPairs = 10

/** For how long something is valid that lets somebody in, unless it is revoked before. */
interface Lifetime extends Pick<Limit, "most" | "unit"> {
  /** The setting of the server that says otherwise. */
  readonly setting?: string
}

/** The lifetimes that documents promise. Each is claimed by a test, too. */
export const lifetimes = {
  "browser session": { most: 7, unit: "days", setting: "SESSION_LIFETIME" },
  "sign-in link": { most: 15, unit: "minutes" },
  "invitation to an organization": { most: 7, unit: "days" },
  "consent page and authorization code": { most: 5, unit: "minutes" },
  "access token": { most: 10, unit: "minutes", setting: "ACCESS_TOKEN_LIFETIME" },
  "refresh token, from its last use": { most: 30, unit: "days", setting: "REFRESH_TOKEN_LIFETIME" },
  "spent refresh token, for further pairs": { most: 30, unit: "seconds", setting: "REFRESH_GRACE" }
} as const satisfies Readonly<Record<string, Lifetime>>

/** How much it is, as documents say. */
export const amount = ({ most, unit }: Pick<Limit, "most" | "unit">): string => {
  if (unit === undefined) return most.toLocaleString("en")
  if (unit !== "bytes") return `${most.toLocaleString("en")} ${most === 1 ? unit.replace(/s$/, "") : unit}`
  return most % MiB === 0 ? `${most / MiB} MiB` : `${most / KiB} KiB`
}

/** The rows of a table: what is limited, to how much, and what is answered beyond. */
export const limitRows = (of: Readonly<Record<string, Limit>>): ReadonlyArray<ReadonlyArray<string>> =>
  Object.entries(of).map(([what, limit]) => [
    what,
    amount(limit) + (limit.and === undefined ? "" : `, ${limit.and}`),
    /^\w+$/.test(limit.beyond) ? `\`${limit.beyond}\`` : limit.beyond
  ])

/** The rows of a table of lifetimes: of what, for how long, and by which setting. */
export const lifetimeRows: ReadonlyArray<ReadonlyArray<string>> = Object.entries<Lifetime>(lifetimes).map(
  ([what, { setting, ...lifetime }]) => [what, amount(lifetime), setting === undefined ? "" : `\`${setting}\``]
)
