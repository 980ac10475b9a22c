import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Json } from "../../definition/json.ts"
import { kind } from "../../definition/kind.ts"
import { Alias } from "../../definition/references.ts"
import { ScorerOutput } from "./output.ts"
import { Pointer } from "./pointer.ts"
import { ScorerSource } from "./source.ts"

/** What scorers are given of a target. */
export const scorerValues = ["input", "output", "expected", "metadata", "trace"] as const

const intoValues = Schema.makeFilter(
  (pointer: string) => scorerValues.some((name) => pointer === `/${name}` || pointer.startsWith(`/${name}/`)),
  { expected: `a JSON Pointer that begins with one of ${scorerValues.map((name) => `/${name}`).join(", ")}` }
)

/** How scores are read, and from what they are made. Everything has a default. */
export const ScorerSettings = Schema.Struct({
  output: ScorerOutput.annotateKey({ description: "What scores are. By default a number from 0 to 1." }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed({ type: "number", min: 0, max: 1 } as const))
  ),
  inputs: Schema.Record(Alias, Pointer.check(intoValues))
    .check(Schema.isMaxProperties(50))
    .annotate({
      description:
        "What the scorer is given in addition to, or instead of, input, output, expected, metadata and trace: by name, " +
        'a JSON Pointer into these, such as {"expected": "/expected/answer"}. At most 50.'
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  passAt: Schema.NullOr(Schema.Finite)
    .annotate({
      description:
        "The score that passes, as a number; null for none. Without it, true passes where scores are true or false."
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  higherIsBetter: Schema.Boolean.annotateKey({ description: "Whether a higher score is better." }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(true))
  ),
  timeoutMs: Schema.Int.check(Schema.isBetween({ minimum: 100, maximum: 10_000 }))
    .annotateKey({ description: "How long the scorer may take, in milliseconds." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(2000))),
  extra: Json.annotateKey({ description: "JSON of your own, kept as it is." }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed({}))
  )
}).annotate({
  identifier: "ScorerSettings",
  description: "What scores are and which of them pass, what the scorer is given, and how long it may take."
})

/** A shared definition of how an output is scored. */
export const Scorer = kind({
  name: "scorer",
  prefix: "sc",
  scopes: { read: "scorers:read", write: "scorers:write" },
  mayReference: ["prompt", "app", "scorer"],
  source: ScorerSource,
  settings: ScorerSettings,
  example: {
    id: "sc_01k9x3m2h8e7v9q4t6w5z0r1ca",
    name: "Same answer",
    description: "Whether the answer is the expected one.",
    source: {
      type: "code",
      language: "javascript",
      code: "export default (it) => it.output === it.expected"
    },
    settings: {
      output: { type: "boolean" },
      inputs: { output: "/output/answer" },
      passAt: null,
      higherIsBetter: true,
      timeoutMs: 2000,
      extra: {}
    },
    references: {}
  }
})
export type Scorer = typeof Scorer.Definition.Type
