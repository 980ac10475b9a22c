import { keysOf } from "@agent-operations/error-envelope/pointer"
import { sharedSteps } from "../shared-steps.ts"
import type { Failure, ScorerValues, Settings } from "./model.ts"
import { maxDepth, type Write, writeJson, type Written } from "./write-json.ts"

/** What a scorer is given, by name: what is not there is left out. */
export type Inputs = Readonly<Record<string, unknown>>

/** The member of JSON that a pointer leads to; undefined where there is none. */
export const memberAt = (value: unknown, pointer: string): unknown =>
  keysOf(pointer).reduce<unknown>((at, key) => {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined
    return Array.isArray(at) && !/^(?:0|[1-9]\d*)$/u.test(key) ? undefined : (at as Record<string, unknown>)[key]
  }, value)

/**
 * What a scorer is given of a target: the values by their names, and what its inputs point at, which go before.
 *
 * @example
 * inputsOf({ expected: "/expected/answer" }, values) // { input, output, expected: values.expected.answer, metadata, trace }
 */
export const inputsOf = (inputs: Settings["inputs"], values: ScorerValues): Inputs => {
  const { input, output, expected, metadata, trace } = values
  const all = { input, output, expected, metadata, trace }
  const picked = Object.entries(inputs).map(([name, pointer]) => [name, memberAt(all, pointer)])
  return { ...all, ...Object.fromEntries(picked) }
}

/** How many characters of JSON the parts may have together that inputs point at: 50 may point at one large output. */
const mostPicked = 8 * 1024 * 1024

const tooMuch: Failure = {
  code: "INPUT_UNSUITABLE",
  message: `What the inputs point at has more than ${mostPicked.toLocaleString("en-US")} characters of JSON together: point at smaller parts.`
}
const tooDeep: Failure = {
  code: "INPUT_TOO_DEEP",
  message: `What is scored nests more than ${maxDepth} deep.`
}

type Writing = () => Generator<void, Written>

const writingOf = (value: unknown): Writing => sharedSteps(writeJson(value, { depth: maxDepth - 1 }))

/** The values of targets as they are written: once for all scorers of a target. */
const wholes = new WeakMap<ScorerValues, ReadonlyMap<unknown, Writing>>()

const wholesOf = (values: ScorerValues): ReadonlyMap<unknown, Writing> => {
  let writing = wholes.get(values)
  if (writing === undefined) {
    writing = new Map(Object.values(inputsOf({}, values)).map((value) => [value, writingOf(value)]))
    wholes.set(values, writing)
  }
  return writing
}

/** What a scorer is given, written: the text of each by its name, and how any of them is written, which is done already. */
interface WrittenInputs {
  readonly texts: ReadonlyArray<readonly [name: string, text: string]>
  readonly write: Write
}

/**
 * Writes what a scorer is given, by steps: each value is written once, however many inputs point at it, and the values of a
 * target once for all that score it. Or why it cannot be given.
 */
export function* writingInputs(
  inputs: Settings["inputs"],
  values: ScorerValues
): Generator<void, WrittenInputs | Failure> {
  const writing = new Map(wholesOf(values))
  const texts: Array<readonly [string, string]> = []
  let picked = 0
  for (const [name, value] of Object.entries(inputsOf(inputs, values))) {
    if (!writing.has(value)) writing.set(value, writingOf(value))
    const written = yield* writing.get(value)!()
    if ("tooMuch" in written) return tooDeep
    const { text } = written
    if (text === undefined) continue
    if (Object.hasOwn(inputs, name)) picked += text.length
    if (picked > mostPicked) return tooMuch
    texts.push([name, text])
  }
  return { texts, write: (value) => writing.get(value)?.() ?? writeJson(value) }
}

/**
 * What a scorer is given, as JSON, by steps, or why it cannot be given.
 *
 * @example
 * yield* inTurns(writeInputs({ answer: "/output/answer" }, values)) // '{"input":…,"answer":"Paris"}'
 */
export function* writeInputs(inputs: Settings["inputs"], values: ScorerValues): Generator<void, string | Failure> {
  const written = yield* writingInputs(inputs, values)
  if ("code" in written) return written
  return `{${written.texts.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(",")}}`
}
