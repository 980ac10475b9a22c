import { type FieldPath as AnyPath, parseFieldPath as parse, traceRecords } from "@agent-operations/contract/records"

type Records = typeof traceRecords
export type RecordName = keyof Records
export type FieldName<R extends RecordName> = keyof Records[R] & string

/** The path of a built-in field of a trace or a span. */
export interface FieldPath extends AnyPath {
  readonly record: RecordName
  readonly name: FieldName<"trace"> | FieldName<"span">
}

/**
 * Reads the path of a built-in field; undefined where there is no such field.
 *
 * @example
 * parseFieldPath("trace.attributes.gen_ai.request.model") // keys: ["gen_ai.request.model"], type: "json"
 */
export const parseFieldPath = (path: string): FieldPath | undefined =>
  parse(traceRecords, path) as FieldPath | undefined
