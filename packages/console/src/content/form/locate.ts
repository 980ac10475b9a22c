import { keysOf } from "@agent-operations/error-envelope/pointer"

/** A place as editors have it: both count from 1, a column in UTF-16 code units. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** A place that is looked for, or on the way to one. */
interface Wanted {
  readonly within: Map<string, Wanted>
  offset?: number
}

interface Container {
  readonly wanted: Wanted | undefined
  readonly isList: boolean
  key: string | number
}

const [quote, comma, colon] = [34, 44, 58]
const [openArray, closeArray, openObject, closeObject] = [91, 93, 123, 125]
const isSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9

const string = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/gy

/** The string of JSON that begins at a place, with its quotes. */
const stringAt = (json: string, at: number): string | undefined => {
  string.lastIndex = at
  return string.exec(json)?.[0]
}

/** Notes where each of the wanted values begins, as far as the text is JSON. */
const locate = (json: string, root: Wanted): void => {
  const stack: Array<Container> = []
  let expectsName = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    const top = stack.at(-1)
    if (isSpace(code) || code === colon) continue
    if (code === closeArray || code === closeObject) {
      stack.pop()
      expectsName = false
    } else if (code === comma) {
      if (top?.isList === true) top.key = Number(top.key) + 1
      else expectsName = true
    } else if (expectsName && top !== undefined) {
      const name = stringAt(json, at)
      if (name === undefined) return
      if (top.wanted !== undefined) top.key = JSON.parse(name) as string
      at += name.length - 1
      expectsName = false
    } else {
      const wanted = top === undefined ? root : top.wanted?.within.get(String(top.key))
      if (wanted !== undefined) wanted.offset = at
      if (code === openArray || code === openObject) {
        expectsName = code === openObject
        stack.push({ wanted: wanted?.within.size === 0 ? undefined : wanted, isList: !expectsName, key: 0 })
      } else if (code === quote) {
        const value = stringAt(json, at)
        if (value === undefined) return
        at += value.length - 1
      } else {
        while (at + 1 < json.length && !isEnd(json.charCodeAt(at + 1))) at++
      }
    }
  }
}

const isEnd = (code: number) => code === comma || code === closeArray || code === closeObject || isSpace(code)

/** The places of characters, in any order, in one pass. */
export const positionsAt = (text: string, offsets: ReadonlyArray<number>): ReadonlyArray<Position> => {
  const positions = new Map<number, Position>()
  let [line, start] = [1, 0]
  let end = text.indexOf("\n")
  for (const offset of offsets.toSorted((a, b) => a - b)) {
    for (; end !== -1 && end < offset; end = text.indexOf("\n", start)) {
      line++
      start = end + 1
    }
    positions.set(offset, { line, column: offset - start + 1 })
  }
  return offsets.map((offset) => positions.get(offset)!)
}

/**
 * The characters of a JSON text with which the values at pointers begin, or else the values that were to hold them: all
 * in one pass, which ends where the text is no JSON.
 */
const offsetsOf = (json: string, pointers: ReadonlyArray<string>): ReadonlyArray<number> => {
  const root: Wanted = { within: new Map() }
  const ways = pointers.map((pointer) => {
    const way = [root]
    for (const key of keysOf(pointer)) {
      const { within } = way.at(-1)!
      const wanted = within.get(key) ?? { within: new Map() }
      within.set(key, wanted)
      way.push(wanted)
    }
    return way
  })
  locate(json, root)
  return ways.map((way) => way.findLast(({ offset }) => offset !== undefined)?.offset ?? 0)
}

/**
 * Where in a JSON text the values at pointers begin, or else the values that were to hold them.
 *
 * @example
 * positionsOf('{\n  "unit": 1\n}', ["/unit", "/extra"]) // [{ line: 2, column: 11 }, { line: 1, column: 1 }]
 */
export const positionsOf = (json: string, pointers: ReadonlyArray<string>): ReadonlyArray<Position> =>
  positionsAt(json, offsetsOf(json, pointers))

/** The lines of the same. */
export const linesOf = (json: string, pointers: ReadonlyArray<string>): ReadonlyArray<number> =>
  positionsOf(json, pointers).map(({ line }) => line)
