import { describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { assert } from "vitest"
import { makeAllowances } from "../src/sign-in/allowances.ts"
import { makeAttempts } from "../src/sign-in/attempts.ts"

const mostKeys = 4

describe("how often something may be tried, with few keys told apart", () => {
  it("no key is refused for what others tried, and each is held to its limit while few others try", () => {
    const tried = fc.array(fc.nat(3 * mostKeys), { maxLength: 200 })
    fc.assert(
      fc.property(tried, fc.integer({ min: 1, max: 4 }), (keys, limit) => {
        const attempt = makeAttempts(limit, "1 day", mostKeys)
        const allowed = new Map<number, number>()
        const forgettable = new Set<number>()
        for (const [at, key] of keys.entries()) {
          const since = keys.slice(0, at).lastIndexOf(key)
          const others = new Set(since === -1 ? [] : keys.slice(since + 1, at))
          if (others.size > mostKeys) forgettable.add(key)
          const before = allowed.get(key) ?? 0
          const { _tag } = Effect.runSync(Effect.result(attempt(String(key))))
          if (before < limit) assert.strictEqual(_tag, "Success")
          else if (!forgettable.has(key)) assert.strictEqual(_tag, "Failure")
          if (_tag === "Success") allowed.set(key, before + 1)
        }
      })
    )
  })

  it.effect("who waits is not kept waiting by a clock that is set back", () =>
    Effect.gen(function* () {
      const attempt = makeAttempts(1, "1 minute")
      const clock = yield* Clock.Clock
      const setBack = { ...clock, currentTimeMillis: Effect.succeed(0), currentTimeMillisUnsafe: () => 0 }
      yield* TestClock.adjust("1 hour")
      yield* attempt("ada")
      const later = Effect.provideService(attempt("ada"), Clock.Clock, setBack)
      assert.strictEqual((yield* Effect.flip(later)).retryAfter, 60)
      yield* TestClock.adjust("1 minute")
      yield* later
    })
  )

  it.effect("what was tried longest ago is forgotten, so that memory stays bounded", () =>
    Effect.gen(function* () {
      const attempt = makeAttempts(1, "1 day", mostKeys)
      yield* attempt("first")
      for (let n = 0; n < mostKeys; n++) yield* attempt(`other ${n}`)
      yield* Effect.flip(attempt("first"))
      for (let n = 0; n < 2 * mostKeys; n++) yield* attempt(`another ${n}`)
      yield* attempt("first")
    })
  )
})

describe("a flood of ever new addresses", () => {
  it.effect("keeps no other address from its links, for that day or any window of it", () =>
    Effect.gen(function* () {
      const allow = makeAllowances(100)
      const stranger = { knownBrowser: undefined, readsMail: false }
      let flooded = 0
      const flood = Effect.forEach([...Array(600).keys()], (n) =>
        Effect.result(allow({ ...stranger, email: `flood${flooded++}@example.com`, address: `203.0.113.${n % 3}` }))
      )
      for (let window = 0; window < 6; window++) {
        yield* flood
        for (let n = 0; n < 50; n++) {
          const email = `person${window}.${n}@example.com`
          yield* allow({ ...stranger, email, address: "198.51.100.7" })
          yield* allow({ email, address: "203.0.113.1", knownBrowser: `laptop ${email}`, readsMail: false })
          yield* allow({ email, address: "203.0.113.1", knownBrowser: undefined, readsMail: true })
        }
        yield* TestClock.adjust("10 minutes")
      }
    })
  )
})
