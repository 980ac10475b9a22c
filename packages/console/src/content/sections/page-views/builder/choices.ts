/** The fields that a page view can name: those of its records, and custom fields. */
import type { PageView } from "@agent-operations/contract"
import {
  datasetRecords,
  describeField,
  evaluationRecords,
  type Field,
  type FieldType,
  parseFieldPath,
  type Records,
  reviewRecords,
  traceRecords
} from "@agent-operations/contract/records"
import { pageViewRecords, usableTargets } from "@agent-operations/views"
import { Effect, Result } from "effect"
import { heads, invoke } from "../../../port.ts"
import { capital, plain } from "../../../words.ts"
import { type BuilderForm, formOf, type Texts } from "./model.ts"
import { pickedId } from "./posted.ts"

/** A field to pick. */
export interface FieldChoice {
  /** What the form sends: a path, the beginning of one that ends in a dot, or the ID of a custom field. */
  readonly value: string
  readonly label: string
  readonly type: string
  readonly about: string
  readonly group: string
}

/** A custom field to pick. */
export interface CustomField {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly revision: number
  readonly settings: { readonly target: string; readonly valueType: FieldType; readonly unit: string | null }
}

/** What can be picked in a project. */
export interface Choices {
  readonly customFields: ReadonlyMap<string, CustomField>
  /** The names and current revisions of what is referenced, by kind and ID. */
  readonly heads: ReadonlyMap<string, { readonly name: string; readonly revision: number }>
}

type Target = PageView["settings"]["target"]

const records: Records = { ...traceRecords, ...evaluationRecords, ...datasetRecords, ...reviewRecords }

const isTarget = (text: string): text is Target => Object.hasOwn(pageViewRecords, text)

const typeWords = (field: Field): string => (typeof field === "object" ? field.each : field)

const ofRecord = (record: string): ReadonlyArray<FieldChoice> =>
  Object.entries(records[record] ?? {}).map(([name, field]) => {
    const value = `${record}.${name}${typeof field === "object" ? "." : ""}`
    const about = describeField(record, name) ?? ""
    return { value, label: value, type: typeWords(field), about, group: capital(plain(record)) }
  })

const builtIn = new Map<string, ReadonlyArray<FieldChoice>>(
  Object.entries(pageViewRecords).map(([target, names]) => [target, names.flatMap(ofRecord)])
)

/** The most custom fields that are offered. */
const mostCustomFields = 100

/** Reads what can be picked for some texts. */
export const readChoices = Effect.fnUntraced(function* (texts: Texts) {
  const listed = yield* invoke("list_custom_fields", [], { limit: mostCustomFields }).pipe(
    Effect.catchTags({ VALIDATION_ERROR: Effect.die, PAYLOAD_TOO_LARGE: Effect.die })
  )
  const items = listed["items"] as ReadonlyArray<CustomField>
  const form = formOf(texts, () => undefined)
  const used = Result.isSuccess(form) ? form.success.references : []
  const found = yield* heads(used)
  const choices: Choices = {
    customFields: new Map(items.map((item) => [item.id, item])),
    heads: new Map(found.map(({ kind, id, name, revision }) => [`${kind} ${id}`, { name, revision }]))
  }
  return choices
})

/** The names of custom fields that were picked by their IDs. */
export const readPicked = Effect.fnUntraced(function* ({ customFields }: Choices, ids: ReadonlyArray<string>) {
  const unknown = ids.filter((id) => !customFields.has(id))
  const found = yield* heads(unknown.map((id) => ({ kind: "custom_field", id })))
  return new Map([
    ...ids.flatMap((id): ReadonlyArray<readonly [string, string]> => {
      const name = customFields.get(id)?.name
      return name === undefined ? [] : [[id, name]]
    }),
    ...found.map(({ id, name }): readonly [string, string] => [id, name])
  ])
})

/** The type of a field, as far as it is known. */
export const typeIn = (
  choices: Choices,
  aliases: ReadonlyMap<string, string>,
  field: string
): FieldType | undefined => {
  const id = pickedId.test(field)
    ? field
    : field.startsWith("custom.")
      ? aliases.get(field.slice("custom.".length))
      : undefined
  return id === undefined ? parseFieldPath(records, field)?.type : choices.customFields.get(id)?.settings.valueType
}

/** The IDs of what references lead to, by alias. */
export const aliasesIn = ({ references }: Texts): ReadonlyMap<string, string> => {
  const form = formOf({ settings: "{}", references }, () => undefined)
  return new Map(Result.isSuccess(form) ? form.success.references.map(({ alias, id }) => [alias, id]) : [])
}

const about = ({ description, settings: { unit } }: CustomField) =>
  [unit, description]
    .filter((text) => text !== null && text !== "")
    .join(": ")
    .slice(0, 120)

/** What can be picked for a page view as it stands: custom fields that it uses by their paths, others by their IDs. */
export const choicesFor = ({ customFields }: Choices, form: BuilderForm): ReadonlyArray<FieldChoice> => {
  const paths = new Map(form.references.map(({ alias, id }) => [id, `custom.${alias}`]))
  const usable: ReadonlyArray<string> = isTarget(form.target) ? usableTargets[form.target] : []
  const own = [...customFields.values()].filter(({ settings }) => usable.includes(settings.target))
  return [
    ...own.map((field) => ({
      value: paths.get(field.id) ?? field.id,
      label: field.name,
      type: field.settings.valueType,
      about: about(field),
      group: "Custom fields"
    })),
    ...(builtIn.get(form.target) ?? [])
  ]
}
