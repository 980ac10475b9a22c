import type { AgentError } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type { Answer, ContentVisit, Page } from "../../context.ts"
import { hidden } from "../../html/field.ts"
import { actions, button, buttonLink, form } from "../../html/form.ts"
import { bdi, type Html, html } from "../../html/html.ts"
import { notice } from "../../html/notice.ts"
import { table } from "../../html/table.ts"
import { hintOf } from "../hints.ts"
import { contentPath, definitionPath } from "../parts/links.ts"
import { revisionJson } from "../port.ts"
import type { Section } from "../Section.ts"
import { readHead, readStored } from "../stored.ts"
import { readOnly, verbs } from "../verbs.ts"
import { noteExport } from "../note-export.ts"
import { capital, counted } from "../words.ts"
import { revisionIn } from "./definition.ts"
import { pageSize } from "./list.ts"

interface Chosen {
  readonly id: string
  /** The revision that the reader saw. */
  readonly revision: string
}

/** What was chosen, each once, and no more than a page has. */
const chosenIn = (visit: ContentVisit): ReadonlyArray<Chosen> =>
  [...new Set(visit.form.all("chosen"))].slice(0, pageSize).map((value) => {
    const [id = "", revision = ""] = value.split(":")
    return { id, revision }
  })

const back = (visit: ContentVisit, section: Section) =>
  buttonLink(`All ${section.kind.titlePlural}`, contentPath(visit, section))

const noneChosen = (visit: ContentVisit, section: Section): Page => ({
  title: `No ${section.kind.title} is chosen`,
  status: 400,
  body: html`<p>Tick the box before each ${section.kind.title} that you mean, then press the button again.</p>
    ${actions(back(visit, section))}`
})

/** The name of what was chosen; its ID where it is gone by now. */
const nameOf = (section: Section, id: string) =>
  readHead(section, id).pipe(
    Effect.map(({ name }) => name),
    Effect.catchTag("NOT_FOUND", () => Effect.succeed(id))
  )

const ask = Effect.fnUntraced(function* (visit: ContentVisit, section: Section, chosen: ReadonlyArray<Chosen>) {
  const names = yield* Effect.forEach(chosen, ({ id }) => nameOf(section, id))
  const what = counted(chosen.length, section.kind.title)
  return {
    title: `Delete ${what}?`,
    body: html`<p>
        Each is deleted for everybody in this project, unless it was changed since, or another definition uses it.
      </p>
      <ul>
        ${names.map((name) => html`<li>${bdi(name)}</li>`)}
      </ul>
      ${form({
        body: html`${hidden("confirmed", "yes")}
        ${chosen.map(({ id, revision }) => hidden("chosen", `${id}:${revision}`))}
        ${actions(button(`Delete ${what}`, { kind: "danger" }), buttonLink("Cancel", contentPath(visit, section)))}`
      })}`
  } satisfies Page
})

interface Outcome {
  readonly id: string
  readonly name: string
  readonly error: AgentError | undefined
}

const told =
  (visit: ContentVisit, section: Section) =>
  ({ id, name, error }: Outcome): ReadonlyArray<string | Html> => [
    error === undefined || error._tag === "NOT_FOUND"
      ? bdi(name)
      : html`<a href="${definitionPath(visit, section, id)}">${bdi(name)}</a>`,
    error === undefined ? "Deleted" : html`<b>Not deleted.</b> ${error.message} ${hintOf(error)}`
  ]

const report = (visit: ContentVisit, section: Section, outcomes: ReadonlyArray<Outcome>): Page => {
  const failed = outcomes.filter(({ error }) => error !== undefined).length
  const done = outcomes.length - failed
  const noun = section.kind.title
  const text = failed === 0 ? `${counted(done, noun)} deleted.` : `${done} deleted, ${failed} not: see why below.`
  return {
    title: `Delete ${section.kind.titlePlural}`,
    status: failed === 0 ? 200 : 409,
    body: html`${notice(failed === 0 ? "good" : "bad", text)}
    ${table({ caption: "What became of each", columns: [capital(noun), "Outcome"], rows: outcomes.map(told(visit, section)) })}
    ${actions(back(visit, section))}`
  }
}

/**
 * Asks whether to delete what was chosen, then deletes each by a call of its own, and reports what became of it. Sent
 * again, it deletes nothing else: what is gone is said to be.
 */
export const bulkDelete = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const chosen = chosenIn(visit)
    if (chosen.length === 0) return noneChosen(visit, section) as Answer
    if (!visit.form.has("confirmed")) return yield* ask(visit, section, chosen)
    const outcomes = yield* Effect.forEach(chosen, ({ id, revision }) =>
      Effect.gen(function* () {
        const name = yield* nameOf(section, id)
        const removal = readOnly(verbs.remove(section, { id, expectedRevision: revisionIn(revision) }))
        return yield* Effect.match(removal, {
          onSuccess: (): Outcome => ({ id, name, error: undefined }),
          onFailure: (error): Outcome => ({ id, name, error })
        })
      })
    )
    return report(visit, section, outcomes)
  })

/** What was chosen, as the API gives it, one definition per line. */
export const bulkDownload = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const chosen = chosenIn(visit)
    if (chosen.length === 0) return noneChosen(visit, section) as Answer
    const read = yield* Effect.forEach(chosen, (one) =>
      Effect.flatMap(readStored(section, one.id, revisionIn(one.revision)), ({ id, revision, encoded }) =>
        Effect.map(revisionJson(section.kind, encoded), (line) => ({ id, revision, line }))
      )
    )
    const { name, titlePlural } = section.kind
    yield* noteExport(
      { type: name, id: name, name: titlePlural },
      { revisions: read.map(({ id, revision }) => [id, revision]) }
    )
    return new Response(read.map(({ line }) => `${line}\n`).join(""), {
      headers: {
        "content-type": "application/x-ndjson",
        "content-disposition": `attachment; filename="${section.path}.ndjson"`
      }
    })
  })
