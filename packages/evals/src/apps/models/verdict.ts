import { Effect, Schema } from "effect"

/** A verdict that a judge can come to. */
export interface Choice {
  readonly label: string
  readonly value: number | null
}

/** What a judge came to. */
export interface Verdict {
  readonly value: number | null
  readonly label: string | null
  readonly explanation: string
}

const explanation = { type: "string", description: "Why, in a few sentences, before the verdict." }

const verdictSchema = (choices: ReadonlyArray<Choice> | undefined) => {
  const verdict =
    choices === undefined
      ? { score: { type: "number" } }
      : { label: { type: "string", enum: choices.map(({ label }) => label) } }
  return {
    type: "object",
    properties: { explanation, ...verdict },
    required: ["explanation", ...Object.keys(verdict)],
    additionalProperties: false
  }
}

/** The member of a request that has a model answer with a verdict. */
export const verdictFormat = (choices: ReadonlyArray<Choice> | undefined) => ({
  type: "json_schema",
  json_schema: { name: "verdict", strict: true, schema: verdictSchema(choices) }
})

const Labelled = Schema.fromJsonString(Schema.Struct({ explanation: Schema.String, label: Schema.String }))
const Scored = Schema.fromJsonString(Schema.Struct({ explanation: Schema.String, score: Schema.Finite }))
const decodeLabelled = Schema.decodeUnknownEffect(Labelled)
const decodeScored = Schema.decodeUnknownEffect(Scored)

/** The verdict in the text of an answer. What is none, or none of the choices, fails. */
export const verdictIn = (
  text: string,
  choices: ReadonlyArray<Choice> | undefined
): Effect.Effect<Verdict, "malformed"> =>
  Effect.gen(function* () {
    if (choices === undefined) {
      const { explanation, score } = yield* decodeScored(text)
      return { value: score, label: null, explanation }
    }
    const { explanation, label } = yield* decodeLabelled(text)
    const choice = choices.find((choice) => choice.label === label)
    if (choice === undefined) return yield* Effect.fail("malformed" as const)
    return { value: choice.value, label, explanation }
  }).pipe(Effect.mapError(() => "malformed" as const))
