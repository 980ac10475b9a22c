import { Caller } from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import type { evaluations } from "@agent-operations/contract/evaluations"
import { spaceOf } from "@agent-operations/definitions"
import { Cursors, inTurns, makeWalk, schemaKey } from "@agent-operations/operations"
import { Effect, Schema } from "effect"
import { DatasetStore } from "../../datasets/store/DatasetStore.ts"
import { type AccountState, type Run, RunStore, type Space } from "../../runs/index.ts"
import { toldMicros } from "../../runs/store/micros.ts"
import { ComparedRuns } from "../figures/compare-runs.ts"
import { itemsOf } from "../figures/items-of.ts"
import { readPins } from "../plan/pins.ts"
import { makeRequireRun } from "./runs.ts"

type Operations = (typeof evaluations)["operations"]
type Input<O extends keyof Operations> = Operation.Input<Operations[O]>

const told = (account: "organization" | "project", state: AccountState | undefined) => ({
  account,
  limitMicros: state?.limit == null ? null : toldMicros(state.limit),
  spentMicros: toldMicros(state?.spent ?? 0n),
  heldMicros: toldMicros(state?.held ?? 0n),
  resetsAt: state?.resetsAt?.toISOString() ?? null
})

/** The handlers that compare runs, and tell what they cost. Laws: N1, N2, U3. */
export const figureHandlers = Effect.gen(function* () {
  const store = yield* RunStore
  const datasets = yield* DatasetStore
  const requireRun = yield* makeRequireRun
  const cursors = yield* Cursors
  const walkItems = makeWalk(cursors, schemaKey(Schema.Int), "compare_eval_runs")
  const walkUsage = makeWalk(cursors, schemaKey(Schema.String), "get_usage")

  /** Compares two runs by the scorers that are in both under the same alias, one after the other. */
  const compareBy = Effect.fnUntraced(function* (space: Space, base: Run, other: Run, scorer: string | undefined) {
    const [before, now] = [readPins(base.pins).scales, readPins(other.pins).scales]
    const both = Object.keys(now).filter((alias) => Object.hasOwn(before, alias) && (scorer ?? alias) === alias)
    const compared = new ComparedRuns()
    for (const alias of both) {
      const was = yield* inTurns(itemsOf(yield* store.scored(space, base.id, alias)))
      const is = yield* inTurns(itemsOf(yield* store.scored(space, other.id, alias)))
      yield* inTurns(compared.add({ alias, scale: now[alias]!, base: was, other: is }))
    }
    return compared
  })

  return {
    compare: Effect.fnUntraced(function* ({ baseId, id, scorer, change, limit = 50, cursor }: Input<"compare">) {
      const space = spaceOf(yield* Caller)
      const { after: from = 0, next } = yield* walkItems(cursor, [JSON.stringify({ baseId, id, scorer, change })])
      const [base, other] = [yield* requireRun(space, baseId), yield* requireRun(space, id)]
      const compared = yield* compareBy(space, base, other, scorer)
      const { items, more } = compared.items(change, { from, limit })
      const names = items.map(({ itemId, itemFromVersion }) => ({ itemId, fromVersion: itemFromVersion }))
      const externalIds = yield* datasets.externalIds(space, names)
      return {
        scorers: compared.comparisons(),
        items: items.map(({ itemId, scores }) => ({ itemId, externalId: externalIds.get(itemId) ?? null, scores })),
        nextCursor: more ? next(from + limit) : null
      }
    }),

    usage: Effect.fnUntraced(function* ({ from, to, groupBy, limit = 50, cursor }: Input<"usage">) {
      const space = spaceOf(yield* Caller)
      const { after, next } = yield* walkUsage(cursor, [from, to, groupBy])
      const range = { from: new Date(from), to: new Date(to), groupBy }
      const found = yield* store.usage(space, { ...range, after, limit: limit + 1 })
      const page = found.slice(0, limit)
      const accounts = yield* store.accounts(space)
      const accountOf = (project: string) => accounts.find((account) => account.project === project)
      return {
        accounts: [told("organization", accountOf("")), told("project", accountOf(space.project))],
        items: page.map(({ key, spent }) => ({ key, spentMicros: toldMicros(spent) })),
        nextCursor: found.length > limit ? next(page.at(-1)!.key) : null
      }
    })
  }
})
