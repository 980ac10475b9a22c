import { CellFailure } from "../failures.ts"
import { parse } from "../records.ts"

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const textOf = (bytes: Uint8Array): string => {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new CellFailure("TYPE_ERROR", "The bytes are no text in UTF-8.")
  }
}

/** What formulas make of bytes: where a text is meant, what is none is an error. */
export const ofBytes = {
  "string(bytes)": textOf,
  "bytes.string()": textOf,
  "bytes.json()": (bytes: Uint8Array) => {
    const value = parse(textOf(bytes))
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value
    throw new CellFailure("TYPE_ERROR", "json() takes the JSON of an object.")
  }
}

const escape = /\\(?:[xX]([0-9a-fA-F]{2})|([0-7]{3})|(.))/su

const named: Readonly<Record<string, string>> = { a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" }

/** The bytes of a literal, which the library has read: each character is written in UTF-8, and an escape is one byte. */
export const bytesOfLiteral = (literal: string): Uint8Array => {
  const quotes = /^b("""|'''|"|')/iu.exec(literal)![1]!
  const parts = literal.slice(1 + quotes.length, -quotes.length).split(escape)
  const bytes: Array<Uint8Array> = []
  for (let n = 0; n < parts.length; n += 4) {
    const [text, hex, octal, letter] = parts.slice(n, n + 4)
    bytes.push(Buffer.from(text!))
    if (hex !== undefined) bytes.push(Uint8Array.of(Number.parseInt(hex, 16)))
    else if (octal !== undefined) bytes.push(Uint8Array.of(Number.parseInt(octal, 8)))
    else if (letter !== undefined) bytes.push(Buffer.from(named[letter] ?? letter))
  }
  return new Uint8Array(Buffer.concat(bytes))
}
