import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Result,
  type ServerContext,
  type JSONRPCRequest
} from "@modelcontextprotocol/server"
import { setImmediate } from "node:timers/promises"
import { isObject } from "./is-object.ts"

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>

/**
 * A result of a tool without its structured form where its text is the same: the revision of the protocol that has batches
 * (2025-03-26) knows text only.
 */
const once = (result: Result): Result => {
  const { structuredContent, ...rest } = result
  const [first] = Array.isArray(rest["content"]) ? (rest["content"] as ReadonlyArray<unknown>) : []
  return structuredContent !== undefined && isObject(first) && first["text"] === JSON.stringify(structuredContent)
    ? rest
    : result
}

/** How many bytes the answers to a batch may have, and how many they have beside what their results show. */
export interface BatchLimit {
  readonly limitBytes: number
  readonly moreBytes: () => number
}

/**
 * Answers the messages of a batch, one after the other, until their answers have so many bytes. What comes after that is
 * not carried out, and told so.
 */
export class BatchServer extends Server {
  readonly #limit: BatchLimit
  #bytes = 0
  #turn: Promise<unknown> = Promise.resolve()

  constructor(limit: BatchLimit, ...server: ConstructorParameters<typeof Server>) {
    super(...server)
    this.#limit = limit
  }

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, async (request, context) => once(await handler(request, context)))
    return (request, context) => {
      const { limitBytes, moreBytes } = this.#limit
      const answered = this.#turn.then(async () => {
        if (this.#bytes + moreBytes() >= limitBytes) {
          throw new ProtocolError(
            ProtocolErrorCode.InvalidRequest,
            `Not carried out: the answers of a batch may have ${limitBytes} bytes. Send it again in another request.`
          )
        }
        // Others have their turn between two that wait for nothing.
        await setImmediate()
        const result = await wrapped(request, context)
        this.#bytes += Buffer.byteLength(JSON.stringify(result))
        return result
      })
      this.#turn = answered.catch(() => {})
      return answered
    }
  }
}
