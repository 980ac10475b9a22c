import { Duration, UnsignedInt } from "@marcbachmann/cel-js/evaluator"
import type { Node } from "../nodes.ts"
import { ofBytes } from "./bytes.ts"
import { ofNumbers } from "./numbers.ts"
import { matches } from "./patterns.ts"
import { ofTexts } from "./texts.ts"
import { ofTimes } from "./times.ts"

type Handler = (...values: ReadonlyArray<never>) => unknown

/** The functions that are the product's own, by how CEL declares them. Each runs where the library has one of its own. */
export const ownFunctions: Readonly<Record<string, Handler>> = {
  "string.matches(string)": matches,
  ...ofTexts,
  ...ofBytes,
  ...ofNumbers,
  ...ofTimes
}

const typeOf = (value: unknown): string => {
  if (typeof value === "string") return "string"
  if (typeof value === "bigint") return "int"
  if (typeof value === "number") return "double"
  if (value instanceof Uint8Array) return "bytes"
  if (value instanceof Date) return "timestamp"
  if (value instanceof Duration) return "duration"
  if (value instanceof UnsignedInt) return "uint"
  return Array.isArray(value) ? "list" : "other"
}

/** The own functions of a name, by the types of what they are given. */
const byCall = new Map<string, Map<string, Handler>>()
for (const [declared, handler] of Object.entries(ownFunctions)) {
  const [, receiver, name, given] = /^(?:(\w+)\.)?(\w+)\((.*)\)$/u.exec(declared)!
  const types = [...(receiver === undefined ? [] : [receiver]), ...(given === "" ? [] : given!.split(", "))]
  const key = `${receiver === undefined ? "call" : "rcall"} ${name}`
  byCall.set(key, (byCall.get(key) ?? new Map<string, Handler>()).set(types.join(), handler))
}

/** What a call is run by, with the values that it was given: the own function for them, if there is one. */
export const ownFunctionsOf = (node: Node): ((values: ReadonlyArray<unknown>) => Handler | undefined) => {
  const found = byCall.get(`${node.op} ${(node.args as readonly [string])[0]}`)
  return found === undefined ? () => undefined : (values) => found.get(values.map(typeOf).join())
}
