import { randomBytes } from "node:crypto"
import { migrate } from "@agent-operations/database"
import { runSteps } from "@agent-operations/operations"
import { describeOnBothDatabases } from "@agent-operations/testing"
import { describe, it, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { assert } from "vitest"
import { maxSecrets, migrations, redacting, secretKeys, Secrets } from "../../src/secrets/index.ts"
import { seal, unseal } from "../../src/secrets/seal.ts"

const newKey = () => Redacted.make(randomBytes(32).toString("base64url"))
const [first, second] = [newKey(), newKey()]
const place = { tenant: "acme", project: "support", owner: "ap_1", name: "token" }
const value = Redacted.make("vXz0fD4sLk2mQx7Qf")

const base64Forms = (text: string) =>
  (["base64", "base64url"] as const).map((encoding) => Buffer.from(text).toString(encoding))

describe("Secrets are encrypted for their place", () => {
  it.effect("G2 and open at no other, by no other key, and in no other form", () =>
    Effect.gen(function* () {
      const keys = secretKeys([first])
      const jwe = yield* seal(keys, place, value)
      assert.strictEqual(Redacted.value(yield* unseal(keys, place, jwe)), Redacted.value(value))
      for (const part of ["tenant", "project", "owner", "name"] as const) {
        const { message } = yield* Effect.flip(unseal(keys, { ...place, [part]: "other" }, jwe))
        assert.include(message, part)
      }
      yield* Effect.flip(unseal(secretKeys([second]), place, jwe))
      yield* Effect.flip(unseal(keys, place, `${jwe.slice(0, -2)}AA`))
      const [, ...sealed] = jwe.split(".")
      const header = Buffer.from(JSON.stringify({ alg: "none", ...place })).toString("base64url")
      yield* Effect.flip(unseal(keys, place, [header, ...sealed].join(".")))
    })
  )

  it.effect("the first key encrypts, all decrypt, so that keys can be changed", () =>
    Effect.gen(function* () {
      const old = yield* seal(secretKeys([first]), place, value)
      const both = secretKeys([second, first])
      yield* unseal(both, place, old)
      yield* unseal(secretKeys([second]), place, yield* seal(both, place, value))
    })
  )

  it("a text that is no key is refused", () => {
    for (const text of ["", "short", "x".repeat(44), "!".repeat(43)]) {
      assert.throws(() => secretKeys([Redacted.make(text)]), /43 characters/, text)
    }
    assert.throws(() => secretKeys([]), /no key/)
  })

  it("G2 a secret is found in any text and JSON that has it, and nothing else is changed", () => {
    const secret = fc.string({ minLength: 8, unit: "grapheme-ascii" }).filter((text) => text.trim().length >= 8)
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (text, before, after) => {
        const redactor = redacting([Redacted.make(text)])
        const redact = (from: string) => runSteps(redactor.text(from))
        const json = (from: unknown) => runSteps(redactor.json(from))
        const base64 = Buffer.from(text).toString("base64")
        for (const form of [text, base64, encodeURIComponent(text)]) {
          assert.notInclude(redact(`${before}${form}${after}`), form)
          assert.notInclude(JSON.stringify(json({ [form]: [`${before}${form}`] })), JSON.stringify(form).slice(1, -1))
        }
        assert.strictEqual(
          redact("unchanged"),
          "unchanged".includes(text.toLowerCase()) ? redact("unchanged") : "unchanged"
        )
      })
    )
    const { text } = redacting([Redacted.make("Bearer x7Qf-x7Qf")])
    assert.deepStrictEqual(
      ["x7Qf-x7Qf?", "Bearer x7Qf-x7Qf", "token x7Qf-x7Qf", "x7Qf-x7Q"].map((from) => runSteps(text(from))),
      ["[secret]?", "[secret]", "token [secret]", "x7Qf-x7Q"]
    )
  })

  it("G2 a secret is found whatever the case of its letters: the names of headers arrive in small ones", () => {
    const secret = "x7Qf/ÄX7Qf+9aBc?~"
    const { text, json } = redacting([Redacted.make(`Bearer ${secret}`)])
    const forms = [secret, encodeURIComponent(secret), ...base64Forms(secret)]
    assert.lengthOf(new Set(forms), 4)
    for (const form of forms) {
      const small = form.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
      assert.notStrictEqual(small, form)
      assert.strictEqual(runSteps(text(`x-${small}-`)), "x-[secret]-")
      assert.deepStrictEqual(runSteps(json({ [small]: "Kept" })), { "[secret]": "Kept" })
    }
    assert.strictEqual(runSteps(text("HTTP_X7QF/ÄX7QF+9ABC?~=Kept")), "HTTP_[secret]=Kept")
    const twice = redacting([Redacted.make("x7Qf-x7Qf"), Redacted.make("X7QF-X7QF"), Redacted.make("x7Qf-x7Qf-9aBc")])
    assert.strictEqual(runSteps(twice.text("x7qf-x7qf-9abc X7qf-x7qF-9ab")), "[secret] [secret]-9ab")
  })

  it("G2 the beginning of a text has no part of a secret that it would cut", () => {
    const part = fc.oneof(
      fc.constantFrom("s3cret-x7Qf-9aBc", "9aBc-s3cret", "-", "é", "😀"),
      fc.string({ unit: fc.constantFrom("~", "…") })
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.nat(200), (parts, bytes) => {
        const { start, text } = redacting([Redacted.make("s3cret-x7Qf-9aBc"), Redacted.make("9aBc-s3cret")])
        const whole = parts.join("")
        const begin = runSteps(start(whole, bytes))
        assert.isAtMost(Buffer.byteLength(begin), bytes)
        for (const piece of ["s3cr", "x7Q", "9aB"]) assert.notInclude(begin, piece)
        assert.isTrue(begin.isWellFormed())
        if (Buffer.byteLength(whole) <= bytes) assert.strictEqual(begin, runSteps(text(whole)))
      })
    )
    // The cut goes through the second and through the overlap, which begins in the first.
    const overlapping = redacting([Redacted.make("s3cret-x7Qf-9aBc"), Redacted.make("9aBc-s3cret")])
    assert.strictEqual(runSteps(overlapping.start("!s3cret-x7Qf-9aBc-s3cret-x7Qf-9aBc", 21)), "!")
    const { start } = redacting([])
    assert.deepStrictEqual(
      [3, 6, 7].map((bytes) => runSteps(start("aé😀", bytes))),
      ["aé", "aé", "aé😀"]
    )
  })
})

