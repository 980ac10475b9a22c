import { openApiDocument } from "@agent-operations/contract/openapi"
import { referenceFamilies } from "@agent-operations/contract/reference"
import { assert, describe, it } from "vitest"

type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject
interface JsonObject {
  readonly [key: string]: Json
}

const document = JSON.parse(JSON.stringify(openApiDocument(referenceFamilies))) as {
  readonly paths: Readonly<Record<string, { readonly post: JsonObject }>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonObject>>; readonly responses: JsonObject }
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const nameOf = (reference: string) => reference.split("/").at(-1)!

/** Named schemas that say what a value is, and nothing of what it is there for. */
const general: ReadonlySet<string> = new Set(["Timestamp", "Actor", "Revision", "DatasetVersion"])

const isDescribed = ({ description, $ref }: JsonObject): boolean => {
  if (typeof description === "string" && description !== "") return true
  if (typeof $ref !== "string" || general.has(nameOf($ref))) return false
  return isDescribed(document.components.schemas[nameOf($ref)] ?? {})
}

/** The members without a description of a schema, at every level; those of named schemas are found under their name. */
const missingIn = (schema: Json, path: string): ReadonlyArray<string> => {
  if (Array.isArray(schema)) return schema.flatMap((one: Json) => missingIn(one, path))
  if (!isObject(schema)) return []
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (["const", "enum", "default", "examples", "example"].includes(keyword)) return []
    if (keyword !== "properties" || !isObject(value)) return missingIn(value, path)
    return Object.entries(value).flatMap(([name, member]) => [
      ...(isObject(member) && isDescribed(member) ? [] : [`${path}/${name}`]),
      ...missingIn(member, `${path}/${name}`)
    ])
  })
}

/** The body of an answer, whose one member is `data`: what stands in it is the result. */
const resultOf = ({ responses }: JsonObject): Json => {
  const success = (responses as Readonly<Record<string, JsonObject>>)["200"]!
  const { schema } = (success["content"] as { readonly "application/json": { readonly schema: JsonObject } })[
    "application/json"
  ]
  return (schema["properties"] as JsonObject)["data"]!
}

describe("what documents say of members", () => {
  it.each(Object.entries(document.paths))("C1: %s describes each member of its input and its result", (path, item) => {
    const { requestBody } = item.post
    assert.deepStrictEqual(
      [...missingIn(requestBody!, `${path} input`), ...missingIn(resultOf(item.post), `${path} result`)],
      []
    )
  })

  it("C1: each member of a named schema is described", () => {
    const missing = Object.entries(document.components.schemas).flatMap(([name, schema]) => missingIn(schema, name))
    assert.deepStrictEqual(missing, [])
  })

  it("E2: each member of an error's details is described", () => {
    const { responses } = document.components
    const missing = Object.entries(responses).flatMap(([name, response]) => missingIn(response, name))
    assert.deepStrictEqual(missing, [])
  })

  it("C1: each operation, record and summary reads as a sentence", () => {
    for (const { post } of Object.values(document.paths)) {
      assert.match(post["summary"] as string, /^[A-Z][^.]*$/)
      assert.isAtMost((post["summary"] as string).length, 72)
      assert.match(post["description"] as string, /^[A-Z].*\.$/s)
    }
  })
})
