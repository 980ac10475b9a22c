import { describe, expect, it } from "vitest"
import { outcomes } from "../src/outcomes.ts"

const of = (text: string, file = "a.test.ts") => outcomes(file, text)

describe("tests that take either outcome", () => {
  it.each([
    "assert.include([0, 5], count)",
    'assert.include(["done", "TAKEN"], await codeOf(submit()))',
    "assert.oneOf(status, [200, 303])",
    "assert.isTrue(a || b)",
    "assert(found === undefined || found.status === 404)",
    "assert.isTrue(codes.every((code) => code === 1 || code === 2))",
    "expect(a || b).toBe(true)",
    "assert.isTrue([1, 2].includes(code))",
    "assert.isTrue(codes.every((code) => [1, 2].includes(code)))",
    "expect([200, 404]).toContain(status)",
    "expect(status).toBeOneOf([200, 404])"
  ])("are found: %s", (text) => {
    expect(of(text)).toEqual([expect.stringMatching(/^a\.test\.ts:1: It holds for either outcome\./)])
  })

  it.each([
    "assert.include([5], count)",
    "assert.include(names, name)",
    "assert.include(text, a || b)",
    "assert.isTrue(a && b)",
    "assert.strictEqual(a || b, true)",
    "expect(found).toContain(1)",
    "const isOpen = a || b"
  ])("and these are none: %s", (text) => expect(of(text)).toEqual([]))

  it("are excepted by a reason, which excepts nothing else", () => {
    expect(of("// either: shells differ\nassert.include([0, 5], count)")).toEqual([])
    expect(of("// either: shells differ,\n// as they do\nassert.include([0, 5], count)")).toEqual([])
    expect(of("// either:\nassert.include([0, 5], count)")).toHaveLength(1)
    expect(of("// either: shells differ\nwork()")).toEqual([expect.stringContaining("This reason excepts nothing")])
  })
})

describe("loops of assertions over what may be empty", () => {
  const loop = (list: string) => `for (const one of ${list}) assert.isTrue(one.ok)`
  const empty = [expect.stringContaining("Where the list is empty it asserts nothing")]

  it.each([
    loop("await list()"),
    loop("yield* list()"),
    `const items = await list()\n${loop("items")}`,
    `const { items } = await list()\n${loop("items")}`,
    `const page = yield* list()\n${loop("page.items")}`,
    `const page = yield* list()\n${loop("page!.items.filter(isOpen)")}`,
    `const found = await list()\n${loop("Object.entries(found)")}`,
    `const items = await list()\n${loop("items")}\nassert.include(other, items.name)`
  ])("are found: %s", (text) => expect(of(`async function* test() {\n${text}\n}`)).toEqual(empty))

  it.each([
    loop("[1, 2]"),
    loop("wrong"),
    loop("text.split(',')"),
    loop("await Promise.all([a(), b()])"),
    loop("await Promise.all([1, 2].map(run))"),
    `const both = yield* Effect.all([a, b])\n${loop("both")}`,
    `const items = await list()\nassert.lengthOf(items, 3)\n${loop("items")}`,
    `const items = await list()\nassert.isAbove(items.length, 0)\n${loop("items")}`,
    `const items = await list()\nexpect(items).toHaveLength(3)\n${loop("items")}`,
    `const { items } = await list()\nassert.deepStrictEqual(items.map(idOf), ids)\n${loop("items")}`,
    "for (const one of await list()) work(one)"
  ])("and these are none: %s", (text) => expect(of(`async function* test() {\n${text}\n}`)).toEqual([]))
})

describe("properties of few runs", () => {
  it("say why, but in a long run", () => {
    const few = "fc.assert(property, {\n  numRuns: 19\n})"
    expect(of(few)).toEqual([expect.stringContaining("Fewer than 20 runs")])
    expect(of(few, "a.long.test.ts")).toEqual([])
    expect(of("fc.assert(property, { numRuns: 20 })")).toEqual([])
    expect(of("fc.assert(property, { numRuns: runs })")).toEqual([])
    expect(of("// runs: each starts a server\nfc.assert(property, { numRuns: 6 })")).toEqual([])
  })
})
