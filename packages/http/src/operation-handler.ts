import { type Access, calledBy, type makeAuthorize } from "@agent-operations/auth"
import { abandonAfter } from "@agent-operations/database"
import type { AgentError } from "@agent-operations/error-envelope"
import { type EncodedJson, type Grow, type Invocable, parseBody } from "@agent-operations/operations"
import { Effect, Result } from "effect"
import type { AgentRequest } from "./exchange.ts"
import { guardedAttempt } from "./guarded-attempt.ts"
import { holdBody, isShort } from "./hold-body.ts"
import { decideAccess, type LetIn } from "./internal/decide-access.ts"
import { isForeignText, refusedHeader } from "./internal/refused-header.ts"

/** What a request is let in by. */
export type Authorize = Effect.Success<typeof makeAuthorize>

export interface OperationHandlerOptions {
  readonly authorize: Authorize
  readonly maxBodyBytes: number
}

const json = /^application\/json\s*(?:;|$)/i

/** What is wrong with how the body is announced, if anything is. */
const headerFault = (request: AgentRequest) => {
  const contentType = request.header("content-type").join(",")
  if (!json.test(contentType) || isForeignText(contentType)) {
    return refusedHeader("/content-type", "Send the body as application/json, in UTF-8.")
  }
  const encoding = request.header("content-encoding").join(",")
  return encoding === "" || encoding.toLowerCase() === "identity"
    ? undefined
    : refusedHeader("/content-encoding", "Send the body without a content encoding.")
}

/**
 * Carries out one operation in the wire's order of checks: access, then the body's size, type and syntax, then what the
 * operation says of it. What is told is in this order also where access is decided by the operation's own statement.
 */
export const operationHandler = (
  { operation, deadline, isGuarded, run, timeout }: Invocable,
  options: OperationHandlerOptions
) => {
  const maxBodyBytes = operation.limits.bodyBytes ?? options.maxBodyBytes

  const invoke = (body: Uint8Array, access: Access, grow?: Grow): Effect.Effect<EncodedJson<unknown>, AgentError> => {
    const input = parseBody(body, maxBodyBytes, grow)
    if (!Result.isResult(input)) {
      return Effect.flatMap(calledBy(access)(input), (sent) => run(sent, access, body.length))
    }
    return Result.isFailure(input) ? Effect.fail(input.failure) : run(input.success, access)
  }

  const carryOut = (
    request: AgentRequest,
    letIn: LetIn | undefined
  ): Effect.Effect<EncodedJson<unknown>, AgentError> => {
    const decision = decideAccess(options.authorize, operation, request, letIn)
    const fault = headerFault(request)
    if (fault !== undefined) return Effect.andThen(decision.access, Effect.fail(fault))
    if (isGuarded && isShort(request)) {
      return guardedAttempt(
        decision,
        Effect.suspend(() => request.body(maxBodyBytes)),
        invoke
      )
    }
    return Effect.flatMap(decision.access, (access) =>
      holdBody(request, access, (body, grow) =>
        Effect.flatMap(body(maxBodyBytes), (sent) => invoke(sent, access, grow))
      )
    )
  }

  return (request: AgentRequest, letIn?: LetIn): Effect.Effect<EncodedJson<unknown>, AgentError> =>
    abandonAfter(carryOut(request, letIn), deadline, () => Effect.fail(timeout()))
}
