import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { codeIn } from "../../definition/code-members.ts"
import { Alias } from "../../definition/references.ts"
import { maxUtf8Bytes } from "../../definition/size.ts"
import { ConnectionId } from "../apps/source.ts"
import { BuiltinScorer } from "./builtins.ts"
import { Labels } from "./output.ts"

const CodeScorer = Schema.Struct({
  type: Schema.Literal("code"),
  language: Schema.Literals(["javascript", "typescript"]),
  code: Schema.String.check(Schema.isMinLength(1), maxUtf8Bytes(64 * 1024)).annotate({
    description:
      "A module without imports, of at most 64 KiB in UTF-8. Its default export is called with an object of the inputs (input, " +
      "output, expected, metadata, trace, and those of the settings), and returns a value, or { value, label?, explanation?, " +
      "metadata? }, or a promise of one; null for no score. TypeScript has types alone that can be left out.",
    ...codeIn("ts")
  })
})

const JudgeScorer = Schema.Struct({
  type: Schema.Literal("judge"),
  prompt: Alias.annotate({ description: "The alias of a prompt, whose variables are the inputs." }),
  connection: ConnectionId,
  model: Schema.String.check(Schema.isMinLength(1), Schema.isMaxCodePoints(200)),
  maxOutputTokens: Schema.Int.check(Schema.isBetween({ minimum: 16, maximum: 4096 })),
  temperature: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 2 }))),
  choices: Labels.annotate({
    description: "What the model chooses from, at most 64; none where it gives a number."
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed([])))
})

const AppScorer = Schema.Struct({
  type: Schema.Literal("app"),
  app: Alias.annotate({ description: "The alias of an app that answers with the score, in any language." })
})

const HumanScorer = Schema.Struct({
  type: Schema.Literal("human"),
  question: Schema.String.check(Schema.isMinLength(1), Schema.isMaxCodePoints(1000)),
  guidance: Schema.String.check(Schema.isMaxCodePoints(20_000)).pipe(Schema.withDecodingDefaultKey(Effect.succeed("")))
})

/** What makes a score: a built-in measure, code, a model, an app, or a person. */
export const ScorerSource = Schema.Union([BuiltinScorer, CodeScorer, JudgeScorer, AppScorer, HumanScorer]).annotate({
  identifier: "ScorerSource",
  description:
    "What makes a score: a built-in measure, code that sees its input alone, a model that judges, an app of the project, or " +
    "people, in reviews."
})
