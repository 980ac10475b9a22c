import { LRUCache } from "lru-cache"
import { RE2JS } from "re2js"
import { CellFailure } from "../failures.ts"
import { spend } from "../meter.ts"

const compiled = new LRUCache<string, RE2JS | CellFailure>({ max: 200 })

const compile = (pattern: string): RE2JS | CellFailure => {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace("error parsing regexp: ", "") : "it can't be read"
    return new CellFailure("BAD_PATTERN", `The pattern of matches() is not RE2's: ${reason}`)
  }
}

/** What `matches` does: as RE2, in time that grows with the text alone, whatever the pattern. Law: T15. */
export const matches = (text: string, pattern: string): boolean => {
  let found = compiled.get(pattern)
  if (found === undefined) {
    spend(50 + pattern.length)
    compiled.set(pattern, (found = compile(pattern)))
  }
  if (found instanceof CellFailure) throw found
  spend(1 + ((text.length * found.programSize()) >> 6))
  return found.test(text)
}
