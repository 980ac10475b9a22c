import { makeDecoder, makeDecoderBySteps } from "@agent-operations/contract/decode"
import { Effect, Schema } from "effect"
import fc from "fast-check"
import { assert, describe, it } from "vitest"

const Item = Schema.Struct({
  name: Schema.String.check(Schema.isMaxLength(3)),
  more: Schema.optionalKey(Schema.Array(Schema.Int)),
  kind: Schema.Literals(["a", "b"]).pipe(Schema.withDecodingDefaultKey(Effect.succeed("a" as const)))
})

const schema = Schema.Struct({
  lists: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({ items: Schema.Array(Item).check(Schema.isMinLength(1), Schema.isMaxLength(40)) })
    ).check(Schema.isMaxLength(3))
  ),
  tags: Schema.Array(Schema.Union([Schema.String, Schema.NumberFromString])),
  note: Schema.optionalKey(Schema.NullOr(Schema.String))
}).check(Schema.makeFilter(({ tags }) => (tags.includes("odd") ? "It is odd." : true)))

const runSteps = <A>(steps: Generator<void, A>): readonly [answer: A, count: number] => {
  for (let count = 0; ; count++) {
    const step = steps.next()
    if (step.done === true) return [step.value, count]
  }
}

const item = fc.record(
  {
    name: fc.oneof({ weight: 20, arbitrary: fc.constantFrom("a", "abc") }, fc.constantFrom<unknown>("abcd", 7, null)),
    more: fc.array(fc.oneof({ weight: 20, arbitrary: fc.integer() }, fc.constant("1"))),
    kind: fc.constantFrom("a", "b")
  },
  { requiredKeys: ["name"] }
)
const list = fc.record({ items: fc.oneof(fc.array(item, { maxLength: 45 }), fc.constant<unknown>({ 0: 1 })) })
const input = fc.record(
  {
    lists: fc.oneof(fc.array(list, { maxLength: 4 }), fc.constantFrom<unknown>(null, "list")),
    tags: fc.array(fc.constantFrom<unknown>("1", "x", "odd", 3), { maxLength: 3 }),
    note: fc.constantFrom(null, "n"),
    other: fc.constant(1)
  },
  { requiredKeys: [] }
)

describe("a decoder by steps", () => {
  const [decode, bySteps] = [makeDecoder(schema), makeDecoderBySteps(schema)]

  it("E3: takes and refuses what the decoder does, in the same words", () => {
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: input }, fc.anything()), (value) => {
        assert.deepStrictEqual(runSteps(bySteps(value))[0], decode(value))
      }),
      { numRuns: 2000 }
    )
  })

  it("E3: goes on between some items, and decodes none of a list that is too long", () => {
    const steps = (count: number) =>
      runSteps(bySteps({ tags: [], lists: [{ items: Array.from({ length: count }, () => ({ name: "a" })) }] }))[1]
    assert.isAtLeast(steps(40), 3)
    assert.isAtMost(steps(41), 3)
  })

  it("E3: decodes what has no list as it is", () => {
    assert.deepStrictEqual(runSteps(makeDecoderBySteps(Schema.String)("x"))[0], makeDecoder(Schema.String)("x"))
  })
})
