import type { PayloadTooLarge, Unavailable, ValidationError } from "@agent-operations/error-envelope"
import { Result } from "effect"
import { behindMark, type Grow, readJson, tooMuchToParse } from "@agent-operations/operations"
import { parseSpanId } from "../identifiers.ts"
import { limits } from "../limits.ts"
import type { ExportRequest, ResourceSpans, SpanMessage } from "./message.ts"
import { malformed, otherSignal, refused, tooMany } from "./refusals.ts"
import { tooManyValues } from "./rejected.ts"
import { TooManyParts, Unreadable, within } from "./unreadable.ts"

type Read = (value: unknown, depth: number) => unknown

const text: Read = (value) => {
  if (typeof value !== "string") throw new Unreadable("Expected a string.")
  return value
}

const boolean: Read = (value) => {
  if (typeof value !== "boolean") throw new Unreadable("Expected true or false.")
  return value
}

const named: ReadonlyMap<unknown, number> = new Map([
  ["NaN", Number.NaN],
  ["Infinity", Infinity],
  ["-Infinity", -Infinity]
])

const decimal = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

const double: Read = (value) => {
  if (typeof value === "number") return value
  const number = named.get(value) ?? (typeof value === "string" && decimal.test(value) ? Number(value) : undefined)
  if (number === undefined) throw new Unreadable("Expected a number.")
  return number
}

const int32: Read = (value) => {
  const number = typeof value === "string" && /^-?\d{1,10}$/.test(value) ? Number(value) : value
  if (!Number.isInteger(number)) throw new Unreadable("Expected an integer.")
  if (Math.abs(number as number) >= 2 ** 32) throw new Unreadable("Expected an integer of 32 bits.")
  return number
}

const int64 =
  (least: bigint, greatest: bigint): Read =>
  (value) => {
    if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)) {
      throw new Unreadable("An integer beyond 2^53 - 1 cannot be read exactly; send it as a string.")
    }
    const isInteger = typeof value === "string" ? /^-?\d{1,20}$/.test(value) : Number.isSafeInteger(value)
    if (!isInteger) throw new Unreadable("Expected an integer, as a string or a number.")
    const integer = BigInt(value as string | number)
    if (integer < least || integer > greatest) throw new Unreadable("Expected an integer of 64 bits.")
    return integer
  }

const signed = int64(-(2n ** 63n), 2n ** 63n - 1n)
const unsigned = int64(0n, 2n ** 64n - 1n)

const bytes: Read = (value) => {
  if (typeof value !== "string" || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(value)) throw new Unreadable("Expected base64.")
  return Buffer.from(value, "base64")
}

const many =
  (read: Read): Read =>
  (value, depth) => {
    if (!Array.isArray(value)) throw new Unreadable("Expected an array.")
    const items: Array<unknown> = []
    try {
      for (const item of value as ReadonlyArray<unknown>) items.push(read(item, depth))
    } catch (error) {
      throw within(items.length, error)
    }
    return items
  }

