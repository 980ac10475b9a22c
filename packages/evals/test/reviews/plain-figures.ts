import type { Question, ReviewFigures, ReviewScores } from "@agent-operations/contract/reviews"
import { type ItemOutcomes, type Scale, summarize } from "../../src/statistics/index.ts"
import { meanOf, told, unitOf } from "../../src/statistics/numbers.ts"

export type Value = ReviewScores[string]["value"]

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

const squaredDistances = (values: ReadonlyArray<number>) => {
  const above = values.map((value) => value - values[0]!)
  const mean = meanOf(above)
  return 2 * values.length * above.reduce((sum, value) => sum + (value - mean) ** 2, 0)
}

const differences = (values: ReadonlyArray<number>) =>
  values.reduce((all, one) => all + values.filter((other) => other !== one).length, 0)

const alphaOf = (items: ReadonlyArray<ReadonlyArray<number>>, apart: (values: ReadonlyArray<number>) => number) => {
  const counted = items.filter((ratings) => ratings.length >= 2)
  const unit = apart === squaredDistances ? unitOf(counted.flat()) : 1
  const rated = counted.map((ratings) => ratings.map((rating) => rating / unit))
  const observed = rated.reduce((sum, ratings) => sum + apart(ratings) / (ratings.length - 1), 0)
  const all = rated.flat()
  const expected = apart(all)
  return expected === 0 ? null : told(1 - ((all.length - 1) * observed) / expected)
}

/** How people agree. A label is as far from any other; a number by their distance. */
const agreement = (question: Question, items: ReadonlyArray<ReadonlyArray<Value>>) => {
  const labels = labelsOf(question)
  const coded = items.map((values) =>
    values.map((value) =>
      typeof value === "string" ? labels.findIndex(({ label }) => label === value) : Number(value)
    )
  )
  return alphaOf(coded, question.output.type === "number" ? squaredDistances : differences)
}

/** The figures of a question, of the answers to it by item, computed plainly: with all that was said at hand, and at once. */
export const plainFigures = (
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
