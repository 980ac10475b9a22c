import { continuations } from "@agent-operations/contract/records"
import { makeShares } from "@agent-operations/database"
import { Effect } from "effect"
import { inTurnsIfLong } from "./in-turns-if-long.ts"
import { parsedJson } from "./json-text/parsed-json.ts"

declare const type: unique symbol

const charactersOfLong = 64 * 1024

/** Parts of a text as pieces: of what is short many are one. */
const joined = (parts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const pieces: Array<string> = []
  for (let [start, at, length] = [0, 0, 0]; at < parts.length;) {
    length += parts[at]!.length
    at++
    if (at === parts.length || length + parts[at]!.length > charactersOfLong) {
      pieces.push(parts.slice(start, at).join(""))
      start = at
      length = 0
    }
  }
  return pieces
}

/** What a page says of how it goes on. */
const nextIn = (members: Readonly<Record<string, unknown>>): unknown =>
  Object.values(continuations)
    .map(({ from }) => members[from])
    .find((next) => next !== undefined)

/**
 * A value as the JSON text that goes on the wire. A handler whose store keeps JSON as text returns this, and the text
 * is passed on without being read. It is kept in pieces: as one, what is long would be made anew for each answer. Law: K3.
 *
 * @example
 * EncodedJson.page<ListResult>(['{"id":"pv_…"}'], { nextCursor: null })
 */
export class EncodedJson<out T> {
  declare readonly [type]: T
  /** Joined, they are the text. */
  readonly pieces: ReadonlyArray<string>
  /** Of a page, what the next one is asked for by: null where there is none, and undefined where only the text tells. */
  readonly next: unknown
  constructor(text: string | ReadonlyArray<string>, next?: unknown) {
    this.pieces = typeof text === "string" ? [text] : joined(text)
    this.next = next
  }

  get text(): string {
    return this.pieces.length === 1 ? this.pieces[0]! : this.pieces.join("")
  }

  /** How many characters it has. */
  get length(): number {
    return this.pieces.reduce((sum, { length }) => sum + length, 0)
  }

  /** The text of a value. */
  static of<T>(value: T): EncodedJson<T> {
    return new EncodedJson(JSON.stringify(value))
  }

  /**
   * A page of a list from the texts of its items, and its members beside them: how it goes on, and what else it tells. `before`
   * are the texts of members that come before its items, by their names.
   */
  static page<T>(
    items: ReadonlyArray<string>,
    members: Readonly<Record<string, unknown>>,
    before: Readonly<Record<string, string>> = {}
  ): EncodedJson<T> {
    const first = Object.entries(before).flatMap(([name, text]) => [JSON.stringify(name), ":", text, ","])
    const rest = JSON.stringify(members).slice(1)
    return new EncodedJson(["{", ...first, '"items":', ...arrayParts(items), ",", rest], nextIn(members))
  }
}

/** The parts of an array, from the texts of its items. */
export const arrayParts = (items: ReadonlyArray<string>): ReadonlyArray<string> =>
  items.length === 0 ? ["[]"] : [...items.flatMap((item, at) => [at === 0 ? "[" : ",", item]), "]"]

/** Parses the value. */
export const decodeJson = <T>({ text }: EncodedJson<T>): T => JSON.parse(text) as T

/** Whose long text becomes values: one at a time, as many that are half done would take as much memory as all of them. */
const decoding = makeShares({ size: 1 })

/**
 * Parses the value: in turns with others, where it is long. Law: K3.
 *
 * @example
 * const trace = yield* decodeJsonInTurns(answered)
 */
export const decodeJsonInTurns = <T>(encoded: EncodedJson<T>): Effect.Effect<T> => {
  // Who waits holds its pieces alone.
  const parsed = Effect.suspend(() => inTurnsIfLong(encoded.length, parsedJson(encoded.text)))
  // Any number may wait, for ever.
  return (encoded.length <= charactersOfLong ? parsed : Effect.orDie(decoding.run(parsed))) as Effect.Effect<T>
}
