import type { Provider } from "@pydantic/genai-prices"
import { Schema } from "effect"

const Price = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))
const Text = Schema.NonEmptyString

/** What one model costs, in US dollars per million tokens. */
const OwnPrice = Schema.Struct({
  /** The model as spans name it; with a star at its end, all that begin so. */
  model: Text,
  /** Only for spans of this provider. */
  provider: Schema.optionalKey(Text),
  input: Price,
  output: Schema.optionalKey(Price),
  cacheRead: Schema.optionalKey(Price),
  cacheWrite: Schema.optionalKey(Price)
})

/**
 * An operator's own prices, as a file of JSON has them: they come before those that are built in, in their order.
 *
 * @example
 * Schema.decodeUnknownSync(OwnPrices)({ models: [{ model: "acme-*", input: 0.5, output: 1.5 }] })
 */
export const OwnPrices = Schema.Struct({ models: Schema.Array(OwnPrice) })
export type OwnPrices = typeof OwnPrices.Type

/** The price of a model as `@pydantic/genai-prices` calculates with it. */
export const providerOf = ({ model, input, output, cacheRead, cacheWrite }: typeof OwnPrice.Type): Provider => ({
  id: "own",
  name: "Own prices",
  api_pattern: "^$",
  models: [
    {
      id: model,
      match: model.endsWith("*") ? { starts_with: model.slice(0, -1) } : { equals: model },
      prices: {
        input_mtok: input,
        ...(output === undefined ? {} : { output_mtok: output }),
        ...(cacheRead === undefined ? {} : { cache_read_mtok: cacheRead }),
        ...(cacheWrite === undefined ? {} : { cache_write_mtok: cacheWrite })
      }
    }
  ]
})

/** Whether a price is for a model of a provider. */
export const isFor = (price: typeof OwnPrice.Type, model: string, provider: string | null): boolean =>
  (price.provider === undefined || price.provider === provider) &&
  (price.model.endsWith("*") ? model.startsWith(price.model.slice(0, -1)) : model === price.model)
