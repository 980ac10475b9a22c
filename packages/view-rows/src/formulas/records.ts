import { evaluationRecords, type Field, traceRecords } from "@agent-operations/contract/records"
import { tooLarge } from "./failures.ts"
import type { RawColumns, RawValue, RecordName } from "./protocol.ts"
import { withheld } from "./protocol.ts"

/**
 * An object in which a key is called as the class of objects is, as a map: it would be taken for another class. Half a
 * character, which JSON may escape, is U+FFFD, as it would be in the answer.
 */
const plain = (value: unknown): unknown => {
  if (typeof value === "string") return value.toWellFormed()
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(plain)
  const entries = Object.entries(value).map(([key, inner]) => [key.toWellFormed(), plain(inner)] as const)
  return Object.hasOwn(value, "constructor") ? new Map(entries) : Object.fromEntries(entries)
}

/** A JSON text as a value of CEL. */
export const parse = (text: string): unknown => {
  const value: unknown = JSON.parse(text)
  return text.includes('"constructor"') || text.includes("\\u") ? plain(value) : value
}

type Read = (raw: string) => unknown

const asIs: Read = (raw) => raw
const asTime: Read = (raw) => new Date(raw)

const readerOf = (field: Field): Read => {
  if (field === "timestamp") return asTime
  return field === "json" || field === "strings" || typeof field === "object" ? parse : asIs
}

const readers = (fields: Readonly<Record<string, Field>>): ReadonlyMap<string, Read> =>
  new Map(Object.entries(fields).map(([name, field]) => [name, readerOf(field)]))

const { trace, span } = traceRecords
const { run, case: ofCase } = evaluationRecords
const byRecord: Readonly<Record<RecordName, ReadonlyMap<string, Read>>> = {
  trace: readers(trace),
  span: readers(span),
  run: readers(run),
  case: readers(ofCase)
}

/** A record as formulas see it. */
export type Values = Readonly<Record<string, unknown>>

const read = (reader: Read, raw: RawValue | undefined): unknown => {
  if (raw === withheld) return tooLarge
  return typeof raw === "string" ? reader(raw) : (raw ?? null)
}

/** Reads rows of columns as records, and as what their answers are: for JSON Pointers, in which times are texts. */
export const recordReader = (record: RecordName, columns: RawColumns) => {
  const fields = Object.entries(columns).map(([name, values]) => {
    const reader = byRecord[record].get(name) ?? asIs
    return { name, values, reader, onWire: reader === asTime ? asIs : reader }
  })
  return (row: number): { readonly values: Values; readonly wire: Values } => {
    const values = Object.create(null) as Record<string, unknown>
    let wire: Record<string, unknown> | undefined
    for (const { name, values: column, reader } of fields) values[name] = read(reader, column[row])
    return {
      values,
      get wire() {
        if (wire !== undefined) return wire
        wire = Object.create(null) as Record<string, unknown>
        for (const { name, values: column, reader, onWire } of fields) {
          wire[name] = reader === onWire ? values[name] : read(onWire, column[row])
        }
        return wire
      }
    }
  }
}
