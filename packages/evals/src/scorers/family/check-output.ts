import type { Builtin } from "../model.ts"
import { type Issue, issue, type ScorerNode } from "./issue.ts"

/** What a measure says: true or false, a share from 0 to 1, or a number of any size. */
const saysOf = (name: Builtin["name"]): "truth" | "share" | "amount" => {
  switch (name) {
    case "levenshtein":
    case "listOverlap":
      return "share"
    case "latency":
    case "usage":
      return "amount"
    default:
      return "truth"
  }
}

const at = ["settings", "output"] as const

function* builtinIssues(name: Builtin["name"], { output }: ScorerNode["settings"]): Generator<Issue> {
  const says = saysOf(name)
  if (output.type === "label") {
    yield issue("error", "OUTPUT_MISMATCH", `${name} says no label: its output is a number.`, ...at)
  } else if (output.type === "boolean") {
    if (says !== "truth") {
      yield issue("error", "OUTPUT_MISMATCH", `${name} says more than true or false: its output is a number.`, ...at)
    }
  } else if (says === "amount") {
    if (output.max !== null) {
      const message = `${name} fails where it is above ${output.max}: set max to null for no bound.`
      yield issue("warning", "OUTPUT_MISMATCH", message, ...at, "max")
    }
  } else if ((output.min ?? 0) > 0 || (output.max ?? 1) < 1) {
    yield issue("error", "OUTPUT_MISMATCH", `${name} says 0 to 1, which is not all in the range.`, ...at)
  }
}

const inRange = (output: ScorerNode["settings"]["output"], value: number): boolean => {
  switch (output.type) {
    case "number":
      return (output.min === null || value >= output.min) && (output.max === null || value <= output.max)
    case "boolean":
      return value >= 0 && value <= 1
    case "label": {
      const values = output.labels.flatMap((label) => label.value ?? [])
      return values.length > 0 && value >= Math.min(...values) && value <= Math.max(...values)
    }
  }
}

function* choiceIssues(
  choices: ReadonlyArray<{ readonly label: string; readonly value: number | null }>,
  { output }: ScorerNode["settings"]
): Generator<Issue> {
  if (output.type === "label" && choices.length === 0) {
    yield issue("error", "OUTPUT_MISMATCH", "A judge without choices gives a number: list the labels.", ...at)
  }
  for (const [index, { label, value }] of choices.entries()) {
    const path = ["source", "choices", index]
    if (output.type === "label") {
      if (output.labels.some((one) => one.label === label)) continue
      yield issue("error", "OUTPUT_MISMATCH", `${label} is none of the output's labels.`, ...path, "label")
    } else if (value !== null && !inRange(output, value)) {
      yield issue("error", "OUTPUT_MISMATCH", `${value} is not in the output's range.`, ...path, "value")
    }
  }
}

/** Where a scorer says what its output can't hold, or passes at what no score can be. */
export function* outputIssues({ source, settings }: ScorerNode): Generator<Issue> {
  if (source.type === "builtin") yield* builtinIssues(source.name, settings)
  if (source.type === "judge") yield* choiceIssues(source.choices, settings)
  const { output, passAt } = settings
  if (passAt !== null && !inRange(output, passAt)) {
    yield issue(
      "warning",
      "PASS_OUT_OF_RANGE",
      "Scores are never there, so that all of them pass, or none.",
      "settings",
      "passAt"
    )
  }
}
