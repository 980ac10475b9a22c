import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A call as it came. */
export interface AppCalled {
  readonly path: string
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

/** Apps on one port, each at a path of its own. */
export interface SampleApps {
  readonly origin: string
  /** `/ok`, `/free` (which tells no usage), `/slow`, `/flaky` (503 at the first call of each key), `/dying`, `/sse`, `/ndjson`, or a hostile one. */
  readonly url: (behaviour: keyof typeof behaviours) => string
  readonly calls: ReadonlyArray<AppCalled>
  /** How often each idempotency key came. */
  readonly counts: ReadonlyMap<string, number>
  readonly close: () => Promise<void>
}

interface Call {
  readonly response: ServerResponse
  readonly input: unknown
  readonly headers: IncomingMessage["headers"]
  /** How often this key came before. */
  readonly before: number
}

const json = (response: ServerResponse, value: unknown) =>
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value))

const stream = (response: ServerResponse, type: string, events: ReadonlyArray<string>) => {
  response.writeHead(200, { "content-type": type })
  for (const event of events) response.write(event)
  response.end()
}

const raw =
  (text: string) =>
  ({ response }: Call) =>
    void response.writeHead(200).end(text)

const usage = (micros: string) => raw(`{"output":"a","usage":{"micros":${micros}}}`)

/** Where the callers cut what they keep of an answer, in bytes. */
const [keptBytes, keptMessage] = [64 * 1024, 1000]

/** The secret of a call with the end of what is kept about in its middle. */
const edged = ({ "x-token": token = "" }: IncomingMessage["headers"], end: number, after: number) =>
  `${"-".repeat(Math.max(0, end - 20 - Math.ceil(token.length / 2)))}${String(token)}${"-".repeat(after)}`

const behaviours = {
  ok: ({ response, input }: Call) =>
    json(response, { output: input, usage: { micros: 7, inputTokens: 1, outputTokens: 2 } }),
  free: ({ response, input }: Call) => json(response, { output: input }),
  slow: ({ response, input }: Call) => setTimeout(() => json(response, { output: input }), 200),
  flaky: ({ response, input, before }: Call) =>
    before === 0 ? response.writeHead(503, { "retry-after": "2" }).end() : json(response, { output: input }),
  dying: ({ response }: Call) => response.destroy(),
  sse: ({ response }: Call) =>
    stream(response, "text/event-stream", [
      ": hello\r\n",
      'data: {"output":"Par"}\n\n',
      'event: step\ndata: {"step":1}\n\n',
      'data: {"output":\ndata: "is"}\n\ndata: {"usage":{"micros":3}}\n\ndata: [DONE]\n\n'
    ]),
  ndjson: ({ response }: Call) => stream(response, "application/x-ndjson", ['{"output":"Par"}\n{"outp', 'ut":"is"}\n']),
  failing: ({ response }: Call) => stream(response, "text/event-stream", ['event: error\ndata: {"message":"no"}\n\n']),
  // What no app should do.
  echoing: ({ response, headers }: Call) => json(response, { output: { headers } }),
  leaking: ({ response, headers }: Call) => json(response, { output: edged(headers, keptBytes, 20 * 1024 * 1024) }),
  leakingError: ({ response, headers }: Call) =>
    stream(response, "text/event-stream", [`event: error\ndata: ${edged(headers, keptMessage, 1000)}\n\n`]),
  leakingName: ({ response, headers }: Call) => json(response, { output: { [edged(headers, 200, 0)]: "\0" } }),
  leakingEncoding: ({ response, headers }: Call) =>
    response.writeHead(200, { "content-encoding": edged(headers, 100, 0) }).end("x"),
  hang: () => undefined,
  half: ({ response }: Call) => response.write('{"output":'),
  redirect: ({ response }: Call) => response.writeHead(307, { location: "/ok" }).end(),
  gzip: ({ response }: Call) => response.writeHead(200, { "content-encoding": "gzip" }).end("x"),
  html: raw("<html>"),
  nothing: raw('{"answer":1}'),
  deep: raw(`{"output":${"[".repeat(100_000)}${"]".repeat(100_000)}}`),
  twice: raw('{"output":1,"output":2}'),
  binary: ({ response }: Call) => response.writeHead(200).end(Buffer.from([0x22, 0xff, 0x22])),
  large: ({ response }: Call) => json(response, { output: "x".repeat(3 * 1024 * 1024) }),
  huge: ({ response }: Call) => json(response, { output: "x".repeat(20 * 1024 * 1024) }),
  negativeUsage: usage("-1"),
  noUsage: usage('"NaN"'),
  hugeUsage: usage("9223372036854775808"),
  forbidden: ({ response }: Call) => response.writeHead(403).end()
} satisfies Record<string, (call: Call) => void>

const read = async (request: IncomingMessage) => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/**
 * Starts sample apps on a free port of loopback.
 *
 * @example
 * const apps = await startSampleApps()
 * apps.url("flaky") // "http://127.0.0.1:41234/flaky"
 */
export const startSampleApps = async (): Promise<SampleApps> => {
  const calls: Array<AppCalled> = []
  const counts = new Map<string, number>()
  const server = createServer((request, response) => {
    response.on("error", () => undefined)
    void read(request).then((body) => {
      const { headers, url: path = "" } = request
      calls.push({ path, headers, body })
      const key = String(headers["idempotency-key"])
      const before = counts.get(key) ?? 0
      counts.set(key, before + 1)
      const { input } = JSON.parse(body) as { readonly input: unknown }
      const behaviour = path.slice(1)
      if (behaviour in behaviours)
        behaviours[behaviour as keyof typeof behaviours]({ response, input, headers, before })
      else response.writeHead(404).end()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    url: (behaviour) => `${origin}/${behaviour}`,
    calls,
    counts,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => void server.close(() => resolve()))
    }
  }
}
