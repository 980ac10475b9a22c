import { CellFailure, tooExpensive } from "../failures.ts"
import { longestText, spend } from "../meter.ts"
import { find, findLast } from "./find.ts"

/** Two units of UTF-16 that are one code point. Texts that formulas see have no half of one. */
const pair = /[\ud800-\udbff][\udc00-\udfff]/

const isHigh = (unit: number) => unit >= 0xd800 && unit < 0xdc00

/** How many code points a text has before a unit. */
const pointsBefore = (text: string, unit: number): number => {
  if (unit <= 0 || !pair.test(text)) return unit
  let points = unit
  for (let n = 0; n < unit; n++) if (isHigh(text.charCodeAt(n))) points--
  return points
}

const outside = (name: string, text: string, position: bigint) =>
  new CellFailure(
    "TYPE_ERROR",
    `${name}() has no position ${position}: the text has ${pointsBefore(text, text.length)} characters.`
  )

/** The unit that a code point begins with. A text has one position more than it has code points. */
const unitOf = (name: string, text: string, position: bigint): number => {
  if (position < 0n || position > BigInt(text.length)) throw outside(name, text, position)
  if (!pair.test(text)) return Number(position)
  let unit = 0
  for (let points = 0; points < Number(position); points++) {
    if (unit >= text.length) throw outside(name, text, position)
    unit += isHigh(text.charCodeAt(unit)) ? 2 : 1
  }
  return unit
}

const substring = (text: string, from: bigint, to?: bigint): string => {
  const start = unitOf("substring", text, from)
  if (to === undefined) return text.slice(start)
  if (to < from) throw new CellFailure("TYPE_ERROR", `substring() ends at ${to}, before it begins at ${from}.`)
  return text.slice(start, unitOf("substring", text, to))
}

/** At most so many pieces, of which the last has the rest. Without a separator each is a code point. */
const split = (text: string, separator: string, most: number): ReadonlyArray<string> => {
  const pieces: Array<string> = []
  let start = 0
  while (pieces.length < most - 1) {
    const end = separator === "" ? start + (isHigh(text.charCodeAt(start)) ? 2 : 1) : find(text, separator, start)
    if (end < 0 || (separator === "" && end >= text.length)) break
    spend(1)
    pieces.push(text.slice(start, end))
    start = end + separator.length
  }
  if (separator !== "" || text !== "") pieces.push(text.slice(start))
  return pieces
}

const splitLimited = (text: string, separator: string, limit: bigint) =>
  limit === 0n ? [] : split(text, separator, limit < 0n ? Infinity : Number(limit))

const join = (items: ReadonlyArray<unknown>, separator = ""): string => {
  let length = separator.length * Math.max(0, items.length - 1)
  for (const item of items) {
    if (typeof item !== "string") throw new CellFailure("TYPE_ERROR", "join() takes a list of strings.")
    length += item.length
  }
  if (length > longestText) throw tooExpensive
  return items.join(separator)
}

/** White space as Unicode has it: that of JavaScript lacks U+0085 and has U+FEFF. */
const space = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/

const trim = (text: string): string => {
  let [start, end] = [0, text.length]
  while (start < end && space.test(text[start]!)) start++
  while (start < end && space.test(text[end - 1]!)) end--
  return text.slice(start, end)
}

/** A text whose letters of ASCII from one on, of which there are 26, are of the other case. */
const inOtherCase = (text: string, first: string): string => {
  const units = Buffer.from(text, "utf16le")
  const from = first.charCodeAt(0)
  for (let n = 0; n < units.length; n += 2) {
    const low = units[n]!
    if (units[n + 1] === 0 && low >= from && low < from + 26) units[n] = low ^ 0x20
  }
  return units.toString("utf16le")
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)

/** What formulas do with texts: their positions are those of code points, and their cases those of ASCII. */
export const ofTexts = {
  "string.contains(string)": (text: string, part: string) => find(text, part) >= 0,
  "string.indexOf(string)": (text: string, part: string) => BigInt(pointsBefore(text, find(text, part))),
  "string.indexOf(string, int)": (text: string, part: string, from: bigint) =>
    BigInt(pointsBefore(text, find(text, part, unitOf("indexOf", text, from)))),
  "string.lastIndexOf(string)": (text: string, part: string) => BigInt(pointsBefore(text, findLast(text, part))),
  "string.lastIndexOf(string, int)": (text: string, part: string, from: bigint) =>
    BigInt(pointsBefore(text, findLast(text, part, unitOf("lastIndexOf", text, from)))),
  "string.substring(int)": substring,
  "string.substring(int, int)": substring,
  "string.split(string)": (text: string, separator: string) => split(text, separator, Infinity),
  "string.split(string, int)": splitLimited,
  "list.join()": join,
  "list.join(string)": join,
  "string.trim()": trim,
  "string.lowerAscii()": (text: string) => (isAscii(text) ? text.toLowerCase() : inOtherCase(text, "A")),
  "string.upperAscii()": (text: string) => (isAscii(text) ? text.toUpperCase() : inOtherCase(text, "a"))
}

/** A unit by where its code point is among others: those of two units are behind all of one. */
const rankOf = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)

/** Compares texts by code point, as the database does. */
export const compareTexts = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  let n = 0
  while (n < length && a.charCodeAt(n) === b.charCodeAt(n)) n++
  return n === length ? a.length - b.length : rankOf(a.charCodeAt(n)) - rankOf(b.charCodeAt(n))
}
