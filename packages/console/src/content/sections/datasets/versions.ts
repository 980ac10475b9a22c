/** The versions of a dataset's items, what one changed, and the way back to it. Laws: D1, D2. */
import type { AgentError } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type { Answer, ContentVisit, Page } from "../../../context.ts"
import { hidden } from "../../../html/field.ts"
import { button, form } from "../../../html/form.ts"
import { type Html, html, time } from "../../../html/html.ts"
import { empty, nextPage, table } from "../../../html/table.ts"
import { seeOther } from "../../../paths.ts"
import { count, none } from "../../../traces/values.ts"
import { statusOf } from "../../form/errors.ts"
import { mayWrite } from "../../may.ts"
import { contentPath, who } from "../../parts/links.ts"
import { refusalNotice } from "../../parts/refusal.ts"
import { definitionCrumb, definitionTabs } from "../../parts/tabs.ts"
import type { Section } from "../../Section.ts"
import { readHead } from "../../stored.ts"
import { compareVersions, type Difference, listItems, listVersions, restoreVersion, type Versions } from "./port.ts"
import { inLine, nameOf } from "./words.ts"
import { versionIn } from "./version-in.ts"

const pageSize = 50

interface Head {
  readonly id: string
  readonly name: string
}

const restoreForm = (version: number, current: number): Html =>
  form({
    inline: true,
    body: html`${hidden("version", String(version))}${hidden("expectedVersion", String(current))}
    ${button("Restore", { kind: "plain", name: "action", value: "restore", about: `version ${version}` })}`
  })

const versionRows = (visit: ContentVisit, section: Section, { id }: Head, { items }: Versions, current: number) =>
  items.map(({ version, at, by, created, changed, deleted }) => [
    html`<a href="${contentPath(visit, section, id, "items")}?version=${version}">Version ${version}</a>`,
    html`<span>${time(at)} by ${who(by)}</span>`,
    html`<a href="${visit.url.pathname}?from=${version - 1}&to=${version}"
      >${count(created)} created, ${count(changed)} changed, ${count(deleted)} deleted</a
    >`,
    ...(mayWrite(visit.access, section) ? [version === current ? "" : restoreForm(version, current)] : [])
  ])

const listPage = Effect.fnUntraced(function* (section: Section, visit: ContentVisit, head: Head, error?: AgentError) {
  const before = versionIn(visit, "before")
  const listed = yield* listVersions({ datasetId: head.id, limit: pageSize, ...(before !== undefined && { before }) })
  const { version: current } = yield* listItems({ datasetId: head.id, limit: 1 })
  return {
    title: `Versions of ${head.name}`,
    trail: [definitionCrumb(visit, section, head)],
    tabs: definitionTabs(visit, section, head.id),
    status: error === undefined ? 200 : statusOf(error),
    api: [{ operation: "list_dataset_versions", input: { datasetId: head.id } }],
    body: html`${error === undefined ? "" : refusalNotice(visit, error)}
      <p>
        Each change of items is one version, which reads the same for ever. A run keeps the version that it began with.
      </p>
      ${
        listed.items.length === 0
          ? empty("The dataset never had an item.")
          : table({
              caption: "Versions, newest first",
              columns: ["Version", "Made", "What it changed", ...(mayWrite(visit.access, section) ? ["Go back"] : [])],
              rows: versionRows(visit, section, head, listed, current)
            })
      }
      ${nextPage(listed.nextBefore === null ? null : `${visit.url.pathname}?before=${listed.nextBefore}`)}`
  } satisfies Page
})

const words = { created: "Created", changed: "Changed", deleted: "Deleted" } as const

const parts = ["input", "expected", "metadata", "split"] as const

/** The parts of an item that differ, on one side. */
const side = ({ before, after }: Difference, which: "before" | "after"): Html => {
  const [item, other] = which === "before" ? [before, after] : [after, before]
  if (item === null) return none
  const differing = parts.filter((part) => JSON.stringify(item[part]) !== JSON.stringify(other?.[part] ?? null))
  return html`<div>
    ${differing.map((part) => html`<div><span class="quiet">${part}</span> ${inLine(item[part])}</div>`)}
  </div>`
}

const comparison = Effect.fnUntraced(function* (
  section: Section,
  visit: ContentVisit,
  head: Head,
  { from, to }: { readonly from: number; readonly to: number }
) {
  const cursor = visit.query("cursor")
  const compared = yield* compareVersions({
    ...{ datasetId: head.id, from, to, limit: pageSize },
    ...(cursor !== undefined && { cursor })
  })
  const more = new URLSearchParams({ from: String(from), to: String(to), cursor: compared.nextCursor ?? "" })
  return {
    title: `Version ${from} to ${to}`,
    trail: [definitionCrumb(visit, section, head)],
    tabs: definitionTabs(visit, section, head.id),
    api: [{ operation: "compare_dataset_versions", input: { datasetId: head.id, from, to } }],
    body: html`${
      compared.items.length === 0
        ? empty("Both versions have the same items.")
        : table({
            caption: `What differs between version ${from} and version ${to}`,
            columns: ["Item", "Change", `Version ${from}`, `Version ${to}`],
            rows: compared.items.map((difference) => [
              nameOf(difference.after ?? difference.before!),
              words[difference.change],
              side(difference, "before"),
              side(difference, "after")
            ])
          })
    }
    ${nextPage(compared.nextCursor === null ? null : `${visit.url.pathname}?${more}`, "More")}`
  } satisfies Page
})

/** The versions of a dataset, or what differs between the two that the address names. */
export const versionsPage = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const head = yield* readHead(section, visit.param("id"))
    const [from, to] = [versionIn(visit, "from"), versionIn(visit, "to")]
    if (from !== undefined && to !== undefined) return yield* comparison(section, visit, head, { from, to })
    return yield* listPage(section, visit, head)
  })

/** Makes the items of an earlier version the current ones, where nobody changed them since the page was read. */
export const versionsAction = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const head = yield* readHead(section, visit.param("id"))
    const [version, expectedVersion] = [visit.form.text("version"), visit.form.text("expectedVersion")].map(Number)
    return yield* restoreVersion({ datasetId: head.id, version: version!, expectedVersion: expectedVersion! }).pipe(
      Effect.map((): Answer => seeOther(contentPath(visit, section, head.id, "items"), "restore")),
      Effect.catch((error) => listPage(section, visit, head, error))
    )
  })
