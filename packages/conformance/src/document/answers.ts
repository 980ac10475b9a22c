import type { Answer } from "../client.ts"
import { isObject } from "../json.ts"

/** An answer that a check met, as JSON. */
export interface Met {
  readonly operation: string
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** Notes answers, so that what a document declares of them can be looked at in the end. */
export interface Answers {
  readonly note: (operation: string, answer: Answer) => void
  /** Those that were kept of an operation: a sample of each status, with each member and each word that was met. */
  readonly of: (operation: string) => ReadonlyArray<Met>
}

/** Answers that are longer are looked at no further, and no more are kept of one status of an operation. */
const maxLength = 64 * 1024
const maxKept = 60
const maxDepth = 7

/** A word that may be one of few: a code, a type, a field's name; and not one that a check made up. */
const isWord = (text: string) => text.length < 24 && /^[A-Za-z_]+$/.test(text)

/** What is met in a value: each place with its type, and its word where there is one. */
const featuresOf = (value: unknown, path: string, depth: number, found: Set<string>): void => {
  if (depth > maxDepth) return
  if (Array.isArray(value)) {
    found.add(`${path}[`)
    for (const item of value.slice(0, 20)) featuresOf(item, `${path}/*`, depth + 1, found)
  } else if (isObject(value)) {
    found.add(`${path}{`)
    for (const [name, inner] of Object.entries(value))
      featuresOf(inner, `${path}/${isWord(name) ? name : "?"}`, depth + 1, found)
  } else if (typeof value === "string") found.add(isWord(value) ? `${path}=${value}` : `${path}"`)
  else found.add(value === null ? `${path}=null` : `${path}:${typeof value}`)
}

export const makeAnswers = (): Answers => {
  const kept = new Map<string, { readonly met: Array<Met>; readonly features: Set<string> }>()
  return {
    note: (operation, { status, headers, text, data, error }) => {
      const name = `${operation} ${status}`
      const known = kept.get(name) ?? { met: [], features: new Set<string>() }
      kept.set(name, known)
      if (text.length > maxLength || known.met.length >= maxKept) return
      const before = known.features.size
      const body = error === undefined ? { data } : { error }
      featuresOf(body, "", 0, known.features)
      if (known.features.size > before) known.met.push({ operation, status, headers, body })
    },
    of: (operation) => [...kept].filter(([name]) => name.startsWith(`${operation} `)).flatMap(([, { met }]) => met)
  }
}