describeOnBothDatabases("the secrets of apps and connections", (database) => {
  const services = Secrets.layer(secretKeys([first])).pipe(
    Layer.provideMerge(Layer.effectDiscard(migrate([migrations]))),
    Layer.provideMerge(database.layer)
  )
  layer(services)((it) => {
    it.effect("G2 of a value of fewer than 12 characters nothing is shown", () =>
      Effect.gen(function* () {
        const secrets = yield* Secrets
        const previewOf = (value: string) =>
          Effect.map(secrets.set({ ...place, name: "short" }, Redacted.make(value)), (set) => set!.preview)
        assert.deepStrictEqual(
          yield* Effect.forEach(
            ["hunter2", "12345678901", "😀".repeat(11), "123456789012", `${"a".repeat(11)}😀`],
            previewOf
          ),
          ["", "", "", "9012", "aaa😀"]
        )
        yield* secrets.set({ ...place, name: "short" }, null)
      })
    )

    it.effect("G2 what was kept shows nothing of a value that may have fewer than 12 characters", () =>
      Effect.gen(function* () {
        const [secrets, sql] = [yield* Secrets, yield* SqlClient.SqlClient]
        const owner = { ...place, owner: "ap_before" }
        for (const [name, text] of Object.entries({
          ascii: "hunter2",
          wide: `${"😀".repeat(7)}1234`,
          long: "x".repeat(45)
        })) {
          yield* secrets.set({ ...owner, name }, Redacted.make(text))
        }
        yield* sql`update agent_operations.secrets set preview = '1234' where owner_id = ${owner.owner}`
        yield* migrations.steps.find(({ name }) => name === "previews of short secrets")!.up
        const kept = yield* secrets.list(owner)
        assert.deepStrictEqual(
          kept.map(({ name, preview }) => [name, preview]),
          [
            ["ascii", ""],
            ["long", "1234"],
            ["wide", ""]
          ]
        )
        yield* sql`delete from agent_operations.secrets where owner_id = ${owner.owner}`
      })
    )

    it.effect(
      "G2 what is kept has none of a value but its last 4 characters, and a row that is copied does not open",
      () =>
        Effect.gen(function* () {
          const [sql, secrets] = [yield* SqlClient.SqlClient, yield* Secrets]
          const set = yield* secrets.set(place, value)
          assert.deepInclude(set, { name: "token", preview: "x7Qf" })
          assert.deepEqual(yield* secrets.list(place), [set!])
          const opened = yield* secrets.open(place)
          assert.strictEqual(Redacted.value(opened.get("token")!), Redacted.value(value))
          const rows = JSON.stringify(yield* sql`select * from agent_operations.secrets`)
          assert.notInclude(rows, Redacted.value(value).slice(0, 8))
          assert.notInclude(JSON.stringify([...opened]), "vXz0")
          yield* sql`
          insert into agent_operations.secrets
          select 'other', project_id, owner_id, name, jwe, preview, updated_at from agent_operations.secrets`
          yield* Effect.flip(secrets.open({ ...place, tenant: "other" }))
          assert.deepStrictEqual(yield* secrets.list({ ...place, project: "other" }), [])
          yield* secrets.set(place, null)
          assert.deepStrictEqual(yield* secrets.list(place), [])
        })
    )

    it.effect("are listed by name, each with what was set last", () =>
      Effect.gen(function* () {
        const [sql, secrets] = [yield* SqlClient.SqlClient, yield* Secrets]
        const named = (name: string) => ({ ...place, owner: "ap_3", name })
        yield* secrets.set(named("b"), value)
        const first = yield* secrets.set(named("a"), value)
        yield* sql`
          update agent_operations.secrets set updated_at = '2015-01-01T00:00:00Z' where owner_id = 'ap_3' and name = 'b'`
        const again = yield* secrets.set(named("b"), Redacted.make("vXz0fD4sLk2m-new"))
        assert.deepInclude(again, { name: "b", preview: "-new" })
        assert.deepStrictEqual(yield* secrets.list(named("")), [first!, again!])
        const opened = yield* secrets.open(named(""))
        assert.strictEqual(Redacted.value(opened.get("b")!), "vXz0fD4sLk2m-new")
      })
    )

    it.effect("an owner has at most 20, of which each can be set again", () =>
      Effect.gen(function* () {
        const secrets = yield* Secrets
        const named = (name: string) => ({ ...place, owner: "ap_2", name })
        for (let n = 0; n < maxSecrets; n++) assert.isDefined(yield* secrets.set(named(`n${n}`), value))
        assert.isUndefined(yield* secrets.set(named("more"), value))
        assert.isDefined(yield* secrets.set(named("n3"), value))
        assert.lengthOf(yield* secrets.list(named("")), maxSecrets)
      })
    )
  })
})
