import type { Question, ReviewFigures, Rubric } from "@agent-operations/contract/reviews"
import { hash } from "node:crypto"
import { krippendorffBySteps } from "../statistics/agreement.ts"
import type { ItemOutcomes, Scale } from "../statistics/index.ts"
import { itemsOfStep } from "../statistics/steps.ts"
import { summarizeBySteps } from "../statistics/summarize.ts"

/** What a person said of an item, of what counts: an answer to each question, as text. A label is told by its hash. */
export interface Said {
  readonly ordinal: number
  readonly answers: string
}

/** What an answer is read as. */
type Told = string | number | boolean

/** What a label is told by, which is as short as labels may be long: as `reads.ts` has it. */
const hashOf = (label: string) => hash("sha256", label, "base64")

const labelsOf = ({ output }: Question) => (output.type === "label" ? output.labels : [])

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

/** The answers to a question as they come, each as a number: a label by its place among the labels. */
class Answers {
  readonly #question: Question
  readonly #places: ReadonlyMap<string, number>
  readonly #items: Array<Array<number>> = []

  constructor(question: Question) {
    this.#question = question
    this.#places = new Map(labelsOf(question).map(({ label }, place) => [hashOf(label), place]))
  }

  add(answer: Told, isOfNextItem: boolean) {
    const number = typeof answer === "string" ? this.#places.get(answer)! : Number(answer)
    if (isOfNextItem) this.#items.push([number])
    else this.#items.at(-1)!.push(number)
  }

  #outcomeOf(number: number): ItemOutcomes["outcomes"][number] {
    const { output } = this.#question
    const value = output.type === "label" ? (output.labels[number]!.value ?? null) : number
    return value === null ? { status: "unscored" } : { status: "scored", value, passed: passes(this.#question, value) }
  }

  /** Laws: N1, N2. */
  *figures(): Generator<void, ReviewFigures> {
    const labels = labelsOf(this.#question)
    const chosen = labels.map(() => 0)
    const items: Array<ItemOutcomes> = []
    let answers = 0
    for (const [n, numbers] of this.#items.entries()) {
      if (n % itemsOfStep === 0) yield
      items.push({
        itemId: String(n),
        itemFromVersion: 1,
        outcomes: numbers.map((number) => this.#outcomeOf(number))
      })
      answers += numbers.length
      if (labels.length > 0) for (const place of numbers) chosen[place]!++
    }
    const {
      mean,
      stdDev,
      ci95,
      small,
      passRate,
      items: scored
    } = yield* summarizeBySteps(items, scaleOf(this.#question))
    const { type } = this.#question.output
    // A label is as far from any other; a number by their distance.
    const alpha = yield* krippendorffBySteps(this.#items, type === "number" ? "interval" : "nominal")
    return {
      items: scored,
      answers,
      ...{ mean, stdDev, ci95, small, passRate, alpha },
      labels: type === "label" ? Object.fromEntries(labels.map(({ label }, place) => [label, chosen[place]!])) : null
    }
  }
}

/** What people said in a session: of each question no more is kept than numbers. By steps. Law: K3. */
export class SaidInSession {
  readonly #answers: ReadonlyArray<readonly [alias: string, answers: Answers]>
  #ordinal: number | undefined

  constructor(rubric: Rubric) {
    this.#answers = Object.entries(rubric).map(([alias, question]) => [alias, new Answers(question)])
  }

  /** Adds what was said of further items, by their ordinals. */
  *add(said: ReadonlyArray<Said>): Generator<void, void> {
    for (const { ordinal, answers } of said) {
      const told = JSON.parse(answers) as Readonly<Record<string, Told>>
      for (const [alias, of] of this.#answers) of.add(told[alias]!, ordinal !== this.#ordinal)
      this.#ordinal = ordinal
      yield
    }
  }

  /** The figures of each question. */
  *figures(): Generator<void, Readonly<Record<string, ReviewFigures>>> {
    const figures: Record<string, ReviewFigures> = {}
    for (const [alias, answers] of this.#answers) figures[alias] = yield* answers.figures()
    return figures
  }
}
