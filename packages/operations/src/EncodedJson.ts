import { makeShares } from "@agent-operations/database"
import { Effect } from "effect"
import { inTurnsIfLong } from "./in-turns-if-long.ts"
import { parsedJson } from "./json-text/parsed-json.ts"

declare const type: unique symbol

/**
 * A value as the JSON text that goes on the wire. A handler whose store keeps JSON as text returns this, and the text
 * is passed on without being read.
 */
export class EncodedJson<out T> {
  declare readonly [type]: T
  readonly text: string
  constructor(text: string) {
    this.text = text
  }

  /** The text of a value. */
  static of<T>(value: T): EncodedJson<T> {
    return new EncodedJson(JSON.stringify(value))
  }
}

/** Parses the value. */
export const decodeJson = <T>({ text }: EncodedJson<T>): T => JSON.parse(text) as T

/** Whose long text becomes values: one at a time, as many that are half done would take as much memory as all of them. */
const decoding = makeShares({ size: 1 })

const charactersOfLong = 64 * 1024

/**
 * Parses the value: in turns with others, where it is long. Law: K3.
 *
 * @example
 * const trace = yield* decodeJsonInTurns(answered)
 */
export const decodeJsonInTurns = <T>({ text }: EncodedJson<T>): Effect.Effect<T> =>
  (text.length <= charactersOfLong
    ? inTurnsIfLong(text.length, parsedJson(text))
    : // Any number may wait, for ever.
      Effect.orDie(decoding.run(inTurnsIfLong(text.length, parsedJson(text))))) as Effect.Effect<T>
