/** What a field holds. `strings` is a list of strings; `json` may be anything. Any field may be absent or null. */
export type FieldType = "string" | "number" | "boolean" | "timestamp" | "duration" | "json" | "strings"

/** A field of one type, or one that holds an open set of keys whose values have a type. */
type Field = FieldType | { readonly each: FieldType }

const timing = { startedAt: "timestamp", endedAt: "timestamp", durationMs: "number" } as const
const usage = { inputTokens: "number", outputTokens: "number", totalTokens: "number", cost: "number" } as const
const content = { input: "json", output: "json", error: "json" } as const
const open = { tags: "strings", attributes: { each: "json" }, metadata: { each: "json" } } as const
const stamps = { createdAt: "timestamp", updatedAt: "timestamp" } as const

/**
 * The built-in fields of every kind of record, with their types: the one table that settings and formulas are checked
 * against. `{ each }` is open under any key, and a key may hold dots, as OpenTelemetry's do:
 * `trace.attributes.gen_ai.request.model`. Costs are in US dollars, durations in milliseconds.
 */
export const records = {
  trace: {
    id: "string",
    name: "string",
    status: "string",
    userId: "string",
    sessionId: "string",
    environment: "string",
    release: "string",
    spanCount: "number",
    scores: { each: "number" },
    ...timing,
    ...usage,
    ...content,
    ...open
  },
  span: {
    id: "string",
    traceId: "string",
    parentId: "string",
    name: "string",
    kind: "string",
    status: "string",
    model: "string",
    provider: "string",
    scores: { each: "number" },
    ...timing,
    ...usage,
    ...content,
    ...open
  },
  run: {
    id: "string",
    evaluationId: "string",
    name: "string",
    status: "string",
    caseCount: "number",
    completedCount: "number",
    failedCount: "number",
    scores: { each: "number" },
    ...timing,
    ...usage,
    ...content,
    ...open
  },
  case: {
    id: "string",
    runId: "string",
    traceId: "string",
    name: "string",
    status: "string",
    expected: "json",
    scores: { each: "number" },
    ...timing,
    ...usage,
    ...content,
    ...open
  },
  dataset: {
    id: "string",
    name: "string",
    description: "string",
    itemCount: "number",
    ...stamps,
    ...open
  },
  evaluation: {
    id: "string",
    name: "string",
    description: "string",
    datasetId: "string",
    runCount: "number",
    lastRunAt: "timestamp",
    ...stamps,
    ...open
  },
  review: {
    id: "string",
    status: "string",
    traceId: "string",
    spanId: "string",
    reviewerId: "string",
    reviewerName: "string",
    verdict: "string",
    comment: "string",
    scores: { each: "number" },
    completedAt: "timestamp",
    ...stamps,
    ...open
  }
} as const satisfies Record<string, Record<string, Field>>

export type RecordName = keyof typeof records

const tables = new Map<RecordName, ReadonlyMap<string, Field>>(
  (Object.keys(records) as Array<RecordName>).map((name) => [
    name,
    new Map<string, Field>(Object.entries(records[name]))
  ])
)

/** The fields of a record by name. A map, so that any name can be looked up: `constructor` is none. */
export const fieldsOf = (record: RecordName): ReadonlyMap<string, Field> => tables.get(record) ?? new Map()

/**
 * The type of a built-in path in the given records, or undefined where there is no such field.
 *
 * @example
 * typeOfPath("trace.durationMs", ["trace"]) // "number"
 * typeOfPath("trace.attributes.http.route", ["trace"]) // "json"
 * typeOfPath("trace.attributes.", ["trace"]) // undefined
 */
export const typeOfPath = (path: string, among: ReadonlyArray<RecordName>): FieldType | undefined => {
  const [, record, name, key] = /^(\w+)\.(\w+)(?:\.(.+))?$/su.exec(path) ?? []
  const known = among.find((candidate) => candidate === record)
  const field = known === undefined || name === undefined ? undefined : fieldsOf(known).get(name)
  if (field === undefined || key === undefined) return typeof field === "object" ? "json" : field
  if (typeof field === "object") return field.each
  return field === "json" ? "json" : undefined
}
