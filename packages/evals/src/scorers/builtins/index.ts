import type { Inputs } from "../inputs.ts"
import { type Builtin, failed, type Outcome, raw } from "../model.ts"
import { contains } from "./contains.ts"
import { exact } from "./exact.ts"
import { jsonEqual } from "./json-equal.ts"
import { levenshtein } from "./levenshtein.ts"
import { listOverlap } from "./list-overlap.ts"
import { latency, usage } from "./measured.ts"
import { numeric } from "./numeric.ts"

/** What is a function of its inputs alone: patterns and schemas of others run where they can be ended. */
export type PureBuiltin = Exclude<Builtin, { readonly name: "regex" | "jsonSchema" }>

/** Whether a measure takes what it is to be compared with from `expected`. */
const needsExpected = (builtin: Builtin): boolean => {
  switch (builtin.name) {
    case "latency":
    case "usage":
      return false
    case "regex":
      return builtin.options.pattern === null
    case "jsonSchema":
      return builtin.options.schema === null
    default:
      return true
  }
}

/** What comes of a measure that lacks what it measures; undefined where it lacks nothing. */
export const lacking = (builtin: Builtin, { output, expected }: Inputs): Outcome | undefined => {
  if (builtin.name === "latency" || builtin.name === "usage") return undefined
  if (output === undefined) {
    return failed("INPUT_MISSING", "output is not there: look at what the scorer's inputs point at.")
  }
  return needsExpected(builtin) && (expected ?? null) === null
    ? raw({ value: null, explanation: "The item has nothing that is expected." })
    : undefined
}

/** Measures an output. Takes what `lacking` lets through. */
export const measure = (builtin: PureBuiltin, inputs: Inputs): Outcome => {
  switch (builtin.name) {
    case "exact":
      return exact(inputs, builtin.options)
    case "contains":
      return contains(inputs, builtin.options)
    case "numeric":
      return numeric(inputs, builtin.options)
    case "levenshtein":
      return levenshtein(inputs, builtin.options)
    case "jsonEqual":
      return jsonEqual(inputs, builtin.options)
    case "listOverlap":
      return listOverlap(inputs, builtin.options)
    case "latency":
      return latency(inputs, builtin.options)
    case "usage":
      return usage(inputs, builtin.options)
  }
}
