import { describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { assert } from "vitest"
import { limits } from "../../../tooling/readme/src/limits.ts"
import { makeAllowances } from "../src/sign-in/allowances.ts"
import { makeKnownBrowsers } from "../src/sign-in/known-browsers.ts"

const promised = limits.signIn
const toAddress = promised["links to one address for strangers, in 10 minutes"].most
const ofBrowser = promised["links for a browser that has signed in with the address, in 10 minutes"].most
const ofReader =
  promised["links for a reader who opened a mail that the address got from here within a day, in 10 minutes"].most

const victim = "ada@example.com"
const stranger = { email: victim, knownBrowser: undefined, readsMail: false }

describe("how many links may be mailed", () => {
  it.effect("strangers from ever new places get no more to an inbox than in 10 minutes, and in a day", () =>
    Effect.gen(function* () {
      const allow = makeAllowances()
      const inADay = promised["links to one address for strangers, in a day"].most
      let places = 0
      for (let day = 0; day < 3; day++) {
        let mails = 0
        const each: Array<number> = []
        for (let window = 0; window < 144; window++) {
          let now = 0
          for (let n = 0; n < 12; n++) {
            const address = `2001:db8:0:${(places++).toString(16)}::1`
            if ((yield* Effect.result(allow({ ...stranger, address })))._tag === "Success") now++
          }
          mails += now
          each.push(now)
          yield* TestClock.adjust("10 minutes")
        }
        assert.strictEqual(mails, inADay)
        assert.strictEqual(Math.max(...each), toAddress)
      }
    })
  )

  it.effect("strangers spend nothing of who is known in a browser, or reads the address's mail", () =>
    Effect.gen(function* () {
      const allow = makeAllowances()
      const flood = Effect.forEach([...Array(40).keys()], (n) =>
        Effect.result(allow({ ...stranger, address: `203.0.113.${n % 20}` }))
      )
      const owner = { email: victim, address: "203.0.113.1" }
      for (let window = 0; window < 6; window++) {
        yield* flood
        for (let n = 0; n < ofBrowser; n++) yield* allow({ ...owner, knownBrowser: "laptop", readsMail: false })
        for (let n = 0; n < ofReader; n++) yield* allow({ ...owner, knownBrowser: undefined, readsMail: true })
        for (const who of [{ knownBrowser: "laptop" }, { readsMail: true }]) {
          const { retryAfter } = yield* Effect.flip(allow({ ...stranger, ...owner, ...who }))
          assert.isTrue(retryAfter > 0 && retryAfter <= 600)
        }
        yield* TestClock.adjust("10 minutes")
      }
    })
  )

  it.effect("one place leaves some of an address's mails to others, an IPv6 network of 64 bits being one", () =>
    Effect.gen(function* () {
      const allow = makeAllowances()
      const asked = yield* Effect.forEach([...Array(30).keys()], (n) =>
        Effect.result(allow({ ...stranger, address: `2001:db8:7:7::${n.toString(16)}` }))
      )
      assert.strictEqual(
        asked.filter(({ _tag }) => _tag === "Success").length,
        promised["links to one address for strangers at one place, in 10 minutes"].most
      )
      yield* allow({ ...stranger, address: "203.0.113.9" })
    })
  )

  it.effect("an office behind one address signs in in the morning, and one place mails no more than it may", () =>
    Effect.gen(function* () {
      const allow = makeAllowances()
      const address = "203.0.113.1"
      const asked = yield* Effect.forEach([...Array(400).keys()], (n) =>
        Effect.result(allow({ ...stranger, email: `p${n}@example.com`, address }))
      )
      assert.strictEqual(
        asked.filter(({ _tag }) => _tag === "Success").length,
        promised["links for strangers at one place, in 10 minutes"].most
      )
      yield* allow({ email: "p399@example.com", address, knownBrowser: "laptop", readsMail: false })
    })
  )
})

describe("a known browser", () => {
  const known = makeKnownBrowsers("https://ops.example.com", Redacted.make("a".repeat(43)))
  const name = "__Host-agent-operations.known"
  const having = (value: string) => new Headers({ cookie: `x=1; ${name}=${value}` })
  const valueOf = (cookie: string) => /^[^=]+=([^;]*)/.exec(cookie)![1]!

  it.effect("is known with the addresses that signed in there last, in a cookie that tells none of them", () =>
    Effect.gen(function* () {
      let value = ""
      for (let n = 0; n < 7; n++) {
        const cookie = yield* known.remember(having(value), `p${n}@example.com`)
        assert.match(
          cookie,
          /^__Host-agent-operations\.known=.*; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000; Secure$/
        )
        value = valueOf(cookie)
        assert.notInclude(value, "@")
        assert.isBelow(value.length, 500)
      }
      const ids = yield* Effect.forEach([...Array(7).keys()], (n) => known.idOf(having(value), `p${n}@example.com`))
      assert.deepStrictEqual(
        ids.map((id) => id !== undefined),
        [false, false, true, true, true, true, true]
      )
      assert.strictEqual(new Set(ids).size, 6)
    })
  )

  it.effect("cannot be made up, altered, used for another address or with another secret, or last for ever", () =>
    Effect.gen(function* () {
      const value = valueOf(yield* known.remember(new Headers(), victim))
      const [id, end, signature] = value.split(".") as [string, string, string]
      assert.strictEqual(yield* known.idOf(having(value), victim), id)
      const flipped = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`
      for (const wrong of [
        "",
        ":",
        "..",
        id,
        `${id}.${end}.`,
        `${id}.${end}.${flipped}`,
        `${id}.${Number(end) + 1}.${signature}`,
        `${"A".repeat(22)}.${end}.${signature}`,
        `${id}.${end}.${signature}A`,
        "é.1.x",
        `::::::::::${value}`
      ]) {
        const headers = new Headers({ cookie: `${name}=${encodeURI(wrong)}` })
        assert.isUndefined(yield* known.idOf(headers, victim), wrong)
      }
      assert.isUndefined(yield* known.idOf(having(value), "eve@example.com"))
      const others = makeKnownBrowsers("https://ops.example.com", Redacted.make("b".repeat(43)))
      assert.isUndefined(yield* others.idOf(having(value), victim))
      yield* TestClock.adjust("366 days")
      assert.isUndefined(yield* known.idOf(having(value), victim))
    })
  )
})
