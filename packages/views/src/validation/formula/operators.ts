import type { Environment } from "@marcbachmann/cel-js"
import type { Duration, UnsignedInt } from "@marcbachmann/cel-js/evaluator"

const timestamp = "google.protobuf.Timestamp"
const duration = "google.protobuf.Duration"

const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b
}

const orders: Readonly<Record<string, (order: number) => boolean>> = {
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0
}

/** The types whose values compare with `null`, for fields can be null. */
const nullable = ["string", "double", "int", "bool", timestamp, duration, "list<string>"]

/** A moment as RFC 3339 has it, with no more digits than it needs. */
const textOfMoment = (moment: Date) => moment.toISOString().replace(/\.?0*Z$/u, "Z")

/** A duration in seconds, with no more digits than it needs. */
const textOfDuration = ({ seconds, nanos }: Duration) => {
  const digits = String(Math.abs(nanos)).padStart(9, "0").replace(/0+$/u, "")
  const whole = `${seconds < 0n || nanos < 0 ? "-" : ""}${seconds < 0n ? -seconds : seconds}`
  return `${whole}${digits === "" ? "" : `.${digits}`}s`
}

/** Registers what plain CEL has and the library lacks. Source: the language definition of CEL, "List of Standard Definitions". */
const registerStandard = (environment: Environment): Environment => {
  for (const [operator, holds] of Object.entries(orders)) {
    const compare = (a: Uint8Array, b: Uint8Array) => holds(Buffer.compare(a, b))
    environment.registerOperator(`bytes ${operator} bytes`, compare)
  }
  return environment
    .registerFunction("int(uint): int", (value: UnsignedInt) => value.valueOf())
    .registerFunction(`int(${timestamp}): int`, (moment: Date) => BigInt(Math.floor(moment.getTime() / 1000)))
    .registerFunction(`string(${timestamp}): string`, textOfMoment)
    .registerFunction(`string(${duration}): string`, textOfDuration)
    .registerFunction(`timestamp(${timestamp}): ${timestamp}`, (moment: Date) => moment)
    .registerFunction(`duration(${duration}): ${duration}`, (value: Duration) => value)
}

/**
 * Registers what formulas have beyond the library, each so that a formula reads as people write it: an int mixes with a double
 * in `+ - * /` and `==` (literals such as 1000 are ints, fields are doubles), and any field compares with `null` by `==` and
 * `!=`. The same are type-checked and run.
 */
export const registerOperators = (environment: Environment): Environment => {
  for (const [operator, apply] of Object.entries(arithmetic)) {
    environment.registerOperator(`double ${operator} int: double`, (a: number, b: bigint) => apply(a, Number(b)))
    environment.registerOperator(`int ${operator} double: double`, (a: bigint, b: number) => apply(Number(a), b))
  }
  // An int and a double are equal if they are the same number, however large: JavaScript compares the two exactly.
  // oxlint-disable-next-line eqeqeq
  environment.registerOperator("double == int", (a: number, b: bigint) => a == (b as unknown))
  for (const type of nullable) environment.registerOperator(`${type} == null`, (a: unknown) => a === null)
  return registerStandard(environment)
}
