import type { Operation } from "@agent-operations/contract"
import type { Question, reviews, ReviewScores, Rubric } from "@agent-operations/contract/reviews"
import { Scorer } from "@agent-operations/contract/scorers"
import { decodeContent } from "@agent-operations/definitions"
import { InvalidReference, ReferenceNotFound } from "@agent-operations/error-envelope"
import { notValid } from "@agent-operations/operations"
import { EncodedRevisionStore, type Space } from "@agent-operations/revision-store"
import { Effect } from "effect"

/** What is asked, as it is sent. */
export type AskedRubric = Operation.Input<(typeof reviews)["operations"]["createSession"]>["rubric"]

const byAlias = <A>(entries: Readonly<Record<string, A>>) =>
  Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1))

const noScorer = (alias: string, id: string, revision: number | null) =>
  new ReferenceNotFound({
    message: `There is no scorer ${id}${revision === null ? "" : ` at revision ${revision}`} for ${alias}.`,
    details: { references: [alias] }
  })

const notHuman = (alias: string, name: string) =>
  new InvalidReference({
    message: `"${name}" under ${alias} scores by itself: people answer scorers whose source is of the type human.`
  })

/** Reads the questions of a session as they are now. */
export const makePinRubric = Effect.map(EncodedRevisionStore, (store) =>
  Effect.fnUntraced(function* (space: Space, asked: AskedRubric) {
    const pinned = yield* Effect.forEach(
      byAlias(asked),
      Effect.fnUntraced(function* ([alias, { id, revision }]) {
        const read = yield* store
          .read(space, Scorer, id, revision ?? undefined)
          .pipe(Effect.catchTag("NOT_FOUND", () => noScorer(alias, id, revision)))
        // What was written was decoded by the kind's schemas.
        const { source, settings } = (yield* decodeContent(read)) as Pick<Scorer, "source" | "settings">
        if (source.type !== "human") return yield* notHuman(alias, read.name)
        const { question, guidance } = source
        const { output, passAt, higherIsBetter } = settings
        const named = { id, revision: read.revision, name: read.name }
        return [alias, { ...named, question, guidance, output, passAt, higherIsBetter } satisfies Question] as const
      })
    )
    return Object.fromEntries(pinned) satisfies Rubric
  })
)

/** What is wrong with an answer, if anything is. */
const wrong = ({ output }: Question, value: ReviewScores[string]["value"]): string | undefined => {
  switch (output.type) {
    case "boolean":
      return typeof value === "boolean" ? undefined : "Expected true or false"
    case "label":
      return output.labels.some(({ label }) => label === value)
        ? undefined
        : `Expected one of ${output.labels.map(({ label }) => JSON.stringify(label)).join(", ")}`
    case "number": {
      const { min, max } = output
      const isWithin = typeof value === "number" && value >= (min ?? -Infinity) && value <= (max ?? Infinity)
      return isWithin ? undefined : `Expected a number from ${min ?? "−∞"} to ${max ?? "∞"}`
    }
  }
}

const own = <A>(record: Readonly<Record<string, A>>, key: string): A | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/** The answers in the order of their questions, where there is one to each, and none else. */
export const checkScores = Effect.fnUntraced(function* (rubric: Rubric, scores: ReviewScores) {
  const unknown = Object.keys(scores)
    .filter((alias) => own(rubric, alias) === undefined)
    .map((alias) => ({ path: ["scores", alias], message: "The session does not ask this" }))
  const issues = Object.entries(rubric).flatMap(([alias, question]) => {
    const score = own(scores, alias)
    if (score === undefined) return [{ path: ["scores", alias], message: "The question has no answer" }]
    const issue = wrong(question, score.value)
    return issue === undefined ? [] : [{ path: ["scores", alias, "value"], message: issue }]
  })
  const all = [...unknown, ...issues]
  if (all.length > 0) return yield* notValid("The answers are not those that the session asks for.", all)
  return Object.fromEntries(
    Object.keys(rubric).map((alias) => {
      const { value, comment = "" } = scores[alias]!
      return [alias, comment === "" ? { value } : { value, comment }]
    })
  ) satisfies ReviewScores
})
