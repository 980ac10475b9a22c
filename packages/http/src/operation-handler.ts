import { type Access, Caller, type makeAuthorize } from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import { abandonAfter } from "@agent-operations/database"
import { type AgentError, Timeout, ValidationError } from "@agent-operations/error-envelope"
import { isLookUp } from "@agent-operations/operations"
import { Duration, Effect, Result } from "effect"
import type { AgentRequest } from "./exchange.ts"
import { inputDecoder } from "./input.ts"
import { parseBody } from "./json/parse.ts"
import { readAhead } from "./read-ahead.ts"

/** What a request is let in by. */
export type Authorize = Effect.Success<typeof makeAuthorize>

export interface OperationHandlerOptions {
  readonly authorize: Authorize
  readonly meaning: (input: never) => Effect.Effect<string, AgentError, Caller>
  readonly maxBodyBytes: number
  readonly deadline: Duration.Input
}

const json = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

const refusedHeader = (path: string, message: string) =>
  new ValidationError({ message, details: { issues: [{ path, message }] } })

/** What is wrong with how the body is announced, if anything is. */
const headerFault = (request: AgentRequest) => {
  if (!json.test(request.header("content-type").join(","))) {
    return refusedHeader("/content-type", "Send the body as application/json, in UTF-8.")
  }
  const encoding = request.header("content-encoding").join(",")
  return encoding === "" || encoding.toLowerCase() === "identity"
    ? undefined
    : refusedHeader("/content-encoding", "Send the body without a content encoding.")
}

/** The longest body, in bytes, that is read while it is being decided who sent it. */
const shortBody = 16 * 1024

const isShort = (request: AgentRequest) => Number(request.header("content-length").join(",") || Number.NaN) <= shortBody

const timedOut = ({ id, effect }: Operation.Any) =>
  new Timeout({
    message: `${id} did not finish in time.`,
    hint:
      effect === "read"
        ? "Nothing was changed; retry with backoff."
        : "The write may have happened: read the definition, or search for its name, before you repeat it."
  })

/**
 * Carries out one operation in the wire's order of checks: access, then the body's size, type and syntax, then its
 * schema, then its meaning. Its result is JSON text. What is told is in this order also where a look-up was begun before.
 */
export const operationHandler = (operation: Operation.Any, options: OperationHandlerOptions) => {
  const decode = inputDecoder(operation)
  const deadline = Duration.fromInputUnsafe(options.deadline)
  const looksUp = isLookUp(options.meaning)

  const mean = (body: Uint8Array, caller: Access) => {
    const input = Result.flatMap(parseBody(body), decode)
    return Result.isFailure(input)
      ? Effect.fail(input.failure)
      : Effect.provideService(options.meaning(input.success as never), Caller, caller)
  }

  const carryOut = (request: AgentRequest): Effect.Effect<string, AgentError> => {
    const decision = options.authorize(operation, {
      authorization: request.header("authorization"),
      project: {
        header: request.header("x-project-id"),
        query: request.query === "" ? [] : new URLSearchParams(request.query).getAll("projectId")
      },
      audience: "rest"
    })
    const fault = headerFault(request)
    if (fault !== undefined) return Effect.andThen(decision.access, Effect.fail(fault))
    const body = Effect.suspend(() => request.body(options.maxBodyBytes))
    const mayBegin = looksUp && isShort(request)
    return readAhead(mayBegin ? decision : { access: decision.access, expected: undefined }, body, mean)
  }

  return (request: AgentRequest): Effect.Effect<string, AgentError> =>
    abandonAfter(carryOut(request), deadline, () => Effect.fail(timedOut(operation)))
}
