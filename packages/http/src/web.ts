import { Context, Effect } from "effect"
import { AgentHttp } from "./AgentHttp.ts"
import { type AgentAnswer, type AgentRequest, isBodiless } from "./exchange.ts"
import type { Leaving } from "./internal/bytes-leaving.ts"
import { below } from "./internal/mount.ts"
import { announcesTooMuch, readStream, tooLarge } from "./internal/read-bytes.ts"

/** An answer as `Response` takes it: null where there is none to send. */
export interface WebAnswer extends Omit<AgentAnswer, "body" | "rest" | "texts" | "leaving"> {
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null
}

const empty = new Uint8Array()

const fromWeb = (request: Request, mount: string): AgentRequest => {
  const { pathname, search } = new URL(request.url)
  return {
    method: request.method,
    ...below(mount, pathname),
    query: search.slice(1),
    // The Fetch standard joins a header that is given more than once.
    header: (name) => request.headers.get(name)?.split(", ") ?? [],
    web: (options) => {
      if (options?.body === true) return request
      const { method, url, headers, signal } = request
      return new Request(url, { method, headers, signal })
    },
    peer: () => undefined,
    body: (limitBytes, take) => {
      if (announcesTooMuch(request.headers.get("content-length"), limitBytes)) return Effect.fail(tooLarge(limitBytes))
      const { body } = request
      return body === null ? Effect.succeed(empty) : readStream(body, limitBytes, take)
    }
  }
}

/** The headers of an answer whose body has so many bytes, where that is known. */
const withLength = (headers: AgentAnswer["headers"], length: number | undefined) =>
  length === undefined ? headers : { ...headers, "content-length": String(length) }

/** A HEAD has the length of what a GET would get; without one, a server may have to end the connection. */
const withoutBody = ({ status, headers, body, leaving, ...rest }: AgentAnswer) => {
  leaving?.done()
  const length = leaving === undefined ? Buffer.byteLength(body) : leaving.length
  return { ...rest, status, headers: isBodiless(status) ? headers : withLength(headers, length), body: null }
}

/** An answer as it is read, which breaks off where nobody does. */
const inPieces = ({ next, done, onStalled }: Leaving) =>
  new ReadableStream<Uint8Array>(
    {
      start: (controller) => onStalled(() => controller.error(new Error("Nobody read the answer in time."))),
      pull: async (controller) => {
        const piece = await Promise.resolve(next()).catch((error: unknown) => {
          done()
          throw error
        })
        if (piece !== undefined) return controller.enqueue(piece)
        done()
        controller.close()
      },
      cancel: done
    },
    { highWaterMark: 0 }
  )

const asRead = ({ leaving, ...answer }: AgentAnswer) =>
  leaving === undefined
    ? answer
    : { ...answer, headers: withLength(answer.headers, leaving.length), body: inPieces(leaving) }

/**
 * Answers a web-standard request, for servers that build the `Response` themselves. `mount` is the path at which their
 * router has the operations.
 */
export const webAnswer = (services: Context.Context<AgentHttp>) => {
  const run = Effect.runPromiseWith(services)
  const http = Context.get(services, AgentHttp)
  return (request: Request, mount = ""): Promise<WebAnswer> =>
    run(
      Effect.map(http.handle(fromWeb(request, mount)), (answer) =>
        request.method === "HEAD" || isBodiless(answer.status) ? withoutBody(answer) : asRead(answer)
      )
    ) as Promise<WebAnswer>
}

/**
 * A handler of web-standard requests, for any server that takes one.
 *
 * @example
 * const handler = webHandler(await runtime.context())
 * const response = await handler(new Request("http://localhost/healthz"))
 */
export const webHandler = (services: Context.Context<AgentHttp>) => {
  const answer = webAnswer(services)
  return async (request: Request): Promise<Response> => {
    const { status, headers, cookies = [], body } = await answer(request)
    const response = new Response(body, { status, headers })
    for (const cookie of cookies) response.headers.append("set-cookie", cookie)
    return response
  }
}
