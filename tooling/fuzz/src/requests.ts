import fc from "fast-check"
import { inputsOf } from "./arbitrary.ts"

/** A request, all but its credential. */
export interface Fuzzed {
  readonly sort: string
  readonly body: string | Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

const odd = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  "",
  " ",
  "\u0000",
  "\ud800",
  "\udfff\ud800",
  "\ufeff",
  "\u202e",
  "x".repeat(121),
  "é".repeat(2001),
  "x".repeat(300_000),
  [],
  {},
  [[]],
  { a: {} }
)

/** JSON text that JavaScript would not write. */
const oddText = fc.constantFrom(
  "1e400",
  "-1e400",
  "9007199254740993",
  "0.1000000000000000055511151231257827",
  "-0",
  "1E+2",
  '"\\u0000"',
  '"\\ud800"',
  '{"a":1,"a":2}',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{}}}',
  '{"toString":null}',
  "NaN",
  "01",
  "+1",
  "'a'",
  "[1,]",
  "/**/1",
  '"\t"',
  `${"[".repeat(300)}${"]".repeat(300)}`,
  `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`
)

const places = (value: unknown, path: ReadonlyArray<string> = []): ReadonlyArray<ReadonlyArray<string>> =>
  typeof value === "object" && value !== null
    ? [path, ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key]))]
    : [path]

/** A value with what stands at a path replaced, taken out, or given a neighbour. */
const changed = (value: unknown, [key, ...rest]: ReadonlyArray<string>, to: unknown): unknown => {
  if (key === undefined) return to
  const copy = (Array.isArray(value) ? [...(value as Array<unknown>)] : { ...(value as object) }) as Record<
    string,
    unknown
  >
  copy[key] = changed(copy[key], rest, to)
  return copy
}

const marker = "the place of odd text"
const json = { "content-type": "application/json" }
const named = (
  sort: string,
  body: fc.Arbitrary<string | Uint8Array>,
  headers: fc.Arbitrary<Record<string, string>> = fc.constant(json)
) => fc.record({ sort: fc.constant(sort), body, headers })

const nearly = (operation: string, to: fc.Arbitrary<unknown>) =>
  inputsOf(operation).chain((input) =>
    fc.tuple(fc.constantFrom(...places(input)), to).map(([path, value]) => changed(input, path, value))
  )

const brokenUtf8 = [
  [0xff],
  [0xc0, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xe2, 0x82],
  [0xef, 0xbb, 0xbf],
  [0xfe, 0xff, 0, 0x7b]
]

const oddHeaders = fc.constantFrom<Record<string, string>>(
  {},
  { "content-type": "" },
  { "content-type": "application/json; charset=utf-16" },
  { "content-type": "text/json" },
  { "content-type": "application/json;charset=UTF-8" },
  { "content-type": "APPLICATION/JSON" },
  { "content-type": "application/json, application/json" },
  { ...json, "content-encoding": "gzip" },
  { ...json, "content-encoding": "identity" },
  { ...json, "x-request-id": "x".repeat(500) },
  { ...json, "x-request-id": "a b" },
  { ...json, accept: "text/html" },
  { ...json, "x-http-method-override": "DELETE" },
  { ...json, range: "bytes=0-1" },
  { ...json, "if-none-match": "*" },
  { ...json, cookie: "a=b", origin: "null" }
)

/** Requests to an operation: right, nearly right, and whatever else can be sent. */
export const requestsTo = (operation: string): fc.Arbitrary<Fuzzed> => {
  const text = inputsOf(operation).map((input) => JSON.stringify(input))
  return fc.oneof(
    { weight: 4, arbitrary: named("right", text) },
    {
      weight: 4,
      arbitrary: named(
        "one place odd",
        nearly(operation, odd).map((value) => JSON.stringify(value) ?? "")
      )
    },
    {
      weight: 3,
      arbitrary: named(
        "odd JSON text",
        fc
          .tuple(nearly(operation, fc.constant(marker)), oddText)
          .map(([value, to]) => (JSON.stringify(value) ?? "").replace(`"${marker}"`, () => to))
      )
    },
    {
      weight: 1,
      arbitrary: named(
        "a member more",
        fc
          .tuple(
            inputsOf(operation),
            fc.constantFrom("__proto__", "constructor", "toString", "tenant_id", "extra"),
            fc.jsonValue()
          )
          .map(
            ([input, key, value]) =>
              `{${JSON.stringify(key)}:${JSON.stringify(value)},${JSON.stringify(input).slice(1)}`
          )
      )
    },
    { weight: 1, arbitrary: named("any JSON", fc.json()) },
    { weight: 1, arbitrary: named("any bytes", fc.uint8Array({ maxLength: 200 })) },
    {
      weight: 1,
      arbitrary: named(
        "broken UTF-8",
        fc.tuple(text, fc.constantFrom(...brokenUtf8), fc.nat()).map(([json, bytes, at]) => {
          const whole = Buffer.from(json)
          const place = at % (whole.length + 1)
          return new Uint8Array(Buffer.concat([whole.subarray(0, place), Buffer.from(bytes), whole.subarray(place)]))
        })
      )
    },
    { weight: 1, arbitrary: named("odd headers", text, oddHeaders) }
  )
}
