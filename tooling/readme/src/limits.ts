const KiB = 1024
const MiB = 1024 * KiB

/** A limit that the README promises. A test of `tests/limits` looks at what is let through at it, and refused beyond. */
export interface Limit {
  readonly most: number
  readonly unit: "bytes" | "characters" | "definitions" | "days" | "items" | "levels" | "references"
  /** The code that is answered beyond it. */
  readonly beyond: string
}

/** The limits of requests and definitions. */
export const limits = {
  "request body": { most: MiB, unit: "bytes", beyond: "PAYLOAD_TOO_LARGE" },
  "nesting of JSON": { most: 256, unit: "levels", beyond: "VALIDATION_ERROR" },
  "page of a list": { most: 200, unit: "items", beyond: "VALIDATION_ERROR" },
  "page of dependencies": { most: 1000, unit: "items", beyond: "VALIDATION_ERROR" },
  "name of a definition": { most: 120, unit: "characters", beyond: "VALIDATION_ERROR" },
  "description of a definition": { most: 2000, unit: "characters", beyond: "VALIDATION_ERROR" },
  "code of a page view": { most: 256 * KiB, unit: "bytes", beyond: "VALIDATION_ERROR" },
  "formula of a custom field": { most: 8 * KiB, unit: "bytes", beyond: "VALIDATION_ERROR" },
  "references of a definition": { most: 64, unit: "references", beyond: "VALIDATION_ERROR" },
  "what validation follows": { most: 1000, unit: "definitions", beyond: "PAYLOAD_TOO_LARGE" },
  "recovering a deleted definition": { most: 30, unit: "days", beyond: "NOT_FOUND" }
} as const satisfies Readonly<Record<string, Limit>>

/** What is taken where a caller says nothing. */
export const defaults = { "page of a list": 50, "page of dependencies": 100 } as const

const amount = ({ most, unit }: Limit): string => {
  if (unit !== "bytes") return `${most.toLocaleString("en")} ${unit}`
  return most % MiB === 0 ? `${most / MiB} MiB` : `${most / KiB} KiB`
}

/** The rows of the README: what is limited, to how much, and what is answered beyond. */
export const limitRows = Object.entries(limits).map(([what, limit]) => {
  const usual = Object.entries(defaults).find(([name]) => name === what)?.[1]
  return [what, amount(limit) + (usual === undefined ? "" : `, ${usual} by default`), `\`${limit.beyond}\``]
})
