import { Result } from "effect"
import { type Inexact, makeFindInexact } from "./inexact.ts"
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

class NoRoom<E> extends Error {
  readonly why: E

  constructor(why: E) {
    super()
    this.why = why
  }
}

/** How many bytes of memory an object, an array, an item or a member is counted as. */
const bytesOfPart = 32

/** How many bytes are read at once: that takes a few milliseconds, whatever they are. */
const fewBytes = 256 * 1024

/** How many bytes become nothing that counts. */
const uncounted = 16 * 1024

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

type Looking = ReturnType<typeof makeFindInexact>
const lookingAway: Looking = { look: () => {}, found: () => undefined, parts: () => 0 }

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
 * Reads bytes as JSON in UTF-8: at once if they are few, and otherwise by steps. `isExact` says whether to look for what cannot
 * be kept exactly. `grow` is told how many bytes of memory it becomes beside its own, a guess, and may say why there are none.
 *
 * @example
 * runSteps(readJson(Buffer.from("[1e999]"), true))
 * // Result of { value: [Infinity], inexact: { path: "/0", message: "The number is too large to be stored." } }
 */
export function* readJson<E = never>(
  bytes: Uint8Array,
  isExact: boolean,
  grow: (bytes: number) => E | undefined = () => undefined
): Generator<void, Result.Result<ReadJson, NotJson | E>> {
  const looking = isExact ? makeFindInexact() : lookingAway
  const { look, found } = looking
  if (bytes.length <= fewBytes) {
    const read = readAtOnce(bytes, looking)
    const why = bytes.length > uncounted && Result.isSuccess(read) ? grow(looking.parts() * bytesOfPart) : undefined
    return why === undefined ? read : Result.fail(why)
  }
  let behind = 0
  const decode = (piece: Uint8Array) => {
    behind = piece.byteOffset - bytes.byteOffset
    return decodeBySteps(piece)
  }
  try {
    const growBy = (parts: number) => {
      const why = grow(parts * bytesOfPart)
      if (why !== undefined) throw new NoRoom(why)
    }
    return Result.succeed({ value: yield* parsePieces(bytes, decode, look, undefined, growBy), inexact: found() })
  } catch (error) {
    if (error instanceof NoRoom) return Result.fail((error as NoRoom<E>).why)
    if ((error as { readonly code?: unknown }).code === "ERR_ENCODING_INVALID_ENCODED_DATA") return Result.fail(notText)
    if (!(error instanceof SyntaxError)) throw error
    // What is said of a piece tells of brackets that the body does not have.
    return Result.fail({
      isText: true,
      message: `Behind byte ${behind} it ends early, or has a token where none may be.`
    })
  }
}
