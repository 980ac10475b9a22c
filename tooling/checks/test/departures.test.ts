import { describe, expect, it } from "vitest"
import { departures } from "../src/departures.ts"

const of = (text: string, casts: Readonly<Record<string, number>> = {}, file = "a.ts") =>
  departures([{ file, text }], casts)

describe("departures from the conventions", () => {
  it.each([
    "const x = y as unknown as string",
    "const x = y as never as string",
    "const x = (y as unknown) as string",
    "const x = y as\n  unknown as\n  ReadonlyArray<string>",
    "const x = f(y as Record<string, A> as B)",
    "const x = <string>(<unknown>y)"
  ])("a double cast is one: %s", (text) => {
    expect(of(text)).toEqual(["a.ts: 1 double casts, where 0 are listed. Give the value its type."])
    expect(of(text, { "a.ts": 1 })).toEqual([])
  })

  it.each([
    "const x = y as string",
    "const x = [y as string, z as string]",
    "const x = { y: z as string } as A",
    "const x = '(y as unknown as string)'",
    "const x = `(${y} as unknown as string)`",
    "// y as unknown as string"
  ])("and this is none: %s", (text) => {
    expect(of(text)).toEqual([])
  })

  it("the list of double casts only goes down", () => {
    const lower = "a.ts: 0 double casts are left of 1. Lower the number that is listed."
    expect(of("const x = 1", { "a.ts": 1 })).toEqual([lower])
    expect(departures([], { "a.ts": 1 })).toEqual([lower])
  })

  it.each([
    'key.replaceAll("~", "~0").replaceAll("/", "~1")',
    'key.replaceAll("~1", "/")',
    "key.replace(/~1/g, '/')",
    "`/${key}`.replace(/[~/]/g, escape)"
  ])("a JSON Pointer put together by hand is found: %s", (text) => {
    expect(of(text)).toContain("a.ts: use pointerOf and keysOf of @agent-operations/error-envelope/pointer.")
    expect(of(text, {}, "packages/error-envelope/src/pointer.ts")).toEqual([])
  })

  it.each(['linesOf(json, ["/a~0b/~1"])', 'path.replace("a", "~")', "a = ~b"])("and this is none: %s", (text) => {
    expect(of(text)).toEqual([])
  })
})
