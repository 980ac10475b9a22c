/** One item of a dataset: what it says at a version, and how it is changed. Laws: D1 to D3. */
import { type AgentError, Conflict, ValidationError } from "@agent-operations/error-envelope"
import { inTurns } from "@agent-operations/operations"
import { Effect, Result, type Schema } from "effect"
import type { Answer, ContentVisit, Page } from "../../../context.ts"
import { type FieldErrors, hidden, textArea, textField } from "../../../html/field.ts"
import { actions, button, buttonLink, form } from "../../../html/form.ts"
import { type Html, html, time, when } from "../../../html/html.ts"
import { facts } from "../../../html/table.ts"
import { seeOther } from "../../../paths.ts"
import { mayPlay, playgroundPath } from "../../../playground/links.ts"
import { contentOf } from "../../../traces/content.ts"
import { spanPath, tracesPath } from "../../../traces/links.ts"
import { statusOf } from "../../form/errors.ts"
import { parseJsonBySteps } from "../../form/json.ts"
import { holds, mayWrite } from "../../may.ts"
import { contentPath, who } from "../../parts/links.ts"
import { refusalNotice } from "../../parts/refusal.ts"
import { definitionCrumb, definitionTabs } from "../../parts/tabs.ts"
import type { Section } from "../../Section.ts"
import { deleteItems, type Item, type ItemInput, listItems, putItems, readItem } from "./port.ts"
import { mayPurge, purge, purgePage } from "./purge.ts"
import { nameOf, purged } from "./words.ts"

/** The members that are edited as JSON, with what they are called. */
const parts = [
  ["input", "Input", "JSON: what the app is given. A text stands in quotes."],
  ["expected", "Expected", "JSON: what scorers compare the output with. null for nothing."],
  ["metadata", "Metadata", "JSON: an object of names and values."]
] as const

interface Head {
  readonly id: string
  readonly name: string
}

const textOf = (value: Schema.Json) => JSON.stringify(value, null, 2)

const fieldsOf = (typed: (name: string) => string, errors: FieldErrors): Html =>
  html`${textField({
    name: "externalId",
    label: "External ID",
    hint: "A name of your own, by which imports find the item. Optional.",
    value: typed("externalId"),
    maxlength: 200,
    error: errors["externalId"]
  })}
  ${parts.map(([name, label, hint]) =>
    textArea({ name, label, hint, value: typed(name), code: true, rows: 4, error: errors[name] })
  )}
  ${textField({
    name: "split",
    label: "Split",
    hint: "The part of the dataset that it belongs to, such as train or test. Optional.",
    value: typed("split"),
    maxlength: 200,
    error: errors["split"]
  })}`

/** What the fields of an item begin with: as it is, or as a new one. */
const start = (item: Item | undefined) => (name: string) => {
  if (item === undefined)
    return name === "input" ? '""' : name === "expected" ? "null" : name === "metadata" ? "{}" : ""
  if (name === "externalId" || name === "split") return item[name] ?? ""
  return textOf(item[name as (typeof parts)[number][0]] as Schema.Json)
}

/** What is wrong with an item that was refused, at its fields, and what else. */
const errorsOf = (error: AgentError | undefined): FieldErrors => {
  const places =
    error?._tag === "ITEM_INVALID"
      ? error.details.items
      : error?._tag === "VALIDATION_ERROR"
        ? error.details.issues.map(({ path, message }) => ({ pointer: path.replace("/items/0", ""), message }))
        : []
  return Object.fromEntries(
    places.map(({ pointer, message }) => {
      const [, name = "input", ...rest] = pointer.split("/")
      return [name, rest.length === 0 ? message : `/${rest.join("/")}: ${message}`]
    })
  )
}

const itemsPath = (visit: ContentVisit, section: Section, id: string) => contentPath(visit, section, id, "items")

/** The form of a new item, or of one as it is now. */
export const itemForm = (visit: ContentVisit, item: Item | undefined, error?: AgentError): Html => {
  const errors = errorsOf(error)
  const typed = error === undefined ? start(item) : visit.form.text
  return form({
    errors,
    body: html`${when(item, ({ id, fromVersion }) => html`${hidden("item", id)}${hidden("fromVersion", String(fromVersion))}`)}
    ${fieldsOf(typed, errors)}
    ${actions(
      button(item === undefined ? "Create item" : "Save item", { name: "action", value: "put" }),
      when(item, () => button("Delete item", { kind: "danger", name: "action", value: "delete" }))
    )}`
  })
}

const itemBody = (item: Item): Html =>
  item.purged
    ? html`<p>The content of this item was ${purged}, for good and in every version.</p>`
    : html`${parts.map(([name, label]) => contentOf({ id: `item-${name}`, label, value: item[name] as Schema.Json }))}`

/** The trace that an item was made of, or its span. */
const sourceLink = (visit: ContentVisit, { traceId, spanId }: NonNullable<Item["source"]>): Html | string => {
  if (!visit.site.hasTraces || !holds(visit.access, "traces:read")) return `trace ${traceId}`
  return spanId === null
    ? html`<a href="${tracesPath(visit, traceId)}">trace ${traceId}</a>`
    : html`<a href="${spanPath(visit, traceId, spanId)}">span ${spanId} of trace ${traceId}</a>`
}

