import type { Schema } from "effect"

type Json = Schema.Json

/** JSON text, or the beginning of it. */
export interface Printed {
  readonly text: string
  readonly isCut: boolean
}

class Full extends Error {}

/**
 * What `JSON.stringify(value, null, indent)` begins with: at most `most` characters, and no more work than for those.
 * Indented, a value of many levels takes hundreds of times what it takes as it is stored.
 *
 * @example
 * printJson({ a: [1] }, { indent: 2, most: 6 }) // { text: '{\n  "a', isCut: true }
 */
export const printJson = (
  value: Json,
  { indent, most }: { readonly indent: number; readonly most: number }
): Printed => {
  const parts: Array<string> = []
  let left = most
  const write = (text: string) => {
    parts.push(text)
    left -= text.length
    if (left < 0) throw new Full()
  }
  const newLine = (depth: number) => (indent === 0 ? "" : `\n${" ".repeat(indent * depth)}`)
  // One character more than is left tells that the text is cut.
  const quoted = (text: string) => JSON.stringify(text.length > left + 1 ? text.slice(0, left + 1) : text)

  const list = <T>(items: Iterable<T>, depth: number, [open, close]: string, item: (each: T) => void) => {
    write(open!)
    let isFirst = true
    for (const each of items) {
      write(`${isFirst ? "" : ","}${newLine(depth + 1)}`)
      isFirst = false
      item(each)
    }
    write(`${isFirst ? "" : newLine(depth)}${close}`)
  }

  const print = (value: Json, depth: number): void => {
    if (typeof value === "string") write(quoted(value))
    else if (typeof value !== "object" || value === null) write(JSON.stringify(value))
    else if (Array.isArray(value)) list(value as ReadonlyArray<Json>, depth, "[]", (item) => print(item, depth + 1))
    else {
      const object = value as { readonly [name: string]: Json }
      list(Object.keys(object), depth, "{}", (name) => {
        write(`${quoted(name)}:${indent === 0 ? "" : " "}`)
        print(object[name] ?? null, depth + 1)
      })
    }
  }

  try {
    print(value, 0)
    return { text: parts.join(""), isCut: false }
  } catch (error) {
    if (!(error instanceof Full)) throw error
    return { text: parts.join("").slice(0, most), isCut: true }
  }
}
