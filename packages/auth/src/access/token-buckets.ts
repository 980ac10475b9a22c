const windowMillis = 60_000

interface Bucket {
  tokens: number
  lastRefill: number
}

/**
 * Buckets of so many tokens by key, each of which an empty one gets back within a minute, one at a time. Remembered are those
 * that were used in the last minute and the one before: one that was not used for a minute is full again, so that to forget it
 * changes nothing.
 */
export class TokenBuckets {
  readonly #limit: number
  readonly #refillMillis: number
  #recent = new Map<string, Bucket>()
  #before = new Map<string, Bucket>()
  #turnsAt = 0

  constructor(limit: number) {
    this.#limit = limit
    this.#refillMillis = windowMillis / limit
  }

  /** How many are remembered. */
  get size(): number {
    return this.#recent.size + this.#before.size
  }

  /**
   * Takes a token, and tells 0; or takes none, and tells in how many milliseconds there is one. `now` is in milliseconds, and
   * never goes back.
   */
  take(key: string, now: number): number {
    const bucket = this.#bucketOf(key, now)
    const refilled = Math.floor((now - bucket.lastRefill) / this.#refillMillis)
    bucket.tokens = Math.min(this.#limit, bucket.tokens + refilled)
    bucket.lastRefill = bucket.tokens === this.#limit ? now : bucket.lastRefill + refilled * this.#refillMillis
    if (bucket.tokens === 0) return this.#refillMillis - (now - bucket.lastRefill)
    bucket.tokens--
    return 0
  }

  #bucketOf(key: string, now: number): Bucket {
    if (now >= this.#turnsAt) {
      const isFresh = now < this.#turnsAt + windowMillis
      this.#before = isFresh ? this.#recent : new Map()
      this.#recent = new Map()
      this.#turnsAt = now + windowMillis
    }
    const bucket = this.#recent.get(key) ?? this.#before.get(key) ?? { tokens: this.#limit, lastRefill: now }
    this.#before.delete(key)
    this.#recent.set(key, bucket)
    return bucket
  }
}
