import { readFileSync, globSync } from "node:fs"
import { contractFaults, operationsOf, viewFamilies } from "@agent-operations/contract"
import { openApiDocument } from "@agent-operations/contract/openapi"
import { referenceFamilies } from "@agent-operations/contract/reference"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { api, inputs, operations, results, scopes, standardSchemas } from "./served.ts"

const strict = { onExcessProperty: "error", errors: "all" } as const
const read = ["views:read"]
const write = ["views:write"]

/** The specification's table of operations, with those of what was deleted and of who refers, written out. */
const specified: Record<string, readonly [ReadonlyArray<string>, "read" | "write" | "destructive"]> = {
  list_page_views: [read, "read"],
  get_page_view: [read, "read"],
  create_page_view: [write, "write"],
  update_page_view: [write, "write"],
  copy_page_view: [write, "write"],
  delete_page_view: [write, "destructive"],
  get_page_view_history: [read, "read"],
  restore_page_view: [write, "write"],
  get_page_view_dependencies: [read, "read"],
  list_deleted_page_views: [read, "read"],
  recover_page_view: [write, "write"],
  validate_page_view: [read, "read"],
  list_custom_fields: [read, "read"],
  get_custom_field: [read, "read"],
  create_custom_field: [write, "write"],
  update_custom_field: [write, "write"],
  copy_custom_field: [write, "write"],
  delete_custom_field: [write, "destructive"],
  get_custom_field_history: [read, "read"],
  restore_custom_field: [write, "write"],
  get_custom_field_dependencies: [read, "read"],
  list_deleted_custom_fields: [read, "read"],
  recover_custom_field: [write, "write"]
}

describe("C1: one operation is declared once", () => {
  it("C1: the operations are those of the specification and of the trash, with their scopes and effects", () => {
    const declared = Object.fromEntries(operations.map(({ id, scopes, effect }) => [id, [scopes, effect]]))
    assert.deepStrictEqual(declared, specified as never)
  })

  it("C1: every derived view has just these operations", () => {
    const ids = Object.keys(specified).sort()
    const endpoints = Object.values(api.groups).flatMap((group) => Object.keys(group.endpoints))
    const paths = Object.keys(openApiDocument(viewFamilies).paths).map((path) => path.replace("/api/agent/", ""))
    for (const view of [inputs, results, standardSchemas]) assert.deepStrictEqual(Object.keys(view).sort(), ids)
    assert.deepStrictEqual(endpoints.sort(), ids)
    assert.deepStrictEqual(paths.sort(), ids)
  })

  it("every scope is a known one", () => {
    for (const operation of operations) for (const scope of operation.scopes) assert.property(scopes, scope)
  })

  it("C1: no family of the reference server has a fault", () => {
    assert.deepStrictEqual(contractFaults(referenceFamilies), [])
  })

  it.each(operationsOf(referenceFamilies).map((operation) => [operation.id, operation] as const))(
    "the example of %s is valid",
    (_, operation) => {
      Schema.decodeUnknownSync(operation.input as Schema.Codec<unknown>, strict)(operation.example.input)
      Schema.decodeUnknownSync(operation.result as Schema.Codec<unknown>, strict)(operation.example.result)
    }
  )

  it("is safe in a browser: no source of the contract or the envelope imports node:*", () => {
    const root = `${import.meta.dirname}/../..`
    const sources = globSync("{contract,error-envelope}/src/**/*.ts", { cwd: root })
    assert.isAbove(sources.length, 20)
    for (const source of sources) {
      const text = readFileSync(`${root}/${source}`, "utf8")
      assert.notMatch(text, /from "node:/)
      assert.notMatch(text, /\{ z \} from "zod"/, "bundlers keep all of zod, twice the size: import * as z")
    }
  })
})
