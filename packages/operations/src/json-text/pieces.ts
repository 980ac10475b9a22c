import { randomUUID } from "node:crypto"
import { stringEnd } from "./outline.ts"

/** How many bytes are parsed at a time, or what has no comma to cut at. */
const bytesOfPiece = 64 * 1024

/** How deep a piece may end: what is deeper is parsed with what is around it, so that brackets aren't written often. */
const maxDepth = 256

const [quote, comma, space] = [34, 44, 32]
const [openArray, closeArray, openObject, closeObject] = [91, 93, 123, 125]

type Container = Record<string, unknown> | Array<unknown>

/** An object or array that has begun, and not ended yet. */
interface Open {
  readonly isObject: boolean
  /** Where its name stands, where it is the member of an object. */
  readonly name: readonly [start: number, end: number] | undefined
  /** Its key in what holds it, once a piece ended in it. */
  key: string | number
  /** What of it stands in pieces before: one, and of an array one for each piece. */
  readonly pieces: Array<Container>
}

/** A name that nobody else gives to a member. */
const before = randomUUID()

/** What a piece begins with: it continues behind a value, which is a number, so that lists of numbers stay such. */
const opening = (open: Open | undefined) => (open === undefined ? "" : open.isObject ? `{"${before}":0 ` : "[0 ")
const closing = ({ isObject }: Open) => (isObject ? "}" : "]")

const set = (to: Container, key: string | number, value: unknown) => {
  if (key === "__proto__") {
    Object.defineProperty(to, key, { value, configurable: true, enumerable: true, writable: true })
  } else (to as Record<string | number, unknown>)[key] = value
}

/** Adds what a piece has, but what it begins with. */
const add = ({ isObject, pieces }: Open, piece: Container) => {
  if (Array.isArray(piece)) piece.shift()
  if (!isObject) return void pieces.push(piece)
  const members = piece as Readonly<Record<string, unknown>>
  for (const name of Object.keys(members)) if (name !== before) set(pieces[0]!, name, members[name])
}

const isBehindOpening = (json: Uint8Array, at: number): boolean => {
  let last = at - 1
  while (json[last]! <= space) last--
  return json[last] === openArray || json[last] === openObject
}

/**
 * What `JSON.parse` returns of a text in UTF-8, by steps. It is cut at commas, and each piece is parsed as what comes next in
 * one object or array, with brackets around it: so it is JSON exactly where the whole text is. `decode` gives the text of
 * bytes. Each piece is told to `look` once it was parsed, and before that how many objects, arrays and commas it has. What is
 * thrown is of a piece, and tells of no more.
 *
 * @example
 * runSteps(parsePieces(Buffer.from('{"a":[1,2]}'), decode, () => {})) // { a: [1, 2] }
 */
export function* parsePieces(
  json: Uint8Array,
  decode: (bytes: Uint8Array) => Generator<void, string>,
  look: (piece: string) => void,
  pieceLength: number = bytesOfPiece,
  beforehand: (parts: number) => void = () => {}
): Generator<void, unknown> {
  const stack: Array<Open> = []
  /** How many have begun in the last of them: they are not cut, nor kept. */
  let deeper = 0
  let root: unknown
  /** Where the piece begins, and how many of the stack had begun before. */
  let [start, base] = [0, 0]
  let string: Open["name"]
  let parts = 0
  let nextStep = pieceLength

  function* parse(end: number, open: Open | undefined, closings: string): Generator<void, Container> {
    const piece = yield* decode(json.subarray(start, end))
    beforehand(parts)
    parts = 0
    const parsed = JSON.parse(opening(open) + piece + closings) as Container
    // A piece may be long: one text, or what has no comma.
    if (piece.length > 2 * pieceLength) yield
    look(piece)
    if (open === undefined) root = parsed
    else add(open, parsed)
    start = end
    return parsed
  }

  function* cut(at: number) {
    const open = stack[base - 1]
    const closings = stack
      .slice(Math.max(0, base - 1))
      .map(closing)
      .toReversed()
      .join("")
    let value: unknown = yield* parse(at, open, closings)
    for (let n = base; n < stack.length; n++) {
      const [around, one] = [stack[n - 1], stack[n]!]
      if (around !== undefined) {
        if (one.name === undefined) one.key = (value as ReadonlyArray<unknown>).length - 1
        else one.key = JSON.parse(yield* decode(json.subarray(...one.name))) as string
        value = (value as Record<string | number, unknown>)[one.key]
      }
      one.pieces.push(value as Container)
    }
    base = stack.length
  }

  /** Ends what the piece is in. Items are joined at once: an array that grows is copied again and again. */
  function* end(at: number): Generator<void> {
    const { pieces, key } = stack[base - 1]!
    yield* parse(at + 1, stack[base - 1], "")
    if (pieces.length > 1) {
      const joined = ([] as Array<unknown>).concat(...(pieces as ReadonlyArray<Array<unknown>>))
      const around = stack[base - 2]
      if (around === undefined) root = joined
      else set(around.pieces.at(-1)!, key, joined)
    }
    base--
  }

  let at = 0
  for (; at < json.length; at++) {
    if (at >= nextStep) {
      nextStep = at + pieceLength
      yield
    }
    const code = json[at]!
    if (code === quote) {
      const closing = stringEnd(json, at)
      string = [at, closing + 1]
      at = closing
    } else if (code === openArray || code === openObject) {
      parts++
      if (stack.length > maxDepth) deeper++
      else
        stack.push({
          isObject: code === openObject,
          name: stack.at(-1)?.isObject ? string : undefined,
          key: 0,
          pieces: []
        })
    } else if (code === closeArray || code === closeObject) {
      if (deeper > 0) deeper--
      else {
        if (base > 0 && stack.length === base) {
          yield* end(at)
          if (base === 0) break
        }
        stack.pop()
      }
    } else if (code === comma) {
      parts++
      if (at - start < pieceLength) continue
      if (stack.length > 0 && stack.length <= maxDepth && !isBehindOpening(json, at)) yield* cut(at)
    }
  }
  if (base > 0) throw new SyntaxError("Unexpected end of JSON input")
  if (root === undefined) yield* parse(json.length, undefined, "")
  else JSON.parse(`""${yield* decode(json.subarray(start))}`)
  return root
}
