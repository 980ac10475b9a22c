import type { Actor } from "@agent-operations/contract"
import { Dataset } from "@agent-operations/contract/datasets"
import { makeDecoder } from "@agent-operations/contract/decode"
import { trimName } from "@agent-operations/contract"
import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { decodeRevision, EncodedRevisionStore, type Space } from "@agent-operations/revision-store"
import { Effect, Layer, Result, Schema } from "effect"
import { isDeepStrictEqual } from "node:util"
import { DatasetItems } from "../../datasets/DatasetItems.ts"
import { type ItemChanges, ImportTargets } from "./ImportTargets.ts"
import { Raced, Wrong } from "./wrong.ts"

const decodeMembers = makeDecoder(
  Schema.Struct({
    name: Dataset.body.name,
    description: Schema.optionalKey(Dataset.body.description),
    settings: Schema.optionalKey(Dataset.settings)
  })
)

const open: typeof Dataset.settings.Type = { inputSchema: null, expectedSchema: null, metadataSchema: null, extra: {} }

const wrongDefinition = (places: ReadonlyArray<{ readonly path: string; readonly message: string }>) =>
  new Wrong({ places: places.map(({ path, message }) => ({ pointer: path, code: "INVALID_DEFINITION", message })) })

const raced = () => Effect.fail(new Raced())

/** Datasets as what imports write to. Laws: I1, D1, D3. */
export const datasetTargets = Layer.effect(
  ImportTargets,
  Effect.gen(function* () {
    const definitions = yield* EncodedRevisionStore
    const items = yield* DatasetItems

    const datasetById = (space: Space, id: string) =>
      definitions.read(space, Dataset, id, undefined).pipe(
        Effect.map((found) => ({ id, name: found.name })),
        Effect.catchTag("NOT_FOUND", () => Effect.succeed(undefined))
      )

    const checked = Effect.fnUntraced(function* (content: Parameters<typeof definitions.create>[2]) {
      const places =
        (yield* Effect.promise(async () =>
          items.validate({ ...content, settings: content.settings as typeof open })
        )) ?? []
      if (places.length > 0) return yield* wrongDefinition(places)
      return content
    })

    const putDataset = Effect.fnUntraced(
      function* (space: Space, actor: Actor, members: unknown) {
        const decoded = decodeMembers(members)
        if (Result.isFailure(decoded)) {
          return yield* wrongDefinition(
            decoded.failure.map(({ path, message }) => ({ path: pointerOf(path), message }))
          )
        }
        const { name, description, settings } = decoded.success
        const id = yield* definitions.named(space, Dataset, trimName(name))
        if (id === undefined) {
          const content = yield* checked({
            name: trimName(name),
            description: description ?? null,
            source: { type: "items" },
            settings: settings ?? open,
            references: {}
          })
          const made = yield* definitions.create(space, Dataset, content, actor)
          return { id: made.id, name: made.name, change: "created" as const }
        }
        yield* definitions.hold(space, Dataset, id)
        const { revision, ...current } = decodeRevision(yield* definitions.read(space, Dataset, id, undefined))
        const given = { ...(description !== undefined && { description }), ...(settings !== undefined && { settings }) }
        const { source, references } = current
        const content = {
          name: current.name,
          description: current.description,
          source,
          settings: current.settings,
          references
        }
        if (isDeepStrictEqual({ ...content, ...given }, content))
          return { id, name: current.name, change: "unchanged" as const }
        yield* checked({ ...content, ...given })
        yield* definitions.append(space, Dataset, id, revision, given, actor)
        return { id, name: current.name, change: "changed" as const }
      },
      Effect.catchTags({
        NAME_TAKEN: raced,
        CONFLICT: raced,
        NOT_FOUND: raced,
        // It refers to nothing.
        REFERENCE_NOT_FOUND: Effect.die,
        INVALID_REFERENCE: Effect.die
      })
    )

    const putItems = Effect.fnUntraced(
      function* (space: Space, actor: Actor, datasetId: string, { items: drafts, replace }: ItemChanges) {
        const done = yield* items.putWithin(space, actor, {
          datasetId,
          expectedVersion: undefined,
          drafts: drafts.map(items.draftOf),
          replace
        })
        const { version, created, changed, unchanged, deleted } = done
        const renamed = drafts.filter(({ id }, index) => id !== undefined && id !== done.items[index]!.id).length
        return { version, created, changed, unchanged, deleted, renamed }
      },
      Effect.catchTags({
        NOT_FOUND: raced,
        CONFLICT: raced,
        ITEM_INVALID: ({ details }) =>
          new Wrong({ places: details.items.map((place) => ({ ...place, code: "INVALID_ITEM" as const })) }),
        VALIDATION_ERROR: ({ details }) =>
          new Wrong({
            places: details.issues.map(({ message }) => ({ pointer: "", code: "TOO_LARGE" as const, message }))
          })
      })
    )

    return { datasetById, putDataset, putItems }
  })
)
