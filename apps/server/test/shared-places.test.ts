import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { type Doing, sharePlaces } from "../src/shared-places.ts"

interface Connection {
  readonly place: string
  readonly network: string
}

/** Places of few networks, of which some have many. */
const placeOf = (n: number): Connection => ({ place: `place ${n}`, network: `network ${n < 6 ? 0 : n}` })

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ open: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ at: fc.nat(), does: fc.constantFrom<Doing>("idle", "coming", "held") }) },
  { weight: 1, arbitrary: fc.record({ close: fc.nat() }) }
)

/** Goes through steps, and tells of each connection that was closed for another, with all that were open before. */
const goThrough = (
  limit: number,
  steps: ReadonlyArray<typeof step extends fc.Arbitrary<infer S> ? S : never>,
  closed: (lost: Connection, opened: Connection, before: ReadonlyMap<Connection, Doing>) => void
) => {
  const shares = sharePlaces<Connection>(limit)
  const open = new Map<Connection, Doing>()
  for (const one of steps) {
    if ("open" in one) {
      const opened = placeOf(one.open)
      const before = new Map(open)
      const lost = shares.add(opened, opened.place, opened.network)
      open.set(opened, "idle")
      if (lost === undefined) assert.isAtMost(open.size, limit)
      else {
        assert.strictEqual(before.size, limit)
        assert.isTrue(open.delete(lost), "one that is open is closed")
        closed(lost, opened, before)
      }
      continue
    }
    const connection = [...open.keys()][("at" in one ? one.at : one.close) % Math.max(1, open.size)]
    if (connection === undefined) continue
    if ("close" in one) {
      shares.remove(connection)
      open.delete(connection)
    } else {
      shares.set(connection, one.does)
      open.set(connection, one.does)
    }
  }
}

const countOf = (open: ReadonlyMap<Connection, Doing>, of: Partial<Connection>) =>
  [...open.keys()].filter(({ place, network }) => (of.place ?? place) === place && (of.network ?? network) === network)
    .length

const named = (open: ReadonlyMap<Connection, Doing>, name: keyof Connection, opened: Connection) =>
  new Set([...open.keys(), opened].map((one) => one[name])).size

const steps = fc.array(step, { minLength: 40, maxLength: 160 })

describe("connections that are shared among places", () => {
  it("K3: no place loses one to another within its share, and who has less always gets one", () => {
    let lostToOthers = 0
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 24 }), steps, (limit, steps) => {
        goThrough(limit, steps, (lost, opened, before) => {
          const own = countOf(before, { place: opened.place })
          const ofNetwork = countOf(before, { network: opened.network })
          if (lost.network !== opened.network) {
            const has = countOf(before, { network: lost.network })
            assert.isAbove(has, limit / named(before, "network", opened))
            assert.isAbove(has, ofNetwork + 1)
          } else if (lost.place !== opened.place) assert.isAbove(countOf(before, { place: lost.place }), own + 1)
          if (lost.place !== opened.place) lostToOthers++
          if (lost === opened) {
            // Neither another network nor another place of its own has more than it would have.
            for (const { network, place } of before.keys()) {
              assert.isAtMost(countOf(before, { network }), ofNetwork + 1)
              if (network === opened.network) assert.isAtMost(countOf(before, { place }), own + 1)
            }
          }
        })
      })
    )
    assert.isAbove(lostToOthers, 100)
  })

  it("K3: what is idle goes first, then what is still coming; of its own, a place gives up only what is idle", () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 24 }), steps, (limit, steps) => {
        goThrough(limit, steps, (lost, opened, before) => {
          if (lost === opened) return
          const doing = [...before].filter(([{ place }]) => place === lost.place).map(([, doing]) => doing)
          const first = doing.includes("idle") ? "idle" : doing.includes("coming") ? "coming" : "held"
          assert.strictEqual(before.get(lost), first)
          if (lost.place === opened.place) assert.strictEqual(first, "idle")
        })
      })
    )
  })

  it("K3: ten that have all of their requests still coming leave a newcomer its place, and take none of it", () => {
    const shares = sharePlaces<Connection>(10_000)
    const open = new Set<Connection>()
    const from = (place: string, network = place) => {
      const one = { place, network }
      open.add(one)
      const lost = shares.add(one, place, network)
      if (lost !== undefined) open.delete(lost)
      return one
    }
    const flood = (rounds: number) => {
      for (let round = 0; round < rounds; round++) {
        for (let n = 0; n < 10; n++) shares.set(from(`attacker ${n}`), "coming")
      }
    }
    flood(1_100)
    const few = Array.from({ length: 3 }, () => from("victim"))
    shares.set(few[0]!, "coming")
    flood(1_100)
    assert.deepStrictEqual(
      few.map((one) => open.has(one)),
      [true, true, true]
    )
    assert.strictEqual(open.size, 10_000)
  })

  it("K3: one network of many places has as much as one with a single place", () => {
    const shares = sharePlaces<string>(100)
    for (let n = 0; n < 200; n++) shares.add(`many ${n}`, `place ${n}`, "one network")
    const own = Array.from({ length: 50 }, (_, n) => shares.add(`single ${n}`, "single", "another network"))
    assert.isTrue(own.every((lost) => lost?.startsWith("many") === true))
    assert.strictEqual(shares.add("one more", "single", "another network"), "single 0")
  })
})
