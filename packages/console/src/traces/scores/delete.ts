import { NotFound } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { readOnly } from "../../content/verbs.ts"
import type { ContentVisit } from "../../context.ts"
import { confirmPage } from "../../html/confirm.ts"
import { html } from "../../html/html.ts"
import { seeOther } from "../../paths.ts"
import { spanPath, tracesPath } from "../links.ts"
import { recorded } from "../parts.ts"
import { deleteScore, listScores, type Score } from "../port.ts"
import { scoreValue } from "./table.ts"

/** How many pages of scores are looked through for one. */
const mostPages = 50

/** The score of a page's path, if it is one of the trace in it. */
const readScore = Effect.fnUntraced(function* (visit: ContentVisit) {
  const [traceId, id] = [visit.param("trace"), visit.param("score")]
  let cursor: string | undefined
  for (let pages = 0; pages < mostPages; pages++) {
    const page = yield* readOnly(listScores({ traceId, limit: 200, ...(cursor !== undefined && { cursor }) }))
    const found = page.items.find((score) => score.id === id)
    if (found !== undefined) return found
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  return yield* new NotFound({ message: "There is no such score." })
})

const pathOf = (visit: ContentVisit, { traceId, spanId }: Score) =>
  spanId === null ? tracesPath(visit, traceId) : spanPath(visit, traceId, spanId)

/** Asks whether to delete a score. */
export const deleteScorePage = Effect.fnUntraced(function* (visit: ContentVisit) {
  const score = yield* readScore(visit)
  return confirmPage({
    title: "Delete this score?",
    body: html`<p>
      This deletes the score ${recorded(score.name, 120)} (${scoreValue(score)}) for everybody in this project.
    </p>`,
    button: "Delete score",
    cancel: pathOf(visit, score)
  })
})

/** Deletes it. */
export const deleteScoreAction = Effect.fnUntraced(function* (visit: ContentVisit) {
  const score = yield* readScore(visit)
  yield* readOnly(deleteScore(score.id))
  return seeOther(pathOf(visit, score), "unscored")
})
