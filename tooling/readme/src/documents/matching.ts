import { expect } from "vitest"
import { patternOf } from "./blocks.ts"

/**
 * What a shortened answer in a document stands for: objects may have more keys, arrays have just as many items, and `…`
 * in a string is anything.
 */
export const matching = (shown: unknown): unknown => {
  if (typeof shown === "string" && shown.includes("…")) {
    return expect.stringMatching(patternOf(shown))
  }
  if (Array.isArray(shown)) return shown.map(matching)
  if (typeof shown === "object" && shown !== null) {
    return expect.objectContaining(
      Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, matching(value)]))
    )
  }
  return shown
}
