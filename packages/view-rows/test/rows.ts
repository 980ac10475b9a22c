import type { Cell, FieldSpec, JsonValue, RawValue, FieldTarget, RunJob, ValueType } from "../src/formulas/protocol.ts"
import { run } from "../src/formulas/run.ts"

/** A field that a formula computes. */
export const formula = (
  expression: string,
  valueType: ValueType = "json",
  aliases: Readonly<Record<string, number>> = {},
  target: FieldTarget = "trace"
): FieldSpec => ({ target, valueType, source: { type: "formula", expression }, aliases })

/** A field that a JSON Pointer leads to. */
export const attribute = (pointer: string, valueType: ValueType = "json"): FieldSpec => ({
  target: "trace",
  valueType,
  source: { type: "attribute", pointer },
  aliases: {}
})

const asText = new Set(["input", "output", "error", "tags", "attributes", "metadata", "scores"])

/** A record as the store reads it; false stands for a value that is too large. */
export const raw = (values: Readonly<Record<string, JsonValue>>): Readonly<Record<string, ReadonlyArray<RawValue>>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      [value !== null && value !== false && asText.has(name) ? JSON.stringify(value) : (value as RawValue)]
    ])
  )

export const jobOf = (fields: ReadonlyArray<FieldSpec>, columns: RunJob["columns"]["trace"]): RunJob => ({
  type: "run",
  fields,
  wanted: fields.map((_, place) => place),
  excluded: [],
  count: Object.values(columns ?? {})[0]?.length ?? 1,
  columns: { trace: columns ?? {} },
  shared: null,
  budgetMs: 1000
})

/** The cell of the last of some fields, for one trace. */
export const cellOf = (fields: FieldSpec | ReadonlyArray<FieldSpec>, trace: RunJob["columns"]["trace"] = {}): Cell => {
  const all = [fields].flat()
  return run(jobOf(all, trace), () => {}).cells[all.length - 1]![0]!
}
