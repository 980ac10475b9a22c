import { Effect } from "effect"
import type { ContentVisit, Page } from "../../context.ts"
import { actions, buttonLink } from "../../html/form.ts"
import { bdi, type Html, html, time, when } from "../../html/html.ts"
import { notice } from "../../html/notice.ts"
import { facts } from "../../html/table.ts"
import { mayWrite } from "../may.ts"
import type { Section } from "../Section.ts"
import { cameFrom, contentPath, definitionPath, madeBy, who } from "../parts/links.ts"
import { aliasesOf, dependentsTable, referencesOf, type Resolved } from "../parts/references.ts"
import { sourceOf } from "../parts/source.ts"
import { definitionCrumb, definitionTabs } from "../parts/tabs.ts"
import { downloadLink, shownOf } from "../parts/whole.ts"
import { referrers } from "../port.ts"
import { mayPreview } from "../preview.ts"
import { Renderer } from "../render/Renderer.ts"
import { readHead, readNames, readStored, type Stored } from "../stored.ts"

/** The revision in the path, as a number; one that is none leads nowhere. */
export const revisionIn = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text)

/** Reads the definition of a page's path, at the revision in it, and which one is current. */
const readDefinition = Effect.fnUntraced(function* (section: Section, visit: ContentVisit) {
  const [id, pinned] = [visit.param("id"), visit.param("revision")]
  if (pinned === "") {
    const definition = yield* readStored(section, id)
    return { definition, current: definition.revision }
  }
  const [head, definition] = yield* Effect.all([readHead(section, id), readStored(section, id, revisionIn(pinned))])
  return { definition, current: head.revision }
})

/** What a definition uses, with the names of what is there. */
export const resolve = Effect.fnUntraced(function* (definition: Stored) {
  const aliases = aliasesOf(definition)
  const names = yield* readNames(aliases.map(([, reference]) => reference))
  return aliases.map(([alias, reference]): Resolved => ({
    alias,
    reference,
    name: names.get(`${reference.kind} ${reference.id}`)
  }))
})

/** How many uses of a definition its page names. */
const maxDependents = 100

const dependents = Effect.fnUntraced(function* (section: Section, visit: ContentVisit, id: string) {
  const found = yield* referrers(section.kind, id, maxDependents)
  return found.items.length === 0
    ? html`<p>No other definition uses it.</p>`
    : dependentsTable(visit, "Definitions that use it", found)
})

/** What can be done with a definition as it is now. */
const done = (visit: ContentVisit, section: Section, { id, revision }: Stored): Pick<Page, "primary" | "more"> => {
  const to = (...rest: ReadonlyArray<string>) => contentPath(visit, section, id, ...rest)
  const download = { label: "Download", href: to("revisions", String(revision), "download"), icon: "download" } as const
  if (!mayWrite(visit.access, section)) return { more: [download] }
  return {
    primary: buttonLink("Edit", to("edit"), { kind: "primary", shortcut: "edit" }),
    more: [
      { label: "Copy", href: to("copy"), icon: "copy" },
      download,
      { label: "Delete", href: to("delete"), icon: "trash-2", destructive: true }
    ]
  }
}

const olderNotice = (visit: ContentVisit, section: Section, { id, revision }: Stored, current: number): Html => {
  const to = (rest: string, query: Readonly<Record<string, string>>) =>
    `${contentPath(visit, section, id, rest)}?${new URLSearchParams(query)}`
  const writes = mayWrite(visit.access, section)
  return html` ${notice("plain", html`<p>This is revision ${revision}. <a href="${definitionPath(visit, section, id)}">The current one is revision ${current}.</a></p>`)}
  ${actions(
    buttonLink("Compare with current revision", to("diff", { from: String(revision), to: String(current) })),
    when(writes, () => buttonLink("Restore revision", to("restore", { revision: String(revision) }))),
    when(writes, () => buttonLink("Copy revision", to("copy", { revision: String(revision) })))
  )}`
}

const about = (visit: ContentVisit, section: Section, definition: Stored): Html =>
  facts([
    [
      "Description",
      definition.description === null ? "none" : html`<span class="text">${bdi(definition.description)}</span>`
    ],
    ["Revision", String(definition.revision)],
    ["This revision", html`${cameFrom(visit, section, definition.id, definition.origin)}, ${madeBy(definition)}`],
    ["Created", html`${time(definition.createdAt)} by ${who(definition.createdBy)}`],
    ["ID", html`<code>${definition.id}</code>`],
    ["Download", downloadLink(visit, section, definition)]
  ])

/** What the current revision shows, such as the rows of a page view, which the script puts in the place of the link. */
const shownBy = (visit: ContentVisit, section: Section, { id }: Stored) => {
  const { preview } = section
  if (preview === undefined || !mayPreview(visit.access, section)) return undefined
  const body = html`<section aria-label="${preview.title}" data-later>
    ${actions(buttonLink(preview.label, contentPath(visit, section, id, preview.path)))}
  </section>`
  return { body, page: { wide: true, frame: preview.frame } satisfies Partial<Page> }
}

/** One definition, at its current revision or at the one in the path. */
export const definitionPage = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const { current, definition } = yield* readDefinition(section, visit)
    const isCurrent = definition.revision === current
    const references = yield* resolve(definition)
    const rendering = (yield* Renderer).settings(section, definition.settings)
    const settings = yield* shownOf(rendering, visit, section, [definition])
    const shown = isCurrent ? shownBy(visit, section, definition) : undefined
    const users = isCurrent ? yield* dependents(section, visit, definition.id) : html``
    return {
      api: [
        {
          operation: `get_${section.kind.name}`,
          input: { id: definition.id, ...(!isCurrent && { revision: definition.revision }) }
        }
      ],
      title: isCurrent ? definition.name : `${definition.name}, revision ${definition.revision}`,
      ...(isCurrent ? done(visit, section, definition) : { trail: [definitionCrumb(visit, section, definition)] }),
      tabs: definitionTabs(visit, section, definition.id),
      ...shown?.page,
      notices: {
        created: `The ${section.kind.title} was created.`,
        saved: `Saved as revision ${definition.revision}.`,
        recovered: `The ${section.kind.title} was recovered, as revision ${definition.revision}.`,
        restored: `Restored as revision ${definition.revision}.`,
        copied: "The copy was created, at revision 1.",
        same: "Nothing was changed, so no revision was created."
      },
      body: html` ${isCurrent ? "" : olderNotice(visit, section, definition, current)} ${shown?.body ?? ""}
        ${about(visit, section, definition)}
        <h2>Source</h2>
        ${sourceOf(visit, section, definition)}
        <h2>Settings</h2>
        ${settings}
        <h2>References</h2>
        ${referencesOf(visit, references)}
        ${when(
          isCurrent,
          () =>
            html`<h2>Used by</h2>
              ${users}`
        )}`
    }
  })
