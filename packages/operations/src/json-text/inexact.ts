import { pointerOf, shownKeys } from "@agent-operations/error-envelope/pointer"

/** A place in a JSON text that JavaScript would not keep as it is written. Law: E4. */
export interface Inexact {
  /** An RFC 6901 JSON Pointer, to what holds the place where its names are too long to repeat. */
  readonly path: string
  readonly message: string
}

/** Such a place, and where in the text it begins, in UTF-16 code units. */
export interface InexactPlace extends Inexact {
  readonly offset: number
}

/** How deep objects and arrays may nest: far beyond any use, and far below what a database's parser takes. */
const maxDepth = 256

interface Container {
  readonly isObject: boolean
  /** The names seen so far; undefined before the first. */
  names: Set<string> | undefined
  /** The name of the value that comes next; undefined in an array, and while a name is expected. */
  name: string | undefined
  /** The index of the value that comes next. */
  index: number
}

const pointer = (stack: ReadonlyArray<Container>) => pointerOf(shownKeys(stack.map(({ name, index }) => name ?? index)))

/** A decimal number as sign, digits without zeros around them, and exponent: equal for equal values. */
const normalized = (number: string): string => {
  const [, sign, whole, fraction = "", exponent = 0] = /(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?/.exec(number)!
  const digits = `${whole}${fraction}`
  // Not by patterns: one that looks for zeros at the end takes the square of their number in the middle.
  let [start, end] = [0, digits.length]
  while (digits.charCodeAt(start) === zero) start++
  while (end > start && digits.charCodeAt(end - 1) === zero) end--
  if (start === end) return `${sign}0`
  return `${sign}${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`
}

/** Numbers that are smaller may have fewer digits: from about 2.2e-308 on. */
const smallest = 1e-300

/** Zero can also be written as what is not kept: with a sign, or as what is too small. */
const plainZero = /^0(?:\.0+)?(?:[eE][+-]?\d+)?$/

const inexactNumber = (text: string): string | undefined => {
  const value = Number(text)
  const size = Math.abs(value)
  // A double of its normal range keeps any 15 digits, and most numbers are that short.
  if (text.length < 16 && size >= smallest && size <= Number.MAX_SAFE_INTEGER) return undefined
  if (value === 0 && plainZero.test(text)) return undefined
  if (!Number.isFinite(value)) return "The number is too large to be stored."
  // From 1e21 on a number is written with an exponent, by the caller and in the answer: a measure, not a count.
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && !(Math.abs(value) >= 1e21 && /e/i.test(text))) {
    return "An integer beyond 2^53 - 1 cannot be stored exactly; send it as a string."
  }
  return normalized(text) === normalized(String(value))
    ? undefined
    : "The number has more digits than can be stored exactly; send it as a string."
}

const inexactString = (value: string): string | undefined => {
  if (value.includes("\0")) return "The text contains a NUL character, which cannot be stored."
  return value.isWellFormed() ? undefined : "The text contains a lone surrogate, which cannot be stored."
}

/** What an escape is written like, at most, that stands for NUL or half a surrogate pair. */
const oddEscape = /\\u(?:0000|[dD][89a-fA-F])/

const [quote, backslash, comma, minus, zero, nine] = [34, 92, 44, 45, 48, 57]
const [openArray, closeArray, openObject, closeObject] = [91, 93, 123, 125]

const [plus, point, upperE, lowerE] = [43, 46, 69, 101]

/** Where the number that begins at an index ends: behind its last character. */
const numberEnd = (json: string, start: number): number => {
  for (let end = start + 1; ; end++) {
    const code = json.charCodeAt(end)
    const isOfNumber =
      (code >= zero && code <= nine) ||
      code === point ||
      code === lowerE ||
      code === upperE ||
      code === minus ||
      code === plus
    if (!isOfNumber) return end
  }
}

/** Where the next backslash is, or the end if there is none. */
const nextEscape = (json: string, from: number): number => {
  const index = json.indexOf("\\", from)
  return index === -1 ? json.length : index
}

