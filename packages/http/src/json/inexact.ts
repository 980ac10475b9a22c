/** A place in a JSON text that JavaScript would not keep as it is written. Law: E4. */
export interface Inexact {
  /** An RFC 6901 JSON Pointer. */
  readonly path: string
  readonly message: string
}

/** How deep objects and arrays may nest: far beyond any use, and far below what a database's parser takes. */
const maxDepth = 256

interface Container {
  /** The names seen so far; undefined for an array. */
  readonly names: Set<string> | undefined
  /** The name or index of the value that comes next. */
  key: string | number
}

// Only ever run over a text that JSON.parse took, so that tokens need not be checked any further.
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\],]/g

const pointer = (stack: ReadonlyArray<Container>) =>
  stack.map(({ key }) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")

/** A decimal number as sign, digits without zeros around them, and exponent: equal for equal values. */
const normalized = (number: string): string => {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? []
  const digits = (whole + fraction).replace(/^0+/, "")
  const significant = digits.replace(/0+$/, "")
  if (significant === "") return `${sign}0`
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}

const inexactNumber = (text: string): string | undefined => {
  const value = Number(text)
  // Most numbers are short integers, which are kept.
  if (text.length < 16 && Number.isSafeInteger(value) && String(value) === text) return undefined
  if (!Number.isFinite(value)) return "The number is too large to be kept."
  // From 1e21 on a number is written with an exponent, by the caller and in the answer: a measure, not a count.
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && !(Math.abs(value) >= 1e21 && /e/i.test(text))) {
    return "An integer beyond 2^53 - 1 cannot be kept exactly; send it as a string."
  }
  return normalized(text) === normalized(Object.is(value, -0) ? "0" : String(value))
    ? undefined
    : "The number has more digits than can be kept exactly; send it as a string."
}

const inexactString = (value: string): string | undefined => {
  if (value.includes("\0")) return "The text has a NUL character, which cannot be kept."
  return value.isWellFormed() ? undefined : "The text has half of a surrogate pair, which cannot be kept."
}

/**
 * The first place of a JSON text that would not come back as it was sent: an integer beyond 2^53 - 1, a number with too
 * many digits, a NUL, a lone surrogate, a name given twice in one object, or nesting deeper than `maxDepth`. The text
 * must be JSON. Law: E4.
 *
 * @example
 * findInexact('{"a":[1,9007199254740993]}') // { path: "/a/1", message: "An integer beyond 2^53 - 1 …" }
 */
export const findInexact = (json: string): Inexact | undefined => {
  const stack: Array<Container> = []
  let expectsName = false
  token.lastIndex = 0
  for (let match = token.exec(json); match !== null; match = token.exec(json)) {
    const text = match[0]
    const top = stack.at(-1)
    switch (text) {
      case "{":
      case "[":
        if (stack.length === maxDepth) return { path: pointer(stack), message: `Nested deeper than ${maxDepth}.` }
        stack.push({ names: text === "{" ? new Set() : undefined, key: 0 })
        expectsName = text === "{"
        continue
      case "}":
      case "]":
        stack.pop()
        expectsName = false
        continue
      case ",":
        if (top?.names === undefined && typeof top?.key === "number") top.key++
        else expectsName = true
        continue
    }
    if (!text.startsWith('"')) {
      const message = inexactNumber(text)
      if (message !== undefined) return { path: pointer(stack), message }
      continue
    }
    const value = text.includes("\\") ? (JSON.parse(text) as string) : text.slice(1, -1)
    if (expectsName && top?.names !== undefined) {
      top.key = value
      if (top.names.has(value)) return { path: pointer(stack), message: "The name is given twice in one object." }
      top.names.add(value)
      expectsName = false
    }
    const message = inexactString(value)
    if (message !== undefined) return { path: pointer(stack), message }
  }
  return undefined
}
