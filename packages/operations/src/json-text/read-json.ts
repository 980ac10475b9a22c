import { Result } from "effect"
import { type Inexact, makeFindInexact } from "./inexact.ts"
import { outlineLimits } from "./outline.ts"
import { parsePieces } from "./pieces.ts"

/** What a body of JSON says, and the first place of it that cannot be kept exactly. */
export interface ReadJson {
  readonly value: unknown
  readonly inexact: Inexact | undefined
}

/** Why a body is not JSON. */
export interface NotJson {
  /** Whether it is text at all: UTF-8. */
  readonly isText: boolean
  readonly message: string
}

const notText: NotJson = { isText: false, message: "The body is not valid UTF-8." }

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** How many bytes become text at a time. */
const bytesOfStep = 1024 * 1024

/** Where the character begins that has a byte at an index. */
const boundary = (bytes: Uint8Array, at: number): number => {
  let end = at
  while (end > at - 4 && (bytes[end]! & 0xc0) === 0x80) end--
  return end
}

// Not by a stream: Node decodes one in several times as long.
function* decodeBySteps(bytes: Uint8Array): Generator<void, string> {
  if (bytes.length <= bytesOfStep) return utf8.decode(bytes)
  const texts: Array<string> = []
  for (let start = 0; start < bytes.length;) {
    const end = start + bytesOfStep < bytes.length ? boundary(bytes, start + bytesOfStep) : bytes.length
    texts.push(utf8.decode(bytes.subarray(start, end)))
    start = end
    yield
  }
  const text = texts.join("")
  yield
  return text
}

type Looking = Pick<ReturnType<typeof makeFindInexact>, "look" | "found">
const lookingAway: Looking = { look: () => {}, found: () => undefined }

const readAtOnce = (bytes: Uint8Array, { look, found }: Looking): Result.Result<ReadJson, NotJson> => {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return Result.fail(notText)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return Result.fail({ isText: true, message: (error as SyntaxError).message })
  }
  look(text)
  return Result.succeed({ value, inexact: found() })
}

const mark = [0xef, 0xbb, 0xbf]

/** A text behind its byte order mark, where it has one. */
export const behindMark = (bytes: Uint8Array): Uint8Array =>
  mark.every((byte, n) => bytes[n] === byte) ? bytes.subarray(mark.length) : bytes

/**
 * Reads bytes as JSON in UTF-8: at once if they are few, at most `bytesAtOnce`, and otherwise by steps. `isExact` says whether
 * to look for what cannot be kept exactly.
 *
 * @example
 * runSteps(readJson(Buffer.from("[1e999]"), true))
 * // Result of { value: [Infinity], inexact: { path: "/0", message: "The number is too large to be stored." } }
 */
export function* readJson(
  bytes: Uint8Array,
  isExact: boolean,
  bytesAtOnce: number = outlineLimits.bytes
): Generator<void, Result.Result<ReadJson, NotJson>> {
  const { look, found } = isExact ? makeFindInexact() : lookingAway
  if (bytes.length <= bytesAtOnce) return readAtOnce(bytes, { look, found })
  let behind = 0
  const decode = (piece: Uint8Array) => {
    behind = piece.byteOffset - bytes.byteOffset
    return decodeBySteps(piece)
  }
  try {
    return Result.succeed({ value: yield* parsePieces(bytes, decode, look), inexact: found() })
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === "ERR_ENCODING_INVALID_ENCODED_DATA") return Result.fail(notText)
    if (!(error instanceof SyntaxError)) throw error
    // What is said of a piece tells of brackets that the body does not have.
    return Result.fail({
      isText: true,
      message: `Behind byte ${behind} it ends early, or has a token where none may be.`
    })
  }
}
