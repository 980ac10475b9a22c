import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { App } from "./kind.ts"
import { ConnectionId } from "./source.ts"

/** A price in micro-units for a million tokens. */
const Price = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))

/** What a model costs. */
export const ModelPrice = Schema.Struct({
  model: Schema.String.check(Schema.isMinLength(1), Schema.isMaxCodePoints(200)),
  inputMicrosPerMillion: Price,
  outputMicrosPerMillion: Price
}).annotate({ identifier: "ModelPrice", description: "What a million tokens of a model cost, in micro-units." })

/** A model connection, as operations see it: neither its address nor its key. */
export const ModelConnection = Schema.Struct({
  id: ConnectionId,
  name: Schema.String,
  models: Schema.Array(Schema.String).annotate({ description: "The models that it has prices of." })
}).annotate({ identifier: "ModelConnection", description: "A provider of models that apps and judges may call." })

/** Lists the model connections of a project. */
export const listModelConnections = operation({
  id: "list_model_connections",
  summary: "List the model connections of the project",
  description:
    "Lists by name what apps and judges can call models through, at most 100, so that nextCursor is always null. Owners and " +
    "admins of the organization make them; neither addresses nor keys are told.",
  scopes: [App.scopes.read],
  effect: "read",
  input: Schema.Struct({}),
  result: Schema.Struct({ items: Schema.Array(ModelConnection), nextCursor: Schema.Null }),
  errors: [],
  example: {
    input: {},
    result: {
      items: [{ id: "mco_01k9x3m2h8e7v9q4t6w5z0r1ca", name: "Our gateway", models: ["gpt-4o-mini"] }],
      nextCursor: null
    }
  }
})
