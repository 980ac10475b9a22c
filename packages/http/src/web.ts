import { type Context, Effect } from "effect"
import { AgentHttp } from "./AgentHttp.ts"
import type { AgentAnswer, AgentRequest } from "./exchange.ts"
import { announcesTooMuch, readStream, tooLarge } from "./internal/read-bytes.ts"

const empty = new Uint8Array()

const fromWeb = (request: Request): AgentRequest => {
  const { pathname, search } = new URL(request.url)
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    // The Fetch standard joins a header that is given more than once.
    header: (name) => request.headers.get(name)?.split(", ") ?? [],
    body: (limitBytes) => {
      if (announcesTooMuch(request.headers.get("content-length"), limitBytes)) return Effect.fail(tooLarge(limitBytes))
      const { body } = request
      return body === null ? Effect.succeed(empty) : readStream(body, limitBytes)
    }
  }
}

/** A HEAD has the length of what a GET would get; without one, a server may have to end the connection. */
const toResponse = (method: string, { status, headers, body }: AgentAnswer) =>
  method === "HEAD"
    ? new Response(null, { status, headers: { ...headers, "content-length": String(Buffer.byteLength(body)) } })
    : new Response(body, { status, headers })

/**
 * A handler of web-standard requests, for any server that has them.
 *
 * @example
 * const handler = webHandler(await runtime.context())
 * const response = await handler(new Request("http://localhost/healthz"))
 */
export const webHandler = (services: Context.Context<AgentHttp>) => {
  const run = Effect.runPromiseWith(services)
  return (request: Request): Promise<Response> =>
    run(
      Effect.map(
        AgentHttp.use((http) => http.handle(fromWeb(request))),
        (answer) => toResponse(request.method, answer)
      )
    )
}
