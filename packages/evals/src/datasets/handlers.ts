import { Caller } from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import { Dataset, type datasets } from "@agent-operations/contract/datasets"
import { definitionHandlers, spaceOf } from "@agent-operations/definitions"
import { Cursors, EncodedJson, inTurns, makeWalk, maxPageBytes, schemaKey } from "@agent-operations/operations"
import { EncodedRevisionStore } from "@agent-operations/revision-store"
import { Effect, Schema } from "effect"
import { makeItems } from "./items.ts"
import { DatasetPurges } from "./purge/DatasetPurges.ts"
import { DatasetStore } from "./store/DatasetStore.ts"
import { itemText } from "./store/rows.ts"
import { makeValidate } from "./validate.ts"

type Operations = (typeof datasets)["operations"]
type Input<O extends keyof Operations> = Operation.Input<Operations[O]>
type Result_<O extends keyof Operations> = Operation.Result<Operations[O]>

/** Where a walk goes on, and the version that all of its pages are of. Law: D2. */
const walkKey = schemaKey(Schema.Tuple([Schema.Int, Schema.Int]))

/** The handlers of the operations over datasets and their items. Laws: D1, D2, D3. */
export const datasetHandlers = Effect.gen(function* () {
  const store = yield* DatasetStore
  const definitions = yield* EncodedRevisionStore
  const purges = yield* DatasetPurges
  const items = yield* makeItems
  const cursors = yield* Cursors
  const walkItems = makeWalk(cursors, walkKey, "list_dataset_items")
  const walkDifferences = makeWalk(cursors, walkKey, "compare_dataset_versions")

  const requireDataset = (id: string) =>
    Effect.flatMap(Caller, (caller) => definitions.read(spaceOf(caller), Dataset, id, undefined))

  return {
    ...(yield* definitionHandlers(Dataset, { validate: yield* makeValidate })),

    items: Effect.fnUntraced(function* ({ datasetId, split, limit = 50, cursor, ...input }: Input<"items">) {
      const space = spaceOf(yield* Caller)
      const filters = [datasetId, JSON.stringify(split ?? null), JSON.stringify(input.version ?? null)]
      const { after: from, next } = yield* walkItems(cursor, filters)
      const version = yield* store.version(space, datasetId, from?.[0] ?? input.version)
      const page = { version, split, after: from?.[1] ?? 0, limit, maxBytes: maxPageBytes }
      const found = yield* store.items(space, datasetId, page)
      const total = input.includeTotal === true ? yield* store.count(space, datasetId, version, split) : undefined
      const nextCursor = found.next === null ? null : next([version, found.next])
      return EncodedJson.page<Result_<"items">>(
        found.items.map(itemText),
        { nextCursor, total },
        { version: String(version) }
      )
    }),

    item: Effect.fnUntraced(function* ({ id, version }: Input<"item">) {
      return new EncodedJson<Result_<"item">>(itemText(yield* store.item(spaceOf(yield* Caller), id, version)))
    }),

    put: Effect.fnUntraced(function* ({ datasetId, items: sent, expectedVersion }: Input<"put">) {
      const caller = yield* Caller
      const {
        version,
        created,
        changed,
        unchanged,
        items: written
      } = yield* items.put(spaceOf(caller), caller.actor, {
        datasetId,
        expectedVersion,
        drafts: yield* inTurns(items.draftsOf(sent)),
        replace: false
      })
      return { version, created, changed, unchanged, items: written }
    }),

    deleteItems: Effect.fnUntraced(function* ({ datasetId, ids, expectedVersion }: Input<"deleteItems">) {
      const caller = yield* Caller
      return yield* store.remove(spaceOf(caller), caller.actor, datasetId, ids, expectedVersion)
    }),

    versions: Effect.fnUntraced(function* ({ datasetId, limit = 50, before }: Input<"versions">) {
      const space = spaceOf(yield* Caller)
      yield* requireDataset(datasetId)
      const found = yield* store.versions(space, datasetId, { before, limit: limit + 1 })
      const listed = found.slice(0, limit)
      return {
        items: listed.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
        nextBefore: found.length > limit ? (listed.at(-1)?.version ?? null) : null
      }
    }),

    compare: Effect.fnUntraced(function* ({ datasetId, from, to, limit = 50, cursor }: Input<"compare">) {
      const space = spaceOf(yield* Caller)
      const { after: start, next } = yield* walkDifferences(cursor, [datasetId, `${from}`, `${to}`])
      yield* store.version(space, datasetId, Math.max(from, to))
      const page = { from, to, after: start?.[1] ?? 0, limit, maxBytes: maxPageBytes }
      const { items: differing, hasMore } = yield* store.compare(space, datasetId, page)
      let bytes = 0
      const texts: Array<string> = []
      for (const { id, before, after } of differing) {
        const change = before === null ? "created" : after === null ? "deleted" : "changed"
        const sides = [before, after].map((item) => (item === null ? "null" : itemText(item)))
        const text = `{"id":"${id}","change":"${change}","before":${sides[0]},"after":${sides[1]}}`
        bytes += Buffer.byteLength(text)
        if (bytes > maxPageBytes && texts.length > 0) break
        texts.push(text)
      }
      const isLast = !hasMore && texts.length === differing.length
      const nextCursor = isLast ? null : next([to, differing[texts.length - 1]!.position])
      return EncodedJson.page<Result_<"compare">>(texts, { nextCursor })
    }),

    restoreVersion: Effect.fnUntraced(function* ({ datasetId, version, expectedVersion }: Input<"restoreVersion">) {
      const caller = yield* Caller
      return yield* store.restore(spaceOf(caller), caller.actor, datasetId, { version, expectedVersion })
    }),

    purge: Effect.fnUntraced(function* (input: Input<"purge">) {
      return yield* purges.purge(yield* Caller, input)
    })
  }
})
