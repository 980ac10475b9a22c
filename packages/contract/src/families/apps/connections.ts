import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { Name } from "../../definition/name.ts"
import { App } from "./kind.ts"
import { Address, ConnectionId } from "./source.ts"

/** A price in micro-units for a million tokens. */
const Price = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000_000_000 }))

/** What a model costs. */
export const ModelPrice = Schema.Struct({
  model: Schema.String.check(Schema.isMinLength(1), Schema.isMaxCodePoints(200)).annotateKey({
    description: "The model, by the name that its provider uses."
  }),
  inputMicrosPerMillion: Price.annotateKey({ description: "Price of a million input tokens, in micro-units." }),
  outputMicrosPerMillion: Price.annotateKey({ description: "Price of a million output tokens, in micro-units." })
}).annotate({ identifier: "ModelPrice", description: "What a million tokens of a model cost, in micro-units." })

/** How many models a connection has prices of at most. */
const maxPrices = 200

const isEachOnce = (prices: ReadonlyArray<{ readonly model: string }>) =>
  new Set(prices.map(({ model }) => model)).size === prices.length

/** What a model connection is made of, beside its key. Owners and admins make them; no operation does. */
export const NewModelConnection = Schema.Struct({
  name: Name.annotateKey({ description: "The name by which people pick the connection." }),
  baseUrl: Address.annotate({
    description: "The URL of an OpenAI-compatible API, without the path of an operation: https://api.example.com/v1."
  }),
  tokenLimit: Schema.Literals(["max_tokens", "max_completion_tokens"]).annotate({
    description: "The provider's name for the limit on the tokens of an answer."
  }),
  prices: Schema.Array(ModelPrice)
    .check(Schema.isMaxLength(maxPrices), Schema.makeFilter(isEachOnce, { expected: "each model once" }))
    .annotateKey({ description: "The prices of its models, at most 200, each model once." })
}).annotate({ identifier: "NewModelConnection" })
export type NewModelConnection = typeof NewModelConnection.Type

/** The key of a connection: what stands behind `Bearer` in a header. */
export const ConnectionKey = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7e]{8,4096}$/u, { expected: "8 to 4,096 visible characters of ASCII, without spaces" })
)

/** A model connection, as operations see it: neither its address nor its key. */
export const ModelConnection = Schema.Struct({
  id: ConnectionId.annotateKey({ description: "ID of the model connection." }),
  name: Schema.String.annotateKey({ description: "Name of the model connection." }),
  models: Schema.Array(Schema.String).annotate({ description: "The models that it has prices for." })
}).annotate({ identifier: "ModelConnection", description: "A provider of models that apps and judges can call." })

/** Lists the model connections of a project. */
export const listModelConnections = operation({
  id: "list_model_connections",
  summary: "List model connections",
  description:
    "Lists by name the model connections that apps and judges can use, at most 100, so nextCursor is always null. " +
    "Owners and admins of the organization create them. Addresses and keys are never returned.",
  scopes: [App.scopes.read],
  effect: "read",
  input: Schema.Struct({
    model: Schema.optionalKey(Schema.String.check(Schema.isMaxCodePoints(200))).annotate({
      description: "Only connections that have a price of this model."
    })
  }),
  result: Schema.Struct({
    items: Schema.Array(ModelConnection).annotateKey({ description: "The model connections, by name." }),
    nextCursor: Schema.Null.annotateKey({ description: "Always null: the list has one page." })
  }),
  errors: [],
  example: {
    input: {},
    result: {
      items: [{ id: "mco_01k9x3m2h8e7v9q4t6w5z0r1ca", name: "Our gateway", models: ["gpt-4o-mini"] }],
      nextCursor: null
    }
  }
})
