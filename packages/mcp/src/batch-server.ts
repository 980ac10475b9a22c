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

/**
 * Answers the messages of a batch, one after the other, until their answers have so many bytes. What comes after that is
 * not carried out, and told so.
 */
export class BatchServer extends Server {
  readonly #limitBytes: number
  #bytes = 0
  #turn: Promise<unknown> = Promise.resolve()

  constructor(limitBytes: number, ...server: ConstructorParameters<typeof Server>) {
    super(...server)
    this.#limitBytes = limitBytes
  }

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, async (request, context) => once(await handler(request, context)))
    return (request, context) => {
      const answered = this.#turn.then(async () => {
        if (this.#bytes >= this.#limitBytes) {
          throw new ProtocolError(
            ProtocolErrorCode.InvalidRequest,
            `Not carried out: the answers of a batch may have ${this.#limitBytes} bytes. Send it again in another request.`
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
