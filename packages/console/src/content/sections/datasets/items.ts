/** The items of a dataset, at its current version or at an earlier one. Laws: D2, P2 to P5. */
import { Effect } from "effect"
import type { Answer, ContentVisit, Page } from "../../../context.ts"
import { textField } from "../../../html/field.ts"
import { button, buttonLink, searchForm } from "../../../html/form.ts"
import { html, time, when } from "../../../html/html.ts"
import { notice } from "../../../html/notice.ts"
import { empty, nextPage, table } from "../../../html/table.ts"
import { count } from "../../../traces/values.ts"
import { mayWrite } from "../../may.ts"
import { contentPath } from "../../parts/links.ts"
import { refusalNotice } from "../../parts/refusal.ts"
import { definitionCrumb, definitionTabs } from "../../parts/tabs.ts"
import type { Section } from "../../Section.ts"
import { readHead } from "../../stored.ts"
import { afterChange, changeItem, itemForm, itemPage, refusedItem } from "./item.ts"
import { type ItemPage, listItems } from "./port.ts"
import { inLine, nameOf, purged } from "./words.ts"
import { statusOf } from "../../form/errors.ts"
import type { AgentError } from "@agent-operations/error-envelope"
import { versionIn } from "./version-in.ts"

const pageSize = 50

interface Listed extends ItemPage {
  readonly id: string
  readonly name: string
  readonly isCurrent: boolean
}

const read = Effect.fnUntraced(function* (section: Section, visit: ContentVisit) {
  const { id, name } = yield* readHead(section, visit.param("id"))
  const [version, cursor, split] = [versionIn(visit), visit.query("cursor"), visit.query("split") || undefined]
  const listed = yield* listItems({
    datasetId: id,
    limit: pageSize,
    includeTotal: true,
    ...(version !== undefined && { version }),
    ...(cursor !== undefined && { cursor }),
    ...(split !== undefined && { split })
  })
  return { ...listed, id, name, isCurrent: version === undefined } satisfies Listed
})

const next = (visit: ContentVisit, { nextCursor, version, isCurrent }: Listed): string | null => {
  if (nextCursor === null) return null
  const asked = new URLSearchParams({ cursor: nextCursor, ...(!isCurrent && { version: String(version) }) })
  const split = visit.query("split")
  if (split) asked.set("split", split)
  return `${visit.url.pathname}?${asked}`
}

const newPath = (visit: ContentVisit) => `${visit.url.pathname}?new=item`

const page = (section: Section, visit: ContentVisit, listed: Listed): Page => {
  const { id, version, items, total = items.length, isCurrent } = listed
  const at = isCurrent ? "" : `&version=${version}`
  const writes = mayWrite(visit.access, section)
  const split = visit.query("split")
  return {
    title: `Items of ${listed.name}`,
    trail: [definitionCrumb(visit, section, listed)],
    tabs: definitionTabs(visit, section, id),
    primary: when(writes && isCurrent, () => buttonLink("New item", newPath(visit), { kind: "primary" })),
    api: [
      { operation: "list_dataset_items", input: { datasetId: id, limit: pageSize, ...(!isCurrent && { version }) } }
    ],
    notices: {
      put: "The item was saved.",
      traces: "The traces were added.",
      delete: "The item was deleted. Earlier versions keep it.",
      restore: "The items are those of that version again."
    },
    body: html`${when(!isCurrent, () =>
      notice(
        "plain",
        html`<p>
          These are the items of version ${version}. <a href="${visit.url.pathname}">Those of the current version</a>
        </p>`
      )
    )}
    ${searchForm({
      action: visit.url.pathname,
      body: html`${textField({ name: "split", label: "Split", value: split, maxlength: 200 })}
      ${button("Show", { kind: "plain" })}`
    })}
    ${
      items.length === 0
        ? empty(
            split ? "No item belongs to this split." : "The dataset has no items.",
            when(writes && isCurrent, () => buttonLink("New item", newPath(visit))),
            when(writes && isCurrent, () => buttonLink("Import a file", contentPath(visit, section, id, "import")))
          )
        : table({
            caption: `${count(total)} ${total === 1 ? "item" : "items"} of version ${version}`,
            columns: ["Item", "Input", "Expected", "Split", "Changed"],
            rows: items.map((item) => [
              html`<a href="${visit.url.pathname}?item=${item.id}${at}">${nameOf(item)}</a>`,
              item.purged ? purged : inLine(item.input),
              item.purged ? "" : inLine(item.expected),
              item.split ?? "",
              html`<span>${time(item.updatedAt)}, version ${item.fromVersion}</span>`
            ])
          })
    }
    ${nextPage(next(visit, listed), "More")}`
  }
}

const newPage = (
  section: Section,
  visit: ContentVisit,
  head: { readonly id: string; readonly name: string },
  error?: AgentError
): Page => ({
  title: "New item",
  trail: [definitionCrumb(visit, section, head)],
  tabs: definitionTabs(visit, section, head.id),
  status: error === undefined ? 200 : statusOf(error),
  body: html`${error === undefined || ["ITEM_INVALID", "VALIDATION_ERROR"].includes(error._tag) ? "" : refusalNotice(visit, error)}
  ${itemForm(visit, undefined, error)}`
})

/** The items of a dataset, one of them, or the form of a new one, as the address says. */
export const itemsPage = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const item = visit.query("item")
    if (item === undefined && visit.query("new") === undefined) return page(section, visit, yield* read(section, visit))
    const head = yield* readHead(section, visit.param("id"))
    if (item === undefined) return newPage(section, visit, head)
    return yield* itemPage(section, visit, head, { item, version: versionIn(visit) })
  })

/** Creates, changes or deletes an item. What was typed stays where it was refused. */
export const itemsAction = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const head = yield* readHead(section, visit.param("id"))
    return yield* changeItem(visit, head.id).pipe(
      Effect.map((changed) => afterChange(visit, section, head.id, changed)),
      Effect.catch((error) =>
        visit.form.text("item") === ""
          ? Effect.succeed<Answer>(newPage(section, visit, head, error))
          : refusedItem(section, visit, head, error)
      )
    )
  })
