import { type PGlite } from "@electric-sql/pglite"
import { parentPort, workerData } from "node:worker_threads"
import type { EngineReply, EngineRequest, EngineSettings } from "./messages.ts"
import { openDatabase } from "./openDatabase.ts"

const port = parentPort!

const reply = (message: EngineReply, transfer: Array<ArrayBuffer> = []): void => port.postMessage(message, transfer)

const answer = (parts: ReadonlyArray<Uint8Array>, last: boolean): void => {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  reply({ type: "answer", bytes, last }, [bytes.buffer])
}

// How long answers are gathered into one message, while the engine works on what was sent together.
const gatherMillis = 10

/**
 * `execProtocolRaw` parses every answer and keeps it for ever in a list that only the other calls clear; the stream
 * form hands over the bytes alone, as a view of the engine's memory.
 */
const exchange = async (database: PGlite, request: Uint8Array): Promise<void> => {
  let parts: Array<Uint8Array> = []
  let sent = performance.now()
  await database.execProtocolRawStream(request, {
    onRawData: (bytes) => {
      parts.push(bytes.slice())
      if (performance.now() - sent < gatherMillis) return
      answer(parts, false)
      parts = []
      sent = performance.now()
    }
  })
  answer(parts, true)
}

const fail = (cause: unknown): void => {
  reply({ type: "failed", message: cause instanceof Error ? cause.message : String(cause) })
  port.close()
}

const database = await openDatabase(workerData as EngineSettings).catch(fail)
if (database !== undefined) {
  port.on("message", (request: EngineRequest) => {
    const done = request === undefined ? database.close().then(() => port.close()) : exchange(database, request)
    done.catch(fail)
  })
  reply({ type: "ready" })
}
