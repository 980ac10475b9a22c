import { family, operation } from "@agent-operations/contract"
import { openApiDocument } from "@agent-operations/contract/openapi"
import { referenceFamilies } from "@agent-operations/contract/reference"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"

const Alias = Schema.String.check(Schema.isPattern(/^[a-z]{1,5}$/u))
const Shelf = Schema.Record(Alias, Schema.Int).annotate({ identifier: "Shelf" })

/** Each sort of map that an input may have, with values that it takes and refuses. */
const maps = {
  "with keys of a pattern": [Schema.Record(Alias, Schema.Int), [{}, { a: 1, abc: 2 }], [{ A: 1 }, { a: "1" }]],
  "with a number of keys": [
    Schema.Record(Alias, Schema.Int).check(Schema.isMaxProperties(1)),
    [{}, { a: 1 }],
    [{ a: 1, b: 2 }, { A: 1 }]
  ],
  "with keys of a least length": [
    Schema.Record(Schema.String.check(Schema.isMinLength(1)), Schema.Int),
    [{ a: 1 }],
    [{ "": 1 }]
  ],
  "with any keys": [Schema.Record(Schema.String, Schema.Int), [{ "A b": 1 }], [{ a: "1" }]],
  "with values of any sort": [Schema.Record(Alias, Schema.Unknown), [{ a: 1, b: null }], [{ A: 1 }]],
  "with members beside its keys": [
    Schema.StructWithRest(Schema.Struct({ TOTAL: Schema.Int }), [Schema.Record(Alias, Schema.Int)]),
    [{ TOTAL: 1 }, { TOTAL: 1, a: 2 }],
    [{ a: 1 }, { TOTAL: 1, A: 2 }, { TOTAL: 1, a: "2" }]
  ],
  "with keys of two patterns": [
    Schema.StructWithRest(Schema.Struct({}), [
      Schema.Record(Alias, Schema.Int),
      Schema.Record(Schema.String.check(Schema.isPattern(/^[A-Z]{1,5}$/u)), Schema.String)
    ]),
    [{}, { a: 1, A: "1" }],
    [{ "1": 1 }, { a: true }]
  ],
  "with keys of a pattern among any": [
    Schema.StructWithRest(Schema.Struct({}), [
      Schema.Record(Alias, Schema.Int),
      Schema.Record(Schema.String, Schema.Int)
    ]),
    [{}, { a: 1, "A b": 2 }],
    [{ a: "1" }, { A: "1" }]
  ],
  "with maps in it": [
    Schema.Record(Alias, Schema.Record(Alias, Schema.Array(Shelf))),
    [{ a: { b: [{ c: 1 }] } }],
    [{ a: { B: [] } }, { a: { b: [{ C: 1 }] } }]
  ],
  "with members called as keywords are": [
    Schema.Struct({ patternProperties: Schema.Int, properties: Schema.Record(Alias, Schema.Int), $ref: Schema.String }),
    [{ patternProperties: 1, properties: { a: 1 }, $ref: "#/$defs/Shelf" }],
    [{ patternProperties: { a: 1 }, properties: { a: 1 }, $ref: "" }]
  ],
  "with a default that looks like a schema": [
    Schema.Struct({
      schema: Schema.Record(Schema.String, Schema.Unknown).annotate({
        default: { patternProperties: { "^a": {} }, $ref: "#/$defs/Shelf" }
      })
    }),
    [{ schema: { patternProperties: { "^a": {} } } }],
    [{ schema: 1 }]
  ]
} as const satisfies Record<string, readonly [Schema.Codec<unknown>, ReadonlyArray<unknown>, ReadonlyArray<unknown>]>

const of = (map: Schema.Codec<unknown>, example: unknown) =>
  family("maps", {
    title: "Maps",
    scopes: { "maps:read": "Read maps." },
    operations: {
      get: operation({
        id: "get_map",
        summary: "Get a map",
        description: "Returns the map.",
        scopes: ["maps:read"],
        effect: "read",
        input: Schema.Struct({ map }),
        result: Schema.Struct({ map }),
        errors: [],
        example: { input: { map: example }, result: { map: example } }
      })
    }
  })

/** The keywords of every schema in a document. Names of members, and values, are none. */
const keywordsIn = (value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap(keywordsIn)
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (["default", "example", "examples", "enum", "const"].includes(key)) return []
    return [key, ...(key === "properties" ? Object.values(inner as object).flatMap(keywordsIn) : keywordsIn(inner))]
  })
}

describe("maps in the OpenAPI document", () => {
  it("C2: are written as generators of clients read them, in every family", () => {
    const keywords = keywordsIn(JSON.parse(JSON.stringify(openApiDocument(referenceFamilies))))
    assert.include(keywords, "propertyNames")
    assert.notInclude(keywords, "patternProperties")
  })

  it.each(Object.entries(maps))("C2, C5: are so in a family of a host's own, %s", (_, [map, taken, refused]) => {
    const document = JSON.parse(JSON.stringify(openApiDocument([of(map, taken[0])])))
    assert.notInclude(keywordsIn(document), "patternProperties")
    const { requestBody, responses } = document.paths["/api/agent/get_map"].post
    const schemas = [
      requestBody.content["application/json"].schema,
      responses[200].content["application/json"].schema.properties.data
    ]
    const { components } = document
    for (const schema of schemas) {
      const takes = new Ajv2020({ strict: false, unicodeRegExp: true }).compile({ ...schema, components })
      assert.deepStrictEqual(
        [...taken, ...refused].map((value) => takes({ map: value })),
        [...taken.map(() => true), ...refused.map(() => false)]
      )
    }
  })
})
