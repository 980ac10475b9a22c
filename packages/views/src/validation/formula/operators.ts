import type { Environment } from "@marcbachmann/cel-js"

const timestamp = "google.protobuf.Timestamp"
const duration = "google.protobuf.Duration"

const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b
}

/** The types whose values compare with `null`, for fields can be null. */
const nullable = ["string", "double", "int", "bool", timestamp, duration, "list<string>"]

/**
 * Registers what formulas have beyond plain CEL, each so that a formula reads as people write it: an int mixes with a double
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
  return environment
}
