import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { gunzipSync } from "node:zlib"
import { answerAsOpenAi } from "./fake-openai.ts"

/** A request as an exporter sent it, decompressed. */
export interface Recorded {
  readonly contentType: string
  readonly body: Buffer
}

/** A server that keeps what is exported to it, and that models are asked of. */
export const startRecorder = async () => {
  const recorded: Array<Recorded> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const sent = Buffer.concat(chunks)
      if (answerAsOpenAi(request, sent, response)) return
      if (request.url?.endsWith("/v1/traces") === true) {
        const body = request.headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent
        recorded.push({ contentType: request.headers["content-type"] ?? "", body })
      } else response.statusCode = 404
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, recorded, close: () => server.close() }
}
