import { execFile } from "node:child_process"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Family } from "@agent-operations/contract"
import { createAgentOperations } from "@agent-operations/kit"
import { emptyImage } from "@agent-operations/testing"
import { afterAll, assert, describe, it } from "vitest"
import { families as modules } from "../../kit/examples/own-kind/alert-rules.ts"
import { run } from "../src/run.ts"

const kit = await createAgentOperations({
  families: modules,
  prefix: "/ops",
  database: { memory: true, image: await emptyImage() },
  verify: ({ credential, projectId = null }) =>
    credential === "ada-s-token"
      ? {
          actor: { type: "user", id: "usr_ada", name: "Ada" },
          organizationId: "analytical",
          scopes: ["views:read", "views:write", "alerts:read", "alerts:write"],
          projectId
        }
      : null
})
const server = createServer(kit.listener)
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await kit.close()
})

const env = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  NODE_DISABLE_COMPILE_CACHE: "1",
  AGENT_OPERATIONS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ops`,
  AGENT_OPERATIONS_PROJECT_ID: "analytical-web",
  AGENT_OPERATIONS_API_KEY: "ada-s-token"
}
const families = modules.flatMap(({ families }): ReadonlyArray<Family.Any> => families)

/** The command line of the example's families, in this process. */
const acme = (...args: ReadonlyArray<string>) => acmeOf(families, ...args)

/** That of some families alone. */
const acmeOf = async (families: ReadonlyArray<Family.Any>, ...args: ReadonlyArray<string>) => {
  let out = ""
  let error = ""
  const exit = await run(
    args,
    {
      env,
      cwd: "/",
      stdin: async function* () {},
      isInteractive: false,
      columns: undefined,
      out: (text) => void (out += text),
      error: (text) => void (error += text),
      signal: new AbortController().signal
    },
    { version: "4.5.6", program: "acme", families }
  )
  return { exit, out, error }
}

const rule = ["--source", '{"type":"metric","metric":"errors"}', "--settings", '{"above":5,"minutes":10}', "--json"]

describe("C1: the command line of a host's own families", () => {
  it("has their commands, under its own name", async () => {
    const help = await acme("--help")
    for (const name of ["alert-rules", "alerts", "page-views", "custom-fields"])
      assert.include(help.out, `\n  ${name} `)
    const texts = [help.out, (await acme("skills")).out, (await acme("--completions", "bash")).out]
    for (const args of [["alert-rules", "create"], ["alerts", "test-alert"], ["export"], ["mcp"], ["open"]]) {
      const { exit, out } = await acme(...args, "--help")
      assert.strictEqual(exit, 0)
      assert.include(out, `\nExample\n  acme ${args.join(" ")}`)
      texts.push(out)
    }
    // The file of a folder and the package keep their name.
    for (const text of texts) assert.notMatch(text, /agent-operations(?!\.json)/)
    assert.include((await acme("alert-rules", "create")).error, "See acme alert-rules create --help.")
    assert.strictEqual((await acme("--version")).out, "4.5.6\n")
  })

  it("C4: creates, updates at its revision, exports, compares and opens what is of its own kind", async () => {
    const created = await acme("alert-rules", "create", "--name", "Too many errors", ...rule)
    assert.deepStrictEqual([created.exit, created.error], [0, ""])
    const { id, settings } = JSON.parse(created.out)
    assert.deepStrictEqual(settings, { above: 5, minutes: 10, notify: [] })
    const update = ["alert-rules", "update", id, "--expected-revision", "1", "--name", "Far too many"]
    assert.strictEqual((await acme(...update)).exit, 0)
    assert.strictEqual((await acme(...update)).exit, 5)
    assert.deepStrictEqual(JSON.parse((await acme("alerts", "test-alert", "--channel", "on-call", "--json")).out), {
      reached: 2
    })
    assert.strictEqual((await acme("export", "alert-rules", "--json", "name")).out, '{"name":"Far too many"}\n')
    assert.include((await acme("diff", id)).out, "Far too many")
    const opened = await acme("open", id, "--print")
    assert.strictEqual(opened.out, `${env.AGENT_OPERATIONS_URL}/o/analytical/p/analytical-web/alert-rules/${id}\n`)
    assert.include((await acme("skills")).out, "`alert-rules` (Alert rules, IDs `ar_…`): list, get, create")
  })

  it("has no command that could do nothing, where there are no definitions, and none in place of a family", async () => {
    const [alerts] = modules[2].families
    const { out } = await acmeOf([{ ...alerts!, name: "status" }], "--help")
    for (const name of ["export", "open", "diff", "push"]) assert.notInclude(out, `\n  ${name} `)
    assert.include(out, "\n  status  Alerts\n")
    assert.strictEqual((await acmeOf([alerts!], "--completions", "bash")).exit, 0)
  })

  it("is the example's program", async () => {
    const example = join(import.meta.dirname, "..", "examples", "own-kind.ts")
    const args = ["--conditions=@agent-operations/source", example, "alert-rules", "list", "--json"]
    const { stdout } = await promisify(execFile)(process.execPath, args, { env })
    assert.deepStrictEqual(
      JSON.parse(stdout).items.map(({ name }: { readonly name: string }) => name),
      ["Far too many"]
    )
  })
})
