import { calcPrice, type Provider, type Usage } from "@pydantic/genai-prices"
import { LRUCache } from "lru-cache"
import type { Tokens } from "../mapping/tokens.ts"
import { isFor, type OwnPrices, providerOf } from "./own-prices.ts"
import { roundToPico } from "./pico.ts"

/** What a call of a model used, and when: prices change. */
export interface Priced {
  readonly model: string
  readonly provider: string | null
  readonly tokens: Tokens
  readonly at: Date
}

/** Estimates costs in US dollars; undefined where a price is not known. Law: T22. */
export interface Prices {
  readonly estimate: (priced: Priced) => number | undefined
}

const usageOf = ({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Tokens): Usage => ({
  input_tokens: inputTokens ?? 0,
  output_tokens: outputTokens ?? 0,
  ...(cacheReadTokens === null ? {} : { cache_read_tokens: cacheReadTokens }),
  ...(cacheWriteTokens === null ? {} : { cache_write_tokens: cacheWriteTokens })
})

/** Of a model that was priced before, only its own entry is looked at: matching names takes half of a calculation. */
const remembered = 1000

const unknown = "unknown"

/** Prices that are built in, after an operator's own. */
export const makePrices = (own: OwnPrices = { models: [] }): Prices => {
  const known = new LRUCache<string, Provider | typeof unknown>({ max: remembered })

  const look = ({ model, provider, at }: Priced): Provider | undefined => {
    const price = own.models.find((price) => isFor(price, model, provider))
    if (price !== undefined) return providerOf(price)
    const found = calcPrice({}, model, {
      timestamp: at,
      ...(provider === null ? {} : { providerId: provider.replaceAll("_", "-") })
    })
    return found === null ? undefined : { ...found.provider, models: [found.model], fallback_model_providers: [] }
  }

  const find = (priced: Priced): Provider | undefined => {
    const key = JSON.stringify([priced.model, priced.provider])
    const before = known.get(key)
    if (before !== undefined) return before === unknown ? undefined : before
    const provider = look(priced)
    known.set(key, provider ?? unknown)
    return provider
  }

  return {
    estimate: (priced) => {
      if (priced.tokens.inputTokens === null && priced.tokens.outputTokens === null) return undefined
      try {
        const provider = find(priced)
        if (provider === undefined) return undefined
        const price = calcPrice(usageOf(priced.tokens), priced.model, { provider, timestamp: priced.at })
        return price === null ? undefined : roundToPico(price.total_price)
      } catch {
        // What it cannot price by its rules, such as a model without a price for output, is not known.
        return undefined
      }
    }
  }
}
