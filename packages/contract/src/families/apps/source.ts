import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Json } from "../../definition/json.ts"
import { typeId } from "../../definition/primitives.ts"
import { Alias } from "../../definition/references.ts"

/** The name by which a header refers to a secret. */
export const SecretName = Schema.String.check(
  Schema.isPattern(/^[a-z][a-z0-9_-]{0,39}$/u, {
    expected: "a name: a lower-case letter, then up to 39 lower-case letters, digits, underscores or hyphens"
  })
)

/** The secret that calls are signed with. */
export const signingSecret = "signing"

/** An ID of a model connection. */
export const ConnectionId = typeId("mco")

/** What the server sets itself, or what would make a request say two things. */
const own =
  "host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-.*|accept-encoding|" +
  "idempotency-key|traceparent|tracestate|webhook-.*"

const HeaderName = Schema.String.check(
  Schema.isPattern(new RegExp(`^(?!(?:${own})$)[a-z0-9!#$%&'*+.^_\`|~-]{1,100}$`, "u"), {
    expected: "the name of a header in lower case, which is none that the server sets itself"
  })
)

const HeaderValue = Schema.Union([
  Schema.String.check(
    Schema.isPattern(/^[\x20-\x7e]{0,4096}$/u, { expected: "at most 4,096 visible characters of ASCII" })
  ),
  Schema.Struct({
    secret: SecretName.annotateKey({ description: "The name of a secret of the app, whose value is sent." })
  })
]).annotate({
  identifier: "AppHeader",
  description: "A text, or the name of a secret that set_app_secret sets."
})

const isAddress = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return (
    (url?.protocol === "https:" || url?.protocol === "http:") &&
    url.username === "" &&
    url.password === "" &&
    url.hash === ""
  )
}

/** An address that can be asked, if what it leads to may be. */
export const Address = Schema.String.check(
  Schema.isMaxLength(2048),
  Schema.makeFilter(isAddress, { expected: "an http or https URL without user, password or fragment" })
)

const Model = Schema.String.check(Schema.isMinLength(1), Schema.isMaxCodePoints(200))

/** What a call sets itself. */
const fixed = ["model", "messages", "stream", "stream_options", "n", "max_tokens", "max_completion_tokens"]

const Parameters = Schema.Record(Schema.String, Json).check(
  Schema.makeFilter((parameters: Readonly<Record<string, unknown>>) => {
    const wrong = fixed.find((name) => Object.hasOwn(parameters, name))
    return wrong === undefined || { path: [wrong], issue: "it is set by the app itself: leave it out" }
  })
)

const Http = Schema.Struct({
  type: Schema.Literal("http").annotateKey({ description: "An endpoint that is called over HTTP." }),
  url: Address.annotateKey({
    description:
      "The URL of the endpoint. It must be public and use HTTPS, unless the server's EGRESS_ALLOW lists its origin."
  }),
  streaming: Schema.Literals(["none", "sse", "ndjson"])
    .annotateKey({
      description:
        "How the endpoint streams its answer: as server-sent events (`sse`), as lines of JSON (`ndjson`), or not at all."
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("none" as const))),
  outputPointer: Schema.String.check(
    Schema.isMaxLength(500),
    Schema.isPattern(/^(?:\/(?:[^~/]|~[01])*)*$/u, { expected: "a JSON Pointer, such as /output" })
  )
    .annotate({ description: "Where in the answer the output is, as a JSON Pointer; empty for the whole answer." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("/output"))),
  headers: Schema.Record(HeaderName, HeaderValue)
    .check(Schema.isMaxProperties(20))
    .annotateKey({ description: "Headers sent with every call, by lower-case name: at most 20." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed({})))
})

const OfModel = Schema.Struct({
  type: Schema.Literal("model").annotateKey({ description: "A prompt that a model answers." }),
  prompt: Alias.annotate({
    description: "The alias of the prompt in references. Its variables are the members of an item's input."
  }),
  connection: ConnectionId.annotateKey({ description: "ID of the model connection to call." }),
  model: Model.annotateKey({ description: "The model to call, by the name that its provider uses." }),
  maxOutputTokens: Schema.Int.check(Schema.isBetween({ minimum: 16, maximum: 131_072 })).annotateKey({
    description: "The most tokens that an answer may have."
  }),
  parameters: Parameters.annotateKey({
    description: "Further members of the request to the provider, such as temperature."
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed({})))
})

/** How sample apps answer. */
export const sampleBehaviours = ["echo", "capitals", "some_capitals", "slow", "flaky", "failing"] as const

const Sample = Schema.Struct({
  type: Schema.Literal("sample").annotateKey({ description: "A sample that answers without network or cost." }),
  behaviour: Schema.Literals(sampleBehaviours).annotateKey({ description: "How the sample answers." })
})

/** What an app is. */
export const AppSource = Schema.Union([Http, OfModel, Sample]).annotate({
  identifier: "AppSource",
  description:
    "An endpoint called over HTTP, a prompt that a model answers, or a sample that answers without network or cost."
})
