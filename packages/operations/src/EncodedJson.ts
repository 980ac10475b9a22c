import { Effect } from "effect"
import { inTurns } from "./in-turns.ts"
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

/** How many characters are parsed in no turn. */
const fewCharacters = 2048

/**
 * Parses the value: in turns with others, where it is long. Law: K3.
 *
 * @example
 * const trace = yield* decodeJsonInTurns(answered)
 */
export const decodeJsonInTurns = <T>(encoded: EncodedJson<T>): Effect.Effect<T> =>
  Effect.suspend(() =>
    encoded.text.length <= fewCharacters
      ? Effect.succeed(decodeJson(encoded))
      : (inTurns(parsedJson(encoded.text)) as Effect.Effect<T>)
  )
