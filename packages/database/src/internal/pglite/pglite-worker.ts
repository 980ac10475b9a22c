import { parentPort, workerData } from "node:worker_threads"
import type { EngineReply, EngineRequest, EngineSettings } from "./messages.ts"
import { openDatabase, type OpenDatabase } from "./open-database.ts"
import { endsIdle } from "./protocol.ts"
import { Upkeep } from "./Upkeep.ts"

const port = parentPort!

/** Ends the thread. Deno's port has no `close`. */
const end = (): void => ("close" in port ? port.close() : process.exit())

const reply = (message: EngineReply, transfer: Array<ArrayBuffer> = []): void => port.postMessage(message, transfer)

const answer = (settle: () => void, parts: ReadonlyArray<Uint8Array>, last: boolean): void => {
  settle()
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
 * Whether no transaction is open after the request, of which the answer is handed on.
 *
 * `execProtocolRaw` parses every answer and keeps it for ever in a list that only the other calls clear; the stream
 * form hands over the bytes alone, as a view of the engine's memory.
 */
const exchange = async ({ database, settle }: OpenDatabase, request: Uint8Array): Promise<boolean> => {
  let parts: Array<Uint8Array> = []
  let end = Buffer.alloc(0)
  let sent = performance.now()
  await database.execProtocolRawStream(request, {
    onRawData: (bytes) => {
      parts.push(bytes.slice())
      end = Buffer.concat([end, bytes.subarray(-6)]).subarray(-6)
      if (performance.now() - sent < gatherMillis) return
      answer(settle, parts, false)
      parts = []
      sent = performance.now()
    }
  })
  answer(settle, parts, true)
  return endsIdle(end)
}

const fail = (cause: unknown): void => {
  reply({ type: "failed", message: cause instanceof Error ? cause.message : String(cause) })
  end()
}

const settings = workerData as EngineSettings
const open = await openDatabase(settings).catch(fail)
if (open !== undefined) {
  const { database } = open
  const upkeep = new Upkeep(database)
  let idle = true
  let last = Promise.resolve()
  const enqueue = (task: () => Promise<unknown>): void => {
    last = last.then(task).then(() => {}, fail)
  }
  const close = () => database.close().then(end)
  port.on("message", (request: EngineRequest) =>
    enqueue(async () => {
      if (request === undefined) return close()
      idle = await exchange(open, request)
      if (idle) await upkeep.byVolume()
    })
  )
  setInterval(() => enqueue(async () => idle && upkeep.byTime()), settings.upkeepMillis).unref()
  reply({ type: "ready" })
}
