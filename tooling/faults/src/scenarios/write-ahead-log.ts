import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { pglite } from "../databases.ts"
import type { Scenario } from "../scenario.ts"
import { type Access, call, ok, type Running, start, stop } from "../server.ts"
import { sizeOf } from "../size-of.ts"

const megabyte = 2 ** 20
const bytesPerWrite = 250_000
const writers = 4

const logMegabytes = 128
/** What is not code: an empty database, and the log. */
const otherMegabytes = 40 + logMegabytes
const writeMillis = 5000
/** How much longer than a plain start: both are slow on a busy machine. */
const startMillis = (plain: number) => 2 * plain + 2000

interface Written {
  readonly id: string
  readonly name: string
}

/** Creates 100 MB of page views, of random code that the database cannot compress. */
const write = async (server: Access, hundred: number) => {
  const acknowledged: Array<Written> = []
  let [left, slowest] = [Math.ceil((100 * megabyte) / bytesPerWrite), 0]
  const writer = async () => {
    while (left-- > 0) {
      const began = performance.now()
      const { id, name } = await ok<Written>(server, "create_page_view", {
        name: `Page view ${hundred}.${left}`,
        source: { type: "react", code: `// ${randomBytes((bytesPerWrite * 3) / 4).toString("base64")}` },
        settings: { target: "traces" }
      })
      slowest = Math.max(slowest, performance.now() - began)
      acknowledged.push({ id, name })
    }
  }
  await Promise.all(Array.from({ length: writers }, writer))
  return { acknowledged, slowest }
}

/** Does work, and tells how large a directory was at most meanwhile, in megabytes. */
const watching = async <T>(directory: string, work: Promise<T>) => {
  let most = 0
  const look = () => (most = Math.max(most, sizeOf(directory)))
  const timer = setInterval(look, 100)
  const result = await work.finally(() => clearInterval(timer))
  look()
  return { result, most }
}

/** What of some page views is not there, a line each. */
const missing = async (server: Access, written: ReadonlyArray<Written>) => {
  const lines: Array<string> = []
  for (const { id, name } of written) {
    const found = await call(server, "get_page_view", { id })
    if (!("data" in found) || (found.data as Written).name !== name) lines.push(`${id} is answered ${found.status}`)
  }
  return lines
}

const restart = async (settings: Record<string, string>, before: Running, signal: NodeJS.Signals) => {
  await stop(before, signal)
  const began = performance.now()
  const server = await start(settings, before)
  return { server, millis: performance.now() - began }
}

/** PGlite's write-ahead log while hundreds of megabytes are written, `count` times 100, and a start after SIGKILL. Law: R9. */
export const writeAheadLog: Scenario = async ({ count, tell }) => {
  const failures: Array<string> = []
  const hold = (figure: number, most: number, what: string) => {
    if (figure > most) failures.push(`R9: ${what}: ${Math.round(figure)}, not ${Math.round(most)} at most`)
  }
  const { settings, known, remove } = await pglite()
  const data = join(settings["DATA_DIR"]!, "pglite")
  const began = performance.now()
  const server = await start(settings, known)
  const plain = { server, millis: performance.now() - began }
  let [log, slowest, written] = [0, 0, [] as ReadonlyArray<Written>]
  for (let hundred = 1; hundred <= count; hundred++) {
    const { result, most } = await watching(join(data, "pg_wal"), write(plain.server, hundred))
    log = Math.max(log, most)
    slowest = Math.max(slowest, result.slowest)
    written = result.acknowledged
    tell(`${hundred * 100} MB of code written, a log of ${Math.round(log)} MB at most`)
  }
  const size = sizeOf(data)
  const killed = await restart(settings, plain.server, "SIGKILL")
  for (const line of await missing(killed.server, written)) failures.push(`R9: acknowledged before SIGKILL: ${line}`)
  await stop(killed.server)
  await remove()
  hold(log, logMegabytes, "MB of log")
  hold(size, count * 100 * 1.1 + otherMegabytes, "MB of data directory")
  hold(slowest, writeMillis, "ms that a write took")
  hold(killed.millis, startMillis(plain.millis), "ms that the start after SIGKILL took")
  return {
    figures: [
      ["code written to PGlite in one go, MB", count * 100],
      ["largest write-ahead log meanwhile, MB", Math.round(log)],
      ["data directory afterwards, MB", Math.round(size)],
      ["slowest of these writes, ms", Math.round(slowest)],
      ["start after SIGKILL until ready, ms", Math.round(killed.millis)],
      ["plain start until ready, ms", Math.round(plain.millis)]
    ],
    failures
  }
}
