import { readFileSync } from "node:fs"
import { clientFiles } from "@agent-operations/client/generate"
import {
  customFields,
  definitionFamily,
  family,
  kind,
  operation,
  operationsOf,
  pageViews,
  viewFamilies,
  without
} from "@agent-operations/contract"
import { referenceFamilies } from "@agent-operations/contract/reference"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"

const ping = (more: object = {}) =>
  operation({
    id: "ping",
    summary: "Answer",
    description: "Answers at once. */ export const injected = 1 /*",
    scopes: [],
    effect: "read",
    input: Schema.Struct({}),
    result: Schema.Struct({ pong: Schema.Boolean }),
    errors: [],
    example: { input: {}, result: { pong: true } },
    ...more
  })

const system = (operations: Parameters<typeof family>[1]["operations"]) =>
  family("system", { title: "System", scopes: {}, operations })

const AlertRule = kind({
  name: "alert_rule",
  prefix: "ar",
  scopes: { read: "alerts:read", write: "alerts:write" },
  mayReference: [],
  source: Schema.Struct({
    "a-key": Schema.Literals(["errors", 1, true]),
    pair: Schema.Tuple([Schema.String, Schema.Finite])
  }),
  settings: Schema.Struct({
    open: Schema.StructWithRest(Schema.Struct({ a: Schema.String }), [Schema.Record(Schema.String, Schema.Json)]),
    byName: Schema.Record(Schema.String, Schema.Array(Schema.NullOr(Schema.Int)))
  }),
  example: {
    id: "ar_01k9x3m2h8e7v9q4t6w5z0r1ca",
    name: "Errors",
    description: "",
    source: { "a-key": "errors", pair: ["a", 1] },
    settings: { open: { a: "x" }, byName: {} },
    references: {}
  }
})

describe("the generated client", () => {
  it("C1: has every operation of the contract once, with its effect and how it goes on", async () => {
    const { operations } = await import("@agent-operations/client")
    const entries = Object.values(operations).flatMap((family) => Object.values(family))
    assert.deepStrictEqual(
      entries.map(({ id, effect, ...rest }) => [id, effect, "paging" in rest ? rest.paging : undefined]),
      operationsOf(referenceFamilies).map(({ id, effect, paging }) => [id, effect, paging])
    )
  })

  it("C1: is what is committed", () => {
    const files = clientFiles(referenceFamilies, { client: "../core.ts", extension: ".ts" })
    for (const [name, text] of Object.entries(files))
      assert.strictEqual(readFileSync(`${import.meta.dirname}/../src/generated/${name}`, "utf8"), text)
  })
})

describe("clientFiles", () => {
  it("C5: writes a host's own kind as it does page views", () => {
    const { "operations.ts": operations, "types.ts": types } = clientFiles([definitionFamily(AlertRule)])
    assert.include(operations, 'update: { id: "update_alert_rule", effect: "write", verb: "update" }')
    assert.include(operations, 'from "@agent-operations/client"')
    assert.include(operations, 'from "./types.js"')
    assert.include(types, '    readonly "a-key": "errors" | 1 | true\n    readonly pair: readonly [string, number]\n')
    assert.include(types, "      readonly a: string\n    } & { readonly [key: string]: Json }")
    assert.include(types, "readonly byName: { readonly [key: string]: ReadonlyArray<number | null> }")
    assert.include(types, "readonly updateWith: UpdateWith<UpdateAlertRuleInput, AlertRule, ")
  })

  it("takes modules of a host's list, which have families", () => {
    assert.deepStrictEqual(clientFiles([{ families: [pageViews, customFields] }]), clientFiles(viewFamilies))
  })

  it("an operation is its family's alone, and no description ends its comment", () => {
    const { "types.ts": types } = clientFiles([system({ ping: ping() })])
    assert.include(types, "readonly ping: Method<PingInput, PingResult, never>")
    assert.include(types, "export type PingInput = object")
    assert.notInclude(types.replaceAll("* /", ""), "*/ export")
  })

  it("leaves out what is not for clients, and families that have nothing else", () => {
    const files = clientFiles([pageViews, customFields, system({ ping: ping({ surfaces: ["rest", "cli"] }) })])
    assert.deepStrictEqual(files, clientFiles(viewFamilies))
  })

  it("a family without get has no updateWith, and nothing of it is inspected", () => {
    const files = clientFiles([without(definitionFamily(AlertRule), "get")])
    assert.notInclude(files["operations.ts"], "verb: ")
    assert.notInclude(files["types.ts"], "updateWith")
  })

  it("a method that is only called like a verb is none", () => {
    assert.notInclude(clientFiles([system({ create: ping(), get: ping({ id: "pong" }) })])["operations.ts"], "verb: ")
  })

  it("tells of a deadline and of a deprecation", () => {
    const deprecated = { since: "2015-01-01", sunset: "2016-01-01", use: "pong" }
    const files = clientFiles([system({ ping: ping({ limits: { deadlineMillis: 60_000 }, deprecated }) })])
    assert.include(files["operations.ts"], "deadlineMs: 60000")
    assert.include(files["types.ts"], "@deprecated since 2015-01-01, gone after 2016-01-01. Use pong.")
  })

  it.each([
    [
      "a family called call",
      () => family("call", { title: "x", scopes: {}, operations: { ping: ping() } }),
      /method call/
    ],
    ["a method called updateWith", () => system({ updateWith: ping() }), /updateWith is the client's own/],
    [
      "a family called as a type",
      () => family("operations", { title: "x", scopes: {}, operations: { ping: ping() } }),
      /called Operations/
    ],
    [
      "an example that its own schema refuses",
      () => system({ ping: ping({ example: { input: {}, result: { pong: 1 } } }) }),
      /example\.result is refused by its own schema at "\/pong"/
    ]
  ])("refuses %s, and says what to do", (_, make, says) => {
    assert.throws(() => clientFiles([make()]), says)
  })
})
