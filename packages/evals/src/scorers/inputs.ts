import { keysOf } from "@agent-operations/error-envelope/pointer"
import type { ScorerValues, Settings } from "./model.ts"

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
