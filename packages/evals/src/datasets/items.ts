import type { Actor } from "@agent-operations/contract"
import { Dataset, type DatasetItemInput } from "@agent-operations/contract/datasets"
import { inTurnsIfLong, parsedJson } from "@agent-operations/operations"
import { EncodedRevisionStore, type Space } from "@agent-operations/revision-store"
import { Data, Effect } from "effect"
import { jsonText } from "../scorers/write-json.ts"
import { draftOf } from "./draft-of.ts"
import type { Parts } from "./schemas/protocol.ts"
import { SchemaChecker } from "./schemas/SchemaChecker.ts"
import { DatasetStore } from "./store/DatasetStore.ts"
import { invalid, type ItemDraft, isTooLarge } from "./store/merge.ts"
import type { PutOptions } from "./store/write.ts"

/** Items to be written into a dataset, all or none. */
export interface ItemsToPut extends PutOptions {
  readonly datasetId: string
  readonly expectedVersion: number | undefined
}

/** The definition was changed after its schemas were asked. */
class SchemaChanged extends Data.TaggedError("SchemaChanged")<{}> {}

function* textOf(schema: unknown): Generator<void, string | null> {
  return schema === undefined || schema === null ? null : yield* jsonText(schema)
}

/** The schemas that the settings of a dataset have, as JSON. Law: K3. */
function* schemasOf(settings: string) {
  const { inputSchema, expectedSchema, metadataSchema } = (yield* parsedJson(settings)) as typeof Dataset.settings.Type
  return {
    input: yield* textOf(inputSchema),
    expected: yield* textOf(expectedSchema),
    metadata: yield* textOf(metadataSchema)
  }
}

function* draftsOf(items: ReadonlyArray<typeof DatasetItemInput.Type>): Generator<void, ReadonlyArray<ItemDraft>> {
  const drafts: Array<ItemDraft> = []
  for (const item of items) {
    drafts.push(draftOf(item))
    yield
  }
  return drafts
}

/** Items for their schemas: what is larger than any item is not looked at, and is refused where it would be written. */
const toCheck = (drafts: ReadonlyArray<ItemDraft>): Iterable<Parts> => ({
  *[Symbol.iterator]() {
    for (const draft of drafts) {
      const { input, expected, metadata } = draft
      yield isTooLarge(draft) ? {} : { input, expected, metadata }
    }
  }
})

/** Writes of items, which are checked by the schemas of their dataset before anything is locked. Laws: D1, D3. */
export const makeItems = Effect.gen(function* () {
  const store = yield* DatasetStore
  const definitions = yield* EncodedRevisionStore
  const { check } = yield* SchemaChecker

  /** Checks what is sent by the schemas of the dataset, and tells the revision that has them. */
  const checked = Effect.fnUntraced(function* (space: Space, { datasetId, drafts }: ItemsToPut) {
    const { revision, settings } = yield* definitions.read(space, Dataset, datasetId, undefined)
    const schemas = yield* inTurnsIfLong(settings.length, schemasOf(settings))
    const findings = yield* check({ schemas, items: toCheck(drafts) })
    if (findings.length > 0) {
      return yield* invalid(findings.map(({ index, ...place }) => ({ ...place, index: Math.max(0, index) })))
    }
    return revision
  })

  const once = Effect.fnUntraced(function* (space: Space, actor: Actor, write: ItemsToPut) {
    const revision = yield* checked(space, write)
    return yield* store.changing(
      Effect.gen(function* () {
        const head = yield* store.begin(space, write.datasetId, write.expectedVersion)
        if (head.revision !== revision) return yield* new SchemaChanged()
        return yield* store.put(space, actor, write.datasetId, head, write)
      })
    )
  })

  return {
    draftsOf,
    /** The same in the caller's transaction, which has to be rolled back where this fails. */
    putWithin: Effect.fnUntraced(function* (space: Space, actor: Actor, write: ItemsToPut) {
      const head = yield* store.begin(space, write.datasetId, write.expectedVersion)
      // The definition is held, so that its schemas stay what they are.
      yield* checked(space, write)
      return yield* store.put(space, actor, write.datasetId, head, write)
    }),
    put: (space: Space, actor: Actor, write: ItemsToPut) =>
      once(space, actor, write).pipe(
        Effect.retry({ times: 5, while: ({ _tag }) => _tag === "SchemaChanged" }),
        Effect.catchTag("SchemaChanged", Effect.die)
      )
  }
})
