import { PGlite } from "@electric-sql/pglite"
import { parentPort, workerData } from "node:worker_threads"
import type { EngineReply, EngineRequest, EngineSettings } from "./messages.ts"
import { openDatabase } from "./openDatabase.ts"

const port = parentPort!

const reply = (message: EngineReply, transfer: Array<ArrayBuffer> = []): void => port.postMessage(message, transfer)

const answer = (bytes: Uint8Array<ArrayBuffer>, last: boolean): void =>
  reply({ type: "answer", bytes, last }, [bytes.buffer])

/**
 * `execProtocolRaw` parses every answer and keeps it for ever in a list that only the other calls clear; the stream
 * form hands over the bytes alone, as a view of the engine's memory. Each part is held back until the next, so that
 * the last one needs no message after it.
 */
const exchange = async (database: PGlite, request: Uint8Array): Promise<void> => {
  let held = new Uint8Array(0)
  await database.execProtocolRawStream(request, {
    onRawData: (bytes) => {
      if (held.length > 0) answer(held, false)
      held = bytes.slice()
    }
  })
  answer(held, true)
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
