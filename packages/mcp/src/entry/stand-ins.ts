import { randomUUID } from "node:crypto"
import type { AgentAnswer } from "@agent-operations/http"
import { type EncodedJson, inTurns, textPieces } from "@agent-operations/operations"
import { Effect } from "effect"

/** How many characters of an answer the SDK writes by itself. */
const fewCharacters = 2048

/** How much of an answer is written before it is sent. One of no more has its length said. */
const writtenAhead = 1024 * 1024

type Filled = Pick<AgentAnswer, "body" | "texts">

/** What stands in for the long answers of one request. */
export interface StandIns {
  /** How many bytes those that are held have. */
  readonly bytes: () => number
  /** Whether a text is held: a long one of an object, on one line, as an event of a stream has it. */
  readonly takes: (answered: EncodedJson<unknown>) => boolean
  /** What stands in for a text. */
  readonly hold: (answered: EncodedJson<unknown>) => Readonly<Record<string, number>>
  /** What the SDK answered, with what they stand in for. */
  readonly fill: (body: Uint8Array) => Effect.Effect<Filled>
}

/**
 * Objects that stand in for the long answers of one request while the SDK handles them, which would go through each of them
 * several times at once. In the SDK's response they are replaced by what they stand in for: written out as JSON, and where they
 * are JSON in a string. What is long is written as it leaves, so that of many answers each holds its text alone. Law: K3.
 *
 * @example
 * const standIn = standIns.hold(EncodedJson.of({ id: "pv_…" })) // { "…:0": 0 }
 * const { body } = yield* standIns.fill(Buffer.from(JSON.stringify({ structuredContent: standIn, text: JSON.stringify(standIn) })))
 */
export const makeStandIns = (): StandIns => {
  // Nobody knows it who could write it into an answer.
  const name = randomUUID()
  const pattern = new RegExp(String.raw`"\{\\"${name}:(\d+)\\":0\}"|\{"${name}:(\d+)":0\}`)
  const held: Array<ReadonlyArray<string>> = []
  let bytes = 0

  function* piecesOf(body: Uint8Array): Generator<string> {
    // What is between them comes with the numbers of both forms, of which one is undefined.
    for (const [at, piece] of (Buffer.from(body).toString().split(pattern) as Array<string | undefined>).entries()) {
      if (piece === undefined) continue
      if (at % 3 === 0) yield piece
      else yield* at % 3 === 1 ? textPieces(...held[Number(piece)]!) : held[Number(piece)]!
    }
  }

  function* filled(body: Uint8Array): Generator<void, Filled> {
    const [ahead, pieces]: [Array<Uint8Array>, Generator<string>] = [[], piecesOf(body)]
    for (let length = 0; length < writtenAhead;) {
      const { done, value } = pieces.next()
      if (done === true) return { body: Buffer.concat(ahead) }
      const piece = Buffer.from(value)
      ahead.push(piece)
      length += piece.length
      yield
    }
    return { body: Buffer.concat(ahead), texts: { pieces, holds: bytes + body.length } }
  }

  return {
    bytes: () => bytes,
    takes: ({ length, pieces }) =>
      length > fewCharacters &&
      pieces[0]!.startsWith("{") &&
      !pieces.some((piece) => piece.includes("\n") || piece.includes("\r")),
    hold: ({ pieces }) => {
      for (const piece of pieces) bytes += Buffer.byteLength(piece)
      return { [`${name}:${held.push(pieces) - 1}`]: 0 }
    },
    fill: (body) => (held.length === 0 ? Effect.succeed({ body }) : inTurns(filled(body)))
  }
}
