/** A place in a JSON value that cannot be stored, and why. */
export interface JsonFault {
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

const inText = (text: string): string | undefined => {
  if (text.includes("\0")) return "It contains a NUL character."
  return text.isWellFormed() ? undefined : "It contains half a surrogate pair."
}

/** What of a request lies around a value of its own: traces, a trace, spans, a span, attributes. */
const around = 6

const ofText = (text: string): JsonFault | undefined => {
  const message = inText(text)
  return message === undefined ? undefined : { path: [], message }
}

const entriesOf = (value: object): Iterable<readonly [string | number, unknown]> =>
  Array.isArray(value) ? value.entries() : Object.entries(value)

const tooDeep: JsonFault = { path: [], message: "It is nested too deeply." }

const at = (key: string | number, fault: JsonFault): JsonFault => ({ ...fault, path: [key, ...fault.path] })

const look = (value: unknown, deepest: number): JsonFault | undefined => {
  if (typeof value === "string") return ofText(value)
  if (typeof value !== "object" || value === null) return undefined
  if (deepest === 0) return tooDeep
  for (const [key, inner] of entriesOf(value)) {
    const fault = (typeof key === "string" ? ofText(key) : undefined) ?? look(inner, deepest - 1)
    if (fault !== undefined) return at(key, fault)
  }
  return undefined
}

function* lookBySteps(value: unknown, deepest: number, levels: number): Generator<void, JsonFault | undefined> {
  yield
  if (levels === 0 || typeof value !== "object" || value === null) return look(value, deepest)
  for (const [key, inner] of entriesOf(value)) {
    const fault =
      (typeof key === "string" ? ofText(key) : undefined) ?? (yield* lookBySteps(inner, deepest - 1, levels - 1))
    if (fault !== undefined) return at(key, fault)
  }
  return undefined
}

/** The first place of a JSON value that cannot be stored: a text with NUL or half a surrogate pair, or what nests too deeply. */
export const faultOfJson = (value: unknown, depth: number): JsonFault | undefined => look(value, depth + around)

/** As `faultOfJson`, of traces with spans: a span at each step. */
export const faultOfTraces = (traces: unknown, depth: number): Generator<void, JsonFault | undefined> =>
  lookBySteps(traces, depth + around, 3)
