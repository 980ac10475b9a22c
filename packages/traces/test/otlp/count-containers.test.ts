import fc from "fast-check"
import { assert, it } from "vitest"
import { countContainers } from "../../src/otlp/count-containers.ts"

/** Values with texts of all that ends a string, or that begins an object or array outside of one. */
const json = fc.jsonValue({ stringUnit: fc.constantFrom("\\", '"', "{", "[", "]", "}", "a") })

const containersIn = (value: unknown): number =>
  typeof value !== "object" || value === null
    ? 0
    : Object.values(value).reduce<number>((sum, one) => sum + containersIn(one), 1)

it("counts the objects and arrays of a JSON text, and not what its strings say", () => {
  fc.assert(
    fc.property(json, (value) => {
      assert.strictEqual(countContainers(JSON.stringify(value)), containersIn(value))
    })
  )
})
