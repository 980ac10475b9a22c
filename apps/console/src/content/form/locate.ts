import { keysOf } from "../pointer.ts"

const token = /\s*("(?:[^"\\]|\\.)*"|[^\s"{}[\],:]+|[{}[\],:])/gy

interface Container {
  readonly isList: boolean
  /** Whether the pointer leads to it, or on through it. */
  readonly isOnTheWay: boolean
  key: string | number
}

/** Where the value at a pointer begins, or else the last one on the way there. The text must be JSON. */
const offsetOf = (json: string, pointer: string): number => {
  const keys = keysOf(pointer)
  const stack: Array<Container> = []
  let [found, depth] = [0, 0]
  let expectsName = false
  for (const { 0: whole, 1: text = "", index } of json.matchAll(token)) {
    const top = stack.at(-1)
    if (text === "}" || text === "]") {
      stack.pop()
      expectsName = false
    } else if (text === ",") {
      if (top?.isList === true && typeof top.key === "number") top.key++
      else expectsName = true
    } else if (expectsName && text.startsWith('"') && top !== undefined) {
      top.key = JSON.parse(text) as string
      expectsName = false
    } else if (text !== ":") {
      const isOnTheWay = top === undefined || (top.isOnTheWay && String(top.key) === keys[stack.length - 1])
      if (isOnTheWay && stack.length >= depth) [found, depth] = [index + whole.length - text.length, stack.length]
      expectsName = text === "{"
      if (text === "{" || text === "[") stack.push({ isList: text === "[", isOnTheWay, key: 0 })
    }
  }
  return found
}

/**
 * The line, from 1, of a JSON text on which the value at a pointer begins, or else the value that was to hold it.
 *
 * @example
 * lineOf('{\n  "unit": 1\n}', "/unit") // 2
 */
export const lineOf = (json: string, pointer: string): number =>
  json.slice(0, offsetOf(json, pointer)).split("\n").length
