import { UnsignedInt } from "@marcbachmann/cel-js/evaluator"
import { CellFailure } from "../failures.ts"

const none = (type: string) => new CellFailure("TYPE_ERROR", `${type}() takes a number of that type.`)

const [least, most] = [-(2n ** 63n), 2n ** 63n - 1n]

/** The longest integer, with a sign. */
const integer = /^[+-]?\d{1,20}$/u

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu

const words: Readonly<Record<string, number>> = { inf: Infinity, infinity: Infinity, nan: Number.NaN }

const intOf = (value: bigint): bigint => {
  if (value >= least && value <= most) return value
  throw new CellFailure("ARITHMETIC", "The number is beyond the integers of 64 bits.")
}

const doubleOf = (text: string): number => {
  if (decimal.test(text)) {
    const value = Number(text)
    if (Number.isFinite(value)) return value
    throw new CellFailure("ARITHMETIC", "The number is beyond the doubles.")
  }
  const [, sign, word] = /^([+-]?)([a-z]{1,8})$/iu.exec(text) ?? []
  const value = word === undefined ? undefined : words[word.toLowerCase()]
  if (value === undefined) throw none("double")
  return sign === "-" ? -value : value
}

/** What formulas make of texts that are numbers: in decimal digits, and nothing else. */
export const ofNumbers = {
  "int(string)": (text: string) => {
    if (!integer.test(text)) throw none("int")
    return intOf(BigInt(text))
  },
  "int(double)": (value: number) => {
    if (!Number.isFinite(value)) throw new CellFailure("ARITHMETIC", "The number is not finite.")
    return intOf(BigInt(Math.trunc(value)))
  },
  "int(uint)": (value: UnsignedInt) => intOf(value.valueOf()),
  "uint(string)": (text: string) => {
    if (!integer.test(text)) throw none("uint")
    return new UnsignedInt(BigInt(text))
  },
  "double(string)": doubleOf
}
