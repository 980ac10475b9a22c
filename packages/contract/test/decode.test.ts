import type { Operation } from "@agent-operations/contract"
import { type Issue, makeDecoder, maxIssues } from "@agent-operations/contract/decode"
import { Result, Schema, SchemaIssue } from "effect"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { operations, operationsById } from "./served.ts"
import { near } from "./near.ts"

const formatted = SchemaIssue.makeFormatterStandardSchemaV1()

/** Every place that is wrong, as the schema library tells it. */
const reference = (schema: Schema.Codec<unknown>) => {
  const decode = Schema.decodeUnknownResult(schema, { onExcessProperty: "error", errors: "all" })
  return (input: unknown): Result.Result<unknown, ReadonlyArray<string>> =>
    Result.mapError(decode(input), ({ issue }) =>
      formatted(issue).issues.map(
        ({ path = [], message }) => `${(path as ReadonlyArray<PropertyKey>).map(String).join("/")}: ${message}`
      )
    )
}

const shown = ({ path, message }: Issue) => `${path.join("/")}: ${message}`

const create = makeDecoder(operationsById.create_page_view.input)
const refused = (input: unknown) => {
  const result = create(input)
  assert.isTrue(Result.isFailure(result))
  return Result.isFailure(result) ? result.failure : []
}
const pageView = operationsById.create_page_view.example.input

describe("E3: decoding stops at the first places that are wrong", () => {
  it.each(operations.map((operation): [string, Operation.Any] => [operation.id, operation]))(
    "E3: what is told of the input of %s is what the schema library tells",
    (_, { input, example }) => {
      const decode = makeDecoder(input)
      const every = reference(input)
      fc.assert(
        fc.property(near(example.input), (value) => {
          const [decoded, expected] = [decode(value), every(value)]
          assert.strictEqual(Result.isSuccess(decoded), Result.isSuccess(expected), JSON.stringify(value))
          if (Result.isSuccess(decoded)) return assert.deepStrictEqual(decoded, expected as never)
          if (!Result.isFailure(expected)) return
          // Without the right type and language the library says either less or more of this union.
          fc.pre(!expected.failure.some((issue) => /^source(?:: Expected Custom|.type: Missing)/.test(issue)))
          // Where a record has too many members, just that is told; the library tells of those that it does not know.
          fc.pre(
            !decoded.failure.map(shown).some((issue) => /: Expected a value with at most \d+ entries$/.test(issue))
          )
          assert.sameMembers(decoded.failure.map(shown), [...new Set(expected.failure)].slice(0, maxIssues))
        }),
        { numRuns: 300 }
      )
    }
  )

  it("E3: of many places the first 20 are told", () => {
    const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`, n]))
    const issues = refused({ ...pageView, ...unknown })
    assert.deepStrictEqual(
      issues,
      Array.from({ length: maxIssues }, (_, n) => ({ path: [`k${n}`], message: "Expected no excess property" }))
    )
    const columns = Array.from({ length: 500 }, () => ({ field: 1 }))
    assert.lengthOf(refused({ ...pageView, settings: { target: "traces", columns } }), maxIssues)
    assert.lengthOf(refused({ ...pageView, source: { type: "table", ...unknown } }), maxIssues)
  })

  it("E3: of a list or a record with too many members none is looked at", () => {
    let looked = 0
    const counted = Object.defineProperty({}, "field", { enumerable: true, get: () => (looked++, 1) })
    const columns = Array.from({ length: 501 }, () => counted)
    assert.deepStrictEqual(refused({ ...pageView, settings: { target: "traces", columns } }).map(shown), [
      "settings/columns: Expected a value with a length of at most 500"
    ])
    assert.strictEqual(looked, 0)
    const references = Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`k${n}`, 1]))
    assert.deepStrictEqual(refused({ ...pageView, references }).map(shown), [
      "references: Expected a value with at most 64 entries"
    ])
  })

  it("E3: a name too long to repeat is told by what holds it", () => {
    const long = "x".repeat(500_000)
    assert.deepStrictEqual(
      refused({ ...pageView, source: { type: "table", [long]: 1 }, [long]: 1 }).map(({ path }) => path),
      [[], ["source"]]
    )
  })
})

describe("a union", () => {
  it("tells once what each of its members says of one place", () => {
    const Member = (name: string) => Schema.Struct({ type: Schema.Literal("same"), name: Schema.Literal(name) })
    const decode = makeDecoder(Schema.Union([Member("a"), Member("b"), Member("c")]))
    const issues = Result.getOrThrow(Result.flip(decode({ type: "same", nom: "a" })))
    const told = issues.map(({ path, message }) => `${path.join("/")}: ${message}`)
    assert.strictEqual(new Set(told).size, told.length)
    assert.include(told, "nom: Expected no excess property")
  })
})
