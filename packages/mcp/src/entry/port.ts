import { type Access, makeAdmitCall } from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import { abandonAfter } from "@agent-operations/database"
import {
  type AgentError,
  InternalError,
  NotFound,
  PayloadTooLarge,
  toAnswer,
  ValidationError
} from "@agent-operations/error-envelope"
import { CallVia, decodeJsonInTurns, type EncodedJson, inTurns, Invoker } from "@agent-operations/operations"
import { type Cause, Effect } from "effect"
import type { CallAnswer, CallOptions, Port } from "../port.ts"
import { inexactDetails, type Messages } from "./messages.ts"
import type { StandIns } from "./stand-ins.ts"

const envelope = (error: AgentError): CallAnswer => ({ error: toAnswer(error).body.error })

/** What was not foreseen is in the log, and tells nothing of the inside. Law: E1. */
const unforeseen = (operation: string, cause: Cause.Cause<never>) =>
  Effect.as(
    Effect.logError(`The tool ${operation} failed unexpectedly`, cause),
    envelope(new InternalError({ message: "The server failed unexpectedly." }))
  )

/** Whether an input has more bytes as JSON, without spaces, than it may. */
function* hasMoreBytes(input: unknown, limitBytes: number): Generator<void, boolean> {
  let left = limitBytes
  let looked = 0
  const rest = [input]
  while (rest.length > 0 && left >= 0) {
    if (++looked % 1024 === 0) yield
    const value = rest.pop()
    if (typeof value !== "object" || value === null) {
      left -= Buffer.byteLength(JSON.stringify(value))
      continue
    }
    const inner = Object.values(value)
    left -= 2 + Math.max(0, inner.length - 1)
    if (!Array.isArray(value)) for (const key of Object.keys(value)) left -= Buffer.byteLength(JSON.stringify(key)) + 1
    for (const one of inner) rest.push(one)
  }
  return left < 0
}

/**
 * The port to the operations of this process, for whom one request was let in. Each call is decided by itself: the first,
 * which was counted with the request, by what it was let in with, and each further one anew. Laws: A2, A5, E1, E3.
 */
export const makeProcessPort = Effect.fnUntraced(function* (maxBodyBytes: number) {
  const invoker = yield* Invoker
  const admit = yield* makeAdmitCall

  return Effect.fnUntraced(function* (
    letIn: Access,
    decideAgain: (operation: Operation.Any) => Effect.Effect<Access, AgentError>,
    { inexact }: Pick<Messages, "inexact">,
    bodyBytes: number,
    standIns: StandIns
  ) {
    const run = Effect.runPromiseWith(yield* Effect.context())
    let calls = 0

    const told = Effect.fnUntraced(function* (
      { paging }: Operation.Any,
      answered: EncodedJson<unknown>,
      isPassedOn: boolean
    ) {
      const { next } = answered
      const isKnown = paging === undefined || next !== undefined
      return isPassedOn && isKnown && standIns.takes(answered)
        ? { data: standIns.hold(answered), next }
        : { data: yield* decodeJsonInTurns(answered) }
    })

    const invoke = Effect.fnUntraced(function* (id: string, input: unknown, { isPassedOn = false }: CallOptions) {
      const found = invoker.find(id)
      if (found === undefined) return yield* new NotFound({ message: `There is no operation ${id.slice(0, 100)}.` })
      const isFirst = calls++ === 0
      if (isFirst) yield* admit(found.operation, letIn, { isCounted: true })
      // What comes later may be of somebody who is not let in any more.
      const access = isFirst ? letIn : yield* decideAgain(found.operation)
      const limitBytes = found.operation.limits.bodyBytes ?? maxBodyBytes
      if (bodyBytes > limitBytes && (yield* inTurns(hasMoreBytes(input, limitBytes)))) {
        return yield* new PayloadTooLarge({
          message: `The input of ${id} is larger than ${limitBytes} bytes.`,
          details: { limitBytes }
        })
      }
      if (inexact !== undefined) {
        return yield* new ValidationError({
          message: `The input is refused: ${inexact.message}`,
          details: inexactDetails(inexact)
        })
      }
      const running = Effect.provideService(found.run(input, access, bodyBytes), CallVia, "mcp")
      const answered = Effect.flatMap(running, (answered) => told(found.operation, answered, isPassedOn))
      return yield* abandonAfter(answered, found.deadline, () => Effect.fail(found.timeout()))
    })

    const port: Port = {
      call: (operation, input, { signal, ...options } = {}) =>
        run(
          invoke(operation, input, options).pipe(
            Effect.match({ onFailure: envelope, onSuccess: (answer): CallAnswer => answer }),
            Effect.catchCause((cause) => unforeseen(operation, cause))
          ),
          signal && { signal }
        )
    }
    return port
  })
})
