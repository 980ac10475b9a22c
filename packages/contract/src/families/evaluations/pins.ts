import * as Schema from "effect/Schema"
import { Revision } from "../../definition/primitives.ts"
import { Alias } from "../../definition/references.ts"
import { App } from "../apps/kind.ts"
import { ConnectionId } from "../apps/source.ts"
import { versionNumber } from "../datasets/item.ts"
import { Dataset } from "../datasets/kind.ts"
import { Prompt } from "../prompts/kind.ts"
import { exampleScorerId, ScorerId } from "./primitives.ts"

const pinned = { name: Schema.String, revision: Revision }

const PinnedScorer = Schema.Struct({ id: ScorerId, ...pinned }).annotate({ identifier: "PinnedScorer" })

/** What a run works with, resolved once when it was created. Law: X10. */
export const RunPins = Schema.Struct({
  app: Schema.NullOr(Schema.Struct({ id: App.Id, ...pinned })).annotate({
    description: "Null of a run that scores the outputs of another."
  }),
  dataset: Schema.NullOr(Schema.Struct({ id: Dataset.Id, ...pinned, version: versionNumber })).annotate({
    description: "Null of a call by invoke_app."
  }),
  scorers: Schema.Record(Alias, PinnedScorer),
  prompts: Schema.Array(
    Schema.Struct({
      id: Prompt.Id,
      ...pinned,
      label: Schema.NullOr(Schema.String).annotate({ description: "The label that it came by." })
    }).annotate({ identifier: "PinnedPrompt" })
  ).annotate({ description: "Those that the app and the scorers use." }),
  connections: Schema.Array(
    Schema.Struct({
      id: ConnectionId,
      name: Schema.String,
      pricesHash: Schema.String.annotate({ description: "SHA-256 of its prices, in hexadecimal digits." })
    }).annotate({ identifier: "PinnedConnection" })
  )
}).annotate({
  identifier: "EvalPins",
  description:
    "What the run works with, resolved when it was created: later changes of definitions alter nothing of it."
})

export const examplePins: typeof RunPins.Encoded = {
  app: { id: App.example.id, name: App.example.name, revision: 2 },
  dataset: { id: Dataset.example.id, name: Dataset.example.name, revision: 1, version: 2 },
  scorers: { exact: { id: exampleScorerId, name: "Exact match", revision: 1 } },
  prompts: [],
  connections: []
}
