import { type Json, longestAtOnce, parseExact, parseExactBySteps } from "../json.ts"

/** What a JSON text stands for, read once: of one text many fields are members, and it may be megabytes. */
export type ReadText = (text: string) => Json | undefined

/** How long a text is at most where one short value is looked for, or one of an object's few members. */
const longestFact = 4096

/** Reads texts of which facts are made: of longer ones none is. */
export const readFactTexts = (): ReadText => {
  const known = new Map<string, Json | undefined>()
  return (text) => {
    if (text.length > longestFact) return undefined
    if (!known.has(text)) known.set(text, parseExact(text))
    return known.get(text)
  }
}

/**
 * What is made of texts of any length, by steps: it is made anew when those were parsed that are too long to be parsed at once,
 * or too long together. Law: K3.
 */
export function* withTexts<A>(make: (read: ReadText) => A): Generator<void, A> {
  const known = new Map<string, Json | undefined>()
  for (;;) {
    const wanted = new Set<string>()
    let left = longestAtOnce
    const made = make((text) => {
      if (known.has(text)) return known.get(text)
      if (text.length > left) return void wanted.add(text)
      left -= text.length
      const value = parseExact(text)
      known.set(text, value)
      return value
    })
    if (wanted.size === 0) return made
    for (const text of wanted) {
      yield
      known.set(text, yield* parseExactBySteps(text))
    }
  }
}
