import type { Access } from "@agent-operations/auth"
import { holds } from "../../content/may.ts"
import type { InProject } from "../../content/parts/links.ts"
import { who } from "../../content/parts/links.ts"
import { buttonLink } from "../../html/form.ts"
import { type Html, html, when } from "../../html/html.ts"
import { nextPage, table, wideTables } from "../../html/table.ts"
import { spanPath, tracesPath, withQuery } from "../links.ts"
import { recorded } from "../parts.ts"
import type { Score } from "../port.ts"
import { none, number, second, visible } from "../values.ts"

/** A score's value in words. */
export const scoreValue = ({ value, label }: Pick<Score, "value" | "label">): Html => {
  const shown =
    typeof value === "boolean" ? (value ? "yes" : "no") : typeof value === "number" ? number(value) : recorded(value)
  return html`${shown}${when(label, (label) => html` <span class="quiet">${recorded(label, 200)}</span>`)}`
}

const by = { HUMAN: "person", LLM: "model", CODE: "program" } as const

interface Viewer extends InProject {
  readonly access: Pick<Access, "actor" | "scopes">
}

/** Whether somebody may delete a score: who gave it, or whoever may delete traces. Law: T25. */
const mayDelete = ({ access }: Viewer, { createdBy }: Score) =>
  holds(access, "traces:delete") || (createdBy.type === access.actor.type && createdBy.id === access.actor.id)

const row = (at: Viewer, writes: boolean) => (score: Score) => [
  recorded(score.name, 120),
  scoreValue(score),
  score.spanId === null
    ? "the trace"
    : html`<a href="${spanPath(at, score.traceId, score.spanId)}">span ${score.spanId}</a>`,
  score.explanation === null ? none : html`<span class="text">${recorded(score.explanation, 1000)}</span>`,
  html`${who(score.createdBy)} <span class="quiet">(${by[score.annotatorKind]})</span>`,
  second(score.updatedAt),
  ...(writes
    ? [
        mayDelete(at, score)
          ? buttonLink("Delete", tracesPath(at, score.traceId, "scores", score.id, "delete"), {
              about: visible(score.name)
            })
          : ""
      ]
    : [])
]

interface Scores {
  readonly items: ReadonlyArray<Score>
  readonly nextCursor: string | null
}

/** Scores with who gave them, and a way to delete each for whoever may. */
export const scoresTable = (at: Viewer & { readonly url: URL }, { items, nextCursor }: Scores): Html => {
  if (items.length === 0) return html`<p class="quiet">There are no scores yet.</p>`
  const writes = holds(at.access, "traces:write")
  const columns = ["Name", "Value", "Of", "Explanation", "By", "Updated", ...(writes ? ["Actions"] : [])]
  const next = nextCursor === null ? null : `${withQuery(at.url.pathname, { scores: nextCursor })}#scores`
  return html`${wideTables("Scores", table({ caption: "Newest first", columns, rows: items.map(row(at, writes)) }))}
  ${nextPage(next, "Older scores")}`
}
