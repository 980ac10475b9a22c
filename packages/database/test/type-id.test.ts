import { assert, it } from "@effect/vitest"
import { newTypeId, typeIdOf } from "../src/index.ts"

it("identifiers are a prefix and 26 characters of base32, all different", () => {
  const ids = Array.from({ length: 10_000 }, () => newTypeId("pv"))
  for (const id of ids) assert.match(id, /^pv_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
  assert.strictEqual(new Set(ids).size, ids.length)
})

it("identifiers are UUIDs of version 7 that carry the time", () => {
  const before = Date.now()
  const id = newTypeId("pv").slice(3)
  const bits = [...id].reduce(
    (value, character) => (value << 5n) | BigInt("0123456789abcdefghjkmnpqrstvwxyz".indexOf(character)),
    0n
  )
  assert.strictEqual((bits >> 76n) & 15n, 7n)
  assert.strictEqual((bits >> 62n) & 3n, 2n)
  const time = Number(bits >> 80n)
  // clock: both are of one clock, whatever lies between them
  assert.isTrue(time >= before && time <= Date.now())
})

it("an identifier of a seed is always the same, another for another seed, and written as the others are", () => {
  const ids = Array.from({ length: 1000 }, (_, seed) => typeIdOf("org", String(seed)))
  assert.strictEqual(new Set(ids).size, 1000)
  assert.strictEqual(typeIdOf("org", "0"), ids[0])
  for (const id of ids) assert.match(id, /^org_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
})
