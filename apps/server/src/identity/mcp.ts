import { credentialOf, CredentialVerifier } from "@agent-operations/auth"
import type { AgentAnswer, AgentRequest, HttpEntry } from "@agent-operations/http"
import { resourceMetadataUrl, resourcesOf } from "@agent-operations/identity/tokens"
import { type Context, Effect, Option, Predicate, Redacted, Schema } from "effect"

const limitBytes = 64 * 1024
const versions = ["2025-06-18", "2025-11-25", "2026-07-28"]

const Call = Schema.Struct({
  jsonrpc: Schema.Literal("2.0"),
  id: Schema.optional(Schema.Union([Schema.String, Schema.Finite])),
  method: Schema.String,
  params: Schema.optional(Schema.JsonObject)
})

const parse = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))
const decode = Schema.decodeUnknownOption(Call)
const json = /^application\/json\s*(?:;|$)/i

const initialize = (params: Schema.JsonObject | undefined) => {
  const asked = params?.["protocolVersion"]
  return {
    protocolVersion: Predicate.isString(asked) && versions.includes(asked) ? asked : versions[0],
    capabilities: {},
    serverInfo: { name: "agent-operations", title: "Agent Operations", version: "0.0.0" }
  }
}

const send = (status: number, body: object, headers: Readonly<Record<string, string>> = {}): AgentAnswer => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body)
})

const answer = ({ id, method, params }: typeof Call.Type): AgentAnswer => {
  if (id === undefined) return { status: 202, headers: {}, body: "" }
  switch (method) {
    case "initialize":
      return send(200, { jsonrpc: "2.0", id, result: initialize(params) })
    case "ping":
      return send(200, { jsonrpc: "2.0", id, result: {} })
    default:
      return send(200, { jsonrpc: "2.0", id, error: { code: -32601, message: "There is no such method." } })
  }
}

/** What is no message that could be answered, by the codes of JSON-RPC 2.0. */
const refuse = (status: number, code: number, message: string, headers: Readonly<Record<string, string>> = {}) =>
  send(status, { jsonrpc: "2.0", id: null, error: { code, message } }, headers)

const tooLarge = refuse(413, -32700, `The body is larger than ${limitBytes} bytes.`)

const read = (text: string): AgentAnswer => {
  if (text === "") return refuse(400, -32700, "The body is empty: send one JSON-RPC 2.0 message.")
  return Option.match(parse(text), {
    onNone: () => refuse(400, -32700, "The body is not JSON: send one JSON-RPC 2.0 message."),
    onSome: (value) =>
      Option.match(decode(value), {
        onNone: () => refuse(400, -32600, "Send one JSON-RPC 2.0 request or notification, and no batch."),
        onSome: answer
      })
  })
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

const readBytes = (bytes: Uint8Array) =>
  bytes.length > limitBytes
    ? Effect.succeed(tooLarge)
    : Effect.try({ try: () => utf8.decode(bytes), catch: () => refuse(400, -32700, "The body is not UTF-8.") }).pipe(
        Effect.match({ onFailure: (refused) => refused, onSuccess: read })
      )

const respond = Effect.fnUntraced(function* (request: AgentRequest) {
  const sent = request.header("authorization")
  const verifier = yield* CredentialVerifier
  const credential = Redacted.make((sent.length === 0 ? undefined : credentialOf(sent)) ?? "")
  yield* verifier.verify({ credential, audience: "mcp", projectId: undefined })
  if (request.method !== "POST") return refuse(405, -32000, "Use POST: there are no streams.", { allow: "POST" })
  if (!json.test(request.header("content-type").join(","))) {
    return refuse(415, -32000, "Send the message as application/json.", { "accept-post": "application/json" })
  }
  // What is a little too long is read all the same, so that the connection can be kept.
  return yield* request.body(2 * limitBytes).pipe(
    Effect.flatMap(readBytes),
    Effect.catchTags({
      PAYLOAD_TOO_LARGE: () => Effect.succeed(tooLarge),
      VALIDATION_ERROR: ({ message }) => Effect.succeed(refuse(400, -32700, message))
    })
  )
})

/**
 * The MCP resource: who has an access token for it is let in, nobody else. It says hello; its tools are not served yet.
 * Law: A6. Source: MCP 2026-07-28, Authorization.
 */
export const mcpEntry = (
  baseUrl: string,
  scopes: ReadonlyArray<string>,
  services: Context.Context<CredentialVerifier>
): HttpEntry => ({
  owner: "the MCP endpoint",
  path: "/api/mcp",
  operation: { id: "mcp", scopes },
  resourceMetadata: resourceMetadataUrl(resourcesOf(baseUrl).mcp),
  run: (request) => Effect.provideContext(respond(request), services)
})
