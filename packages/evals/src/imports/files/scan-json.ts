import type { Path } from "./place.ts"

/** Takes the values of a JSON text that are wanted, with the offsets of their beginning and end. */
export interface Visitor {
  /** Whether the values in this object or array are wanted one by one. */
  readonly wants: (path: Path) => boolean
  /** Takes a value, unless it is an object or array whose own values are wanted. `path` is the caller's to copy. */
  readonly value: (path: Path, start: number, end: number) => void
}

/** Where a text stops being JSON, and why. */
interface NotJson {
  readonly offset: number
  readonly message: string
}

const [quote, backslash, comma, colon, minus, zero, nine] = [34, 92, 44, 58, 45, 48, 57]
const [openArray, closeArray, openObject, closeObject] = [91, 93, 123, 125]

const isDigit = (code: number) => code >= zero && code <= nine

const skipSpace = (text: string, from: number) => {
  let at = from
  for (; ; at++) {
    const code = text.charCodeAt(at)
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return at
  }
}

const skipDigits = (text: string, from: number) => {
  let at = from
  while (isDigit(text.charCodeAt(at))) at++
  return at
}

class Break extends Error {
  readonly offset: number
  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

const stringEnd = (text: string, start: number): number => {
  for (let at = start + 1; ; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    if (code === backslash) {
      const escape = text[++at]
      if (escape === "u") {
        if (!/^[0-9a-f]{4}$/i.test(text.slice(at + 1, at + 5)))
          throw new Break("\\u takes four hexadecimal digits.", at)
        at += 4
      } else if (escape === undefined || !'"\\/bfnrt'.includes(escape)) {
        throw new Break("A backslash begins no escape that JSON has.", at - 1)
      }
    } else if (!(code >= 32)) {
      if (at >= text.length) throw new Break("The text is not closed by a quotation mark.", start)
      throw new Break("A text has a control character; write it as an escape such as \\n.", at)
    }
  }
}

const numberEnd = (text: string, start: number): number => {
  const first = text.charCodeAt(start) === minus ? start + 1 : start
  let at = text.charCodeAt(first) === zero ? first + 1 : skipDigits(text, first)
  const digits = (from: number) => {
    const end = skipDigits(text, from)
    if (end === from) throw new Break("A number needs a digit here.", from)
    return end
  }
  if (at === first) digits(first)
  if (text[at] === ".") at = digits(at + 1)
  if (text[at] === "e" || text[at] === "E") at = digits(/[+-]/.test(text[at + 1] ?? "") ? at + 2 : at + 1)
  return at
}

const scalarEnd = (text: string, start: number): number => {
  const code = text.charCodeAt(start)
  if (code === quote) return stringEnd(text, start)
  if (code === minus || isDigit(code)) return numberEnd(text, start)
  for (const word of ["true", "false", "null"]) if (text.startsWith(word, start)) return start + word.length
  throw new Break(
    start >= text.length ? "The file ends where a value is expected." : "A value is expected here.",
    start
  )
}

interface Container {
  readonly start: number
  readonly isArray: boolean
  readonly isWanted: boolean
  key: string | number
}

const scanWith = (text: string, { wants, value }: Visitor): void => {
  const stack: Array<Container> = []
  const path: Array<string | number> = []
  let at = skipSpace(text, 0)

  /** Reads the name of a member, and stands before its value then. */
  const name = (top: Container) => {
    if (text.charCodeAt(at) !== quote) throw new Break("A name in quotation marks is expected here.", at)
    const end = stringEnd(text, at)
    if (top.isWanted) path[path.length - 1] = top.key = JSON.parse(text.slice(at, end)) as string
    at = skipSpace(text, end)
    if (text.charCodeAt(at) !== colon) throw new Break("A colon is expected here.", at)
    at = skipSpace(text, at + 1)
  }
  const tell = (start: number, end: number) => {
    if (stack.at(-1)?.isWanted !== false) value(path, start, end)
    at = end
  }
  /** Goes on behind a value, to the next or out of what it is in. Whether that was all. */
  const goOn = () => {
    for (;;) {
      at = skipSpace(text, at)
      const top = stack.at(-1)
      if (top === undefined) {
        if (at < text.length) throw new Break("Nothing may follow the value.", at)
        return true
      }
      const code = text.charCodeAt(at)
      if (code === comma) {
        at = skipSpace(text, at + 1)
        if (!top.isArray) name(top)
        else if (top.isWanted) path[path.length - 1] = top.key = (top.key as number) + 1
        return false
      }
      if (code !== (top.isArray ? closeArray : closeObject)) {
        throw new Break(`A comma or ${top.isArray ? "]" : "}"} is expected here.`, at)
      }
      close(top)
    }
  }
  const close = (top: Container) => {
    stack.pop()
    if (top.isWanted) path.pop()
    if (top.isWanted) at++
    else tell(top.start, at + 1)
  }

  for (;;) {
    const code = text.charCodeAt(at)
    if (code === openArray || code === openObject) {
      const isArray = code === openArray
      const isWanted = stack.at(-1)?.isWanted !== false && wants(path)
      const top = { start: at, isArray, isWanted, key: 0 }
      stack.push(top)
      if (isWanted) path.push(0)
      at = skipSpace(text, at + 1)
      if (text.charCodeAt(at) !== (isArray ? closeArray : closeObject)) {
        if (!isArray) name(top)
        continue
      }
      close(top)
    } else {
      tell(at, scalarEnd(text, at))
    }
    if (goOn()) return
  }
}

/**
 * Goes through a text once, tells where the wanted values are, and where it stops being JSON. It takes what `JSON.parse`
 * takes, which tells no places. It keeps no stack of calls, so that nesting ends nothing.
 *
 * @example
 * scanJson("[1,}", { wants: () => true, value: () => {} }) // { offset: 3, message: "A value is expected here." }
 */
export const scanJson = (text: string, visitor: Visitor): NotJson | undefined => {
  try {
    scanWith(text, visitor)
    return undefined
  } catch (error) {
    if (!(error instanceof Break)) throw error
    return { offset: error.offset, message: error.message }
  }
}
