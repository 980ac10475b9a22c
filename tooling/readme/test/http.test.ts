import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createDatabase } from "@agent-operations/postgres-for-tests"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { blocksOf, readDocument, sectionOf, shown } from "../src/documents/blocks.ts"
import { startServer } from "../src/documents/server.ts"

const section = sectionOf(readDocument("docs/http.md"), "## A client in Python")
const [client] = blocksOf(section)
const [program] = shown(section, "python", "text")

const hasPython = spawnSync("python3", ["--version"]).status === 0
if (!hasPython) console.log("The client of docs/http.md is not run, as there is no python3.")

/** What an attempt meets on its way to the server: the number of the attempt of its operation, from 1, decides it. */
type Fault = (attempt: number, response: ServerResponse) => boolean

const status = (code: number, times: number): Fault => {
  return (attempt, response) => {
    if (attempt > times) return false
    response.writeHead(code, { "retry-after": "0", "content-type": "text/html" }).end("<p>Busy</p>")
    return true
  }
}

/** What a proxy answers by itself: JSON that is no envelope. */
const badGateway: Fault = (_, response) => {
  response.writeHead(502, { "content-type": "application/json" }).end('{"error":"Bad Gateway"}')
  return true
}

/** Asks once to wait until a time, which HTTP has in seconds. */
const laterBy =
  (ms: number): Fault =>
  (attempt, response) => {
    if (attempt > 1) return false
    response.writeHead(429, { "retry-after": new Date(Date.now() + ms).toUTCString() }).end("Busy")
    return true
  }

const cut = (times: number): Fault => {
  return (attempt, response) => {
    if (attempt > times) return false
    response.socket?.destroy()
    return true
  }
}

const bodyOf = async (request: IncomingMessage) => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** A proxy before a server, with a fault per operation. */
const startProxy = async (origin: string, faults: Readonly<Record<string, Fault>>) => {
  const attempts: Record<string, number> = {}
  const server = createServer((request, response) => {
    void (async () => {
      const operation = request.url!.slice("/api/agent/".length)
      const body = await bodyOf(request)
      attempts[operation] = (attempts[operation] ?? 0) + 1
      if (faults[operation]?.(attempts[operation], response) === true) return
      const headers = new Headers()
      for (const name of ["authorization", "x-project-id", "content-type"])
        headers.set(name, String(request.headers[name]))
      const answer = await fetch(`${origin}${request.url}`, { method: "POST", headers, body })
      response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text())
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, attempts, close: () => server.close() }
}

describe.skipIf(!hasPython)(`the client in Python of docs/http.md${hasPython ? "" : " (there is no python3)"}`, () => {
  const directory = mkdtempSync(join(tmpdir(), "http-"))
  let server: Awaited<ReturnType<typeof startServer>>
  let drop = async () => {}
  beforeAll(async () => {
    writeFileSync(join(directory, "agent_operations.py"), client!.text)
    const database = await createDatabase(inject("postgresUrl"))
    drop = database.drop
    server = await startServer({ DATABASE_URL: database.url, DATA_DIR: join(directory, "data") })
  })
  afterAll(async () => {
    await server.stop()
    await drop()
    rmSync(directory, { recursive: true, force: true })
  })

  const run = (code: string, env: NodeJS.ProcessEnv = {}): Promise<string> =>
    new Promise((resolve, reject) => {
      const child = spawn("python3", ["-c", code], {
        cwd: directory,
        env: { PATH: process.env["PATH"], ...server.exports, ...env }
      })
      let output = ""
      child.stdout.on("data", (chunk) => (output += String(chunk)))
      child.stderr.on("data", (chunk) => (output += String(chunk)))
      child.once("error", reject)
      child.once("close", () => resolve(output.trim()))
    })

  const through = async (faults: Readonly<Record<string, Fault>>, code: string) => {
    const { url, attempts, close } = await startProxy(server.exports["AGENT_OPERATIONS_URL"]!, faults)
    try {
      return { output: await run(code, { AGENT_OPERATIONS_URL: url }), attempts }
    } finally {
      close()
    }
  }

  const renamed = (name: string) => program!.code.replaceAll("ython", name)

  test("prints what the page shows, as often as it is run", async () => {
    for (const _ of ["once", "twice"]) expect(await run(program!.code)).toBe(program!.output.trim())
  })

  test("waits until the date of Retry-After", async () => {
    const code = `
import time
from agent_operations import call
start = time.time()
call("list_page_views", {}, read=True)
print(time.time() - start > 1)
`
    const { output, attempts } = await through({ list_page_views: laterBy(3000) }, code)
    expect([output, attempts["list_page_views"]]).toEqual(["True", 2])
  })

  test("does the same where reads fail twice, and writes are limited", async () => {
    const faults = {
      create_page_view: status(429, 2),
      get_page_view: cut(2),
      list_page_views: status(503, 2),
      get_page_view_history: status(502, 1)
    }
    const { output, attempts } = await through(faults, renamed("roxy"))
    expect(output).toBe(program!.output.trim().replaceAll("ython", "roxy"))
    expect(attempts).toEqual({
      create_page_view: 3,
      update_page_view: 3,
      get_page_view: 3,
      list_page_views: 3,
      get_page_view_history: 3,
      delete_page_view: 1
    })
  })

  test.each([
    ["update_page_view", "False", cut(9), "OUTCOME_UNKNOWN", 1],
    ["update_page_view", "False", status(503, 9), "OUTCOME_UNKNOWN", 1],
    ["update_page_view", "False", status(200, 9), "OUTCOME_UNKNOWN", 1],
    ["update_page_view", "False", status(302, 9), "NOT_AN_ENVELOPE", 1],
    ["update_page_view", "False", status(429, 9), "NOT_AN_ENVELOPE", 3],
    ["update_page_view", "False", badGateway, "OUTCOME_UNKNOWN", 1],
    ["list_page_views", "True", badGateway, "NOT_AN_ENVELOPE", 3],
    ["list_page_views", "True", status(503, 9), "NOT_AN_ENVELOPE", 3],
    ["list_page_views", "True", cut(9), "CONNECTION_FAILED", 3],
    ["list_page_views", "True", status(200, 9), "NOT_AN_ENVELOPE", 1]
  ])("%s (read: %s) is given up as the page says, %#", async (operation, read, fault, code, times) => {
    const attempt = `
from agent_operations import AgentError, call
try:
    call("${operation}", {}, read=${read})
except AgentError as error:
    print(error.code)
`
    const { output, attempts } = await through({ [operation]: fault }, attempt)
    expect([output, attempts[operation]]).toEqual([code, times])
  })

  test("says where the server is not there, and nothing was sent", async () => {
    const code =
      'from agent_operations import *\ntry:\n    call("update_page_view", {})\nexcept AgentError as error:\n    print(error.code)'
    expect(await run(code, { AGENT_OPERATIONS_URL: "http://127.0.0.1:9" })).toBe("CONNECTION_FAILED")
  })
})
