import { NotFound } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { type Room, roomOf } from "../content/render/room.ts"
import { readOnly } from "../content/verbs.ts"
import type { ContentVisit } from "../context.ts"
import { bdi, type Html, html, when } from "../html/html.ts"
import { empty } from "../html/table.ts"
import { drawContent } from "../traces/content.ts"
import { comparePath, readPair } from "./compare.ts"
import { runsPath } from "./links.ts"
import { type Evidence, readRun, readTarget, type Run } from "./port.ts"
import { scoresOf, targetBadge } from "./values.ts"

/** How many repetitions of an item are shown of each run. */
const mostRepetitions = 5

/** What one run has of an item. */
interface Side {
  readonly label: string
  readonly run: Run
  readonly targets: ReadonlyArray<Evidence>
  readonly isCut: boolean
}

const readSide = Effect.fnUntraced(function* (label: string, run: Run, itemId: string) {
  const { items, nextCursor } = yield* readOnly(readRun({ id: run.id, itemId, limit: mostRepetitions }))
  const targets = yield* Effect.forEach(items, ({ id }) => readOnly(readTarget(id)), { concurrency: 2 })
  return { label, run, targets, isCut: nextCursor !== null } satisfies Side
})

const targetPart =
  (visit: ContentVisit, room: Room, side: Side) =>
  (target: Evidence): Html => {
    const time = `${target.repetition} of ${side.run.repetitions}`
    const id = `${side.label.toLowerCase()}-${target.repetition}`
    return html`<p>
        <a href="${runsPath(visit, side.run.id, "targets", target.id)}">Repetition ${time}</a> ${targetBadge(target)}
        ${when(target.errorCode, (code) => html`<code>${code}</code>`)}
      </p>
      ${scoresOf(target.scores)}
      ${drawContent(room, { id, label: `Output, ${side.label.toLowerCase()} ${time}`, value: target.output })}`
  }

const sidePart = (visit: ContentVisit, room: Room, side: Side): Html =>
  html`<section>
    <h2>${side.label}: <a href="${runsPath(visit, side.run.id)}">${bdi(side.run.name)}</a></h2>
    ${side.targets.length === 0 ? empty("The item is not in this run.") : side.targets.map(targetPart(visit, room, side))}
    ${when(side.isCut, () => html`<p class="quiet">The first ${mostRepetitions} repetitions are shown.</p>`)}
  </section>`

/** An item in two runs, with what each answered, side by side. */
export const comparedItemPage = Effect.fnUntraced(function* (visit: ContentVisit) {
  const pair = yield* readPair(visit)
  const itemId = visit.param("item")
  const base = yield* readSide("Base", pair.base, itemId)
  const run = yield* readSide("Run", pair.run, itemId)
  const item = run.targets[0] ?? base.targets[0]
  if (item === undefined) return yield* new NotFound({ message: "There is no such item in either run." })
  const room = roomOf(600_000)
  const given = html`<div class="pair">
    ${drawContent(room, { id: "input", label: "Input", value: item.input })}
    ${drawContent(room, { id: "expected", label: "Expected", value: item.expected })}
  </div>`
  return {
    api: [{ operation: "get_eval_run", input: { id: pair.run.id, itemId } }],
    title: item.externalId ?? itemId,
    trail: [
      { label: "Evaluations", href: runsPath(visit) },
      { label: pair.run.name, href: runsPath(visit, pair.run.id) },
      { label: `Against ${pair.base.name}`, href: comparePath(visit, pair) }
    ],
    wide: true,
    body: html`${given}
      <div class="pair">${sidePart(visit, room, base)} ${sidePart(visit, room, run)}</div>
      ${when(room.isCut, () => html`<p class="quiet">The outputs are long: these are the beginnings of them.</p>`)}`
  }
})
