import { fieldNames, formulaRecords, options, registerOperators, walk } from "@agent-operations/views/formulas"
import { keysOf } from "@agent-operations/error-envelope/pointer"
import { Environment } from "@marcbachmann/cel-js"
import { type FieldSpec, type FieldTarget, type RecordName, recordNames, recordOf, type Uses } from "./protocol.ts"

/** Formulas are read here, and not checked. */
export const reading = registerOperators(new Environment(options))

type Names = Record<RecordName, Set<string>>

const addAll = (names: Names, record: RecordName) => {
  for (const name of fieldNames(record)) names[record].add(name)
}

const addFormula = (names: Names, target: FieldTarget, expression: string) => {
  for (const { variable, field } of walk(reading.parse(expression).ast).accesses) {
    const record = recordNames.find((name) => name === variable && formulaRecords[target].includes(name))
    if (record === undefined) continue
    if (field === undefined) addAll(names, record)
    else if (fieldNames(record).includes(field)) names[record].add(field)
  }
}

const addPointer = (names: Names, record: RecordName, pointer: string) => {
  const [first] = keysOf(pointer)
  if (first === undefined) addAll(names, record)
  else if (fieldNames(record).includes(first)) names[record].add(first)
}

/** Which fields of records each custom field reads: all, where it takes a record as a whole. */
export const usesOf = (fields: ReadonlyArray<FieldSpec>): ReadonlyArray<Uses> =>
  fields.map(({ target, source }) => {
    const names: Names = { trace: new Set(), span: new Set(), run: new Set(), case: new Set() }
    if (source.type === "attribute") addPointer(names, recordOf[target], source.pointer)
    else addFormula(names, target, source.expression)
    return { trace: [...names.trace], span: [...names.span], run: [...names.run], case: [...names.case] }
  })
