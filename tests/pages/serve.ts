import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"

type Answer = (request: Request, address: string) => Promise<Response | undefined>

/** Serves pages on a port of 127.0.0.1, made once their origin is known. */
export const serve = async <A extends { readonly answer: Answer }>(make: (origin: string) => Promise<A>) => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const made = await make(origin)
  const respond = async (request: Request) =>
    (await made.answer(request, "127.0.0.1")) ?? new Response("", { status: 404 })
  server.on("request", (message, response) => {
    const body = message.method === "POST" ? { body: Readable.toWeb(message), duplex: "half" } : {}
    const headers = message.headers as Record<string, string>
    const request = new Request(origin + message.url, {
      method: message.method ?? "GET",
      headers,
      ...body
    } as RequestInit)
    const sent = respond(request).then(async (answer) => {
      for (const [name, value] of answer.headers) response.appendHeader(name, value)
      response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()))
    })
    sent.catch((cause: unknown) => response.writeHead(500).end(String(cause)))
  })
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  /** Ends every connection, as a server does that goes away. */
  const cut = () => server.closeAllConnections()
  return { ...made, origin, close, cut }
}
