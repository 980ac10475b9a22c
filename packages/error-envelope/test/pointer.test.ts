import {
  keysOf,
  pointerError,
  pointerOf,
  shownKeys,
  shownPointer,
  shownText
} from "@agent-operations/error-envelope/pointer"
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

  it("K3: are told as they are, or to what holds a place whose names are too long to repeat", () => {
    const [fits, long] = ["a".repeat(1000), "a".repeat(1001)]
    expect(shownKeys(["a", 0])).toEqual(["a", 0])
    expect(shownKeys([fits])).toEqual([fits])
    expect(shownKeys(["a", long, "b"])).toEqual(["a"])
    expect(shownPointer("/a/0")).toBe("/a/0")
    expect(shownPointer(`/a/${long}/b`)).toBe("/a")
    expect(shownPointer(`/${long}`)).toBe("")
    expect(shownPointer(long)).toBe("")
    expect(shownPointer("/a", "/0")).toBe("/a/0")
    expect(shownPointer(`/a/${long}`, "/0")).toBe("/a")
    expect(shownPointer("/a", `/${long}`)).toBe("/a")
  })

  it("K3: what is said of a place is told with its beginning, and no character is cut in two", () => {
    expect(shownText("a".repeat(1000))).toBe("a".repeat(1000))
    expect(shownText("a".repeat(1001))).toBe(`${"a".repeat(999)}…`)
    for (const before of ["", "a"]) {
      const told = shownText(before + "😀".repeat(600))
      expect(told.isWellFormed()).toBe(true)
      expect(told.length).toBeGreaterThan(997)
      expect(told.length).toBeLessThan(1001)
    }
  })
})
