import { definitionFamily, kind, viewFamilies } from "@agent-operations/contract"
import { referenceFamilies } from "@agent-operations/contract/reference"
import type { Tool } from "@modelcontextprotocol/server"
import { Schema } from "effect"
import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { assert, describe, it } from "vitest"
import { listOf } from "./list-of.ts"

/** A kind of a host's own, of ordinary size. */
const kindOf = (name: string, prefix: string) =>
  kind({
    name,
    prefix,
    scopes: { read: "own:read", write: "own:write" },
    mayReference: ["custom_field"],
    source: Schema.Struct({ type: Schema.Literal("threshold"), metric: Schema.String }),
    settings: Schema.Struct({ threshold: Schema.Finite, channels: Schema.Array(Schema.String) }),
    example: {
      id: `${prefix}_01k9x3m2h8e7v9q4t6w5z0r1ca`,
      name: "Slow",
      description: "More than two seconds.",
      source: { type: "threshold", metric: "trace.durationMs" },
      settings: { threshold: 2000, channels: ["#ops"] },
      references: {}
    }
  })

const scopes = { "own:read": "Read rules.", "own:write": "Change rules." }
const letters = ["a", "b", "c", "d", "e", "f", "g"]
const many = [...viewFamilies, ...letters.map((one) => definitionFamily(kindOf(`rule_${one}`, `r${one}`), scopes))]

/** The tools as a model is given them. */
const seen = (tools: ReadonlyArray<Tool>) =>
  tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }))

const tokensOf = (value: unknown) => encode(JSON.stringify(value)).length

describe("tokens of o200k that the tools cost", () => {
  it("page views and custom fields cost at most 217 a tool, and 5,500 as sent", async () => {
    const tools = await listOf(viewFamilies)
    const tokens = tokensOf(seen(tools))
    assert.lengthOf(tools, 23)
    console.log(`MCP: ${tools.length} tools cost ${tokens} tokens as a model sees them, ${tokensOf(tools)} as sent`)
    assert.isAtMost(tokens, 217 * tools.length)
    assert.isAtMost(tokensOf(tools), 5500)
  })

  it("what the reference server lists costs at most 10,000", async () => {
    const all = await listOf(referenceFamilies, { mode: "tools" })
    const tools = await listOf(referenceFamilies)
    console.log(
      `MCP: all ${all.length} tools of the reference server cost ${tokensOf(all)} tokens, what it lists ${tokensOf(tools)}`
    )
    assert.isAtMost(tokensOf(tools), 10_000)
  })

  it("search mode costs at most 500 at any number of operations", async () => {
    const few = await listOf(viewFamilies, { mode: "search" })
    const tools = await listOf(many, { mode: "search" })
    const all = await listOf(many, { mode: "tools" })
    assert.lengthOf(tools, 4)
    console.log(
      `MCP: search mode costs ${tokensOf(seen(tools))} tokens; of all ${all.length} operations ${tokensOf(seen(all))}`
    )
    assert.isAtMost(tokensOf(tools), 500)
    assert.deepStrictEqual(tools, few)
    assert.deepStrictEqual(await listOf(many), tools, "what is listed where a client says nothing")
  })
})