/** Where the string that begins at an index ends, of which the first escape is known: at its closing quote. */
const stringEnd = (json: string, start: number, escape: number): number => {
  const end = json.indexOf('"', start + 1)
  if (end < escape) return end
  let at = escape
  while (json.charCodeAt(at) !== quote) at += json.charCodeAt(at) === backslash ? 2 : 1
  return at
}

/** How far a text has been looked at. */
interface Progress {
  readonly most: number
  readonly found: Array<InexactPlace>
  readonly stack: Array<Container>
  /** How many objects, arrays, and commas between their items and members were looked at. */
  parts: number
}

const beginning = (most: number): Progress => ({ most, found: [], stack: [], parts: 0 })

/** Looks at what comes next of a text, until no more is wanted. */
const lookOn = (progress: Progress, json: string): void => {
  const { most, found, stack } = progress
  /** Whether these were the most that are wanted. */
  const tell = (message: string, offset: number) => found.push({ path: pointer(stack), message, offset }) === most
  let escape = nextEscape(json, 0)
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    const top = stack.at(-1)
    if (code === openObject || code === openArray) {
      if (stack.length === maxDepth) {
        tell(`Nested deeper than ${maxDepth}.`, at)
        return
      }
      progress.parts++
      stack.push({ isObject: code === openObject, names: undefined, name: undefined, index: 0 })
    } else if (code === closeObject || code === closeArray) {
      stack.pop()
    } else if (code === comma) {
      progress.parts++
      top!.name = undefined
      top!.index++
    } else if (code === minus || (code >= zero && code <= nine)) {
      const end = numberEnd(json, at)
      const message = inexactNumber(json.slice(at, end))
      if (message !== undefined && tell(message, at)) return
      at = end - 1
    } else if (code === quote) {
      if (escape < at) escape = nextEscape(json, at)
      const end = stringEnd(json, at, escape)
      const isWritten = escape > end
      const isName = top?.isObject === true && top.name === undefined
      // Only an escape can say what UTF-8 and JSON do not let stand for itself.
      const mayBeOdd = !isWritten && oddEscape.test(json.slice(at, end))
      if (isName || mayBeOdd) {
        const value = isWritten ? json.slice(at + 1, end) : (JSON.parse(json.slice(at, end + 1)) as string)
        if (isName) {
          top.name = value
          const names = (top.names ??= new Set())
          if (names.has(value) && tell("The name is given twice in one object.", at)) return
          names.add(value)
        }
        const message = mayBeOdd ? inexactString(value) : undefined
        if (message !== undefined && tell(message, at)) return
      }
      at = end
    }
  }
}

/**
 * The first places of a JSON text that would not come back as they were sent: an integer beyond 2^53 - 1, a number with
 * too many digits, a NUL, a lone surrogate, a name given twice in one object, or nesting deeper than `maxDepth`, behind
 * which nothing is looked at. The text must be JSON. Law: E4.
 *
 * @example
 * inexactPlaces('{"a":[1,9007199254740993]}', 20) // [{ path: "/a/1", message: "An integer beyond 2^53 - 1 …", offset: 8 }]
 */
export const inexactPlaces = (json: string, most: number): ReadonlyArray<InexactPlace> => {
  const progress = beginning(most)
  lookOn(progress, json)
  return progress.found
}

const told = ([found]: ReadonlyArray<InexactPlace>): Inexact | undefined =>
  found === undefined ? undefined : { path: found.path, message: found.message }

/**
 * The first place of a JSON text that would not come back as it was sent, as `inexactPlaces` tells it. Law: E4.
 *
 * @example
 * findInexact('{"a":[1,9007199254740993]}')?.path // "/a/1"
 */
export const findInexact = (json: string): Inexact | undefined => told(inexactPlaces(json, 1))

/** As `findInexact`, of a text that comes in pieces, each of which ends outside of strings and numbers. */
export const makeFindInexact = () => {
  const progress = beginning(1)
  let isOver = false
  return {
    look: (piece: string): void => {
      if (isOver) return
      lookOn(progress, piece)
      isOver = progress.found.length > 0
    },
    found: (): Inexact | undefined => told(progress.found),
    parts: (): number => progress.parts
  }
}
