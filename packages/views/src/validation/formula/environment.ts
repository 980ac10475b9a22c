import { Environment } from "@marcbachmann/cel-js"
import { type FieldType, fieldsOf, type RecordName } from "../fields.ts"
import type { Aliases } from "../references.ts"
import { type CustomFieldTarget, formulaRecords } from "../targets.ts"
import { registerOperators } from "./operators.ts"

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

/** How formulas are read, whether they are checked or run: lists and maps can hold values of several types. */
export const options = { homogeneousAggregateLiterals: false, limits: { maxDepth } } as const

/**
 * The environment that a formula for a target is checked in: the records of the target, and `custom` with the type of
 * each alias (any type where an alias leads to nothing, so that one mistake is not told twice).
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
  const base = registerOperators(new Environment(options))
  for (const record of formulaRecords[target]) {
    base.registerType(recordTypes[record], { fields: celFields(record) }).registerVariable(record, recordTypes[record])
  }
  bases.set(target, base)
  return base
}

const celFields = (record: RecordName) =>
  Object.fromEntries(
    [...fieldsOf(record)].map(([name, field]) => [
      name,
      typeof field === "string" ? celTypes[field] : `map<string, ${celTypes[field.each]}>`
    ])
  )
