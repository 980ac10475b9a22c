/**
 * MCP as an entry of the table of routes of `@agent-operations/http`: loaded when it is first asked for.
 *
 * @packageDocumentation
 */
import {
  type Access,
  type CredentialVerifier,
  makeAuthorize,
  type OfferedScopes,
  type RateLimit,
  type UsageBudget
} from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import { recordCopy, ValidationError } from "@agent-operations/error-envelope"
import { accessRequest, type AgentAnswer, type AgentRequest, holdBody, type HttpEntry } from "@agent-operations/http"
import { type Grow, inOneTurn, inTurns, Invoker, maxResponseBytes } from "@agent-operations/operations"
import { Effect } from "effect"
import type { McpAdditions } from "../additions.ts"
import type { McpInfo } from "../server.ts"
import { parseSelection, type Selection, type SelectionFault } from "../tools/selection.ts"
import { fromResponse, jsonRpc, refuse } from "./answers.ts"
import { NotMessages, readMessages } from "./messages.ts"
import { makeOriginFault, type OriginOptions } from "./origin.ts"
import { makeProcessPort } from "./port.ts"
import { makeStandIns } from "./stand-ins.ts"

recordCopy("@agent-operations/mcp", import.meta.url, Effect.void, () => import.meta.resolve("effect"))

/** How MCP is mounted. */
export interface McpEntryOptions extends OriginOptions {
  /** How the server introduces itself. */
  readonly info?: McpInfo | undefined
  /** Tools, prompts and resources beside those of the operations, for whoever is let in. */
  readonly additions?: McpAdditions | undefined
  /** Below the prefix of the mount. Default: `/api/mcp`. */
  readonly path?: string | undefined
  /** Where programs read who gives access tokens for it (RFC 9728). By default where they read it for operations. */
  readonly resourceMetadata?: string | undefined
  /** The largest request body, in bytes, of operations that have no limit of their own. Default: 1 MiB. */
  readonly maxBodyBytes?: number | undefined
}

const json = /^application\/json\s*(?:;|$)/i

/** Who may say hello: whoever is let in. Each call is decided by itself. */
const hello = { id: "mcp", scopes: [], callers: "anyone", incursUsage: false } as const

/** The scopes that clients are to ask for: those of the operations that are served, and no others. */
const scopesOf = (operations: ReadonlyArray<Operation.Any>) => [...new Set(operations.flatMap(({ scopes }) => scopes))]

const isFault = (selection: Selection | SelectionFault): selection is SelectionFault => "message" in selection

/** What a client asks to be shown: by the query, else by headers. */
const selectionOf = (request: AgentRequest, known: ReadonlyArray<string>) => {
  const query = new URLSearchParams(request.query)
  const asked = (name: string) => query.get(name) ?? request.header(`x-mcp-${name}`)[0]
  const toolsets = query.get("toolsets") ?? (request.header("x-mcp-toolsets").join(",") || undefined)
  return parseSelection({ toolsets, readonly: asked("readonly"), mode: asked("mode"), output: asked("output") }, known)
}

/**
 * MCP for a host's table of routes. What answers is loaded at the first request that is let in. Access is decided here as
 * for every operation, for the audience `mcp`: an access token brings its project, an API key names it by `x-project-id`.
 * Laws: A1 to A3, A6, C1.
 *
 * @example
 * const kit = await createAgentOperations({ families: [views()], database, entries: [mcp({ origin: "https://ops.example.com" })] })
 */
export const mcp = ({
  info = {},
  additions,
  path = "/api/mcp",
  resourceMetadata,
  maxBodyBytes = 1024 * 1024,
  ...origins
}: McpEntryOptions = {}): Effect.Effect<
  ReadonlyArray<HttpEntry>,
  never,
  Invoker | CredentialVerifier | RateLimit | UsageBudget | OfferedScopes
