import type { FieldType } from "@agent-operations/contract/records"
import { assert, describe, it } from "vitest"
import type { Json } from "../src/json.ts"
import { compareValues } from "../src/rows/compare-values.ts"
import { type FilterOperator, passes } from "../src/rows/filter.ts"

const operators = ["eq", "ne", "lt", "lte", "gt", "gte"] as const

/** The comparisons that hold of a value. */
const holding = (type: FieldType, actual: Json, value: Json) =>
  operators.filter((operator) => passes({ field: "", operator, value }, type, actual))

const [less, equal, greater] = [
  ["ne", "lt", "lte"],
  ["eq", "lte", "gte"],
  ["ne", "gt", "gte"]
] as const

describe("T14: what holds of a value, and of another", () => {
  it.each<readonly [FieldType, Json, Json, ReadonlyArray<FilterOperator>]>([
    ["number", 1, 2, less],
    ["number", 2, 2, equal],
    ["number", 10, 9, greater],
    ["number", 1, "1", ["ne"]],
    ["string", "a", "b", less],
    ["string", "B", "a", less],
    ["string", "a", "a", equal],
    ["string", "10", "9", less],
    ["string", "\u{1f600}", "\uFFFD", greater],
    ["boolean", true, true, ["eq"]],
    ["boolean", true, false, ["ne"]],
    ["json", { a: 1, b: 2 }, { b: 2, a: 1 }, ["eq"]],
    ["json", { a: 1 }, { a: 1, b: 2 }, ["ne"]],
    ["json", [1, 2], [2, 1], ["ne"]],
    ["json", 1, 2, less],
    ["strings", ["a", "b"], ["a", "b"], ["eq"]],
    ["strings", ["a", "b"], ["a"], ["ne"]],
    ["timestamp", "2015-11-20T10:00:00.000Z", "2015-11-20T11:00:00+01:00", equal],
    ["timestamp", "2015-11-20T10:00:00.000Z", "2015-11-20T10:00:00.000000001Z", less],
    ["timestamp", "2015-11-20T10:00:00.001Z", "2015-11-20T10:00:00Z", greater],
    ["timestamp", "2015-11-20T10:00:00.000Z", "soon", ["ne"]],
    ["duration", 1500, "1.5s", equal],
    ["duration", 5_400_000, "1h30m", equal],
    ["duration", 61_001.001, "1m1s1ms1us", equal],
    ["duration", 0.000_001, "1ns", equal],
    ["duration", -1000, "-1s", equal],
    ["duration", -1000, "1s", less],
    ["duration", 1500, 1500, equal],
    ["duration", 1501, "1.5s", greater],
    ["duration", 59_999, "1m", less],
    ["duration", 1500, "1.5", ["ne"]],
    ["duration", 1500, "1 s", ["ne"]],
    ["duration", 1500, "", ["ne"]],
    ...(["number", "string", "timestamp", "duration", "json"] as const).flatMap((type) => [
      [type, null, type === "number" || type === "duration" ? 0 : "2015-11-20T10:00:00Z", ["ne"]] as const,
      [type, null, null, ["eq"]] as const,
      [type, "2015-11-20T10:00:00Z", null, ["ne"]] as const
    ])
  ])("of %s: %j and %j", (type, actual, value, expected) => {
    assert.deepStrictEqual(holding(type, actual, value).toSorted(), [...expected].toSorted())
  })

  it.each<readonly [FilterOperator, FieldType, Json, Json | undefined, boolean]>([
    ["contains", "string", "parcel", "arc", true],
    ["contains", "string", "parcel", "Arc", false],
    ["contains", "string", "parcel", "", true],
    ["contains", "strings", ["gold", "b"], "gold", true],
    ["contains", "strings", ["gold", "b"], "gol", false],
    ["contains", "json", [1, { a: 1 }], { a: 1 }, true],
    ["contains", "json", [1, { a: 1 }], "1", false],
    ["contains", "json", { a: 1 }, "a", false],
    ["contains", "number", 12, 1, false],
    ["contains", "timestamp", "2015-11-20T10:00:00Z", "2015", false],
    ["contains", "string", null, "", false],
    ["in", "string", "b", ["a", "b"], true],
    ["in", "string", "c", ["a", "b"], false],
    ["in", "string", "a", "a", false],
    ["in", "string", null, ["a", null], true],
    ["in", "string", null, ["a"], false],
    ["in", "number", 1, ["1"], false],
    ["in", "duration", 90_000, ["1m30s"], true],
    ["in", "timestamp", "2015-11-20T10:00:00.000Z", ["2015-11-20T12:00:00+02:00"], true],
    ["exists", "string", "", undefined, true],
    ["exists", "string", null, undefined, false],
    ["exists", "boolean", false, true, true],
    ["exists", "number", 0, false, false],
    ["exists", "json", null, false, true]
  ])("%s of %s: %j and %j", (operator, type, actual, value, expected) => {
    const filter = { field: "", operator, ...(value === undefined ? {} : { value }) }
    assert.strictEqual(passes(filter, type, actual), expected)
  })
})

it.each<readonly [FieldType, ReadonlyArray<Json>]>([
  ["number", [-1, 0, 1.5, 10]],
  ["string", ["", "10", "9", "B", "a", "ab", "b", "\uFFFD", "\u{1f600}"]],
  ["boolean", [false, true]],
  ["timestamp", ["2015-11-20T10:00:00.000Z", "2015-11-20T09:30:00-01:00", "2015-11-20T11:00:00Z"]],
  ["duration", [-5, 0, 1000]],
  ["strings", [[], ["a"], ["a", "b"], ["b"]]],
  ["json", [false, true, -1, 2, 10, "10", "2", { a: 1 }]]
])("T14: %s are sorted from the least, or from the greatest, and what there is none of is last", (type, least) => {
  const shuffled = [null, ...least.toReversed()]
  const sorted = (direction: "asc" | "desc") => shuffled.toSorted((a, b) => compareValues(type, direction, a, b))
  assert.deepStrictEqual(sorted("asc"), [...least, null])
  assert.deepStrictEqual(sorted("desc"), [...least.toReversed(), null])
})
