import * as Schema from "effect/Schema"
import { Revision } from "../../definition/primitives.ts"
import { Alias } from "../../definition/references.ts"
import { App } from "../apps/kind.ts"
import { ConnectionId } from "../apps/source.ts"
import { versionNumber } from "../datasets/item.ts"
import { Dataset } from "../datasets/kind.ts"
import { Prompt } from "../prompts/kind.ts"
import { exampleScorerId, ScorerId } from "./primitives.ts"

const pinned = {
  name: Schema.String.annotateKey({ description: "The name it had when the run was created." }),
  revision: Revision.annotateKey({ description: "The revision that is pinned." })
}

const PinnedScorer = Schema.Struct({
  id: ScorerId.annotateKey({ description: "ID of the scorer." }),
  ...pinned
}).annotate({ identifier: "PinnedScorer" })

/** What a run works with, resolved once when it was created. Law: X10. */
export const RunPins = Schema.Struct({
  app: Schema.NullOr(Schema.Struct({ id: App.Id.annotateKey({ description: "ID of the app." }), ...pinned })).annotate({
    description: "The app; null for a run that scores the outputs of another run."
  }),
  dataset: Schema.NullOr(
    Schema.Struct({
      id: Dataset.Id.annotateKey({ description: "ID of the dataset." }),
      ...pinned,
      version: versionNumber.annotateKey({ description: "The version of the dataset's items that is pinned." })
    })
  ).annotate({
    description: "Null for a call by invoke_app."
  }),
  scorers: Schema.Record(Alias, PinnedScorer).annotateKey({
    description: "The scorers, by the alias that their scores have."
  }),
  prompts: Schema.Array(
    Schema.Struct({
      id: Prompt.Id.annotateKey({ description: "ID of the prompt." }),
      ...pinned,
      label: Schema.NullOr(Schema.String).annotate({ description: "The label that it was read by; null for none." })
    }).annotate({ identifier: "PinnedPrompt" })
  ).annotate({ description: "The prompts that the app and the scorers use." }),
  connections: Schema.Array(
    Schema.Struct({
      id: ConnectionId.annotateKey({ description: "ID of the model connection." }),
      name: Schema.String.annotateKey({ description: "The name it had when the run was created." }),
      pricesHash: Schema.String.annotate({ description: "SHA-256 of its prices, in hexadecimal digits." })
    }).annotate({ identifier: "PinnedConnection" })
  ).annotate({ description: "The model connections that the app and the scorers call." })
}).annotate({
  identifier: "EvalPins",
  description: "The definitions that the run uses, pinned when it was created: later changes do not affect it."
})

export const examplePins: typeof RunPins.Encoded = {
  app: { id: App.example.id, name: App.example.name, revision: 2 },
  dataset: { id: Dataset.example.id, name: Dataset.example.name, revision: 1, version: 2 },
  scorers: { exact: { id: exampleScorerId, name: "Exact match", revision: 1 } },
  prompts: [],
  connections: []
}