> =>
  Effect.gen(function* () {
    const { contract } = yield* Invoker
    const authorize = yield* makeAuthorize
    const makePort = yield* makeProcessPort(maxBodyBytes)
    const originFault = makeOriginFault(origins)
    const operations = contract.operations.filter(({ surfaces }) => surfaces.includes("mcp"))
    const limitBytes = Math.max(maxBodyBytes, ...operations.map(({ limits }) => limits.bodyBytes ?? 0))
    const handler = yield* Effect.cached(
      Effect.promise(async () =>
        (await import("../handler.ts")).makeMcpHandler(contract.families, { ...info, additions })
      )
    )

    const answer = Effect.fnUntraced(function* (request: AgentRequest, access: Access, bytes: Uint8Array, grow: Grow) {
      const messages = yield* Effect.fromResult(yield* inTurns(readMessages(bytes, limitBytes, grow)))
      const { fetch, toolsets } = yield* handler
      const selection = selectionOf(request, toolsets)
      if (isFault(selection)) {
        return yield* new ValidationError({
          message: selection.message,
          details: { issues: [{ path: `/${selection.name}`, message: selection.message }] }
        })
      }
      const decideAgain = (operation: Operation.Any) => authorize(operation, accessRequest(request, "mcp")).access
      const standIns = makeStandIns()
      const port = yield* makePort(access, decideAgain, messages, bytes.length, standIns)
      const caller = { scopes: access.scopes, isPerson: access.actor.type === "user" }
      const batch = Array.isArray(messages.body)
        ? { limitBytes: maxResponseBytes, moreBytes: standIns.bytes }
        : undefined
      const session = { port, caller, selection, argumentsOf: messages.argumentsOf, batch }
      const { body, ...response } = yield* inOneTurn(async () =>
        fromResponse(await fetch(request.web(), messages.body, session))
      )
      return { ...response, ...(yield* standIns.fill(body)) }
    })

    const tooLarge = refuse(413, jsonRpc.parseError, `The body is larger than ${limitBytes} bytes.`)

    const answerBody = Effect.fnUntraced(function* (
      request: AgentRequest,
      access: Access,
      body: ReturnType<AgentRequest["body"]>,
      grow: Grow
    ) {
      // What is a little too long is read all the same, so that the connection can be kept.
      const read = yield* body.pipe(
        Effect.map((bytes): Uint8Array | AgentAnswer => (bytes.length > limitBytes ? tooLarge : bytes)),
        Effect.catchTags({
          PAYLOAD_TOO_LARGE: () => Effect.succeed(tooLarge),
          VALIDATION_ERROR: ({ message }) => Effect.succeed(refuse(400, jsonRpc.parseError, message))
        })
      )
      if ("status" in read) return read
      return yield* answer(request, access, read, grow).pipe(
        Effect.catchTag("PAYLOAD_TOO_LARGE", ({ message }) => Effect.succeed(refuse(413, jsonRpc.parseError, message))),
        Effect.catchIf(
          (error) => error instanceof NotMessages,
          ({ code, message }) => Effect.succeed(refuse(400, code, message))
        )
      )
    })

    const run: HttpEntry["run"] = Effect.fnUntraced(function* (request, { letIn }) {
      const fault = originFault(request)
      if (fault !== undefined) return refuse(403, jsonRpc.refused, fault)
      const { access: decided } = authorize(hello, accessRequest(request, "mcp"))
      const access = yield* decided
      letIn?.(access)
      if (request.method !== "POST") {
        return refuse(405, jsonRpc.refused, "Use POST: there are no streams.", { allow: "POST" })
      }
      if (!json.test(request.header("content-type").join(","))) {
        return refuse(415, jsonRpc.refused, "Send the message as application/json.", {
          "accept-post": "application/json"
        })
      }
      return yield* holdBody(request, access, (body, grow) =>
        answerBody(request, access, body(limitBytes + 64 * 1024), grow)
      )
    })

    return [
      {
        owner: "the MCP endpoint",
        path,
        operation: { id: hello.id, scopes: scopesOf(operations) },
        ...(resourceMetadata !== undefined && { resourceMetadata }),
        run
      }
    ]
  })
