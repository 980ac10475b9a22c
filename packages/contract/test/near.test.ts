import fc from "fast-check"
import { assert, it } from "vitest"
import { near } from "./near.ts"

/** Whether JSON has such a value: no gap or name in an array, and objects that inherit nothing of their own. */
const isJson = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return value !== undefined
  const isPlain = Array.isArray(value)
    ? Object.keys(value).length === value.length
    : Object.getPrototypeOf(value) === Object.prototype
  return isPlain && Object.values(value).every(isJson)
}

it("values near one of JSON are of JSON, whatever its members are called", () => {
  const example = JSON.parse('{"extra":{"__proto__":{"a":[1]},"constructor":{"prototype":{}}},"list":[{}]}') as unknown
  // Nothing is left where the whole is taken out.
  const values = near(example).filter((value) => value !== undefined)
  fc.assert(
    fc.property(values, (value) => assert.isTrue(isJson(value), JSON.stringify(value))),
    { numRuns: 5000 }
  )
})
