import type { Field, FieldType, Records } from "./record.ts"

/** The path of a built-in field, or of a value within an open one, as formulas, filters and columns name it. */
export interface FieldPath {
  readonly record: string
  readonly name: string
  /** The key within an open field, which may hold dots, or the steps within JSON; none for the field itself. */
  readonly keys: ReadonlyArray<string>
  readonly type: FieldType
}

/**
 * Reads the path of a field of some records; undefined where they have none. The key of an open field keeps its dots; in
 * JSON a dot is a step into an object, or by digits, without zeros before them, into a list.
 *
 * @example
 * parseFieldPath(traceRecords, "trace.attributes.http.route") // { …, keys: ["http.route"], type: "json" }
 * parseFieldPath(traceRecords, "span.input.messages.0.role") // { …, keys: ["messages", "0", "role"], type: "json" }
 */
export const parseFieldPath = (records: Records, path: string): FieldPath | undefined => {
  const [, record = "", name = "", key] = /^(\w+)\.(\w+)(?:\.(.+))?$/su.exec(path) ?? []
  const fields: Readonly<Record<string, Field>> | undefined = Object.hasOwn(records, record)
    ? records[record]
    : undefined
  const field = fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined
  if (field === undefined) return undefined
  if (key === undefined) return { record, name, keys: [], type: typeof field === "object" ? "json" : field }
  if (typeof field === "object") return { record, name, keys: [key], type: field.each }
  return field === "json" ? { record, name, keys: key.split("."), type: "json" } : undefined
}
