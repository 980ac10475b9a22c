/** Cancels, resumes and deletes runs. Law: X8. */
import type { AgentError } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { statusOf } from "../content/form/errors.ts"
import { refusalNotice } from "../content/parts/refusal.ts"
import { readOnly } from "../content/verbs.ts"
import type { Answer, ContentVisit, Page } from "../context.ts"
import { confirmPage } from "../html/confirm.ts"
import { actions, buttonLink } from "../html/form.ts"
import { bdi, html } from "../html/html.ts"
import { seeOther } from "../paths.ts"
import { count } from "../traces/values.ts"
import { runsPath } from "./links.ts"
import { cancelRun, deleteRun, readRun, resumeRun } from "./port.ts"
import { endedOf } from "./values.ts"

const read = (visit: ContentVisit) =>
  Effect.map(readOnly(readRun({ id: visit.param("run"), limit: 1 })), ({ run }) => run)

/** Asks whether to cancel a run. */
export const cancelPage = Effect.fnUntraced(function* (visit: ContentVisit) {
  const run = yield* read(visit)
  const left = run.counts.total - endedOf(run)
  return confirmPage({
    title: "Cancel this run?",
    body: html`<p>
      Nothing new of ${bdi(run.name)} is called from now on, and ${count(left)} of ${count(run.counts.total)} targets
      are left out. What has ended stays as it is.
    </p>`,
    button: "Cancel run",
    cancel: runsPath(visit, run.id)
  })
})

/** Cancels it; one that ended meanwhile is shown as it ended. */
export const cancelAction = Effect.fnUntraced(function* (visit: ContentVisit) {
  const id = visit.param("run")
  return yield* readOnly(cancelRun(id)).pipe(
    Effect.map(() => seeOther(runsPath(visit, id), "cancelled")),
    Effect.catchTag("RUN_ENDED", () => Effect.succeed(seeOther(runsPath(visit, id), "ended")))
  )
})

const refused = (visit: ContentVisit, title: string, error: AgentError): Page => ({
  title,
  trail: [{ label: "Evaluations", href: runsPath(visit) }],
  status: statusOf(error),
  body: html`${refusalNotice(visit, error)}
  ${actions(buttonLink("Back to the run", runsPath(visit, visit.param("run"))))}`
})

/** Goes on with a run that is paused. */
export const resumeAction = Effect.fnUntraced(function* (visit: ContentVisit) {
  const id = visit.param("run")
  return yield* readOnly(resumeRun(id)).pipe(
    Effect.map((): Answer => seeOther(runsPath(visit, id), "resumed")),
    Effect.catchTags({
      RUN_ENDED: () => Effect.succeed<Answer>(seeOther(runsPath(visit, id), "ended")),
      USAGE_LIMIT_REACHED: (error) => Effect.succeed<Answer>(refused(visit, "The run was not resumed", error))
    })
  )
})

/** Asks whether to delete a run. */
export const deletePage = Effect.fnUntraced(function* (visit: ContentVisit) {
  const run = yield* read(visit)
  return confirmPage({
    title: "Delete this run?",
    body: html`<p>
      ${bdi(run.name)} is deleted for good, with its ${count(run.counts.total)} targets and their evidence. What it
      spent stays counted.
    </p>`,
    button: "Delete run",
    cancel: runsPath(visit, run.id)
  })
})

/** Deletes it. */
export const deleteAction = Effect.fnUntraced(function* (visit: ContentVisit) {
  return yield* readOnly(deleteRun(visit.param("run"))).pipe(
    Effect.map((): Answer => seeOther(runsPath(visit), "deleted")),
    Effect.catchTag("CONFLICT", (error) => Effect.succeed<Answer>(refused(visit, "The run was not deleted", error)))
  )
})
