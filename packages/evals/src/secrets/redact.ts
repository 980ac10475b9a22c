import { Redacted } from "effect"

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

/** Takes secrets out of what is kept or told. */
export interface Redactor {
  readonly text: (text: string) => string
  /** Of the beginning of a text, so many bytes of UTF-8 at most. It ends before a secret that it would cut. */
  readonly start: (text: string, bytes: number) => string
  /** Of a JSON value, in its texts and names. */
  readonly json: (json: unknown) => unknown
}

/**
 * Takes these secrets out of texts and of JSON. Law: G2.
 *
 * @example
 * redacting([Redacted.make("Bearer x7Qf-x7Qf")]).text("got x7Qf-x7Qf") // "got [secret]"
 */
export const redacting = (secrets: Iterable<Redacted.Redacted>): Redactor => {
  const forms = [...new Set([...secrets].flatMap((secret) => formsOf(Redacted.value(secret))))]
    .filter((form) => form.length >= minLength)
    .sort((a, b) => b.length - a.length)
  const text = (from: string) => forms.reduce((left, form) => left.replaceAll(form, placeholder), from)
  /** Where the first text of a form begins that goes over an end; without one, the end. */
  const cutBy = (from: string, end: number) => (form: string) => {
    const begin = Math.max(0, end - form.length + 1)
    const index = from.slice(begin, end + form.length - 1).indexOf(form)
    return index === -1 ? end : begin + index
  }
  const start = (from: string, bytes: number): string => {
    let end = utf8.encodeInto(from, new Uint8Array(bytes)).read
    // Where a secret begins, another can be cut in turn.
    for (let before = -1; before !== end;) {
      before = end
      end = Math.min(end, ...forms.map(cutBy(from, end)))
    }
    return text(from.slice(0, end))
  }
  const json = (from: unknown): unknown => {
    if (typeof from === "string") return text(from)
    if (Array.isArray(from)) return from.map(json)
    if (typeof from !== "object" || from === null) return from
    return Object.fromEntries(Object.entries(from).map(([name, value]) => [text(name), json(value)]))
  }
  return { text, start, json: forms.length === 0 ? (from) => from : json }
}
