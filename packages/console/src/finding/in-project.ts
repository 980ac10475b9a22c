import { Effect } from "effect"
import { holds, mayRead, mayWrite } from "../content/may.ts"
import { contentPath, definitionPath } from "../content/parts/links.ts"
import type { Section } from "../content/Section.ts"
import { readFirst } from "../content/stored.ts"
import { capital } from "../content/words.ts"
import type { ContentVisit } from "../context.ts"
import { time } from "../html/html.ts"
import { tracesPath } from "../traces/links.ts"
import { type ListInput, listTraces } from "../traces/port.ts"
import type { Result, ResultGroup } from "./results.ts"

/** How many of each sort are shown. */
const most = 6

const none: ReadonlyArray<never> = []

/** A search is a help: one that fails leaves out what it would have found, and the page says so where it matters. */
const orNone = <A, E, R>(found: Effect.Effect<ReadonlyArray<A>, E, R>) => Effect.orElseSucceed(found, () => none)

const definitions = (visit: ContentVisit, section: Section, search: string) =>
  orNone(
    Effect.map(readFirst(section, { limit: most, ...(search !== "" && { search }) }), (items) =>
      items.map(({ id, name, description }): Result => ({
        label: name,
        href: definitionPath(visit, section, id),
        icon: "file-text",
        about: description?.slice(0, 80)
      }))
    )
  )

const isTraceId = (text: string) => /^[0-9a-f]{32}$/i.test(text.replaceAll("-", ""))

/** A whole ID is found whenever its trace was; a text is looked for in the last days, as the list of traces does. */
const inputOf = (search: string): ListInput =>
  isTraceId(search)
    ? {
        limit: 1,
        filters: [{ field: "trace.id", operator: "eq", value: search.toLowerCase().replaceAll("-", "") }]
      }
    : { limit: most, search }

const traces = (visit: ContentVisit, search: string) =>
  search === ""
    ? Effect.succeed(none)
    : orNone(
        Effect.map(listTraces(inputOf(search)), ({ items }) =>
          items.map(({ id, name, startedAt }): Result => ({
            label: name ?? id,
            href: tracesPath(visit, id),
            icon: "activity",
            about: time(startedAt)
          }))
        )
      )

/** The actions of a project that its reader may carry out. */
export const projectCommands = (visit: ContentVisit): ReadonlyArray<Result> =>
  visit.site.sections
    .filter((section) => mayWrite(visit.access, section))
    .map((section) => ({
      label: `Create ${section.kind.title}`,
      href: contentPath(visit, section, "new"),
      icon: "plus"
    }))

/** What a project holds that has a text in its name: definitions of each kind, then traces. */
export const foundInProject = Effect.fnUntraced(function* (visit: ContentVisit, search: string) {
  const { site, access } = visit
  const kinds = site.sections.filter((section) => mayRead(access, section))
  const reads = kinds.map((section) =>
    Effect.map(definitions(visit, section, search), (results): ResultGroup => ({
      title: capital(section.kind.titlePlural),
      results
    }))
  )
  const seesTraces = site.hasTraces && holds(access, "traces:read")
  const recorded = seesTraces ? traces(visit, search) : Effect.succeed(none)
  const inTraces = Effect.map(recorded, (results): ResultGroup => ({ title: "Traces", results }))
  return yield* Effect.all([...reads, inTraces], { concurrency: 4 })
})
