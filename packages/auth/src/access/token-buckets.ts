import { Duration, Effect, Layer } from "effect"
import * as RateLimiter from "effect/persistence/RateLimiter"

interface Bucket {
  tokens: number
  lastRefill: number
}

/**
 * Buckets by key, of those that were used in the last window and the one before. One that was not used for a window is full
 * again, so that to forget it changes nothing.
 */
export class TokenBuckets {
  #recent = new Map<string, Bucket>()
  #before = new Map<string, Bucket>()
  #turnsAt = 0

  /** How many are remembered. */
  get size(): number {
    return this.#recent.size + this.#before.size
  }

  /** The bucket of a key; full where there is none. `windowMillis` is how long an empty one takes to fill. */
  get(key: string, limit: number, now: number, windowMillis: number): Bucket {
    if (now >= this.#turnsAt) {
      const isFresh = now < this.#turnsAt + windowMillis
      this.#before = isFresh ? this.#recent : new Map()
      this.#recent = new Map()
      this.#turnsAt = now + windowMillis
    }
    const bucket = this.#recent.get(key) ?? this.#before.get(key) ?? { tokens: limit, lastRefill: now }
    this.#before.delete(key)
    this.#recent.set(key, bucket)
    return bucket
  }
}

/**
 * Takes tokens as `RateLimiterStore` says: what is left, and how long ago the last one was refilled. Who has too few is always
 * refused: in a bucket that owed tokens, those would be forgotten with it.
 */
const take = (
  buckets: TokenBuckets,
  now: number,
  options: Parameters<RateLimiter.RateLimiterStore["Service"]["tokenBucket"]>[0]
): readonly [remaining: number, elapsedMillis: number] => {
  const refillMillis = Duration.toMillis(options.refillRate)
  const bucket = buckets.get(options.key, options.limit, now, refillMillis * options.limit)
  const refilled = Math.max(0, Math.floor((now - bucket.lastRefill) / refillMillis))
  bucket.tokens = Math.min(options.limit, bucket.tokens + refilled)
  bucket.lastRefill = bucket.tokens >= options.limit ? now : bucket.lastRefill + refilled * refillMillis
  const remaining = bucket.tokens - options.tokens
  if (remaining >= 0) bucket.tokens = remaining
  return [remaining, Math.max(0, now - bucket.lastRefill)]
}

/** The store in memory of `effect`, which keeps a bucket of each key for ever, with buckets that are forgotten. */
export const forgettingStore = Layer.effect(
  RateLimiter.RateLimiterStore,
  Effect.map(RateLimiter.RateLimiterStore, (store) => {
    const buckets = new TokenBuckets()
    return RateLimiter.RateLimiterStore.of({
      ...store,
      tokenBucket: (options) =>
        Effect.clockWith((clock) => Effect.sync(() => take(buckets, clock.currentTimeMillisUnsafe(), options)))
    })
  })
).pipe(Layer.provide(RateLimiter.layerStoreMemory))
