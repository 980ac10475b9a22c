import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { type Chromium, findChromium } from "./findChromium.ts"

/** The one message of the process that holds a Chromium. */
export type Told = { readonly endpoint: string; readonly pid: number } | { readonly failure: string }

/** Where a Chromium listens, or why there is none. */
export type Served =
  | { readonly path: string; readonly endpoint: string; readonly pid: number }
  | { readonly path: undefined; readonly reason: string }

interface Running {
  readonly child: ChildProcess
  readonly served: Promise<Served>
}

const start = (path: string): Running => {
  const child = fork(join(import.meta.dirname, "browserServer.ts"), [path], { execArgv: [] })
  const told = once(child, "message").then(([message]) => message as Told)
  const ended = once(child, "exit").then(([code, signal]): Told => ({ failure: `it ended with ${signal ?? code}` }))
  const served = Promise.race([told, ended]).then((answer) => {
    if ("failure" in answer) throw new Error(`Chromium at ${path} does not start: ${answer.failure}`)
    return { path, ...answer }
  })
  return { child, served }
}

/**
 * Answers each `GET` with a `Served`: one Chromium for all that ask, started at the first request, and another one once
 * that has ended. `?ended=<endpoint>` says that nothing listens there any more.
 */
export const serveBrowser = async (find: () => Promise<Chromium> = findChromium) => {
  let running: Running | undefined
  const isOver = async ({ child, served }: Running, endpoint: string | null) => {
    if (child.exitCode !== null || child.signalCode !== null) return true
    const at = await served.catch(() => undefined)
    return at?.path !== undefined && at.endpoint === endpoint
  }
  const answer = async (ended: string | null): Promise<Served> => {
    const chromium = await find()
    if (chromium.path === undefined) return chromium
    const before = running
    const over = before !== undefined && (await isOver(before, ended))
    // Another request may have come first.
    if (running === undefined || (over && running === before)) running = start(chromium.path)
    return running.served
  }
  const server = createServer((request, response) => {
    answer(new URL(request.url ?? "", "http://127.0.0.1").searchParams.get("ended")).then(
      (served) => response.end(JSON.stringify(served)),
      (cause: unknown) => response.writeHead(500).end(cause instanceof Error ? cause.message : String(cause))
    )
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Ends Chromium, and waits until it and its profile are gone. */
    close: async () => {
      server.close()
      server.closeAllConnections()
      const child = running?.child
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, "exit")
      child.disconnect()
      await gone
    }
  }
}
