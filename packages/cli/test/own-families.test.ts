import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { familiesOf, type Family } from "@agent-operations/contract"
import { afterAll, assert, describe, it } from "vitest"
import { families as modules } from "../../kit/examples/own-kind/alert-rules.ts"
import { serve } from "./served.ts"

const { cli, close, env } = await serve(modules, "/ops")
afterAll(close)

/** The command line of the example's families. */
const acme = (...args: ReadonlyArray<string>) => acmeOf(familiesOf(modules), ...args)

/** That of some families alone. */
const acmeOf = (families: ReadonlyArray<Family.Any>, ...args: ReadonlyArray<string>) =>
  cli(args, { version: "4.5.6", program: "acme", families })

const rule = ["--source", '{"type":"metric","metric":"errors"}', "--settings", '{"above":5,"minutes":10}', "--json"]

describe("C1: the command line of a host's own families", { shuffle: false }, () => {
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
    const texts = [
      await acmeOf([alerts!], "skills"),
      await acmeOf([alerts!, ...familiesOf(modules.slice(0, 2))], "skills")
    ]
    assert.deepStrictEqual(
      texts.map((skills) => skills.out.includes("\n## Settle a conflict\n")),
      [false, true]
    )
  })

  it("is the example's program", async () => {
    const example = join(import.meta.dirname, "..", "examples", "own-kind.ts")
    const args = ["--conditions=@agent-operations/source", example, "alert-rules", "list", "--json"]
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: { ...env, NODE_DISABLE_COMPILE_CACHE: "1" }
    })
    assert.deepStrictEqual(
      JSON.parse(stdout).items.map(({ name }: { readonly name: string }) => name),
      ["Far too many"]
    )
  })
})
