import { catalogue, toAnswer, NotFound, ValidationError } from "@agent-operations/error-envelope"
import { errorsOf } from "@agent-operations/contract"
import type { CallToolResult, Tool } from "@modelcontextprotocol/server"
import { isObject } from "../is-object.ts"
import type { Session } from "../server.ts"
import { callOperation, errorResult, jsonResult } from "./call.ts"
import type { View } from "./catalog.ts"
import { noSuchTool, type Tools } from "./operations.ts"
import { describe, type OperationTool } from "./tool.ts"

const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

/** Each word of a query is looked for in every word of every tool. */
const maxQueryLength = 200

const named = { operation: { type: "string" } } as const
const called = { ...named, input: { type: "object" } } as const

/** The tools by which all operations are found, described and called: the same few whatever the number of operations. */
const searchTools: ReadonlyArray<Tool> = [
  {
    name: "search_operations",
    title: "Search operations",
    description: "Finds operations by words. Without words: the first of all.",
    inputSchema: {
      type: "object",
      properties: { query: { type: "string", maxLength: maxQueryLength }, limit: { type: "integer", default: 10 } }
    },
    annotations: reads
  },
  {
    name: "describe_operation",
    title: "Describe an operation",
    description: "Tells the input schema, the errors and an example of an operation. Read it before the first call.",
    inputSchema: { type: "object", properties: named, required: ["operation"] },
    annotations: reads
  },
  {
    name: "call_read",
    title: "Call an operation that reads",
    description: "Calls an operation whose effect is read.",
    inputSchema: { type: "object", properties: called, required: ["operation"] },
    annotations: reads
  },
  {
    name: "call_write",
    title: "Call an operation that changes something",
    description: "Calls an operation whose effect is write or destructive.",
    inputSchema: { type: "object", properties: called, required: ["operation"] },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false }
  }
]

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** How well an operation fits some words: those of its ID count most, then its summary's. */
const scoreOf = ({ operation, toolset }: OperationTool, words: ReadonlyArray<string>) => {
  const places = [
    [operation.id, 4],
    [operation.summary, 3],
    [toolset, 2],
    [operation.description, 1]
  ] as const
  const found = places.map(([text, weight]) => ({ words: wordsOf(text), weight }))
  return words.reduce(
    (sum, word) =>
      sum + Math.max(0, ...found.map((place) => (place.words.some((one) => one.startsWith(word)) ? place.weight : 0))),
    0
  )
}

const search = (view: View, query: string, limit: number) => {
  const words = wordsOf(query)
  return view.tools
    .map((tool) => ({ tool, score: scoreOf(tool, words) }))
    .filter(({ score }) => words.length === 0 || score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ tool: { operation, toolset } }) => ({
      operation: operation.id,
      summary: operation.summary,
      effect: operation.effect,
      toolset
    }))
}

/** What a caller has to know of an operation. */
const described = ({ operation, tool }: OperationTool) => ({
  operation: operation.id,
  description: describe(operation),
  effect: operation.effect,
  inputSchema: tool.inputSchema,
  errors: Object.fromEntries(errorsOf(operation).map((code) => [code, operation.hints[code] ?? catalogue[code].hint])),
  example: operation.example
})

const refused = (message: string, path: string, hint?: string) =>
  errorResult(
    toAnswer(new ValidationError({ message, details: { issues: [{ path, message }] }, ...(hint && { hint }) })).body
  )

const noSuchOperation = (operation: string) =>
  errorResult(
    toAnswer(
      new NotFound({
        message: `There is no operation ${operation.slice(0, 100)}.`,
        hint: "Find its name by search_operations."
      })
    ).body
  )

type Input = Readonly<Record<string, unknown>>

/** Four tools by which every operation of a view is found, described and called. Law: C1. */
export const operationSearch = (view: View, { port, selection }: Session): Tools => {
  const list = selection.readonly ? searchTools.filter(({ annotations }) => annotations?.readOnlyHint) : searchTools

  const of = (input: Input, then: (found: OperationTool) => CallToolResult | Promise<CallToolResult>) => {
    const { operation } = input
    if (typeof operation !== "string") return refused("operation has to be the name of an operation.", "/operation")
    const found = view.find(operation)
    return found === undefined ? noSuchOperation(operation) : then(found)
  }

  const run = (input: Input, isRead: boolean, signal: AbortSignal) =>
    of(input, ({ operation }) => {
      if ((operation.effect === "read") === isRead) {
        return callOperation(port, operation, input["input"] ?? {}, signal)
      }
      const other = isRead ? "call_write" : "call_read"
      return refused(`The effect of ${operation.id} is ${operation.effect}.`, "/operation", `Use ${other}.`)
    })

  return {
    list,
    call: async (name, input, signal) => {
      if (!list.some((tool) => tool.name === name)) throw noSuchTool(name)
      if (!isObject(input)) return refused("The arguments have to be an object.", "")
      if (name !== "search_operations") {
        if (name === "describe_operation") return of(input, (found) => jsonResult(described(found)))
        return run(input, name === "call_read", signal)
      }
      const { query = "", limit = 10 } = input
      if (typeof query !== "string" || query.length > maxQueryLength) {
        return refused(`query has to be text of at most ${maxQueryLength} characters.`, "/query")
      }
      if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 1 || limit > 100) {
        return refused("limit has to be 1 to 100.", "/limit")
      }
      return jsonResult({ operations: search(view, query, limit) })
    }
  }
}
