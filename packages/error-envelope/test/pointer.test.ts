import { keysOf, pointerError, pointerOf } from "@agent-operations/error-envelope/pointer"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

describe("JSON Pointers", () => {
  // Source: RFC 6901 section 5.
  it.each([
    ["", []],
    ["/foo", ["foo"]],
    ["/foo/0", ["foo", "0"]],
    ["/", [""]],
    ["/a~1b", ["a/b"]],
    ["/c%d", ["c%d"]],
    ["/e^f", ["e^f"]],
    ["/g|h", ["g|h"]],
    ["/i\\j", ["i\\j"]],
    ['/k"l', ['k"l']],
    ["/ ", [" "]],
    ["/m~0n", ["m~n"]],
    ["/~01", ["~1"]]
  ])("%j leads through %j", (pointer, keys) => {
    expect(keysOf(pointer)).toEqual(keys)
    expect(pointerOf(keys)).toBe(pointer)
    expect(pointerError(pointer)).toBeUndefined()
  })

  it("a pointer's keys are those that it was made of", () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("~", "/", "0", "1", "a") }))
    fc.assert(
      fc.property(fc.array(text), (keys) => {
        const pointer = pointerOf(keys)
        expect(keysOf(pointer)).toEqual(keys)
        expect(pointerError(pointer)).toBeUndefined()
      })
    )
  })

  it.each([
    ["a", 0],
    ["#/a", 0],
    ["/a~", 2],
    ["/a/b~2c", 4]
  ])("%j is none, at %i", (text, offset) => {
    expect(pointerError(text)?.offset).toBe(offset)
  })
})
