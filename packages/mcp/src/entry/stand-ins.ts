import { randomUUID } from "node:crypto"
import { inTurns, textPieces } from "@agent-operations/operations"
import { Effect } from "effect"

/** How many characters of an answer the SDK writes by itself. */
const fewCharacters = 2048

interface Held {
  readonly text: string
  /** The text as a string of JSON. */
  readonly asString: Uint8Array
}

/** A text as a string of JSON. */
function* asStringOf(text: string): Generator<void, Uint8Array> {
  const pieces: Array<Uint8Array> = []
  for (const piece of textPieces(text)) {
    pieces.push(Buffer.from(piece))
    yield
  }
  return Buffer.concat(pieces)
}

/**
 * Objects that stand in for the long answers of one request while the SDK handles them, which would go through each of them
 * several times at once. In the SDK's response they are replaced by what they stand in for: written out as JSON, and where they
 * are JSON in a string. Law: K3.
 *
 * @example
 * const standIn = yield* standIns.hold('{"id":"pv_…"}') // { "…:0": 0 }
 * const body = yield* standIns.fill(Buffer.from(JSON.stringify({ structuredContent: standIn, text: JSON.stringify(standIn) })))
 */
export const makeStandIns = () => {
  // Nobody knows it who could write it into an answer.
  const name = randomUUID()
  const pattern = new RegExp(String.raw`"\{\\"${name}:(\d+)\\":0\}"|\{"${name}:(\d+)":0\}`)
  const held: Array<Held> = []
  let bytes = 0

  function* filled(body: Uint8Array): Generator<void, Uint8Array> {
    const pieces: Array<Uint8Array> = []
    // What is between them comes with the numbers of both forms, of which one is undefined.
    for (const [at, piece] of (Buffer.from(body).toString().split(pattern) as Array<string | undefined>).entries()) {
      if (piece === undefined) continue
      pieces.push(
        at % 3 === 0
          ? Buffer.from(piece)
          : at % 3 === 1
            ? held[Number(piece)]!.asString
            : Buffer.from(held[Number(piece)]!.text)
      )
      yield
    }
    const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
    let end = 0
    for (const piece of pieces) {
      whole.set(piece, end)
      end += piece.length
      yield
    }
    return whole
  }

  return {
    /** How many bytes those that are held have, as strings of JSON. */
    bytes: () => bytes,
    /** Whether a text is held: a long one of an object, on one line, as an event of a stream has it. */
    takes: (text: string) =>
      text.length > fewCharacters && text.startsWith("{") && !text.includes("\n") && !text.includes("\r"),
    /** What stands in for a text. */
    hold: (text: string): Effect.Effect<Readonly<Record<string, number>>> =>
      Effect.map(inTurns(asStringOf(text)), (asString) => {
        bytes += asString.length
        return { [`${name}:${held.push({ text, asString }) - 1}`]: 0 }
      }),
    /** What the SDK answered, with what they stand in for. */
    fill: (body: Uint8Array): Effect.Effect<Uint8Array> =>
      held.length === 0 ? Effect.succeed(body) : inTurns(filled(body))
  }
}

/** What stands in for the long answers of one request. */
export type StandIns = ReturnType<typeof makeStandIns>
