/** What the form of the playground begins with, by what leads there. */
import { Effect } from "effect"
import { referrers } from "../content/port.ts"
import { readItem } from "../content/sections/datasets/port.ts"
import { readOnly } from "../content/verbs.ts"
import type { ContentVisit } from "../context.ts"
import { listed } from "../evaluations/choices.ts"
import { readRun, readTarget } from "../evaluations/port.ts"
import { chosenScorers, scorerOptions } from "../evaluations/scorer-field.ts"
import { newKey } from "../evaluations/start-form.ts"
import { sectionOf } from "../site.ts"

/** What was typed; of each scorer its alias and ID, as `exact:sc_…`. */
export interface Typed {
  readonly requestKey: string
  readonly app: string
  readonly input: string
  readonly expected: string
  readonly scorers: ReadonlyArray<string>
}

const jsonOf = (value: unknown): string => JSON.stringify(value, null, 2)

/** How many apps of a prompt are looked for. */
const maxApps = 100

/** The apps that ask a model with the prompt that the path names; all without one. */
const readApps = Effect.fnUntraced(function* (visit: ContentVisit) {
  const apps = yield* listed(visit, "app")
  const prompt = visit.query("prompt")
  const kind = sectionOf(visit.site, "prompt")?.kind
  if (prompt === undefined || kind === undefined) return apps
  const { items } = yield* referrers(kind, prompt, maxApps)
  return apps.filter(({ id }) => items.some((one) => one.id === id))
})

/** What can be chosen: people score in reviews alone. */
export const readOffered = Effect.fnUntraced(function* (visit: ContentVisit) {
  const scorers = yield* listed(visit, "scorer")
  return {
    apps: yield* readApps(visit),
    datasets: yield* listed(visit, "dataset"),
    scorers: scorers.filter(({ source }) => source.type !== "human")
  }
})

export type Offered = Effect.Success<ReturnType<typeof readOffered>>

/** As a target was asked and scored, to be changed and asked again. */
const asTarget = Effect.fnUntraced(function* (id: string) {
  const { runId, input, expected } = yield* readOnly(readTarget(id))
  const { run } = yield* readOnly(readRun({ id: runId, limit: 1 }))
  return { app: run.pins.app?.id ?? "", input: jsonOf(input), expected: jsonOf(expected), pinned: run.pins.scorers }
})

const asItem = Effect.fnUntraced(function* (id: string) {
  const { input, expected } = yield* readItem(id)
  return { input: jsonOf(input), expected: jsonOf(expected) }
})

/** What stands in the form before anything is typed. */
export const beginning = Effect.fnUntraced(function* (visit: ContentVisit, { apps, scorers }: Offered) {
  const [target, item, scorer] = [visit.query("target"), visit.query("item"), visit.query("scorer")]
  const from = target === undefined ? undefined : yield* asTarget(target)
  const given = from ?? (item === undefined ? { input: '""', expected: "null" } : yield* asItem(item))
  const options = scorerOptions(scorers, from?.pinned)
  const asked = options.filter(({ value }) => scorer !== undefined && value.endsWith(`:${scorer}`))
  const only = apps.length === 1 ? apps[0]!.id : ""
  return {
    requestKey: newKey(),
    app: visit.query("app") ?? from?.app ?? only,
    input: given.input,
    expected: given.expected,
    scorers: from === undefined ? asked.map(({ value }) => value) : chosenScorers(from.pinned)
  } satisfies Typed
})
