import { PGlite } from "@electric-sql/pglite"
import { parentPort, workerData } from "node:worker_threads"
import type { EngineReply, EngineRequest, EngineSettings } from "./messages.ts"

const { directory, image } = workerData as EngineSettings
const port = parentPort!
const reply = (message: EngineReply, transfer: Array<ArrayBuffer> = []) => port.postMessage(message, transfer)

// `execProtocolRaw` parses every answer and keeps it for ever in a list that only the other calls clear; the stream
// form hands over the bytes alone. They are a view of the engine's memory, so they are copied out.
const exchange = async (database: PGlite, request: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Array<Uint8Array> = []
  await database.execProtocolRawStream(request, { onRawData: (bytes) => chunks.push(bytes.slice()) })
  const answer = new Uint8Array(chunks.reduce((total, chunk) => total + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    answer.set(chunk, offset)
    offset += chunk.length
  }
  return answer
}

const serve = async () => {
  const database = await PGlite.create({
    ...(directory === undefined ? {} : { dataDir: directory }),
    ...(image === undefined ? {} : { loadDataDir: new Blob([image]) })
  })
  port.on("message", async (request: EngineRequest) => {
    if (request.type === "close") {
      await database.close()
      return port.close()
    }
    const answer = await exchange(database, request.bytes)
    reply({ type: "answer", bytes: answer }, [answer.buffer])
  })
  reply({ type: "ready" })
}

serve().catch((cause: unknown) => {
  reply({ type: "failed", message: cause instanceof Error ? cause.message : String(cause) })
  port.close()
})
