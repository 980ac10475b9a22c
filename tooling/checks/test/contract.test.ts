import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { breaking } from "../src/contract/breaking.ts"
import { withoutProse } from "../src/contract/without-prose.ts"

const committed = JSON.parse(readFileSync(`${import.meta.dirname}/../../../packages/contract/openapi.json`, "utf8"))

// oxlint-disable-next-line typescript/no-explicit-any
type Document = any

const postOf = (document: Document, operation: string) => document.paths[`/api/agent/${operation}`].post
const inputOf = (document: Document, operation: string) => {
  const { schema } = postOf(document, operation).requestBody.content["application/json"]
  return schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split("/").at(-1)]
}

const changed = (change: (document: Document) => void) => {
  const document = structuredClone(committed)
  change(document)
  return document
}

const broken: ReadonlyArray<readonly [string, (document: Document) => void]> = [
  ["an operation is gone", (document) => delete document.paths["/api/agent/get_page_view"]],
  ["an input is gone", (document) => delete inputOf(document, "list_page_views").properties.limit],
  ["an input is required", (document) => (inputOf(document, "list_page_views").required = ["limit"])],
  ["an input is narrower", (document) => (inputOf(document, "list_page_views").properties.limit.maximum = 5)],
  ["a member of the result is gone", (document) => delete document.components.schemas.PageView.properties.revision],
  ["a member of the result can be left out", (document) => document.components.schemas.PageView.required.pop()],
  [
    "a member of the result has another type",
    (document) => (document.components.schemas.PageView.properties.name = { type: "integer" })
  ],
  ["the effect is another", (document) => (postOf(document, "get_page_view")["x-agent-effect"] = "write")],
  ["a scope more is required", (document) => postOf(document, "get_page_view")["x-agent-scopes"].push("views:write")],
  [
    "a default is another",
    (document) => {
      const { limit } = inputOf(document, "list_page_views").properties
      limit.default = 7
    }
  ],
  [
    "keys follow another pattern",
    (document) => {
      const { references } = inputOf(document, "create_page_view").properties
      references.propertyNames.pattern = "^[a-z]{1,9}$"
    }
  ],
  [
    "an error loses its hint, beside a code more",
    (document) => {
      const one = structuredClone(document.components.responses.NameTaken)
      const { error } = one.content["application/json"].schema.properties
      const { hint: _, ...properties } = error.properties
      const known = { ...error, properties, required: error.required.filter((name: string) => name !== "hint") }
      const more = { ...error, properties: { ...error.properties, code: { type: "string", enum: ["NEW"] } } }
      one.content["application/json"].schema.properties.error = { anyOf: [known, more] }
      document.components.responses.More = one
      postOf(document, "create_page_view").responses["409"] = { $ref: "#/components/responses/More" }
    }
  ],
  [
    "an error code is gone",
    (document) =>
      (postOf(document, "update_page_view").responses["409"] = postOf(document, "get_page_view").responses["404"])
  ],
  [
    "an error code is not returned any more",
    (document) =>
      (postOf(document, "create_page_view").responses["409"] = { $ref: "#/components/responses/NotReturned" })
  ]
]

const kept: ReadonlyArray<readonly [string, (document: Document) => void]> = [
  [
    "an operation more",
    (document) => {
      const { post } = structuredClone(document.paths["/api/agent/get_page_view"])
      document.paths["/api/agent/peek_page_view"] = { post: { ...post, operationId: "peek_page_view" } }
    }
  ],
  [
    "an input that can be left out",
    (document) => (inputOf(document, "list_page_views").properties.color = { type: "string" })
  ],
  ["a wider input", (document) => (inputOf(document, "list_page_views").properties.limit.maximum = 1000)],
  [
    "a member more of the result",
    (document) => (document.components.schemas.PageView.properties.color = { type: "string" })
  ],
  ["other words", (document) => (postOf(document, "get_page_view").description = "Reads one.")],
  [
    "an error code more under a status that was there",
    (document) => {
      const more = structuredClone(document.components.responses.ConflictOrNameTaken)
      const { anyOf } = more.content["application/json"].schema.properties.error
      anyOf.push({ ...structuredClone(anyOf[0]), properties: { ...anyOf[0].properties, code: { enum: ["NEW"] } } })
      document.components.responses.More = more
      postOf(document, "update_page_view").responses["409"] = { $ref: "#/components/responses/More" }
    }
  ],
  [
    "an error code under a status that was not returned",
    (document) => {
      const { responses } = postOf(document, "list_page_views")
      assert.deepStrictEqual(responses["404"], { $ref: "#/components/responses/NotReturned" })
      responses["404"] = postOf(document, "get_page_view").responses["404"]
    }
  ],
  [
    "two error codes under a status that was not returned",
    (document) => {
      const { responses } = postOf(document, "list_page_views")
      assert.deepStrictEqual(responses["409"], { $ref: "#/components/responses/NotReturned" })
      responses["409"] = postOf(document, "update_page_view").responses["409"]
    }
  ],
  [
    "an error code more under a status that had one",
    (document) => {
      const more = structuredClone(document.components.responses.NameTaken)
      const { error } = more.content["application/json"].schema.properties
      more.content["application/json"].schema.properties.error = {
        anyOf: [error, { ...error, properties: { ...error.properties, code: { type: "string", enum: ["NEW"] } } }]
      }
      document.components.responses.More = more
      postOf(document, "create_page_view").responses["409"] = { $ref: "#/components/responses/More" }
    }
  ]
]

describe("C3: the released contract", () => {
  it.concurrent.each(broken)("C3: is broken where %s", async (_, change) => {
    assert.isNotEmpty(await breaking(committed, changed(change)))
  })

  it.concurrent.each(kept)("C3: is kept where there is %s", async (_, change) => {
    assert.deepStrictEqual(await breaking(committed, changed(change)), [])
  })

  it("C3: is kept by itself, told without prose", async () => {
    const bare = withoutProse(committed)
    assert.notInclude(JSON.stringify(bare), "Reads a page view")
    assert.property((bare as Document).components.schemas.PageView.properties, "description")
    assert.deepStrictEqual(await breaking(bare, withoutProse(changed(kept[4]![1]))), [])
  })
})
