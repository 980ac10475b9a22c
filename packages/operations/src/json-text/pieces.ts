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
  /** What of it stands in pieces before; undefined while none does. */
  value: Container | undefined
}

/** A name that nobody else gives to a member. */
const before = randomUUID()

/** What a piece begins with: it continues behind a value, which is a number, so that lists of numbers stay such. */
const opening = (open: Open | undefined) => (open === undefined ? "" : open.isObject ? `{"${before}":0 ` : "[0 ")
const closing = ({ isObject }: Open) => (isObject ? "}" : "]")

/** Adds what a piece has, but what it begins with. */
const add = (to: Container, piece: Container) => {
  if (Array.isArray(to)) {
    const items = piece as ReadonlyArray<unknown>
    for (let n = 1; n < items.length; n++) to.push(items[n])
    return
  }
  const members = piece as Readonly<Record<string, unknown>>
  for (const name of Object.keys(members)) {
    const value = members[name]
    if (name === "__proto__") {
      Object.defineProperty(to, name, { value, configurable: true, enumerable: true, writable: true })
    } else if (name !== before) to[name] = value
  }
}

const isBehindOpening = (json: Uint8Array, at: number): boolean => {
  let last = at - 1
  while (json[last]! <= space) last--
  return json[last] === openArray || json[last] === openObject
}

/**
 * What `JSON.parse` returns of a text in UTF-8, by steps. It is cut at commas, and each piece is parsed as what comes next in
 * one object or array, with brackets around it: so it is JSON exactly where the whole text is. `decode` gives the text of
 * bytes, and each piece is told to `look` once it was parsed. What is thrown is of a piece, and tells of no more.
 *
 * @example
 * runSteps(parsePieces(Buffer.from('{"a":[1,2]}'), decode, () => {})) // { a: [1, 2] }
 */
export function* parsePieces(
  json: Uint8Array,
  decode: (bytes: Uint8Array) => Generator<void, string>,
  look: (piece: string) => void,
  pieceLength: number = bytesOfPiece
): Generator<void, unknown> {
  const stack: Array<Open> = []
  let root: unknown
  /** Where the piece begins, and how many of the stack had begun before. */
  let [start, base] = [0, 0]
  let string: Open["name"]
  let nextStep = pieceLength

  function* parse(end: number, open: Open | undefined, closings: string): Generator<void, Container> {
    const piece = yield* decode(json.subarray(start, end))
    const parsed = JSON.parse(opening(open) + piece + closings) as Container
    // A piece may be long: one text, or what has no comma.
    if (piece.length > 2 * pieceLength) yield
    look(piece)
    if (open === undefined) root = parsed
    else add(open.value!, parsed)
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
      const [around, { name }] = [stack[n - 1], stack[n]!]
      if (name !== undefined) {
        const key = JSON.parse(yield* decode(json.subarray(...name))) as string
        value = (value as Record<string, unknown>)[key]
      } else if (around !== undefined) value = (value as ReadonlyArray<unknown>).at(-1)
      stack[n]!.value = value as Container
    }
    base = stack.length
  }

  let at = 0
  for (; at < json.length; at++) {
    if (at >= nextStep) {
      nextStep = at + pieceLength
      yield
    }
    const code = json[at]!
    if (code === quote) {
      const end = stringEnd(json, at)
      string = [at, end + 1]
      at = end
    } else if (code === openArray || code === openObject) {
      stack.push({ isObject: code === openObject, name: stack.at(-1)?.isObject ? string : undefined, value: undefined })
    } else if (code === closeArray || code === closeObject) {
      if (base > 0 && stack.length === base) {
        yield* parse(at + 1, stack[base - 1], "")
        base--
        if (base === 0) break
      }
      stack.pop()
    } else if (code === comma && at - start >= pieceLength) {
      if (stack.length > 0 && stack.length <= maxDepth && !isBehindOpening(json, at)) yield* cut(at)
    }
  }
  if (base > 0) throw new SyntaxError("Unexpected end of JSON input")
  if (root === undefined) yield* parse(json.length, undefined, "")
  else JSON.parse(`""${yield* decode(json.subarray(start))}`)
  return root
}
