import type { Actor } from "@agent-operations/contract"
import { Dataset } from "@agent-operations/contract/datasets"
import { makeDecoderBySteps } from "@agent-operations/contract/decode"
import { Scorer } from "@agent-operations/contract/scorers"
import { EncodedRevisionStore, type Space } from "@agent-operations/revision-store"
import { Effect, Layer, Schema } from "effect"
import { DatasetItems } from "../../datasets/DatasetItems.ts"
import { type ItemChanges, ImportTargets } from "./ImportTargets.ts"
import { makePutDefinition } from "./put-definition.ts"
import { Raced, Wrong } from "./wrong.ts"

const decodeDataset = makeDecoderBySteps(
  Schema.Struct({
    name: Dataset.body.name,
    description: Schema.optionalKey(Dataset.body.description),
    settings: Schema.optionalKey(Dataset.settings)
  })
)

const decodeScorer = makeDecoderBySteps(
  Schema.Struct({
    name: Scorer.body.name,
    description: Schema.optionalKey(Scorer.body.description),
    source: Schema.optionalKey(Scorer.source),
    settings: Schema.optionalKey(Scorer.settings),
    references: Schema.optionalKey(Scorer.references)
  })
)

const open: typeof Dataset.settings.Type = { inputSchema: null, expectedSchema: null, metadataSchema: null, extra: {} }

const raced = () => Effect.fail(new Raced())

const defaultSettings = Schema.decodeSync(Scorer.settings)({})

/** What imports write to: datasets, and scorers where they are served. Laws: I1, D1, D3. */
export const importTargets = (servesScorers: boolean) =>
  Layer.effect(
    ImportTargets,
    Effect.gen(function* () {
      const definitions = yield* EncodedRevisionStore
      const items = yield* DatasetItems

      const datasetById = (space: Space, id: string) =>
        definitions.read(space, Dataset, id, undefined).pipe(
          Effect.map((found) => ({ id, name: found.name })),
          Effect.catchTag("NOT_FOUND", () => Effect.succeed(undefined))
        )

      const putDataset = yield* makePutDefinition({
        kind: Dataset,
        decode: decodeDataset,
        initial: { source: { type: "items" }, settings: open, references: {} },
        check: (content) =>
          Effect.promise(
            async () => (await items.validate({ ...content, settings: content.settings as typeof open })) ?? []
          )
      })

      const putScorer = yield* makePutDefinition({
        kind: Scorer,
        decode: decodeScorer,
        initial: { settings: defaultSettings, references: {} }
      })

      const putItems = Effect.fnUntraced(
        function* (space: Space, actor: Actor, datasetId: string, { items: drafts, replace }: ItemChanges) {
          const done = yield* items.putWithin(space, actor, {
            datasetId,
            expectedVersion: undefined,
            drafts,
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

      return { datasetById, putDataset, putItems, putScorer: servesScorers ? putScorer : undefined }
    })
  )
