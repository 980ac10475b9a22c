import { Environment } from "@marcbachmann/cel-js"
import { type FieldType, fieldsOf, type RecordName } from "../fields.ts"
import type { Aliases } from "../references.ts"
import { type CustomFieldTarget, formulaRecords } from "../targets.ts"

const timestamp = "google.protobuf.Timestamp"
const duration = "google.protobuf.Duration"

/** The CEL type of a field. Every number in a record is a JSON number, hence a double. */
const celTypes: Readonly<Record<FieldType, string>> = {
  string: "string",
  number: "double",
  boolean: "bool",
  timestamp,
  duration,
  strings: "list<string>",
  json: "dyn"
}

const recordTypes: Readonly<Record<RecordName, string>> = {
  trace: "Trace",
  span: "Span",
  run: "Run",
  case: "Case",
  dataset: "Dataset",
  evaluation: "Evaluation",
  review: "Review"
}

/** How deep a formula may nest. Lower than the library's 250, and beyond what anyone writes by hand. */
export const maxDepth = 100

/**
 * The environment that a formula for a target is checked in: the records of the target, and `custom` with the type of
 * each alias (any type where an alias leads to nothing, so that one mistake is not told twice).
 *
 * Departures from plain CEL, each so that a formula reads as people write it: an int mixes with a double in `+ - * /`
 * and `==` (literals such as 1000 are ints, fields are doubles), any field compares with `null` by `==` and `!=`
 * (fields can be null), and lists and maps can hold values of several types. Whoever evaluates formulas has to register
 * the same operators.
 */
export const environmentFor = (target: CustomFieldTarget, aliases: Aliases, unknown: Iterable<string>): Environment => {
  const fields = new Map<string, string>()
  for (const alias of unknown) fields.set(alias, "dyn")
  for (const [alias, definition] of aliases) {
    fields.set(alias, definition?.kind === "custom_field" ? celTypes[definition.settings.valueType] : "dyn")
  }
  return baseFor(target)
    .clone()
    .registerType("Custom", { fields: Object.fromEntries(fields) })
    .registerVariable("custom", "Custom")
}

const bases = new Map<CustomFieldTarget, Environment>()

const baseFor = (target: CustomFieldTarget): Environment => {
  const known = bases.get(target)
  if (known !== undefined) return known
  const base = new Environment({ homogeneousAggregateLiterals: false, limits: { maxDepth } })
  for (const record of formulaRecords[target]) {
    base.registerType(recordTypes[record], { fields: celFields(record) }).registerVariable(record, recordTypes[record])
  }
  for (const operator of ["+", "-", "*", "/"]) {
    base.registerOperator(`double ${operator} int: double`, neverRun)
    base.registerOperator(`int ${operator} double: double`, neverRun)
  }
  for (const other of ["double == int", ...nullable.map((type) => `${type} == null`)]) {
    base.registerOperator(other, neverRun)
  }
  bases.set(target, base)
  return base
}

const nullable = ["string", "double", "int", "bool", timestamp, duration, "list<string>"]

const celFields = (record: RecordName) =>
  Object.fromEntries(
    [...fieldsOf(record)].map(([name, field]) => [
      name,
      typeof field === "string" ? celTypes[field] : `map<string, ${celTypes[field.each]}>`
    ])
  )

const neverRun = (): never => {
  throw new Error("Formulas are checked here, and never run.")
}
