import type { Operation } from "@agent-operations/contract"
import { continuations } from "@agent-operations/contract/records"
import type { CallToolResult } from "@modelcontextprotocol/server"
import { isObject } from "../is-object.ts"
import type { CallAnswer, Port } from "../port.ts"
import { toldOfText } from "./encoded-twice.ts"

/** How many items what has a continuation answers where a model does not say: it reads all of them. */
const defaultItems = 10

/** The input, with fewer items where nobody said how many. What is no object stays as it is, for the server to refuse. */
const withLimit = ({ paging, input: schema }: Operation.Any, input: unknown): unknown => {
  const hasLimit = "fields" in schema && isObject(schema.fields) && "limit" in schema.fields
  return paging !== undefined && hasLimit && isObject(input) && !("limit" in input)
    ? { ...input, limit: defaultItems }
    : input
}

/** How to go on, where there is more. */
const continuation = (
  { id, paging }: Operation.Any,
  answer: Extract<CallAnswer, { readonly data: unknown }>
): string | undefined => {
  if (paging === undefined || !isObject(answer.data)) return undefined
  const { from, to } = continuations[paging]
  const next = "next" in answer ? answer.next : answer.data[from]
  return next === null || next === undefined
    ? undefined
    : `There are more. To continue, call ${id} again with the same input and ${JSON.stringify({ [to]: next })}.`
}

const text = (value: string) => ({ type: "text", text: value }) as const

/** An error as a result: the envelope with its hint, which says what to do next. */
export const errorResult = (envelope: Extract<CallAnswer, { readonly error: unknown }>): CallToolResult => ({
  isError: true,
  structuredContent: { error: envelope.error },
  content: [text(JSON.stringify(envelope))]
})

/** A value of this package's own as the result of a tool. */
export const jsonResult = (value: Record<string, unknown>): CallToolResult => ({
  structuredContent: value,
  content: [text(JSON.stringify(value))]
})

/** What an operation answered as the result of a tool: structured, and the same as text. Law: C4. */
const toResult = (operation: Operation.Any, input: unknown, answer: CallAnswer): CallToolResult => {
  if ("error" in answer) return errorResult(toldOfText(answer, input))
  const { data } = answer
  const more = continuation(operation, answer)
  return {
    ...(isObject(data) && { structuredContent: data as Record<string, unknown> }),
    content: [text(JSON.stringify(data)), ...(more === undefined ? [] : [text(more)])]
  }
}

/** Calls an operation for a model. */
export const callOperation = async (
  port: Port,
  operation: Operation.Any,
  input: unknown,
  signal: AbortSignal | undefined
): Promise<CallToolResult> =>
  toResult(operation, input, await port.call(operation.id, withLimit(operation, input), { signal, isPassedOn: true }))