/** An item at a version, with the form that changes it where it is the current one. */
const itemAnswer = (section: Section, visit: ContentVisit, head: Head, item: Item, error?: AgentError): Page => {
  const isCurrent = item.toVersion === null
  const path = itemsPath(visit, section, head.id)
  const hasFields = Object.keys(errorsOf(error)).length > 0
  return {
    title: nameOf(item),
    trail: [definitionCrumb(visit, section, head)],
    tabs: definitionTabs(visit, section, head.id),
    status: error === undefined ? 200 : statusOf(error),
    api: [{ operation: "get_dataset_item", input: { id: item.id } }],
    notices: { put: "The item was saved.", purge: "The item was purged." },
    body: html`${error === undefined || hasFields ? "" : refusalNotice(visit, error)}
    ${facts([
      ["ID", html`<code>${item.id}</code>`],
      ["Versions", isCurrent ? `${item.fromVersion} to now` : `${item.fromVersion} to ${item.toVersion! - 1}`],
      ["Changed", html`<span>${time(item.updatedAt)} by ${who(item.updatedBy)}</span>`],
      ...(item.split === null ? [] : [["Split", item.split] as const]),
      ...(item.source === null ? [] : [["Made of", sourceLink(visit, item.source)] as const])
    ])}
    ${itemBody(item)}
    ${when(item.fromVersion > 1, () => html`<p><a href="${path}?version=${item.fromVersion - 1}">The items as they were before this change</a></p>`)}
    ${when(!item.purged && visit.site.hasEvaluations === true && mayPlay(visit.access), () =>
      actions(buttonLink("Try in the playground", playgroundPath(visit, { item: item.id })))
    )}
    ${when(
      isCurrent && !item.purged && mayWrite(visit.access, section),
      () =>
        html`<h2>Change this item</h2>
          ${itemForm(visit, item, error)}`
    )}
    ${when(
      mayPurge(visit, section, item),
      () =>
        html`<h2>Purge</h2>
          <p>Takes the content of the item away for good, in every version.</p>
          ${actions(buttonLink("Purge item", `${path}?item=${item.id}&purge=ask`, { kind: "danger" }))}`
    )}`
  }
}

/** The page of an item, at the version that the address has. */
export const itemPage = Effect.fnUntraced(function* (
  section: Section,
  visit: ContentVisit,
  head: Head,
  at: { readonly item: string; readonly version: number | undefined }
) {
  const item = yield* readItem(at.item, at.version)
  return visit.query("purge") !== undefined && mayPurge(visit, section, item)
    ? purgePage(section, visit, head, item)
    : itemAnswer(section, visit, head, item)
})

/** What was typed of an item, by steps. Law: K3. */
function* parse(visit: ContentVisit): Generator<void, Result.Result<ItemInput, ValidationError>> {
  const issues: Array<{ path: string; message: string }> = []
  const values: Record<string, Schema.Json> = {}
  for (const [name] of parts) {
    const parsed = yield* parseJsonBySteps(visit.form.text(name))
    if (Result.isSuccess(parsed)) values[name] = parsed.success
    else issues.push({ path: `/items/0/${name}${parsed.failure.path}`, message: parsed.failure.message })
  }
  const text = (name: string) => visit.form.text(name).trim() || null
  if (issues.length > 0)
    return Result.fail(new ValidationError({ message: "The item is no JSON.", details: { issues } }))
  return Result.succeed({ ...values, externalId: text("externalId"), split: text("split") } as ItemInput)
}

/** Refuses what would undo somebody else's change of the same item, and tells the version that the change is made at. */
const currentVersion = Effect.fnUntraced(function* (visit: ContentVisit, datasetId: string) {
  const { version } = yield* listItems({ datasetId, limit: 1 })
  const id = visit.form.text("item")
  if (id === "") return version
  const { fromVersion } = yield* readItem(id)
  if (String(fromVersion) === visit.form.text("fromVersion")) return version
  return yield* new Conflict({
    message: "Somebody changed this item after you opened it.",
    details: { expectedRevision: Number(visit.form.text("fromVersion")), currentRevision: fromVersion }
  })
})

/** Creates, changes, deletes or purges an item. */
export const changeItem = Effect.fnUntraced(function* (visit: ContentVisit, datasetId: string) {
  const id = visit.form.text("item")
  if (visit.form.text("action") === "purge") return yield* purge(visit)
  if (visit.form.text("action") === "delete") {
    const expectedVersion = yield* currentVersion(visit, datasetId)
    yield* deleteItems({ datasetId, ids: [id], expectedVersion })
    return { done: "delete", id: undefined }
  }
  const item = yield* Effect.fromResult(yield* inTurns(parse(visit)))
  const expectedVersion = yield* currentVersion(visit, datasetId)
  const put = yield* putItems({ datasetId, items: [id === "" ? item : { ...item, id }], expectedVersion })
  return { done: "put", id: put.items[0]!.id }
})

/** The page of the item that a refused form was of. */
export const refusedItem = Effect.fnUntraced(function* (
  section: Section,
  visit: ContentVisit,
  head: Head,
  error: AgentError
) {
  const item = yield* readItem(visit.form.text("item"))
  const shown = visit.form.text("action") === "purge" ? purgePage : itemAnswer
  return shown(section, visit, head, item, error)
})

/** Where a change of an item leads. */
export const afterChange = (
  visit: ContentVisit,
  section: Section,
  datasetId: string,
  { done, id }: { readonly done: string; readonly id: string | undefined }
): Answer => {
  const path = itemsPath(visit, section, datasetId)
  return seeOther(id === undefined ? path : `${path}?item=${id}`, done)
}
