/** Finds messages in what goes into a model and comes out of it, in the shapes that SDKs record them in. */
import type { Schema } from "effect"

type Json = Schema.Json
type JsonObject = { readonly [key: string]: Json }

/** A part of a message: text, a call of a tool, or anything else as JSON. */
export type Part =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "call"; readonly name: string; readonly value: Json }
  | { readonly type: "result"; readonly value: Json }
  | { readonly type: "json"; readonly value: Json }

export interface Message {
  readonly role: string
  readonly parts: ReadonlyArray<Part>
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const own = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined

/** The first of some keys that an object has a value under. */
const first = (object: JsonObject, ...keys: ReadonlyArray<string>): Json | undefined => {
  for (const key of keys) {
    const value = own(object, key)
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

const text = (value: Json | undefined): string | undefined => (typeof value === "string" ? value : undefined)

/** Arguments of calls are often JSON in a string. */
const parsed = (value: Json): Json => {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value) as Json
  } catch {
    return value
  }
}

const callOf = (given: JsonObject): Part => {
  const call = [own(given, "tool_call") ?? given].find(isObject) ?? given
  const called = [own(call, "function") ?? call].find(isObject) ?? call
  const name = text(first(called, "name", "toolName", "tool_name")) ?? "tool"
  return { type: "call", name, value: parsed(first(called, "arguments", "args", "input", "parameters") ?? {}) }
}

const calls = new Set(["tool_call", "tool-call", "tool_use", "function_call"])
const results = new Set(["tool_call_response", "tool-result", "tool_result", "function_call_output"])

const partOf = (value: Json): Part => {
  if (typeof value === "string") return { type: "text", text: value }
  if (!isObject(value)) return { type: "json", value }
  const inner = own(value, "message_content")
  if (isObject(inner)) return partOf(inner)
  const type = text(own(value, "type")) ?? ""
  if (calls.has(type)) return callOf(value)
  if (results.has(type)) {
    return { type: "result", value: parsed(first(value, "result", "response", "output", "content") ?? null) }
  }
  const said = text(first(value, "text", "content"))
  return said !== undefined && (type === "" || /text|reasoning|thinking/.test(type))
    ? { type: "text", text: said }
    : { type: "json", value }
}

const contentParts = (value: Json | undefined, isResult: boolean): ReadonlyArray<Part> => {
  if (value === undefined || value === null || value === "") return []
  if (isResult && typeof value === "string") return [{ type: "result", value: parsed(value) }]
  return Array.isArray(value) ? value.map(partOf) : [partOf(value as Json)]
}

/** The message that a value is, if it has a role. */
const messageOf = (value: Json): Message | undefined => {
  if (!isObject(value)) return undefined
  const wrapped = own(value, "message")
  if (isObject(wrapped) && text(own(wrapped, "role")) !== undefined) return messageOf(wrapped)
  const role = text(own(value, "role"))
  const content = first(value, "content", "parts", "contents")
  const asked = first(value, "tool_calls", "toolCalls")
  if (role === undefined || role === "" || role.length > 40 || (content === undefined && asked === undefined)) {
    return undefined
  }
  const called = Array.isArray(asked) ? asked.filter(isObject).map(callOf) : []
  return { role, parts: [...contentParts(content, role === "tool" || role === "function"), ...called] }
}

const allOf = (values: ReadonlyArray<Json>): ReadonlyArray<Message> | undefined => {
  const messages: Array<Message> = []
  for (const value of values) {
    const message = messageOf(value)
    if (message === undefined) return undefined
    messages.push(message)
  }
  return messages.length === 0 ? undefined : messages
}

/**
 * The messages of an input or an output: a list of them, an object with `messages` or `choices`, or a single one.
 * Undefined where anything among them has no role.
 *
 * @example
 * messagesOf([{ role: "user", content: "Where is my parcel?" }])
 */
export const messagesOf = (value: Json): ReadonlyArray<Message> | undefined => {
  if (Array.isArray(value)) return allOf(value as ReadonlyArray<Json>)
  if (!isObject(value)) return undefined
  const system = first(value, "system", "instructions")
  const list = first(value, "messages", "choices")
  if (Array.isArray(list)) {
    const messages = allOf(list)
    return messages && typeof system === "string"
      ? [{ role: "system", parts: [{ type: "text", text: system }] }, ...messages]
      : messages
  }
  const one = messageOf(value)
  return one && [one]
}

const said = ({ parts }: Message) =>
  parts.flatMap((part) => (part.type === "text" && part.text.trim() !== "" ? [part.text] : [])).join(" ")

/** What a value says in a line: the last that was said in a conversation, a text as it is, else JSON. */
export const lineOf = (value: Json): string => {
  if (typeof value === "string") return value
  const spoken = messagesOf(value)
    ?.map(said)
    .findLast((text) => text !== "")
  return spoken ?? (value === null ? "" : JSON.stringify(value))
}
