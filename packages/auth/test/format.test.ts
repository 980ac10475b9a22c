import { createHash } from "node:crypto"
import { Redacted } from "effect"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { hash, mint, parse, write } from "../src/keys/format.ts"

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"

describe("the format of API keys", () => {
  it("A4: a key reads aok_, 26 characters of ID, 43 of secret and 6 of checksum, and only the secret's hash is kept", () => {
    for (let n = 0; n < 100; n++) {
      const { id, token, secretHash, preview } = mint()
      const text = Redacted.value(token)
      assert.match(text, /^aok_[0-7][0-9a-hjkmnp-tv-z]{25}_[A-Za-z0-9_-]{43}[0-9A-Za-z]{6}$/)
      const { secret } = parse(text) ?? assert.fail("not parsed")
      assert.strictEqual(parse(text)?.id, id)
      assert.deepStrictEqual(Buffer.from(secretHash), createHash("sha256").update(secret).digest())
      assert.strictEqual(preview, `aok_…${text.slice(-4)}`)
      assert.deepEqual(hash(secret), secretHash)
      assert.notInclude(JSON.stringify({ id, token, preview }), secret)
    }
  })

  it("A1: a typo in any one character is refused without a query", () => {
    const text = Redacted.value(mint().token)
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(...letters), (at, letter) => {
        const typed = text.slice(0, at) + letter + text.slice(at + 1)
        assert.strictEqual(parse(typed) !== undefined, typed === text)
      }),
      { numRuns: 2000 }
    )
  })

  it("A1: anything else is refused too", () => {
    // What `unit: "binary"` draws, which takes seconds to set up.
    const unit = fc.nat(0x10ffff).map((point) => String.fromCodePoint(point))
    fc.assert(fc.property(fc.string({ unit }), (text) => assert.isUndefined(parse(text))))
    assert.isUndefined(parse(`${Redacted.value(mint().token)} `))
  })

  it("A1: a key with something before or after it is refused, even where the checksum of the whole is right", () => {
    const [id, secret] = ["0".repeat(26), "s".repeat(42)]
    assert.isDefined(parse(write(`key_${id}`, `${secret}s`)))
    assert.isUndefined(parse(write(`key_aok_${id}`, `${secret}s`)))
    // The checksum begins with the character that follows the secret, so that it is right with one more at its end too.
    const one = [...letters].flatMap((last) =>
      [...letters].flatMap((next) => {
        const written = write(`key_${id}`, `${secret}${last}${next}`)
        return written.at(-6) === next ? [`${written.slice(0, -7)}${written.slice(-6)}x`] : []
      })
    )
    assert.isNotEmpty(one)
    for (const text of one) assert.isUndefined(parse(text), text)
  })

  it("a secret matches its own hash and no other", () => {
    const [one, two] = [mint(), mint()]
    const secret = parse(Redacted.value(one.token))?.secret ?? ""
    assert.notDeepEqual(hash(secret), two.secretHash)
  })
})
