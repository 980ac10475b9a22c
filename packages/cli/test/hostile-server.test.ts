import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { referenceFamilies } from "@agent-operations/contract/reference"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { listenOnLoopback } from "../src/login/loopback.ts"
import { commandLine, credentialsFor } from "./command-line.ts"

const directory = mkdtempSync(join(tmpdir(), "hostile-"))
/** What a terminal would obey. */
const sequence = "\u001b]0;owned\u0007\u009b31m\u202e"
const id = "pv_01k9x3m2h8e7v9q4t6w5z0r1ca"

let answer: readonly [status: number, body: unknown] = [200, {}]
const server = createServer((request, response) => {
  request.resume()
  response.writeHead(answer[0], { "content-type": "application/json" })
  response.end(JSON.stringify(answer[1]))
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(directory, { recursive: true, force: true })
})

const cli = (args: ReadonlyArray<string>, variables: Readonly<Record<string, string>> = {}) => {
  const env = {
    PATH: process.env["PATH"] ?? "",
    XDG_CONFIG_HOME: join(directory, "config"),
    ...credentialsFor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    ...variables
  }
  return commandLine({ env, cwd: directory })(args, { families: referenceFamilies })
}

const definition = (ownId: string) => ({
  id: ownId,
  name: "Slow traces",
  description: null,
  source: { type: "react", code: "export default () => null\n" },
  settings: {},
  references: {},
  revision: 1,
  updatedAt: "2015-01-01T00:00:00.000Z",
  updatedBy: { name: "Ada" }
})

describe("A server that means harm", () => {
  it("names no file that edit writes, and no folder that it removes", async () => {
    const victim = join(directory, "victim")
    mkdirSync(victim)
    writeFileSync(join(victim, "precious"), "")
    answer = [200, { data: definition("../victim/x") }]
    const { exit, error } = await cli(["edit", id], { EDITOR: "true", TMPDIR: directory })
    assert.isTrue(existsSync(join(victim, "precious")), error)
    assert.strictEqual(exit, 8)
    assert.include(error, `another definition than ${id}`)
  })

  it("has the terminal obey nothing, in how a list goes on and in the names of columns", async () => {
    const row = { id: "pv_1", name: "n", [`key${sequence}`]: sequence }
    answer = [200, { data: { items: [row], nextCursor: `c${sequence}` } }]
    for (const args of [
      ["page-views", "list"],
      ["export", "page-views", "--limit", "1"]
    ]) {
      const { exit, out, error } = await cli(args)
      assert.strictEqual(exit, 0, error)
      assert.include(error, "There are more")
      // oxlint-disable-next-line no-control-regex
      assert.notMatch(error + (args[0] === "export" ? "" : out), /[\u001b\u009b\u202e]/)
    }
  })

  it("is told of in words, where what it says went wrong is none", async () => {
    const wrong = { code: 1, message: { text: "no" }, hint: ["none"], details: null }
    for (const error of [wrong, "no", null, [], { code: "NOT_FOUND" }]) {
      answer = [400, { error }]
      const told = await cli(["status", "--json"])
      assert.strictEqual(told.exit, 8)
      const { code, message, hint } = JSON.parse(told.error).error
      assert.strictEqual(code, "NOT_AN_ENVELOPE")
      assert.include(message, "does not say who this is")
      assert.include(hint, "See that the address is that of an Agent Operations server")
    }
  })
})

describe("What calls the listener of a sign-in", () => {
  it("ends it by no path", async () => {
    const listener = await listenOnLoopback("state")
    try {
      const answered = await fetch(`${new URL(listener.redirectUri).origin}//`)
      assert.strictEqual(answered.status, 404)
    } finally {
      listener.close()
    }
  })
})
