import { createServer, request } from "node:http"
import { buffer } from "node:stream/consumers"
import type { AddressInfo } from "node:net"

/** An answer of a server behind a proxy. */
export interface Answered {
  readonly status: number
  readonly retryAfter: string | undefined
}

/** Stands before a server, and tells of each answer before it passes it on; `lost` is not passed on. */
export const startProxy = async (target: string, judge: (answered: Answered) => "lost" | undefined) => {
  const server = createServer((incoming, outgoing) => {
    void buffer(incoming).then((body) => {
      const asked = request(new URL(incoming.url ?? "/", target), {
        method: incoming.method,
        headers: incoming.headers
      })
      asked.once("response", (answer) => {
        const { statusCode = 0, headers } = answer
        if (judge({ status: statusCode, retryAfter: headers["retry-after"] }) === "lost") {
          answer.resume()
          outgoing.destroy()
          return
        }
        outgoing.writeHead(statusCode, headers)
        answer.pipe(outgoing)
      })
      asked.once("error", () => outgoing.destroy())
      asked.end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
