import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { codeIn } from "../../definition/code-members.ts"
import { Alias } from "../../definition/references.ts"
import { maxUtf8Bytes } from "../../definition/size.ts"
import { ConnectionId } from "../apps/source.ts"
import { BuiltinScorer } from "./builtins.ts"
import { Labels } from "./output.ts"

const CodeScorer = Schema.Struct({
  type: Schema.Literal("code").annotateKey({ description: "Code that runs in a sandbox." }),
  language: Schema.Literals(["javascript", "typescript"]).annotateKey({ description: "The language of the code." }),
  code: Schema.String.check(Schema.isMinLength(1), maxUtf8Bytes(64 * 1024)).annotate({
    description:
      "A module without imports, at most 64 KiB in UTF-8. Its default export is called with one object: input, output, " +
      "expected, metadata, trace and the inputs of the settings. It returns a value, or { value, label?, explanation?, " +
      "metadata? }, or a promise of one; null for no score. TypeScript may only use types that can be erased.",
    ...codeIn("ts")
  })
})

const JudgeScorer = Schema.Struct({
  type: Schema.Literal("judge").annotateKey({ description: "A model that judges." }),
  prompt: Alias.annotate({ description: "The alias of the prompt in references. Its variables are the inputs." }),
  connection: ConnectionId.annotateKey({ description: "ID of the model connection to call." }),
  model: Schema.String.check(Schema.isMinLength(1), Schema.isMaxCodePoints(200)).annotateKey({
    description: "The model to call, by the name that its provider uses."
  }),
  maxOutputTokens: Schema.Int.check(Schema.isBetween({ minimum: 16, maximum: 4096 })).annotateKey({
    description: "The most tokens that an answer may have."
  }),
  temperature: Schema.optionalKey(
    Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 2 })).annotateKey({
      description: "The temperature of the model. By default the provider's."
    })
  ),
  choices: Labels.annotateKey({
    description: "The labels that the model chooses from, at most 64. By default none: the model returns a number."
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed([])))
})

const AppScorer = Schema.Struct({
  type: Schema.Literal("app").annotateKey({ description: "An app that scores." }),
  app: Alias.annotate({ description: "The alias of the app in references, which returns the score." })
})

const HumanScorer = Schema.Struct({
  type: Schema.Literal("human").annotateKey({ description: "People, in reviews." }),
  question: Schema.String.check(Schema.isMinLength(1), Schema.isMaxCodePoints(1000)).annotateKey({
    description: "The question that people answer, 1 to 1,000 characters."
  }),
  guidance: Schema.String.check(Schema.isMaxCodePoints(20_000))
    .annotateKey({ description: "How to answer it; at most 20,000 characters." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("")))
})

/** What makes a score: a built-in measure, code, a model, an app, or a person. */
export const ScorerSource = Schema.Union([BuiltinScorer, CodeScorer, JudgeScorer, AppScorer, HumanScorer]).annotate({
  identifier: "ScorerSource",
  description:
    "How a score is produced: by a built-in measure, by code, by a model that judges, by an app of the project, or by " +
    "people in reviews."
})
