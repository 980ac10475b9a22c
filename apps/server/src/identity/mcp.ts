import { credentialOf, CredentialVerifier } from "@agent-operations/auth"
import { toAnswer } from "@agent-operations/error-envelope"
import { type IdentityHttp, readText, type UnreadableBody } from "@agent-operations/identity"
import { Effect, Option, Predicate, Redacted, Result, Schema } from "effect"

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

const answer = ({ id, method, params }: typeof Call.Type): Response => {
  if (id === undefined) return new Response(null, { status: 202 })
  switch (method) {
    case "initialize":
      return Response.json({ jsonrpc: "2.0", id, result: initialize(params) })
    case "ping":
      return Response.json({ jsonrpc: "2.0", id, result: {} })
    default:
      return Response.json({ jsonrpc: "2.0", id, error: { code: -32601, message: "There is no such method." } })
  }
}

/** What is no message that could be answered, by the codes of JSON-RPC 2.0. */
const refuse = (status: number, code: number, message: string, headers: Readonly<Record<string, string>> = {}) =>
  Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status, headers })

const faults: Readonly<Record<UnreadableBody["reason"], readonly [status: number, message: string]>> = {
  "too large": [413, `The body is larger than ${limitBytes} bytes.`],
  "cut off": [400, "The body is incomplete: it ended early."],
  "not UTF-8": [400, "The body is not UTF-8."]
}

const read = (text: string): Response => {
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

/**
 * The MCP resource: who has an access token for it is let in, nobody else. It says hello; its tools are not served yet.
 * Law: A6. Source: MCP 2026-07-28, Authorization.
 */
export const mcp = Effect.fnUntraced(function* (request: Request, challenge: IdentityHttp["Service"]["challenge"]) {
  const authorization = request.headers.get("authorization")
  const credential = authorization === null ? undefined : credentialOf([authorization])
  const verified = yield* Effect.result(
    CredentialVerifier.use((verifier) =>
      verifier.verify({ credential: Redacted.make(credential ?? ""), audience: "mcp", projectId: undefined })
    )
  )
  if (Result.isFailure(verified)) {
    const { status, headers, body } = toAnswer(verified.failure)
    return Response.json(body, {
      status,
      headers: {
        ...headers,
        ...(status === 401 ? { "www-authenticate": challenge("mcp", authorization !== null) } : {})
      }
    })
  }
  if (request.method !== "POST") return refuse(405, -32000, "Use POST: there are no streams.", { allow: "POST" })
  if (!json.test(request.headers.get("content-type") ?? "")) {
    return refuse(415, -32000, "Send the message as application/json.", { "accept-post": "application/json" })
  }
  return yield* readText(request, limitBytes).pipe(
    Effect.map(read),
    Effect.catchTag("UnreadableBody", ({ reason }) => {
      const [status, message] = faults[reason]
      return Effect.succeed(refuse(status, -32700, message))
    })
  )
})
