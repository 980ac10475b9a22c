import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { contractOf, familiesOf } from "@agent-operations/contract"
import { type AnyModule, createAgentOperations } from "@agent-operations/kit"
import { serverWith } from "@agent-operations/testing/kit"
import { views } from "@agent-operations/views"
import { commandLine, credentialsFor } from "./command-line.ts"

/** What is lost of the next request to an operation: all of it, or only its answer. */
export interface Fault {
  readonly of: RegExp
  readonly lost: "request" | "answer"
}

/**
 * A server of page views and custom fields, or of other families, a folder, and a command line that runs there, in this
 * process.
 */
const busyCodes = { 503: "UNAVAILABLE", 429: "RATE_LIMITED" } as const

export const serve = async (families: ReadonlyArray<AnyModule> = [views()], prefix = "") => {
  const scopes = Object.keys(contractOf(familiesOf(families)).scopes)
  const directory = mkdtempSync(join(tmpdir(), "cli-"))
  const { database, drop } = await serverWith(families)
  const kit = await createAgentOperations({
    families,
    prefix,
    database,
    requestsPerMinute: "off",
    verify: ({ credential, projectId = null }) =>
      credential === env.AGENT_OPERATIONS_API_KEY
        ? {
            actor: { type: "user", id: "usr_ada", name: "Ada" },
            organizationId: "analytical",
            scopes,
            projectId
          }
        : null
  })
  let requests = 0
  let fault: Fault | undefined
  let isRefused: ((url: string) => boolean) | undefined
  let busy: keyof typeof busyCodes = 503
  let first: ((url: string) => Promise<void>) | undefined
  const answer: RequestListener = (request, response) => {
    const met = fault?.of.test(request.url ?? "") ? fault : undefined
    const lose = () => void request.socket.destroy()
    if (met !== undefined) fault = undefined
    if (met?.lost === "request") return lose()
    if (met?.lost === "answer") Object.assign(response, { writeHead: () => response, write: () => true, end: lose })
    kit.listener(request, response)
  }
  const server = createServer((request, response) => {
    requests++
    if (isRefused?.(request.url ?? "") === true) {
      const error = { code: busyCodes[busy], message: "The server is busy.", hint: "Try again." }
      return void response.writeHead(busy, { "retry-after": "0" }).end(JSON.stringify({ error }))
    }
    if (first === undefined) return answer(request, response)
    void first(request.url ?? "").then(() => answer(request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const env = {
    PATH: process.env["PATH"] ?? "",
    XDG_CONFIG_HOME: join(directory, "config"),
    ...credentialsFor(`http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`)
  }

  return {
    directory,
    env,
    /** How many requests there were. */
    requests: () => requests,
    /** Loses the next request to an operation, or its answer. */
    lose: (next: Fault) => void (fault = next),
    /** Refuses requests as a server that is busy does, or one with a limit; none for undefined. */
    refuse: (which: ((url: string) => boolean) | undefined, status: typeof busy = 503): void => {
      isRefused = which
      busy = status
    },
    /** Has something happen before each request is answered; nothing for undefined. */
    before: (what: ((url: string) => Promise<void>) | undefined) => void (first = what),
    /** Runs the command line, with `input` on its standard input. */
    cli: commandLine({ env, cwd: directory }),
    /** Writes a file into the folder, and answers its name. */
    file: (name: string, content: string | Uint8Array): string => {
      writeFileSync(join(directory, name), content)
      return name
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await kit.close()
      await drop()
      rmSync(directory, { recursive: true, force: true })
    }
  }
}
