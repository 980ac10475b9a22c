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

const tooDeep: JsonFault = { path: [], message: "It is nested too deeply." }

const at = (key: string | number, fault: JsonFault): JsonFault => ({ ...fault, path: [key, ...fault.path] })

const look = (value: unknown, deepest: number): JsonFault | undefined => {
  if (typeof value === "string") return ofText(value)
  if (typeof value !== "object" || value === null) return undefined
  if (deepest === 0) return tooDeep
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const fault = look(value[index], deepest - 1)
      if (fault !== undefined) return at(index, fault)
    }
    return undefined
  }
  for (const key of Object.keys(value)) {
    const fault = ofText(key) ?? look((value as Record<string, unknown>)[key], deepest - 1)
    if (fault !== undefined) return at(key, fault)
  }
  return undefined
}

function* lookBySteps(value: unknown, deepest: number, levels: number): Generator<void, JsonFault | undefined> {
  yield
  if (levels === 0 || typeof value !== "object" || value === null) return look(value, deepest)
  const isList = Array.isArray(value)
  for (const [key, inner] of Object.entries(value)) {
    const fault = (isList ? undefined : ofText(key)) ?? (yield* lookBySteps(inner, deepest - 1, levels - 1))
    if (fault !== undefined) return at(key, fault)
  }
  return undefined
}

/** The first place of a JSON value that cannot be stored: a text with NUL or half a surrogate pair, or what nests too deeply. */
export const faultOfJson = (value: unknown, depth: number): JsonFault | undefined => look(value, depth + around)

/** As `faultOfJson`, of traces with spans: a span at each step. */
export const faultOfTraces = (traces: unknown, depth: number): Generator<void, JsonFault | undefined> =>
  lookBySteps(traces, depth + around, 3)
