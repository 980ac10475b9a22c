import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { Json } from "../../definition/json.ts"
import { Revision } from "../../definition/primitives.ts"
import { exampleCreated } from "../../definition/verbs/example.ts"
import { exampleSpanId, exampleTraceId, Open, SpanId, TraceId } from "../traces/primitives.ts"
import { Prompt } from "./kind.ts"
import { AnyLabel, LabelRevision } from "./labels.ts"
import { PromptMessage, PromptVariables } from "./variables.ts"

interface Which {
  readonly id?: string
  readonly name?: string
  readonly label?: string
  readonly revision?: number
}

/** How a published prompt is named: by its ID or its name, and by a label or a revision. */
const which = {
  id: Schema.optionalKey(Prompt.Id.annotateKey({ description: "ID of the prompt. Pass either `id` or `name`." })),
  name: Schema.optionalKey(
    Schema.String.check(Schema.isMaxCodePoints(240)).annotate({
      description: "Name of the prompt, ignoring case. Pass either `id` or `name`."
    })
  ),
  label: Schema.optionalKey(
    AnyLabel.annotate({ description: "The label to read by. By default production. latest is the current revision." })
  ),
  revision: Schema.optionalKey(Revision.annotateKey({ description: "The revision to read, instead of a label." }))
}

const namesOne = Schema.makeFilter(
  ({ id, name, label, revision }: Which) =>
    (id === undefined) !== (name === undefined) && (label === undefined || revision === undefined),
  {
    expected: "either id or name, and at most one of label and revision",
    toJsonSchema: () => ({
      oneOf: [{ required: ["id"] }, { required: ["name"] }],
      not: { required: ["label", "revision"] }
    })
  }
)

const published = {
  prompt: Prompt.Definition.annotateKey({ description: "The prompt at the revision that was read." }),
  label: Schema.NullOr(AnyLabel).annotate({
    description: "The label that it was read by; null if it was read by revision."
  }),
  labelRevision: Schema.NullOr(LabelRevision).annotate({
    description: "How often the label was moved; null if it was read by revision or by latest."
  })
}

const exampleWhich = { id: Prompt.example.id, label: "production" }
const examplePublished = { prompt: exampleCreated(Prompt), label: "production", labelRevision: 1 }

/** Reads the revision that a label points at. Law: M1. */
export const getPublishedPrompt = operation({
  id: "get_published_prompt",
  summary: "Read a published prompt",
  description:
    "Reads a prompt by its ID or its name, at the revision that a label points at. By default the label is production. " +
    "Every read after a label was moved returns the new revision.",
  scopes: ["prompts:read"],
  effect: "read",
  quickWith: ["id", "name", "label", "revision"],
  input: Schema.Struct(which).check(namesOne),
  result: Schema.Struct(published),
  errors: ["NOT_FOUND"],
  hints: { NOT_FOUND: "list_prompts lists the prompts, list_prompt_labels the labels of one prompt." },
  example: { input: exampleWhich, result: examplePublished }
})

/** What rendering a prompt makes. Law: M3. */
export const RenderedPrompt = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("text").annotateKey({ description: "A single text." }),
    text: Schema.String.annotateKey({ description: "The text with its variables filled in." })
  }),
  Schema.Struct({
    type: Schema.Literal("chat").annotateKey({ description: "The messages of a chat." }),
    messages: Schema.Array(PromptMessage).annotateKey({ description: "The messages with their variables filled in." })
  })
]).annotate({
  identifier: "RenderedPrompt",
  description: "A prompt with its variables filled in: a text, or messages. At most 1 MiB in UTF-8."
})

/** What rendering can be refused with. */
export const renderErrors = ["MISSING_VARIABLE", "REFERENCE_NOT_FOUND", "INVALID_REFERENCE"] as const

const attributes = {
  "prompt.id": Prompt.example.id,
  "prompt.name": Prompt.example.name,
  "prompt.revision": 1,
  "prompt.label": "production",
  "prompt.label_revision": 1
}

/** Renders a published prompt, and tells the trace that it is used in. Laws: M1, M3. */
export const getManagedPrompt = operation({
  id: "get_managed_prompt",
  summary: "Render a published prompt",
  description:
    "Reads a published prompt, renders it with variables, and records a span of type prompt: in the given trace and " +
    "under the given span, or in a new trace. Put link.attributes on the spans that use the prompt, such as the call of " +
    "the model: they say which revision it used. evaluation is the newest completed evaluation run that used the revision.",
  scopes: ["prompts:read", "evals:read", "traces:write"],
  effect: "write",
  input: Schema.Struct({
    ...which,
    variables: PromptVariables.pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
    traceId: Schema.optionalKey(
      TraceId.annotateKey({ description: "The trace to record the span in. By default a new one." })
    ),
    parentSpanId: Schema.optionalKey(
      SpanId.annotateKey({ description: "The span to record the span under. Requires traceId." })
    )
  }).check(
    namesOne,
    Schema.makeFilter(
      ({ traceId, parentSpanId }: { readonly traceId?: string; readonly parentSpanId?: string }) =>
        parentSpanId === undefined || traceId !== undefined,
      {
        expected: "traceId beside parentSpanId",
        toJsonSchema: () => ({ dependentRequired: { parentSpanId: ["traceId"] } })
      }
    )
  ),
  result: Schema.Struct({
    ...published,
    rendered: RenderedPrompt,
    link: Schema.Struct({
      traceId: Schema.String.annotateKey({ description: "ID of the trace that the span was recorded in." }),
      spanId: Schema.String.annotateKey({ description: "ID of the span that was recorded." }),
      attributes: Open.annotateKey({ description: "Attributes to put on the spans that use the prompt." })
    }).annotate({
      identifier: "PromptLink",
      description: "The span that was recorded, and the attributes for the spans that use the prompt."
    }),
    evaluation: Json.annotate({
      description: "A summary of the newest completed evaluation run that used the revision; null if there is none."
    })
  }),
  errors: ["NOT_FOUND", "TRACE_DELETED", ...renderErrors],
  hints: { NOT_FOUND: "list_prompts lists the prompts, list_prompt_labels the labels of one prompt." },
  example: {
    input: {
      ...exampleWhich,
      variables: { shop: "Hyperion Books", question: "Where is my parcel?" },
      traceId: exampleTraceId
    },
    result: {
      ...examplePublished,
      rendered: {
        type: "chat",
        messages: [
          { role: "system", content: "You help customers of Hyperion Books. Answer in English." },
          { role: "user", content: "Where is my parcel?" }
        ]
      },
      link: { traceId: exampleTraceId, spanId: exampleSpanId, attributes },
      evaluation: null
    }
  }
})
