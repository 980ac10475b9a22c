import { assert, describe, expect, it, vi } from "vitest"
import { checkItems } from "../../src/datasets/schemas/check-items.ts"
import type { Parts } from "../../src/datasets/schemas/protocol.ts"

const none = { input: null, expected: null, metadata: null }

const check = (schemas: object, items: ReadonlyArray<object>) => {
  const reached: Array<number> = []
  const texts = (parts: object) =>
    Object.fromEntries(Object.entries(parts).map(([name, of]) => [name, JSON.stringify(of)]))
  const findings = checkItems(
    { schemas: { ...none, ...texts(schemas) }, items: items.map(texts) as ReadonlyArray<Parts> },
    (count) => reached.push(count)
  )
  return { findings, reached }
}

describe("the check of items by the schemas of their dataset", () => {
  it("names each part that is wrong, at its place, and tells of each item that it is reached", () => {
    const answer = { type: "object", properties: { text: { type: "string" } }, additionalProperties: false }
    const schemas = { input: { type: "string" }, expected: answer, metadata: { required: ["source"] } }
    assert.deepStrictEqual(
      check(schemas, [
        { input: "a", expected: { text: "b" }, metadata: { source: 1 } },
        { input: 1, expected: { text: 2 }, metadata: {} },
        { expected: { more: true } }
      ]),
      {
        findings: [
          { index: 1, pointer: "/input", message: "must be string" },
          { index: 1, pointer: "/expected/text", message: "must be string" },
          { index: 1, pointer: "/metadata", message: "must have required property 'source'" },
          { index: 2, pointer: "/expected", message: "must NOT have additional properties: more" }
        ],
        reached: [1, 2, 3]
      }
    )
  })

  it("has nothing to say of parts without a schema", () => {
    assert.deepStrictEqual(check({ metadata: true }, [{ input: 1, expected: 2, metadata: 3 }]).findings, [])
  })

  it("takes formats as annotations and words that it does not know as none, and prints nothing", () => {
    const printed = (["log", "warn", "error"] as const).map((name) => vi.spyOn(console, name))
    const schemas = {
      input: { type: "string", format: "email" },
      expected: { type: "string", format: "of-our-own" },
      metadata: { colour: "red" }
    }
    const { findings } = check(schemas, [{ input: "no address", expected: "x", metadata: 1 }])
    assert.deepStrictEqual(findings, [])
    assert.deepStrictEqual(
      printed.map((of) => of.mock.calls),
      [[], [], []]
    )
    vi.restoreAllMocks()
  })

  it("looks at no item where schemas are none, and names each of these, in at most 500 characters", () => {
    const { findings, reached } = check(
      { input: { type: "nothing" }, metadata: { $ref: `https://${"a".repeat(600)}` } },
      [{ expected: 1 }]
    )
    expect(findings).toMatchObject([
      { index: -1, pointer: "/inputSchema", message: expect.stringMatching(/^It is no JSON Schema 2020-12: .*type/) },
      {
        index: -1,
        pointer: "/metadataSchema",
        message: expect.stringMatching(/^It is no JSON Schema 2020-12: can't resolve/)
      }
    ])
    assert.lengthOf(findings[1]!.message, 500)
    assert.deepStrictEqual(reached, [])
  })

  it("ends at a hundred places, and leaves the rest of the items unlooked at", () => {
    const wrong = (count: number) => Array.from({ length: count }, () => ({ input: 1, expected: 1, metadata: 1 }))
    const string = { type: "string" }
    const three = check({ input: string, expected: string, metadata: string }, wrong(40))
    assert.deepStrictEqual([three.findings.length, three.reached.length], [100, 34])
    assert.deepStrictEqual(three.findings.at(-1), { index: 33, pointer: "/input", message: "must be string" })
    const two = check({ input: string, expected: string }, wrong(51))
    assert.deepStrictEqual([two.findings.length, two.reached.length], [100, 50])
    const exactly = check({ input: string, expected: string }, wrong(50))
    assert.deepStrictEqual([exactly.findings.length, exactly.reached.length], [100, 50])
  })
  it("K3: a place is told without names that are too long to repeat, however many branches refuse it", () => {
    const inputSchema = { additionalProperties: { anyOf: Array.from({ length: 101 }, () => ({ type: "null" })) } }
    const { findings } = check({ input: inputSchema }, [{ input: { ["x".repeat(100_000)]: 1 } }])
    assert.lengthOf(findings, 100)
    assert.isTrue(findings.every(({ pointer }) => pointer === "/input"))
    const closed = check({ input: { additionalProperties: false } }, [{ input: { ["x".repeat(100_000)]: 1 } }])
    assert.deepStrictEqual(
      closed.findings.map(({ message }) => message.length),
      [1000]
    )
  })
})
