import {
  datasetRecords,
  evaluationRecords,
  type Field,
  type FieldType,
  parseFieldPath,
  reviewRecords,
  traceRecords
} from "@agent-operations/contract/records"

export type { FieldType } from "@agent-operations/contract/records"

/**
 * The built-in fields of every kind of record, with their types: the one table that settings and formulas are checked
 * against. `{ each }` is open under any key, and a key may hold dots, as OpenTelemetry's do:
 * `trace.attributes.gen_ai.request.model`. Costs are in US dollars, durations in milliseconds.
 */
export const records = { ...traceRecords, ...evaluationRecords, ...datasetRecords, ...reviewRecords } as const

/** The name of a record whose fields formulas, filters and columns may use, such as `trace`. */
export type RecordName = keyof typeof records

const tables = new Map<RecordName, ReadonlyMap<string, Field>>(
  (Object.keys(records) as Array<RecordName>).map((name) => [
    name,
    new Map<string, Field>(Object.entries(records[name]))
  ])
)

/** The fields of a record by name. A map, so that any name can be looked up: `constructor` is none. */
export const fieldsOf = (record: RecordName): ReadonlyMap<string, Field> => tables.get(record) ?? new Map()

/** The names of a record's fields. */
export const fieldNames = (record: RecordName): ReadonlyArray<string> => [...fieldsOf(record).keys()]

/**
 * The type of a built-in path in the given records, or undefined where there is no such field.
 *
 * @example
 * typeOfPath("trace.durationMs", ["trace"]) // "number"
 * typeOfPath("trace.attributes.http.route", ["trace"]) // "json"
 * typeOfPath("trace.attributes.", ["trace"]) // undefined
 */
export const typeOfPath = (path: string, among: ReadonlyArray<RecordName>): FieldType | undefined => {
  const found = parseFieldPath(records, path)
  return among.some((name) => name === found?.record) ? found?.type : undefined
}
