import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** The name of a variable, as a template has it between braces. */
export const VariableName = Schema.String.check(
  Schema.isPattern(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/u, {
    expected: "a name: a letter or underscore, then up to 63 letters, digits or underscores"
  })
)

export const messageRoles = ["system", "user", "assistant", "developer", "tool"] as const

/** A message to a model. */
export const PromptMessage = Schema.Struct({
  role: Schema.Literals(messageRoles).annotateKey({ description: "Who the message is from." }),
  content: Schema.String.annotateKey({ description: "The text of the message." })
}).annotate({ identifier: "PromptMessage", description: "A message to a model." })

/** What stands in place of a variable. */
export const PromptValue = Schema.Union([
  Schema.String,
  Schema.Finite,
  Schema.Boolean,
  Schema.Array(PromptMessage).check(Schema.isMaxLength(1000))
]).annotate({
  identifier: "PromptValue",
  description: "A text, a number or a boolean; for a placeholder of a chat, the messages to put there."
})

/** The values of variables, by name. */
export const PromptVariables = Schema.Record(VariableName, PromptValue)
  .check(Schema.isMaxProperties(1000))
  .annotate({
    description:
      "Values by the names of variables. They are inserted as they are, neither escaped nor searched for variables. " +
      "Names that the prompt doesn't use are ignored."
  })

/** A variable that a prompt takes. */
export const PromptVariable = Schema.Struct({
  name: VariableName.annotateKey({ description: "The name of the variable, as the template has it between braces." }),
  required: Schema.Boolean.annotateKey({ description: "Whether rendering fails without a value." }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(true))
  ),
  default: Schema.optionalKey(PromptValue.annotateKey({ description: "The value if none is given." }))
}).annotate({
  identifier: "PromptVariable",
  description:
    "A variable of the prompt. If it is required, has no default and gets no value, rendering fails with " +
    "MISSING_VARIABLE. If it is not required, it is empty."
})
