import { hash } from "node:crypto"
import { Redacted } from "effect"
import { type Finder, makeFinder, unitsOfStep } from "./finder.ts"
import { sharedSteps } from "../shared-steps.ts"
import { mapTexts } from "./map-texts.ts"
import { findPlaces, replacePlaces } from "./places.ts"

/** What stands in place of a secret. */
const placeholder = "[secret]"

/** A shorter one would also be found where it is none. */
const minLength = 8

const utf8 = new TextEncoder()

/** The forms in which a value may come back: as it is, without the scheme before it, and as it is written in other texts. */
const formsOf = (value: string): ReadonlyArray<string> => {
  const bare = /^(?:\S+ |whsec_)(\S+)$/.exec(value)?.[1]
  return [value, ...(bare === undefined ? [] : [bare])].flatMap((text) => [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    Buffer.from(text).toString("base64"),
    Buffer.from(text).toString("base64url")
  ])
}

/** Takes secrets out of what is kept or told, by steps: `inTurns` goes through them. */
export interface Redactor {
  readonly text: (text: string) => Generator<void, string>
  /** Of the beginning of a text, so many bytes of UTF-8 at most. It ends before a secret that it would cut. */
  readonly start: (text: string, bytes: number) => Generator<void, string>
  /** Of a JSON value, in its texts and names. */
  readonly json: (json: unknown) => Generator<void, unknown>
}

/** A short text that has nothing that is to be found. */
const isClean = (finder: Finder, text: string): boolean => {
  if (text.length > unitsOfStep) return false
  let found = false
  finder.goOn(0, text, 0, text.length, () => {
    found = true
  })
  return !found
}

/** Where a text ends that is cut there, or at the begin of what would be cut, which can cut another in turn. */
const endBefore = ({ goOn, lengths }: Finder, text: string, cut: number): number => {
  const until = Math.min(text.length, cut + lengths[1]! - 1)
  const endingAt = new Int32Array(until + 1)
  goOn(0, text, 0, until, (number, index) => {
    endingAt[index] = lengths[number]!
  })
  let end = cut
  for (let index = until; index > end; index--) end = Math.min(end, index - endingAt[index]!)
  return end
}

const redactorOf = (secrets: ReadonlyArray<string>): Redactor => {
  const forms = [...new Set(secrets.flatMap(formsOf))]
    .filter((form) => form.length >= minLength)
    .sort((a, b) => b.length - a.length)
  const shortest = forms.at(-1)?.length ?? Infinity
  // Whoever needs it goes on with the same steps.
  const finderOfForms = sharedSteps(makeFinder(forms))

  function* text(from: string): Generator<void, string> {
    if (from.length < shortest) return from
    const places = yield* findPlaces(yield* finderOfForms(), from)
    return places.length === 0 ? from : yield* replacePlaces(from, places, placeholder)
  }
  function* start(from: string, bytes: number): Generator<void, string> {
    const cut = utf8.encodeInto(from, new Uint8Array(bytes)).read
    if (from.length < shortest) return from.slice(0, cut)
    return yield* text(from.slice(0, endBefore(yield* finderOfForms(), from, cut)))
  }
  function* json(from: unknown): Generator<void, unknown> {
    if (forms.length === 0) return from
    const finder = yield* finderOfForms()
    return yield* mapTexts(from, (of) => (of.length < shortest || isClean(finder, of) ? of : text(of)))
  }
  return { text, start, json }
}

/** Redactors of the calls under way, by the digest of their secrets: each may take 16 MB, and calls of one app share it. */
const inUse = new Map<string, WeakRef<Redactor>>()
const unused = new FinalizationRegistry<string>((key) => {
  if (inUse.get(key)?.deref() === undefined) inUse.delete(key)
})

/**
 * Takes these secrets out of texts and of JSON, whatever the case of their letters: the longest form first where they overlap,
 * in time linear in both, as who has an app chooses both. Law: G2.
 *
 * @example
 * yield* inTurns(redacting([Redacted.make("Bearer x7Qf-x7Qf")]).text("got x7Qf-x7Qf")) // "got [secret]"
 */
export const redacting = (secrets: Iterable<Redacted.Redacted>): Redactor => {
  const values = [...secrets].map((secret) => Redacted.value(secret))
  const key = hash("sha256", JSON.stringify(values))
  const known = inUse.get(key)?.deref()
  if (known !== undefined) return known
  const redactor = redactorOf(values)
  inUse.set(key, new WeakRef(redactor))
  unused.register(redactor, key)
  return redactor
}
