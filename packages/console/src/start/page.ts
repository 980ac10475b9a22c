import { calledBy } from "@agent-operations/auth"
import { Effect } from "effect"
import { changesTable, recentChanges } from "../content/recent.ts"
import type { ContentVisit, InProject, Page } from "../context.ts"
import { type Html, html, when } from "../html/html.ts"
import { icon } from "../html/icon.ts"
import { empty } from "../html/table.ts"
import { heldIn } from "../site.ts"
import { accessSteps, contentSteps, type Step } from "./steps.ts"

const stepOf = ({ title, isDone, about, how }: Step) =>
  html`<li class="${isDone ? "done" : ""}">
    <h3>${icon(isDone ? "circle-check" : "circle")} ${title}<span class="unseen">${isDone ? ": done" : ""}</span></h3>
    ${when(
      !isDone,
      () =>
        html`<p>${about}</p>
          ${how}`
    )}
  </li>`

/** What is still to be done, until all of it is. */
const checklist = (steps: ReadonlyArray<Step>): Html | "" => {
  const done = steps.filter(({ isDone }) => isDone).length
  return when(
    done < steps.length,
    () =>
      html`<section class="checklist" aria-labelledby="checklist">
        <h2 id="checklist">Set up this project</h2>
        <p class="quiet">${done} of ${steps.length} done</p>
        <ol>
          ${steps.map(stepOf)}
        </ol>
      </section>`
  )
}

const startPage = Effect.fnUntraced(function* (visit: ContentVisit, access: ReadonlyArray<Step>) {
  const [content, changes] = yield* Effect.all([contentSteps(visit), recentChanges(visit)])
  return {
    title: visit.project.name,
    body: html`${checklist([...access, ...content])}
      <section aria-labelledby="recent">
        <h2 id="recent">Recent changes</h2>
        ${
          changes.length === 0
            ? empty(`Nothing was changed yet. This project holds ${heldIn(visit.site)}.`)
            : changesTable(visit, changes)
        }
      </section>`
  } satisfies Page
})

/** Where a project begins, for whom signs in here: what is to be set up, and what was changed last. */
export const projectStart = (visit: InProject) =>
  Effect.flatMap(accessSteps(visit), (steps) => startPage(visit, steps)).pipe(calledBy(visit.access))

/** The same for a host's people: keys and assistants are the host's. */
export const hostProjectStart = (visit: ContentVisit) => startPage(visit, [])
