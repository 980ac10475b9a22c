import { credentialOf, CredentialVerifier } from "@agent-operations/auth"
import { toAnswer } from "@agent-operations/error-envelope"
import { type IdentityHttp, readText } from "@agent-operations/identity"
import { Effect, Option, Predicate, Redacted, Result, Schema } from "effect"

const limitBytes = 64 * 1024
const versions = ["2025-06-18", "2025-11-25", "2026-07-28"]

const Call = Schema.Struct({
  jsonrpc: Schema.Literal("2.0"),
  id: Schema.optional(Schema.Union([Schema.String, Schema.Finite])),
  method: Schema.String,
  params: Schema.optional(Schema.JsonObject)
})

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Call))

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

const malformed = () =>
  Response.json(
    { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Send one JSON-RPC 2.0 message." } },
    { status: 400 }
  )

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
  if (request.method !== "POST") return new Response(null, { status: 405, headers: { allow: "POST" } })
  return yield* readText(request, limitBytes).pipe(
    Effect.map((text) => Option.match(decode(text), { onNone: malformed, onSome: answer })),
    Effect.catchTag("UnreadableBody", () => Effect.succeed(malformed()))
  )
})
