import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { Places } from "../../src/runs/engine/Places.ts"

const tenants = ["org_a", "org_b", "org_c", "org_d"]

describe("K3: the places of a worker", () => {
  it("are all for one that is alone, and there is room beside for the shares of others", () => {
    const places = new Places(20)
    const take = (tenant: string) => {
      const room = places.roomFor(tenant)
      for (let i = 0; i < room; i++) places.take(tenant)
      return room
    }
    expect(tenants.map(take)).toEqual([20, 10, 7, 3])
    expect(tenants.map((tenant) => places.roomFor(tenant))).toEqual([0, 0, 0, 0])
    expect(places.full).toEqual(tenants)
    // Who has more than a share takes none before it has fewer.
    for (let i = 0; i < 15; i++) places.leave("org_a")
    expect(tenants.map((tenant) => places.roomFor(tenant))).toEqual([0, 0, 0, 2])
  })

  it("are twice as many at most, and one more for each that has none", () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.record({ tenant: fc.constantFrom(...tenants), takes: fc.boolean() }), { maxLength: 200 }),
        (concurrency, steps) => {
          const places = new Places(concurrency)
          const inFlight = new Map(tenants.map((tenant) => [tenant, 0]))
          const all = () => [...inFlight.values()].reduce((sum, one) => sum + one, 0)
          for (const { tenant, takes } of steps) {
            const own = inFlight.get(tenant)!
            if (all() === own) expect(places.roomFor(tenant)).toBe(concurrency - own)
            if (own === 0) expect(places.roomFor(tenant)).toBeGreaterThan(0)
            else if (all() >= 2 * concurrency) expect(places.roomFor(tenant)).toBe(0)
            if (takes && places.roomFor(tenant) > 0) {
              places.take(tenant)
              inFlight.set(tenant, own + 1)
            } else if (!takes && own > 0) {
              places.leave(tenant)
              inFlight.set(tenant, own - 1)
            }
            expect(all()).toBeLessThan(2 * concurrency + tenants.length)
          }
        }
      )
    ))

  it("are for 200 organizations at most", () => {
    const places = new Places(20)
    for (let i = 0; i < 1000; i++) if (places.roomFor(`org_${i}`) > 0) places.take(`org_${i}`)
    expect(places.full).toHaveLength(200)
    expect(places.roomFor("org_1000")).toBe(0)
  })

  it("are for who has the fewest, and of those for whose lanes were looked at longest ago", () => {
    const places = new Places(20)
    for (const tenant of ["org_a", "org_b", "org_c"]) places.serve(tenant)
    places.take("org_a")
    expect(places.order).toEqual(["org_b", "org_c", "org_a"])
    places.serve("org_b")
    expect(places.order).toEqual(["org_c", "org_b", "org_a"])
    // It remembers who has work, and the last of the others.
    for (let i = 0; i < 1000; i++) places.serve(`org_${i}`)
    expect(places.order.length).toBeLessThanOrEqual(200)
    expect(places.order.at(-1)).toBe("org_a")
    places.leave("org_a")
    expect(places.roomFor("org_b")).toBe(20)
  })
})
