import { spendOn } from "../meter.ts"

/** How long a part may be that the engine looks for: for each longer one there is a text in which it takes hours. */
const short = 16

/** Of each beginning of a part, how much of its end is the beginning of the part, and is not all of it. */
const bordersOf = (part: string): Uint32Array => {
  const borders = new Uint32Array(part.length)
  for (let n = 1, length = 0; n < part.length; n++) {
    while (length > 0 && part.charCodeAt(n) !== part.charCodeAt(length)) length = borders[length - 1]!
    if (part.charCodeAt(n) === part.charCodeAt(length)) length++
    borders[n] = length
  }
  return borders
}

/** Where a part begins, as Knuth, Morris and Pratt find it: first, or last, from one place to another. */
const findSlowly = (text: string, part: string, from: number, to: number, last: boolean): number => {
  const borders = bordersOf(part)
  const end = Math.min(text.length, to + part.length)
  let found = -1
  for (let n = from, length = 0; n < end; n++) {
    while (length > 0 && text.charCodeAt(n) !== part.charCodeAt(length)) length = borders[length - 1]!
    if (text.charCodeAt(n) === part.charCodeAt(length)) length++
    if (length < part.length) continue
    found = n - part.length + 1
    if (!last) return found
    length = borders[length - 1]!
  }
  return found
}

/**
 * Where a part first begins at or behind a place, or -1: in time that grows with the text, whatever the part. The engine finds
 * where the part may begin; once it was wrong too often, each character is looked at once. Law: T15.
 */
export const find = (text: string, part: string, from = 0): number => {
  spendOn(part.length)
  if (part.length <= short) return text.indexOf(part, from)
  const head = part.slice(0, short)
  const to = text.length - part.length
  let compared = 0
  for (let at = text.indexOf(head, from); at >= 0 && at <= to; at = text.indexOf(head, at + 1)) {
    if (text.startsWith(part, at)) return at
    compared += part.length
    if (compared > at - from + part.length) return findSlowly(text, part, at + 1, to, false)
  }
  return -1
}

/** Where a part last begins at or before a place, or -1. */
export const findLast = (text: string, part: string, from = text.length): number => {
  spendOn(part.length)
  if (part.length <= short) return text.lastIndexOf(part, from)
  const head = part.slice(0, short)
  let compared = 0
  for (let at = Math.min(from, text.length - part.length); at >= 0; at--) {
    at = text.lastIndexOf(head, at)
    if (at < 0 || text.startsWith(part, at)) return at
    if ((compared += part.length) > text.length) return findSlowly(text, part, 0, at - 1, true)
  }
  return -1
}
