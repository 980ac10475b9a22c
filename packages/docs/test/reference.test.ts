import { Alias, AnyTypeId, type Operation, typeId } from "@agent-operations/contract"
import { referenceFamilies } from "@agent-operations/contract/reference"
import { catalogue, codes } from "@agent-operations/error-envelope"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { membersOf } from "../src/reference/members.ts"
import { sampleOf } from "../src/reference/sample.ts"
import { documentOfSchema, typeOf } from "../src/reference/schema.ts"
import { makeSite } from "../src/site.ts"
import { projectDocs } from "./kit.ts"

const { pages } = makeSite(projectDocs)
const operations = referenceFamilies.flatMap((family): ReadonlyArray<Operation.Any> => Object.values(family.operations))

/** The names of all members that a JSON Schema has anywhere. */
const namesIn = (schema: unknown): ReadonlyArray<string> => {
  if (Array.isArray(schema)) return schema.flatMap(namesIn)
  if (typeof schema !== "object" || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === "properties" ? Object.keys(value as object) : []),
    ...(key === "default" || key === "examples" ? [] : namesIn(value))
  ])
}

const sectionOf = (page: string, heading: string) => page.split(`\n## ${heading}\n`)[1]!.split(/\n## /)[0]!

const typeOfSchema = (schema: Schema.Constraint) => {
  const document = documentOfSchema(schema)
  return typeOf(document.schema, document.definitions)
}

describe("the page of an operation", () => {
  it.each(operations.map((operation) => [operation.id, operation] as const))(
    "C1: %s has every member of its input and its result, at every depth",
    (id, { input, result }) => {
      const page = pages.get(`operations/${id}`)!.markdown
      for (const [heading, schema] of [
        ["Input", input],
        ["Result", result]
      ] as const) {
        const section = sectionOf(page, heading)
        for (const name of new Set(namesIn(documentOfSchema(schema)))) assert.include(section, `\`${name}\``, heading)
      }
    }
  )
})

describe("a type in words", () => {
  it.each([
    [Schema.String, "string"],
    [Schema.String.check(Schema.isMaxLength(200)), "string of at most 200 characters"],
    [Schema.String.check(Schema.isMinLength(1)), "string of at least 1 character"],
    [typeId("pv"), "ID such as `pv_…`"],
    [AnyTypeId, "ID"],
    [Alias, "string that matches `^[a-z][a-zA-Z0-9_]{0,39}$`"],
    [Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 200 })), "integer from 1 to 200"],
    [Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)), "integer of at least 0"],
    [Schema.Literals(["asc", "desc"]), '`"asc"` or `"desc"`'],
    [Schema.NullOr(Schema.Boolean), "boolean or `null`"],
    [Schema.Array(Schema.String), "array of strings"],
    [Schema.Array(Schema.Struct({ a: Schema.String })).check(Schema.isMaxLength(3)), "array of at most 3 objects"],
    [Schema.Union([Schema.String, Schema.Int]), "string or integer"],
    [Schema.Unknown, "any JSON"]
  ] as const)("%#: %s", (schema, words) => assert.strictEqual(typeOfSchema(schema), words))
})

describe("members", () => {
  const lines = (schema: Schema.Constraint, side: "input" | "result" = "input") =>
    membersOf(documentOfSchema(schema), side).split("\n")

  it("say what is required of who sends them, and what may be absent to who reads them", () => {
    const schema = Schema.Struct({
      a: Schema.String.annotate({ description: "The first." }),
      b: Schema.optionalKey(Schema.Int)
    })
    assert.deepStrictEqual(lines(schema), ["- **`a`** *string, required*  ", "  The first.", "- **`b`** *integer*"])
    assert.deepStrictEqual(lines(schema, "result").at(-1), "- **`b`** *integer, may be absent*")
  })

  it("of alternatives are told by the member that has one value, equal ones together", () => {
    const schema = Schema.Struct({
      source: Schema.Union([
        Schema.Struct({ type: Schema.Literal("one") }),
        Schema.Struct({ type: Schema.Literal("two") }),
        Schema.Struct({ type: Schema.Literal("code"), text: Schema.String })
      ])
    })
    assert.deepStrictEqual(lines(schema), [
      "- **`source`** *object, required*",
      '  - If `type` is `"one"` or `"two"`: no other members.',
      '  - If `type` is `"code"`:',
      "    - **`text`** *string, required*"
    ])
  })

  it("of what is kept under any key stand below {key}", () => {
    const schema = Schema.Struct({ by: Schema.Record(Schema.String, Schema.Struct({ a: Schema.Boolean })) })
    assert.deepStrictEqual(lines(schema, "result"), [
      "- **`by`** *object*",
      "  - **`{key}`** *object*",
      "    - **`a`** *boolean*"
    ])
  })

  it("of what contains itself are told once", () => {
    interface Tree {
      readonly children: ReadonlyArray<Tree>
    }
    const Tree: Schema.Codec<Tree> = Schema.Struct({
      children: Schema.Array(Schema.suspend(() => Tree))
    }).annotate({ identifier: "Tree" })
    assert.deepStrictEqual(lines(Schema.Struct({ tree: Tree }), "result"), [
      "- **`tree`** *object*",
      "  - **`children`** *array of objects*"
    ])
  })

  it("of lists of themselves end, too", () => {
    type Nested = string | ReadonlyArray<Nested>
    const Nested: Schema.Codec<Nested> = Schema.Union([
      Schema.String,
      Schema.Array(Schema.suspend((): Schema.Codec<Nested> => Nested))
    ]).annotate({ identifier: "Nested" })
    assert.deepStrictEqual(lines(Schema.Struct({ nested: Nested }), "result"), [
      "- **`nested`** *string or array of JSON values*"
    ])
  })

  it("that exclude or require each other are named below", () => {
    const page = pages.get("operations/get_managed_prompt")!.markdown
    assert.include(sectionOf(page, "Input"), "Exactly one of `id` and `name` is required.")
    assert.include(sectionOf(page, "Input"), "`parentSpanId` requires `traceId`.")
  })
})

describe("the page of an error", () => {
  it.each(codes)("E2: %s shows details of the shape that it has", (code) => {
    const { details } = catalogue[code] as { readonly details?: Schema.Codec<unknown, unknown> }
    const [, json] = /```json\n([\s\S]+?)\n```/.exec(pages.get(`errors/${code}`)!.markdown)!
    const { error } = JSON.parse(json!) as { readonly error: { readonly code: string; readonly details?: unknown } }
    assert.strictEqual(error.code, code)
    assert.strictEqual("details" in error, details !== undefined)
    if (details !== undefined) {
      Schema.decodeUnknownSync(details, { onExcessProperty: "error" })(error.details)
      assert.deepEqual(error.details, sampleOf(documentOfSchema(details)))
    }
  })
})
