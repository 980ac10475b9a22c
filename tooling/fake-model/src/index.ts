import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"

/** How one request is answered. */
export type Reply =
  /** A completion with this text, and usage as it is given: 10 and 5 tokens by default, none with `null`. */
  | { readonly text: string; readonly usage?: unknown }
  /** Any body of a 200, such as one that is none of a completion. */
  | { readonly body: string; readonly headers?: Readonly<Record<string, string>> }
  /** 429, with what `Retry-After` says. */
  | { readonly busy: string }
  | { readonly status: number }
  | { readonly redirect: string }
  | { readonly only: "hang" | "cut" | "huge" | "gzip" }

/** A request as it came. */
export interface Asked {
  readonly path: string
  readonly headers: IncomingMessage["headers"]
  readonly body: Readonly<Record<string, unknown>>
}

/** A server that answers like providers of models do. */
export interface FakeModel {
  /** The base URL of a model connection. */
  readonly baseUrl: string
  readonly origin: string
  /** Every request, in order. */
  readonly asked: ReadonlyArray<Asked>
  readonly close: () => Promise<void>
}

const completion = (text: unknown, usage: unknown) =>
  JSON.stringify({
    id: "chatcmpl-1",
    object: "chat.completion",
    choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
    ...(usage !== null && { usage })
  })

const usual = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }

const unusual: { readonly [O in Extract<Reply, { only: unknown }>["only"]]: (response: ServerResponse) => void } = {
  hang: () => undefined,
  cut: (response) => {
    response.writeHead(200, { "content-length": "1000" }).write('{"choices":[{"mess')
    setTimeout(() => response.destroy(), 20)
  },
  huge: (response) => {
    const more = () => {
      while (!response.destroyed && response.write(" ".repeat(65_536)));
      if (!response.destroyed) response.once("drain", more)
    }
    more()
  },
  gzip: (response) =>
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(completion(" ".repeat(1_000_000), usual)))
}

const send = (response: ServerResponse, reply: Reply): void => {
  const json = { "content-type": "application/json" }
  if ("text" in reply) {
    response.writeHead(200, json).end(completion(reply.text, reply.usage === undefined ? usual : reply.usage))
  } else if ("body" in reply) response.writeHead(200, { ...json, ...reply.headers }).end(reply.body)
  else if ("busy" in reply) response.writeHead(429, { "retry-after": reply.busy }).end("{}")
  else if ("status" in reply) response.writeHead(reply.status).end('{"error":{"message":"no"}}')
  else if ("redirect" in reply) response.writeHead(307, { location: reply.redirect }).end()
  else unusual[reply.only](response)
}

const read = async (request: IncomingMessage) => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString()) as Asked["body"]
}

/**
 * Starts a server of models on a free port of loopback. The script says how each request is answered, by its number from
 * 0; a list is gone through, and its last reply stays.
 *
 * @example
 * const model = await startFakeModel([{ only: "gzip" }, { text: "Paris" }])
 */
export const startFakeModel = async (
  script: ReadonlyArray<Reply> | ((asked: Asked, index: number) => Reply)
): Promise<FakeModel> => {
  const asked: Array<Asked> = []
  const server = createServer((request, response) => {
    response.on("error", () => undefined)
    void read(request).then((body) => {
      const one = { path: request.url ?? "", headers: request.headers, body }
      const index = asked.push(one) - 1
      const reply = typeof script === "function" ? script(one, index) : (script[index] ?? script.at(-1))
      send(response, reply ?? { status: 500 })
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    baseUrl: `${origin}/v1`,
    origin,
    asked,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => void server.close(() => resolve()))
    }
  }
}
