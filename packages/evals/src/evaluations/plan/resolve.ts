import type { Operation } from "@agent-operations/contract"
import { Dataset } from "@agent-operations/contract/datasets"
import { type evaluations, maxTargets } from "@agent-operations/contract/evaluations"
import { NotFound } from "@agent-operations/error-envelope"
import { inTurns, notValid } from "@agent-operations/operations"
import { EncodedRevisionStore, type Space } from "@agent-operations/revision-store"
import { Effect } from "effect"
import { DatasetStore } from "../../datasets/store/DatasetStore.ts"
import { type Case, RunStore } from "../../runs/index.ts"
import { writeJson } from "../../scorers/write-json.ts"
import { modelKey, type Pinned, type PinnedApp, type PinnedModel, type PinnedScorer, type Plan } from "./plan.ts"
import { readPins } from "./pins.ts"
import { type Asked, makeReadDefinitions } from "./read-definitions.ts"

type Input = Operation.Input<(typeof evaluations)["operations"]["estimate"]>

/** What a run is made of, resolved: what is told of it, and what is done. */
export interface Resolved {
  readonly plan: Omit<Plan, "createdAt">
  readonly dataset: (Omit<Pinned, "kind"> & { readonly version: number }) | null
  readonly cases: ReadonlyArray<Case>
}

const refused = (path: ReadonlyArray<string>, message: string) =>
  notValid("The run can't be created.", [{ path, message }])

/** How many characters of JSON the prompts of a plan may be, each for every model: a process keeps some plans. */
export const mostOfPrompts = 16 * 1024 * 1024

/** Resolves what a run is asked to be made of, as a part of the transaction that creates it. Law: X10. */
export const makeResolve = Effect.gen(function* () {
  const definitions = yield* EncodedRevisionStore
  const datasets = yield* DatasetStore
  const runs = yield* RunStore
  const read = yield* makeReadDefinitions

  /** The scorers by alias, and the apps that some of them call. */
  const scorers = Effect.fnUntraced(function* (space: Space, asked: { readonly [alias: string]: Asked }) {
    const found: Record<string, PinnedScorer> = {}
    const apps: Record<string, PinnedApp> = {}
    for (const [alias, one] of Object.entries(asked)) {
      const scorer = (found[alias] = yield* read.scorer(space, one))
      if (scorer.source.type === "app") apps[alias] = yield* read.appOf(space, scorer, scorer.source.app)
    }
    return { scorers: found, scorerApps: apps }
  })

  /** What works on a run: its app and scorers, and what models are told for them. */
  const definitionsOf = Effect.fnUntraced(function* (
    space: Space,
    { app: asked, scorers: by }: { readonly app: Asked | null; readonly scorers: { readonly [alias: string]: Asked } }
  ) {
    const app = asked === null ? null : yield* read.app(space, asked)
    const scored = yield* scorers(space, by)
    const models: Record<string, PinnedModel> = {}
    let length = 0
    const apps = [...(app === null ? [] : [app]), ...Object.values(scored.scorerApps)]
    for (const owner of [...apps, ...Object.values(scored.scorers)]) {
      if (owner.source.type !== "model" && owner.source.type !== "judge") continue
      const model = yield* read.model(space, owner, owner.source)
      models[modelKey(owner)] = model
      const written = yield* inTurns(writeJson(model.prompt, { depth: Infinity, most: mostOfPrompts - length }))
      length += ("text" in written && written.text?.length) || 0
      if ("tooMuch" in written) {
        return yield* refused(
          ["scorers"],
          `the prompts of its models are more than ${mostOfPrompts.toLocaleString("en-US")} characters of JSON together, each counted for every model: take fewer, or shorter ones`
        )
      }
    }
    return { app, ...scored, models }
  })

  const selection = Effect.fnUntraced(function* (space: Space, { dataset, basis, repetitions }: Input) {
    const { id, split, itemIds } = dataset
    // What is scored is what the basis was given, unless another version is asked for.
    const pinned = basis?.carry === "outputs" ? yield* runs.run(space, basis.runId) : undefined
    const before = pinned && readPins(pinned.pins).pins.dataset
    const version = yield* datasets.version(
      space,
      id,
      dataset.version ?? (before?.id === id ? before.version : undefined)
    )
    const items = yield* datasets.cases(space, id, { version, split, itemIds })
    if (itemIds !== undefined && items.length < itemIds.length) {
      const there = new Set(items.map(({ itemId }) => itemId))
      const missing = itemIds.find((itemId) => !there.has(itemId))
      return yield* new NotFound({ message: `The dataset has no item ${missing} at version ${version}.` })
    }
    if (items.length * repetitions > maxTargets) {
      return yield* refused(
        ["repetitions"],
        `${items.length} items, ${repetitions} times each, are more than ${maxTargets} targets: narrow the items, or repeat less`
      )
    }
    const { name, revision } = yield* definitions.read(space, Dataset, id, undefined)
    const cases = items.map(({ itemId, fromVersion }): Case => ({ itemId, itemFromVersion: fromVersion }))
    return { dataset: { id, name, revision, version }, cases }
  })

  /** Fails unless what is carried over belongs to what is asked for. Law: F3. */
  const checkBasis = Effect.fnUntraced(function* (space: Space, input: Input, resolved: Resolved) {
    const { basis, repetitions } = input
    if (basis === null) return
    const base = yield* runs.run(space, basis.runId)
    if (base === undefined) return yield* new NotFound({ message: `There is no run ${basis.runId} in this project.` })
    const { pins } = readPins(base.pins)
    if (base.endedAt === null) return yield* refused(["basis", "runId"], "it has not ended: wait for it, or cancel it")
    if (base.outputsRemovedAt !== null) {
      return yield* refused(["basis", "runId"], "its outputs are gone, as it is old: run its items anew")
    }
    if (pins.dataset?.id !== input.dataset.id) return yield* refused(["basis", "runId"], "it is of another dataset")
    if (basis.carry === "outputs") {
      const wanted = resolved.cases.length * repetitions
      const there = yield* runs.countSucceeded(space, basis.runId, resolved.cases, repetitions)
      if (there === wanted) return
      return yield* refused(
        ["basis", "runId"],
        `it has outputs of ${there} of the ${wanted} targets: narrow the items to those, or carry what succeeded over`
      )
    }
    const { app, scorers } = resolved.plan
    if (pins.app?.id !== app?.id || pins.app?.revision !== app?.revision) {
      return yield* refused(["app"], "its results are of another app, or of another revision of it: pin that one")
    }
    for (const [alias, { id, revision }] of Object.entries(scorers)) {
      const known = pins.scorers[alias]
      if (known?.id !== id || known.revision !== revision) {
        return yield* refused(["scorers", alias], "its results have no score of this scorer at this revision")
      }
    }
  })

  return {
    /** What a call of an app works with. */
    definitions: definitionsOf,
    run: Effect.fnUntraced(function* (space: Space, input: Input) {
      const { app, basis } = input
      if (app === null && basis?.carry !== "outputs") return yield* refused(["app"], "an app is needed to answer")
      if (app !== null && basis?.carry === "outputs") {
        return yield* refused(["app"], "the outputs are those of the basis: give null")
      }
      const plan = { ...(yield* definitionsOf(space, input)), basis, call: null }
      const resolved: Resolved = { plan, ...(yield* selection(space, input)) }
      yield* checkBasis(space, input, resolved)
      return resolved
    })
  }
})
