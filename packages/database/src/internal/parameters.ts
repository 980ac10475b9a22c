import { LRUCache } from "lru-cache"

/** What may hold a `$1` that is no parameter, and the parameters. */
const tokens =
  /\b[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|\$(\d+)/g

/** Writes something else in place of the parameters of a statement, which are numbered from 1. */
const replaceParameters = (text: string, replace: (position: number) => string): string =>
  text.replace(tokens, (token: string, _tag: unknown, position: string | undefined) =>
    position === undefined ? token : replace(Number(position))
  )

const int4 = (value: number): boolean => value >= -2147483648 && value <= 2147483647

const typeOfScalar = (value: unknown): string | undefined => {
  switch (typeof value) {
    case "boolean":
      return "bool"
    case "bigint":
      return "int8"
    case "number":
      if (!Number.isSafeInteger(value)) return "float8"
      return int4(value) ? "int4" : "int8"
    case "string":
      return "text"
    default:
      if (value instanceof Date) return "timestamptz"
      return value instanceof Uint8Array ? "bytea" : undefined
  }
}

/**
 * The type that the driver of a URL gives a value; undefined where the statement says it, as of a text. See "Values" in
 * the README.
 */
const typeOf = (value: unknown): string | undefined => {
  if (typeof value === "string") return undefined
  if (!Array.isArray(value)) return typeOfScalar(value)
  const first = value.find((one) => one !== null)
  return first === undefined ? undefined : `${typeOfScalar(first)}[]`
}

const isNothing = (value: unknown): boolean => value === null || value === undefined

/** Whether a value can be sent: what else there is, such as a plain object, is to be passed as text and cast. */
export const isSendable = (value: unknown): boolean => {
  if (!Array.isArray(value)) return isNothing(value) || typeOfScalar(value) !== undefined
  const types = new Set(value.filter((one) => one !== null).map(typeOfScalar))
  return value.length === 0 || (types.size === 1 && !types.has(undefined))
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const textOf = (value: unknown): string => {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`
  return String(value)
}

const literalOf = (value: unknown): string => {
  if (value === null || value === undefined) return "null"
  if (!Array.isArray(value)) {
    const type = typeOf(value)
    return type === undefined ? quoted(textOf(value)) : `${quoted(textOf(value))}::${type}`
  }
  return value.length === 0 ? "'{}'" : `array[${value.map(literalOf).join(", ")}]::${typeOf(value)}`
}

/** A statement with its values in it, for people and `psql`: never for one of a caller's. */
export const inline = (text: string, values: ReadonlyArray<unknown>): string =>
  replaceParameters(text, (position) => literalOf(values[position - 1]))

const maxTexts = 2000

/**
 * Writes beside each parameter of a statement the type of its value, where that has one: a driver that sends all values
 * as text would have the server take them for text. Remembered by the text and the types.
 */
export const makeTypeParameters = () => {
  const texts = new LRUCache<string, string>({ max: maxTexts })
  return (text: string, values: ReadonlyArray<unknown>): string => {
    const types = values.map(typeOf)
    if (types.every((type) => type === undefined)) return text
    const key = `${types.join()} ${text}`
    const known = texts.get(key)
    if (known !== undefined) return known
    const typed = replaceParameters(text, (position) => {
      const type = types[position - 1]
      return type === undefined ? `$${position}` : `$${position}::${type}`
    })
    texts.set(key, typed)
    return typed
  }
}
