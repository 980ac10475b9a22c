import { makeDistinctNames } from "./distinct-names.ts"

/**
 * What a JSON body may have: two bytes can become an object of fifty, and a name that is new costs as much as hundreds of
 * characters. A body of at most `bytes` can't have enough to matter, and is not looked at. Law: E3.
 */
export const outlineLimits = { bytes: 1024 * 1024, parts: 1_000_000, names: 100_000 } as const

const [quote, comma, colon, openArray, backslash, openObject, space] = [34, 44, 58, 91, 92, 123, 32]

/** What a character outside of strings is: most are of no matter, which one look tells. */
const [ofNoMatter, ofStrings, ofParts] = [0, 1, 2]
const kinds = new Uint8Array(256)
kinds[quote] = ofStrings
for (const code of [comma, openArray, openObject]) kinds[code] = ofParts

/** Where the string that begins at an index ends: at its closing quote, or at the end of the text. */
export const stringEnd = (json: Uint8Array, start: number): number => {
  let end = start + 1
  while (end < json.length && json[end] !== quote) end += json[end] === backslash ? 2 : 1
  return end
}

const isName = (json: Uint8Array, end: number): boolean => {
  let next = end + 1
  while (json[next]! <= space) next++
  return json[next] === colon
}

/** After how many bytes others may have their turn. */
const stepBytes = 64 * 1024

/**
 * What a JSON text has too much of to be parsed, if anything: parts, which are the objects, arrays and commas outside of its
 * strings, or names that differ. The text may be anything; no more of it is looked at than it takes.
 *
 * @example
 * runSteps(tooMuchOf(Buffer.from(`[${"{},".repeat(500_000)}{}]`), 1_000_000)) // "parts"
 */
export function* tooMuchOf(json: Uint8Array, maxParts: number): Generator<void, "parts" | "names" | undefined> {
  if (json.length <= outlineLimits.bytes) return undefined
  const names = makeDistinctNames(outlineLimits.names)
  let [parts, nextStep] = [0, stepBytes]
  for (let at = 0; at < json.length; at++) {
    if (at >= nextStep) {
      nextStep = at + stepBytes
      yield
    }
    const kind = kinds[json[at]!]
    if (kind === ofNoMatter) continue
    if (kind === ofParts) {
      if (++parts > maxParts) return "parts"
      continue
    }
    const end = stringEnd(json, at)
    if (isName(json, end) && names.exceeds(json, at + 1, end)) return "names"
    at = end
  }
  return undefined
}
