const KiB = 1024
const MiB = 1024 * KiB

/**
 * A limit that a document promises. A test looks at what the program lets through at it, and refuses beyond: the number is what
 * is promised, and is never taken from the program.
 */
export interface Limit {
  readonly most: number
  /** Nothing where what is limited says what is counted. */
  readonly unit?: "bytes" | "characters" | "definitions" | "days" | "deep" | "items" | "levels" | "references"
  /** The code that is answered beyond it, or what happens. */
  readonly beyond: string
  /** What else there is to say of the most. */
  readonly and?: string
}

/** What is taken where a caller says nothing. */
export const defaults = { "page of a list": 50, "page of dependencies": 100 } as const

/** The limits that documents promise, by the family that they are of. Each is claimed by a test, by its family and its name. */
export const limits = {
  requests: {
    "request body": { most: MiB, unit: "bytes", beyond: "PAYLOAD_TOO_LARGE" },
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
    "references of a definition": { most: 64, unit: "references", beyond: "VALIDATION_ERROR" },
    "what validation follows": { most: 1000, unit: "definitions", beyond: "PAYLOAD_TOO_LARGE" },
    "recovering a deleted definition": { most: 30, unit: "days", beyond: "NOT_FOUND" }
  },
  prompts: {
    "templates of a prompt together": { most: 256 * KiB, unit: "bytes", beyond: "VALIDATION_ERROR" },
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
  }
} as const satisfies Readonly<Record<string, Readonly<Record<string, Limit>>>>

const amount = ({ most, unit }: Limit): string => {
  if (unit === undefined) return most.toLocaleString("en")
  if (unit !== "bytes") return `${most.toLocaleString("en")} ${unit}`
  return most % MiB === 0 ? `${most / MiB} MiB` : `${most / KiB} KiB`
}

/** The rows of a table: what is limited, to how much, and what is answered beyond. */
export const limitRows = (of: Readonly<Record<string, Limit>>): ReadonlyArray<ReadonlyArray<string>> =>
  Object.entries(of).map(([what, limit]) => [
    what,
    amount(limit) + (limit.and === undefined ? "" : `, ${limit.and}`),
    /^[A-Z_]+$/.test(limit.beyond) ? `\`${limit.beyond}\`` : limit.beyond
  ])
