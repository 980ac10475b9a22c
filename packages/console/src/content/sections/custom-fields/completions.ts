import type { customFieldTargets } from "@agent-operations/contract"
import { evaluationRecords, type Field, traceRecords } from "@agent-operations/contract/records"
import { plain } from "../../words.ts"
import { formulaFunctions } from "./functions.ts"

/** Something that an editor offers to write. */
interface Completion {
  readonly label: string
  /** Its type, in a word. */
  readonly detail: string
  readonly about: string
}

/** What an editor of formulas offers: data for its script. */
interface FormulaCompletions {
  /** The records of each target. */
  readonly targets: Readonly<Record<string, ReadonlyArray<string>>>
  readonly records: Readonly<Record<string, ReadonlyArray<Completion & { readonly isOpen: boolean }>>>
  /** Those that stand alone, and those that stand after what they work on. */
  readonly functions: ReadonlyArray<Completion>
  readonly methods: ReadonlyArray<Completion>
}

const all = { ...traceRecords, ...evaluationRecords }

type Target = (typeof customFieldTargets)[number]

const targets: Readonly<Record<Target, ReadonlyArray<keyof typeof all>>> = {
  trace: ["trace"],
  span: ["span", "trace"],
  evaluation_run: ["run"],
  evaluation_case: ["case", "run"]
}

const typeWords: Readonly<Record<string, string>> = {
  string: "text",
  number: "number",
  boolean: "yes or no",
  timestamp: "time",
  strings: "list of texts",
  json: "any value"
}

/** What a field is, by its name and type: "Input tokens of the trace: number." */
const fieldOf = (record: string, name: string, field: Field) => {
  const isOpen = typeof field === "object"
  const type = isOpen ? `${typeWords[field.each] ?? field.each} by key` : (typeWords[field] ?? field)
  const words = plain(name.replace(/([a-z0-9])([A-Z])/g, "$1 $2")).toLowerCase()
  return { label: name, detail: type, about: `The ${words} of the ${record}.`, isOpen }
}

const functionsWhere = (isMethod: boolean): ReadonlyArray<Completion> =>
  formulaFunctions
    .filter(({ on }) => (on !== undefined) === isMethod)
    .map(({ name, takes, returns, about, on }) => ({
      label: name,
      detail: `${on === undefined ? "" : `of a ${on} `}(${takes}): ${returns}`,
      about
    }))

/** What the editor of a custom field's formula offers. */
export const formulaCompletions: FormulaCompletions = {
  targets,
  records: Object.fromEntries(
    Object.entries(all).map(([record, fields]) => [
      record,
      Object.entries(fields).map(([name, field]) => fieldOf(record, name, field))
    ])
  ),
  functions: functionsWhere(false),
  methods: functionsWhere(true)
}
