import type { Question, ReviewFigures, ReviewScores, Rubric } from "@agent-operations/contract/reviews"
import { type ItemOutcomes, krippendorff, type Scale, summarize } from "../statistics/index.ts"

type Value = ReviewScores[string]["value"]

/** What people said of one item: the scores that count, as text. */
export interface Said {
  readonly ordinal: number
  readonly said: ReadonlyArray<string>
}

const labelsOf = ({ output }: Question) => (output.type === "label" ? output.labels : [])

/** An answer as a number; null of a label that is none. */
const numberOf = (question: Question, value: Value): number | null => {
  if (typeof value === "number") return value
  if (typeof value === "boolean") return value ? 1 : 0
  return labelsOf(question).find(({ label }) => label === value)?.value ?? null
}

const passes = ({ output, passAt, higherIsBetter }: Question, number: number): boolean | null => {
  if (passAt === null) return output.type === "boolean" ? (number === 1) === higherIsBetter : null
  return higherIsBetter ? number >= passAt : number <= passAt
}

const scaleOf = (question: Question): Scale => {
  const { output, higherIsBetter } = question
  const numbers = labelsOf(question).flatMap(({ value }) => value ?? [])
  const range =
    output.type === "boolean"
      ? ([0, 1] as const)
      : output.type === "number"
        ? output.min === null || output.max === null
          ? null
          : ([output.min, output.max] as const)
        : numbers.length === 0
          ? null
          : ([Math.min(...numbers), Math.max(...numbers)] as const)
  return { type: output.type, range, higherIsBetter }
}

const outcomeOf = (question: Question, value: Value): ItemOutcomes["outcomes"][number] => {
  const number = numberOf(question, value)
  return number === null
    ? { status: "unscored" }
    : { status: "scored", value: number, passed: passes(question, number) }
}

/** How people agree. A label is as far from any other; a number by their distance. */
const agreement = (question: Question, items: ReadonlyArray<ReadonlyArray<Value>>) => {
  const labels = labelsOf(question)
  const coded = items.map((values) =>
    values.map((value) =>
      typeof value === "string" ? labels.findIndex(({ label }) => label === value) : Number(value)
    )
  )
  return krippendorff(coded, question.output.type === "number" ? "interval" : "nominal")
}

const figuresOf = (
  question: Question,
  items: ReadonlyArray<{ readonly ordinal: number; readonly values: ReadonlyArray<Value> }>
): ReviewFigures => {
  const outcomes = items.map(({ ordinal, values }) => ({
    itemId: String(ordinal),
    itemFromVersion: 1,
    outcomes: values.map((value) => outcomeOf(question, value))
  }))
  const { mean, stdDev, ci95, small, passRate, items: scored } = summarize(outcomes, scaleOf(question))
  const said = items.map(({ values }) => values)
  const chosen = Map.groupBy(said.flat(), String)
  const labels = labelsOf(question).map(({ label }) => [label, chosen.get(label)?.length ?? 0] as const)
  return {
    items: scored,
    answers: said.flat().length,
    ...{ mean, stdDev, ci95, small, passRate },
    alpha: agreement(question, said),
    labels: question.output.type === "label" ? Object.fromEntries(labels) : null
  }
}

/** What people said in a session, by question, by steps. Laws: N1, N2. */
export function* figuresBy(
  rubric: Rubric,
  said: ReadonlyArray<Said>
): Generator<void, Readonly<Record<string, ReviewFigures>>> {
  const items: Array<{ readonly ordinal: number; readonly said: ReadonlyArray<ReviewScores> }> = []
  for (const { ordinal, said: texts } of said) {
    items.push({ ordinal, said: texts.map((text) => JSON.parse(text) as ReviewScores) })
    yield
  }
  const figures: Record<string, ReviewFigures> = {}
  for (const [alias, question] of Object.entries(rubric)) {
    const answered = items.map(({ ordinal, said }) => ({ ordinal, values: said.map((scores) => scores[alias]!.value) }))
    figures[alias] = figuresOf(question, answered)
    yield
  }
  return figures
}
