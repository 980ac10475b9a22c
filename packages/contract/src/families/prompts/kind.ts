import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { codeIn } from "../../definition/code-members.ts"
import { Json } from "../../definition/json.ts"
import { kind } from "../../definition/kind.ts"
import { maxUtf8Bytes, utf8Bytes } from "../../definition/size.ts"
import { messageRoles, PromptVariable, VariableName } from "./variables.ts"

/** How large the templates of a prompt may be together, in bytes of UTF-8. */
const maxTemplateBytes = 256 * 1024

const templateText =
  "{{name}} inserts a variable, {{> alias}} another prompt of the references, which must be a text. Everything else is kept as it is."

/** How often a template may begin a tag: what is taken apart is many times as large. */
const maxTags = 10_000

const tagsOf = (template: string): number => {
  let count = 0
  for (let at = template.indexOf("{{"); at !== -1; at = template.indexOf("{{", at + 2)) count++
  return count
}

const Template = Schema.String.check(
  Schema.makeFilter((template: string) => tagsOf(template) <= maxTags, {
    expected: `a template with at most ${maxTags} tags`
  }),
  // Last, as a description is kept with the last of them, and documents have none of the other.
  maxUtf8Bytes(maxTemplateBytes)
)

const TemplateMessage = Schema.Struct({
  role: Schema.Literals(messageRoles).annotateKey({ description: "Who the message is from." }),
  content: Template.annotate({ description: templateText })
}).annotate({ identifier: "PromptTemplateMessage", description: "A message, as a template." })

const Placeholder = Schema.Struct({
  placeholder: VariableName.annotateKey({ description: "The name of the variable whose messages go here." })
}).annotate({
  identifier: "PromptPlaceholder",
  description: "A place for the messages of a variable."
})

const fitTogether = Schema.makeFilter(
  (messages: ReadonlyArray<{ readonly content: string } | { readonly placeholder: string }>) =>
    messages.reduce((bytes, message) => bytes + ("content" in message ? utf8Bytes(message.content) : 0), 0) <=
    maxTemplateBytes,
  { expected: `messages of at most ${maxTemplateBytes} bytes of UTF-8 together` }
)

/** What a prompt says. Rendering it runs nothing. Law: M3. */
export const PromptSource = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("text").annotateKey({ description: "A single text." }),
    template: Template.annotate({
      description: `${templateText} At most 256 KiB in UTF-8, with 10,000 tags.`,
      ...codeIn("txt")
    })
  }),
  Schema.Struct({
    type: Schema.Literal("chat").annotateKey({ description: "The messages of a chat." }),
    messages: Schema.Array(Schema.Union([TemplateMessage, Placeholder]))
      .check(Schema.isMinLength(1), Schema.isMaxLength(1000), fitTogether)
      .annotateKey({ description: "1 to 1,000 messages and placeholders, of at most 256 KiB in UTF-8 together." })
  })
]).annotate({ identifier: "PromptSource", description: "A text, or the messages of a chat, with variables in them." })

const namedOnce = Schema.makeFilter((variables: ReadonlyArray<{ readonly name: string }>) => {
  const seen = new Set<string>()
  const again = variables.findIndex(({ name }) => seen.size === seen.add(name).size)
  return again === -1 || { path: [again, "name"], issue: "it is there twice: leave one out" }
})

const Model = Schema.Struct({
  name: Schema.String.check(Schema.isMinLength(1), Schema.isMaxCodePoints(200)).annotateKey({
    description: "The model, by the name that its provider uses."
  }),
  parameters: Schema.Record(Schema.String, Json)
    .annotateKey({ description: "Parameters of the model, such as temperature." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed({})))
}).annotate({ identifier: "PromptModel", description: "The model that the prompt is written for, and its parameters." })

/** What a prompt takes, and what it is for. Everything has a default. */
export const PromptSettings = Schema.Struct({
  variables: Schema.Array(PromptVariable)
    .check(Schema.isMaxLength(100), namedOnce)
    .annotateKey({ description: "The variables that the prompt uses, at most 100, each name once." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  model: Schema.NullOr(Model)
    .annotateKey({ description: "The model that the prompt is written for; null for none." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  tools: Schema.Array(Json)
    .check(Schema.isMaxLength(200))
    .annotateKey({
      description: "The tools that the model may call, as the model's provider declares them: at most 200."
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  responseFormat: Json.annotateKey({
    description: "The format of the answer, as the model's provider declares it; null for none."
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  extra: Json.annotateKey({ description: "JSON of your own, kept as it is." }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed({}))
  )
}).annotate({
  identifier: "PromptSettings",
  description: "The variables of the prompt, and the model, tools and answer format that it is written for."
})

/** A shared definition of what a model is told, with variables. */
export const Prompt = kind({
  name: "prompt",
  prefix: "pt",
  // Whoever writes one also needs to read prompts: see the operations.
  scopes: { read: "prompts:read", write: "apps:write" },
  mayReference: ["prompt"],
  source: PromptSource,
  settings: PromptSettings,
  example: {
    id: "pt_01k9x3m2h8e7v9q4t6w5z0r1ca",
    name: "Answer a customer",
    description: "The instructions of the support agent.",
    source: {
      type: "chat",
      messages: [
        { role: "system", content: "You help customers of {{shop}}. Answer in {{language}}." },
        { placeholder: "history" },
        { role: "user", content: "{{question}}" }
      ]
    },
    settings: {
      variables: [
        { name: "shop", required: true },
        { name: "language", required: false, default: "English" },
        { name: "history", required: false },
        { name: "question", required: true }
      ],
      model: { name: "gpt-4o-mini", parameters: { temperature: 0.2 } },
      tools: [],
      responseFormat: null,
      extra: {}
    },
    references: {}
  }
})
export type Prompt = typeof Prompt.Definition.Type
