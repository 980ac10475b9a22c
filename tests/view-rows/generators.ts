import fc from "fast-check"

export type ValueType = "string" | "number" | "boolean" | "timestamp" | "duration" | "json"

/** Formulas that are right for a trace, by the type of their value; some of their values are not of it, or take too long. */
const formulas = fc.letrec<Record<ValueType, string>>((tie) => {
  const typed = (type: ValueType, ...others: ReadonlyArray<fc.Arbitrary<string>>) =>
    fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom("trace.attributes.tier", "trace.metadata.n", "trace.input.n", "dyn(null)"),
      fc.tuple(tie("boolean"), tie(type), tie(type)).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
      fc.tuple(tie(type), tie(type)).map(([a, b]) => `cel.bind(x, ${a}, [x, ${b}][0])`),
      ...others
    )
  const binary = (left: ValueType, right: ValueType, ...operators: ReadonlyArray<string>) =>
    fc.tuple(tie(left), tie(right), fc.constantFrom(...operators)).map(([a, b, operator]) => `(${a} ${operator} ${b})`)
  return {
    string: typed(
      "string",
      fc.constantFrom("trace.name", "string(trace.cost)", "trace.userId", "trace.tags[0]", "string(trace.durationMs)"),
      fc.string({ maxLength: 5 }).map((text) => JSON.stringify(text)),
      binary("string", "string", "+"),
      tie("string").map((a) => `(${a}).upperAscii()`)
    ),
    number: typed(
      "number",
      fc.constantFrom(
        "trace.durationMs",
        "1.5",
        "double(7)",
        "trace.scores.quality",
        "trace.cost",
        "double(size(trace.tags))"
      ),
      binary("number", "number", "+", "-", "*", "/"),
      tie("number").map((a) => `(2 * ${a})`),
      tie("number").map((a) => `(-${a})`)
    ),
    boolean: typed(
      "boolean",
      fc.constantFrom("true", "(trace.endedAt == null)", "has(trace.input.n)", '(trace.attributes["tier"] == "gold")'),
      binary("boolean", "boolean", "&&", "||", "=="),
      binary("number", "number", "<", ">=", "==", "!="),
      binary("string", "string", "<", "==", "!="),
      binary("timestamp", "timestamp", "<", "=="),
      tie("boolean").map((a) => `!${a}`),
      tie("boolean").map((a) => `trace.tags.exists(tag, tag == "a" && ${a})`),
      tie("number").map((a) => `[1.5, ${a}].all(x, x > 0)`),
      fc
        .tuple(tie("string"), fc.constantFrom("^t[0-4]$", "(", "^(a+)+$"))
        .map(([a, b]) => `(${a}).matches(${JSON.stringify(b)})`)
    ),
    timestamp: typed(
      "timestamp",
      fc.constantFrom("trace.startedAt", "trace.endedAt"),
      binary("timestamp", "duration", "+", "-")
    ),
    duration: typed(
      "duration",
      fc.constant('duration("1s")'),
      binary("timestamp", "timestamp", "-"),
      binary("duration", "duration", "+")
    ),
    json: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom(
        "trace.input",
        "trace.tags",
        "trace.metadata",
        "[trace.name, trace.cost]",
        "trace",
        '{"a": trace.userId}'
      ),
      tie("string"),
      tie("number")
    )
  }
})

/** Formulas of which some are wrong: of another type, of fields that there are not, or no formula at all. */
export const anyFormula = fc
  .constantFrom<ValueType>("string", "number", "boolean", "timestamp", "duration", "json")
  .chain((type) =>
    fc.record({
      valueType: fc.oneof(
        { weight: 5, arbitrary: fc.constant(type) },
        { weight: 1, arbitrary: fc.constantFrom<ValueType>("string", "number") }
      ),
      expression: fc.oneof(
        { weight: 8, arbitrary: formulas[type]! },
        {
          weight: 2,
          arbitrary: fc.constantFrom(
            "trace.nope",
            "custom.nope == 1",
            "1 +",
            "trace.name + 1",
            "1 / 0",
            "9007199254740993",
            "[1,2].map(a,[1].map(b,[1].map(c,[1].map(d, d))))"
          )
        }
      )
    })
  )

const texts = fc.constantFrom("t1", "t2", "", "gold", "u3", "\u{1f600}", "é", "a")
const numbers = fc.constantFrom(0, 1, 2, 1000, 1500.5, -1, 4)
const times = fc.constantFrom("2015-11-20T10:00:00.000Z", "2135-01-01T00:00:00.123456789Z")

const valueOf: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: texts,
  number: numbers,
  boolean: fc.boolean(),
  timestamp: times,
  duration: fc.oneof(numbers, fc.constantFrom("1s", "1.5s", "no duration")),
  strings: fc.array(texts, { maxLength: 2 }),
  json: fc.oneof(texts, numbers, fc.boolean(), fc.constant({ n: 1 }), fc.constant(["a"]))
}

const ordered = new Set(["string", "number", "timestamp", "duration", "json"])

/** A field that settings name, with its type. */
export interface Named {
  readonly field: string
  readonly type: string
}

/** Filters that suit their fields. */
const filterOf = ({ field, type }: Named): fc.Arbitrary<object> => {
  const value = valueOf[type]!
  const filter = (operator: string, given: fc.Arbitrary<unknown>) => given.map((value) => ({ field, operator, value }))
  return fc.oneof(
    filter("eq", fc.oneof(value, fc.constant(null))),
    filter("ne", fc.oneof(value, fc.constant(null))),
    filter("in", fc.array(value, { maxLength: 3 })),
    filter("exists", fc.boolean()),
    ...(ordered.has(type)
      ? [fc.constantFrom("lt", "lte", "gt", "gte").chain((operator) => filter(operator, value))]
      : []),
    ...(type === "string" || type === "strings" || type === "json"
      ? [filter("contains", type === "json" ? value : texts)]
      : [])
  )
}

/** Filters, sort and grouping over some fields, that are valid. */
export const settingsOver = (fields: ReadonlyArray<Named>) =>
  fc.record({
    filters: fc.array(fc.constantFrom(...fields).chain(filterOf), { maxLength: 2 }),
    sort: fc.array(
      fc.record({
        field: fc.constantFrom(...fields).map(({ field }) => field),
        direction: fc.constantFrom("asc", "desc")
      }),
      {
        maxLength: 2
      }
    ),
    groupBy: fc.option(
      fc.constantFrom(...fields).map(({ field }) => field),
      { nil: null, freq: 3 }
    )
  })
