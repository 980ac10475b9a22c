import type { Actor } from "@agent-operations/contract"
import type { ImportError, ImportReport } from "@agent-operations/contract/imports"
import { NotFound } from "@agent-operations/error-envelope"
import { inTurnsIfLong, notValid, parsedJson } from "@agent-operations/operations"
import type { Space } from "@agent-operations/revision-store"
import { Data, Effect } from "effect"
import { maxFaults } from "../files/limits.ts"
import type { DatasetMembers, Place, ReadDataset, ReadFiles, ReadScorer } from "../files/read-files.ts"
import { type DefinitionRef, ImportTargets, type ItemsDone } from "./ImportTargets.ts"
import { Wrong } from "./wrong.ts"

/** What files are applied to. */
export interface Goal {
  readonly space: Space
  readonly actor: Actor
  readonly into: { readonly datasetId: string } | { readonly datasetName: string } | undefined
  readonly mode: "add" | "replace"
}

/** What an import did, and the dataset's version afterwards where it is one. */
export interface Applied {
  readonly report: ImportReport
  readonly version?: number
}

/** Files that can't be written as they are. */
class Refused extends Data.TaggedError("Refused")<{ readonly errors: ReadonlyArray<ImportError> }> {}

const placed = (
  { file, line, pointer }: Place,
  { pointer: inner, code, message }: Wrong["places"][number]
): ImportError => ({
  file,
  line,
  pointer: pointer + inner,
  code,
  message
})

const sumOf = (all: ReadonlyArray<Omit<ItemsDone, "version" | "renamed">>) => {
  const sum = (name: "created" | "changed" | "unchanged" | "deleted") =>
    all.reduce((total, one) => total + one[name], 0)
  return { created: sum("created"), changed: sum("changed"), unchanged: sum("unchanged"), deleted: sum("deleted") }
}

const listWithout: ReadDataset = { file: "", line: 1, pointer: "", members: undefined, items: [] }

/** The datasets of files. Where they have nothing in them, `into` is a list of no items, which replaces those that are there. */
const datasetsOf = ({ datasets, scorers }: ReadFiles, { into }: Goal): ReadonlyArray<ReadDataset> =>
  into !== undefined && datasets.length + scorers.length === 0 ? [listWithout] : datasets

const parsed = (json: string) => inTurnsIfLong(json.length, parsedJson(json))

/** Writes what files have in them, in the caller's transaction, which has to be rolled back where this fails. Law: I1. */
export const applyFiles = Effect.map(ImportTargets, (targets) => {
  /** The dataset that items go to, with what was done to its definition. */
  const datasetOf = Effect.fnUntraced(function* ({ members }: ReadDataset, { space, actor, into }: Goal) {
    if (members !== undefined) {
      return yield* targets.putDataset(space, actor, (yield* parsed(members)) as DatasetMembers)
    }
    if (into === undefined) {
      return yield* notValid("The files have a list of items.", [
        { path: ["into"], message: "Say which dataset the items of lists go to" }
      ])
    }
    if ("datasetName" in into) return yield* targets.putDataset(space, actor, { name: into.datasetName })
    const found = yield* targets.datasetById(space, into.datasetId)
    if (found === undefined) return yield* new NotFound({ message: `There is no dataset ${into.datasetId}.` })
    return { ...found, change: "unchanged" as const }
  })

  const put = Effect.fnUntraced(function* (read: ReadDataset, goal: Goal) {
    const dataset = yield* datasetOf(read, goal)
    const changes = { items: read.items.map(({ draft }) => draft), replace: goal.mode === "replace" }
    const done = yield* targets.putItems(goal.space, goal.actor, dataset.id, changes)
    return { dataset, done }
  })

  const putScorer = Effect.fnUntraced(function* ({ json }: ReadScorer, { space, actor }: Goal) {
    if (targets.putScorer !== undefined) return yield* targets.putScorer(space, actor, yield* parsed(json))
    return yield* new Wrong({ places: [{ pointer: "", code: "UNSUPPORTED", message: "Scorers are not served here." }] })
  })

  return Effect.fnUntraced(function* (read: ReadFiles, goal: Goal) {
    const errors: Array<ImportError> = [...read.errors]
    const applied: Array<Effect.Success<ReturnType<typeof put>>> = []
    const scorers: Array<DefinitionRef> = []
    const seen = new Set<string>()
    const duplicate = (place: Place, { id, name }: { readonly id: string; readonly name: string }, title: string) => {
      const message = `The ${title} ${JSON.stringify(name)} is in the files twice.`
      if (seen.has(id)) errors.push(placed(place, { pointer: "", code: "DUPLICATE", message }))
      seen.add(id)
    }
    if (errors.length === 0) {
      for (const one of datasetsOf(read, goal)) {
        const result = yield* Effect.catchTag(put(one, goal), "Wrong", ({ places }) => {
          for (const place of places) {
            errors.push(placed(place.index === undefined ? one : one.items[place.index]!, place))
          }
          return Effect.succeed(undefined)
        })
        if (errors.length >= maxFaults) break
        if (result === undefined) continue
        duplicate(one, result.dataset, "dataset")
        applied.push(result)
      }
      for (const one of read.scorers) {
        if (errors.length >= maxFaults) break
        const result = yield* Effect.catchTag(putScorer(one, goal), "Wrong", ({ places }) => {
          errors.push(...places.map((place) => placed(one, place)))
          return Effect.succeed(undefined)
        })
        if (result === undefined) continue
        duplicate(one, result, "scorer")
        scorers.push(result)
      }
    }
    if (errors.length > 0) return yield* new Refused({ errors: errors.slice(0, maxFaults) })

    const renamed = applied.reduce((total, { done }) => total + done.renamed, 0)
    const lists = read.datasets.some(({ members }) => members === undefined)
    const warnings = [
      ...(renamed === 0 ? [] : [`${renamed} items have an id that their dataset does not have: they are new items.`]),
      ...(applied.length + scorers.length === 0 ? ["The files have nothing in them."] : []),
      ...(goal.into !== undefined && read.datasets.length + read.scorers.length > 0 && !lists
        ? ["The files have no list of items, so that `into` stands for nothing."]
        : [])
    ]
    const report: ImportReport = {
      datasets: applied.map(({ dataset, done: { version, ...items } }) => {
        const isChanged = items.created + items.changed + items.deleted > 0
        const { id, name, change } = dataset
        return {
          id,
          name,
          change: change === "unchanged" && isChanged ? "changed" : change,
          version,
          items: sumOf([items])
        }
      }),
      items: sumOf(applied.map(({ done }) => done)),
      scorers: scorers.map(({ id, name, change, revision }) => ({ id, name, change, revision })),
      warnings,
      errors: []
    }
    return { report, ...(applied.length === 1 ? { version: applied[0]!.done.version } : {}) } satisfies Applied
  })
})