/** A list of what is read later. */
const listed: Read = (value) => {
  if (!Array.isArray(value)) throw new Unreadable("Expected an array.")
  return value
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

type Fields = Readonly<Record<string, readonly [read: Read, absent: () => unknown]>>

/** How many messages and values there may still be in the span that is being read, or the resource: each is read at once. */
let left = 0

const countValue = () => {
  if (left-- === 0) throw new TooManyParts()
}

/** A message: keys that it does not have are ignored, and null is as good as absent. */
const message = (fields: Fields): Read => {
  const entries = Object.entries(fields)
  return (value, depth) => {
    countValue()
    if (!isObject(value)) throw new Unreadable("Expected an object.")
    const read: Record<string, unknown> = {}
    let key = ""
    try {
      for (const [name, [field, absent]] of entries) {
        key = name
        const given = value[name]
        read[name] = given === undefined || given === null ? absent() : field(given, depth)
      }
    } catch (error) {
      throw within(key, error)
    }
    return read
  }
}

const absent = { text: () => "", list: () => [], zero: () => 0, zero64: () => 0n, nothing: () => null } as const

const textField = [text, absent.text] as const
const list = (read: Read) => [many(read), absent.list] as const
const optional = (read: Read) => [read, absent.nothing] as const
const nanos = [unsigned, absent.zero64] as const

/** How deep values are read; a span that nests deeper than it may is rejected, this costs the request. */
const maxDepth = 96

const anyValue: Read = (value, depth) => {
  countValue()
  if (!isObject(value)) throw new Unreadable("Expected an object.")
  if (depth > maxDepth) throw new Unreadable(`Nested deeper than ${maxDepth}.`)
  for (const [name, read] of variants) {
    const given = value[name]
    if (given === undefined || given === null) continue
    try {
      return { [name]: read(given, depth + 1) }
    } catch (error) {
      throw within(name, error)
    }
  }
  return {}
}

const keyValue = message({ key: textField, value: optional(anyValue) })

const variants: ReadonlyArray<readonly [string, Read]> = [
  ["stringValue", text],
  ["intValue", signed],
  ["boolValue", boolean],
  ["doubleValue", double],
  ["arrayValue", message({ values: list(anyValue) })],
  ["kvlistValue", message({ values: list(keyValue) })],
  ["bytesValue", bytes]
]

const attributes = list(keyValue)
const ids = { traceId: textField, spanId: textField }

const span = message({
  ...ids,
  parentSpanId: textField,
  name: textField,
  kind: [int32, absent.zero],
  startTimeUnixNano: nanos,
  endTimeUnixNano: nanos,
  attributes,
  droppedAttributesCount: [int32, absent.zero],
  events: list(message({ timeUnixNano: nanos, name: textField, attributes })),
  links: list(message({ ...ids, attributes })),
  status: optional(message({ message: textField, code: [int32, absent.zero] }))
})

const resourceSpans = message({
  resource: optional(message({ attributes })),
  scopeSpans: list(
    message({
      scope: optional(message({ name: textField, version: textField, attributes })),
      spans: [listed, absent.list]
    })
  )
})

const request = message({ resourceSpans: [listed, absent.list] })

const resourceOf = (sent: unknown): ResourceSpans => {
  left = limits.partsOfSpan
  return resourceSpans(sent, 0) as ResourceSpans
}

const spanOf = (sent: unknown): SpanMessage => {
  left = limits.partsOfSpan
  try {
    return span(sent, 0) as SpanMessage
  } catch (error) {
    if (!(error instanceof TooManyParts)) throw error
    const { spanId } = sent as { readonly spanId?: unknown }
    throw tooManyValues((typeof spanId === "string" && parseSpanId(spanId)) || null)
  }
}

const isOtherSignal = (value: unknown) =>
  isObject(value) && value["resourceSpans"] === undefined && ("resourceLogs" in value || "resourceMetrics" in value)

const listOf = (value: unknown, key: string): ReadonlyArray<unknown> => {
  const list = isObject(value) ? value[key] : undefined
  return Array.isArray(list) ? list : []
}

/** Counts the spans of a request that is not read yet. Throws where it has more resources and scopes than may be. */
const countSpans = (resources: ReadonlyArray<unknown>): number => {
  let [groups, spans] = [resources.length, 0]
  for (const resource of resources) {
    const scopes = listOf(resource, "scopeSpans")
    groups += scopes.length
    if (groups > limits.groupsOfRequest) throw new TooManyParts()
    for (const scope of scopes) spans += listOf(scope, "spans").length
  }
  return spans
}

/** Decodes OTLP's JSON, by steps: IDs in hexadecimal, 64-bit integers as strings or numbers, enums as integers. Law: E4. */
export function* decodeJson(
  body: Uint8Array,
  grow?: Grow
): Generator<void, Result.Result<ExportRequest, ValidationError | PayloadTooLarge | Unavailable>> {
  const tooMuch = yield* tooMuchToParse(body, limits.decodedBytes, limits.partsOfJson)
  if (tooMuch !== undefined) return Result.fail(tooMuch)
  yield
  const read = yield* readJson(behindMark(body), false, grow)
  if (Result.isFailure(read)) {
    if (!("isText" in read.failure)) return Result.fail(read.failure)
    const { isText, message } = read.failure
    return Result.fail(malformed(isText ? `The body is not JSON: ${message}` : message))
  }
  const { value } = read.success
  try {
    if (isOtherSignal(value)) return Result.fail(otherSignal())
    left = 1
    const { resourceSpans } = request(value, 0) as Pick<ExportRequest, "resourceSpans">
    if (countSpans(resourceSpans) > limits.spansOfRequest) return Result.fail(tooMany("spans"))
    return Result.succeed({ resourceSpans, resourceOf, spanOf })
  } catch (error) {
    return Result.fail(refused(error))
  }
}
