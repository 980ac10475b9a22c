import type { Family } from "@agent-operations/contract"
import type { datasets } from "@agent-operations/contract/datasets"
import type { evaluations } from "@agent-operations/contract/evaluations"
import type { reviews } from "@agent-operations/contract/reviews"
import type { PageViewTarget } from "@agent-operations/contract/page-views"
import { type Space, TraceStore } from "@agent-operations/traces/store"
import { Effect } from "effect"
import type { Narrowing } from "../query/target.ts"
import { makeCalls } from "./call.ts"
import { listDatasets } from "./datasets.ts"
import { listEvaluations, listTargets } from "./evaluations.ts"
import type { List } from "./list.ts"
import { listReviews } from "./reviews.ts"

/** What makes the list that the rows of a target are, for one request. */
type MakeList = (input: Narrowing, space: Space) => List

/** The lists of the targets whose rows other families have. */
export type Lists = ReadonlyMap<PageViewTarget, MakeList>

/** The lists that some families, which are served, have. They are known by their names, so that none is loaded for it. */
export const makeLists = Effect.fnUntraced(function* (families: ReadonlyArray<Family.Any>) {
  const traces = yield* TraceStore
  const lists = new Map<PageViewTarget, MakeList>()
  const named = <F extends Family.Any>(name: F["name"]) => families.find((family): family is F => family.name === name)

  const held = named<typeof datasets>("datasets")
  if (held !== undefined) {
    const calls = yield* makeCalls(held)
    lists.set("datasets", () => listDatasets(calls))
  }
  const evaluated = named<typeof evaluations>("evaluations")
  if (evaluated !== undefined) {
    const calls = yield* makeCalls(evaluated)
    lists.set("evaluations", () => listEvaluations(calls))
    lists.set("evaluation_run", ({ runId = "" }) => listTargets(calls, runId))
  }
  const reviewed = named<typeof reviews>("reviews")
  if (reviewed !== undefined) {
    const calls = yield* makeCalls(reviewed)
    lists.set("reviews", ({ sessionId = "" }, space) => listReviews(calls, traces, space, sessionId))
  }
  return lists as Lists
})
