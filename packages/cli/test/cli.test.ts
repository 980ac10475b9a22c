import { execFile, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { kebabCase, operationsOf, pageViews, viewFamilies } from "@agent-operations/contract"
import { referenceFamilies } from "@agent-operations/contract/reference"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { displayWidth } from "effect/cli/CliOutput"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { familyCommandsOf } from "../src/own/family-commands.ts"
import { ownCommandsOf } from "../src/own/index.ts"
import { referenceListing } from "../src/reference.ts"
import { storeTokens } from "../src/login/token-store.ts"
import { changeProfile } from "../src/login/change-profile.ts"
import { startIssuer } from "./issuer.ts"
import type { Ended } from "./command-line.ts"
import { serve } from "./served.ts"

const { cli, close, directory, env, file, requests } = await serve()

afterAll(close)

/** What a shell makes of lines. */
const wordsOfEach = (lines: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const script = lines.map((line) => `set -- ${line}\nprintf '%s\\0' "$#" "$@"\n`).join("")
  const told = execFileSync("sh", { input: script, encoding: "utf8" }).split("\0")
  return lines.map(() => told.splice(0, 1 + Number(told[0])).slice(1))
}

/** What a shell makes of a line. */
const words = (line: string): ReadonlyArray<string> => wordsOfEach([line])[0]!

const create = async (name: string, ...more: ReadonlyArray<string>) => {
  const source = '{"type":"table"}'
  const ended = await cli([
    "page-views",
    "create",
    "--name",
    name,
    "--source",
    source,
    "--settings",
    '{"target":"traces"}',
    "--json",
    ...more
  ])
  assert.deepStrictEqual([ended.exit, ended.error], [0, ""])
  const view: { readonly id: string; readonly revision: number } = JSON.parse(ended.out)
  return view
}

describe("commands", () => {
  it("C1: each family of the reference server is listed as it is, and loaded where it is asked for alone", async () => {
    const loaded = await Promise.all(referenceListing.map(({ load }) => load()))
    assert.deepStrictEqual(loaded, [...referenceFamilies])
    assert.deepStrictEqual(
      referenceListing.map(({ name, title }) => ({ name, title })),
      referenceFamilies.map(({ name, title }) => ({ name, title }))
    )
    const asked: Array<string> = []
    const families = referenceListing.map(({ load, ...listed }) => ({
      ...listed,
      load: async () => {
        asked.push(listed.name)
        return load()
      }
    }))
    const help = await cli(["--help"], { families })
    assert.strictEqual(help.out, (await cli(["--help"], { families: referenceFamilies })).out)
    assert.deepStrictEqual(asked, [])
    await cli(["page-views", "list", "--help"], { families })
    assert.deepStrictEqual(asked, ["pageViews"])
    await cli(["diff", "--help"], { families })
    assert.lengthOf(asked, 1 + referenceFamilies.length)
  })

  it("C1: there is one of every operation, with its example, which is what would be sent", async () => {
    const examples: Array<string> = []
    for (const { name, operations } of referenceFamilies) {
      for (const method of Object.keys(operations)) {
        const path = [kebabCase(name), kebabCase(method)]
        const { exit, out } = await cli([...path, "--help"])
        assert.strictEqual(exit, 0)
        for (const line of out.split("\n")) {
          assert.isAtMost(displayWidth(line), 80, line)
          assert.strictEqual(line, line.trimEnd())
        }
        assert.isBelow(out.indexOf("\nFlags"), out.indexOf("\nGlobal flags"))
        examples.push((/\nExample\n([\s\S]+?)\n\n/.exec(out)?.[1] ?? "").trim())
      }
    }
    const curls: Array<string> = []
    for (const [program, ...args] of wordsOfEach(examples)) {
      assert.strictEqual(program, "agent-operations")
      const curl = await cli([...args, "--curl"])
      assert.strictEqual(curl.error, "")
      curls.push(curl.out)
    }
    const operations = operationsOf(referenceFamilies)
    for (const [n, sent] of wordsOfEach(curls).entries()) {
      assert.strictEqual(sent[1], `${env.AGENT_OPERATIONS_URL}/api/agent/${operations[n]!.id}`)
      assert.deepStrictEqual(JSON.parse(sent.at(-1)!), operations[n]!.example.input)
    }
    assert.isAbove(operations.length, 10)
    assert.lengthOf(curls, operations.length)
  })

  it("those that are no operation have an example too, within 80 columns", async () => {
    const ofFamilies = referenceFamilies.flatMap((family) =>
      familyCommandsOf(family).map(({ name }) => `${kebabCase(family.name)} ${name}`)
    )
    assert.deepStrictEqual(ofFamilies, ["traces export", "traces watch", "datasets export", "evaluations run"])
    for (const path of [...ownCommandsOf(referenceFamilies).map(({ name }) => name), ...ofFamilies]) {
      const { exit, out } = await cli([...path.split(" "), "--help"])
      assert.strictEqual(exit, 0)
      assert.include(out, `\nExample\n  agent-operations ${path}`)
      for (const line of out.split("\n")) assert.isAtMost(displayWidth(line), 80, line)
    }
    assert.include((await cli(["skills"])).out, "page-views")
  })

  it("C4: a page view is created, read, listed, updated at its revision, and deleted", async () => {
    const { id, revision } = await create("Quaint traces")
    assert.strictEqual(revision, 1)
    const read = await cli(["page-views", "get", id, "--json", "id,name"])
    assert.deepStrictEqual(JSON.parse(read.out), { id, name: "Quaint traces" })
    const settings = file("settings.json", '\ufeff{"target":"traces","groupBy":"trace.name"}')
    const args = ["page-views", "update", id, "--expected-revision", "1", "--settings", `@${settings}`, "--source", "-"]
    const updated = await cli([...args, "--json", "revision"], { input: '{"type":"table"}' })
    assert.deepStrictEqual([updated.error, JSON.parse(updated.out)], ["", { revision: 2 }])
    const stale = await cli(args, { input: '{"type":"table"}' })
    assert.deepStrictEqual([stale.exit, stale.out], [5, ""])
    assert.include(stale.error, '"currentRevision":2')
    const listed = await cli(["page-views", "list", "--search", "quaint"])
    assert.match(listed.out, /^id +name +revision/)
    assert.include(listed.out, id)
    const given = file("delete.json", JSON.stringify({ id, expectedRevision: 2 }))
    assert.strictEqual((await cli(["page-views", "delete", "--file", given])).exit, 0)
    const gone = await cli(["page-views", "get", id])
    assert.deepStrictEqual([gone.exit, gone.out], [4, ""])
    const none = await cli(["page-views", "list", "--search", "quaint"])
    assert.deepStrictEqual(none, { exit: 0, out: "", error: "There are none.\n" })
    const deleted = await cli(["page-views", "deleted"])
    assert.match(deleted.out, /^id +name +revision +deletedAt +deletedBy +recoverableUntil\n/)
    assert.include(deleted.out, id)
    const recovered = await cli(["page-views", "recover", id, "--json", "id,revision"])
    assert.deepStrictEqual(JSON.parse(recovered.out), { id, revision: 3 })
    assert.strictEqual((await cli(["page-views", "delete", id, "--expected-revision", "3", "--yes"])).exit, 0)
  })

  it("C1: each example does what it says on a server, with the IDs of what is there", async () => {
    /** The server's IDs, by those of the examples. */
    const ids = new Map<string, string>()
    // Where nothing else is deleted.
    const ofExamples = { env: { ...env, AGENT_OPERATIONS_PROJECT_ID: "analytical-examples" } }
    const examples = async (family: string, method: string) => {
      const { out } = await cli([family, method, "--help"])
      const line = /\nExample\n([\s\S]+?)\n\n/.exec(out)?.[1] ?? ""
      const [, ...args] = words([...ids].reduce((text, [from, to]) => text.replaceAll(from, to), line.trim()))
      return cli([...args, "--json", "--yes"], ofExamples)
    }
    let done = 0
    // Custom fields first: the example of a page view uses one.
    for (const { name, operations, kinds } of viewFamilies.toReversed()) {
      const family = kebabCase(name)
      const { create: _create, copy, delete: _delete, deleted: _deleted, recover: _recover, ...rest } = operations
      const example = kinds[0]!.example.id
      const before = await cli([family, "get", example, "--agent", "yes"], ofExamples)
      assert.deepStrictEqual([before.exit, JSON.parse(before.error).error.code], [4, "NOT_FOUND"])
      let made = ""
      for (const method of ["create", "copy", ...Object.keys(rest), "delete", "deleted", "recover"]) {
        const { exit, out, error } = await examples(family, kebabCase(method))
        assert.deepStrictEqual([exit, error], [0, ""], `${family} ${method}`)
        if (method === "create") ids.set(example, (made = JSON.parse(out).id))
        if (method === "copy") ids.set(copy.example.result.id, JSON.parse(out).id)
        // The example deletes a definition at revision 1, which the copy is.
        if (method === "restore") ids.set(example, ids.get(copy.example.result.id)!)
        done++
      }
      ids.set(example, made)
    }
    assert.strictEqual(done, operationsOf(viewFamilies).length)
  })

  it("P1: a list says how it goes on, whatever continues it", async () => {
    const { id } = await create("Paged")
    await cli(["page-views", "update", id, "--expected-revision", "1", "--name", "Paged too"])
    for (const [args, key] of [
      [["page-views", "list", "--search", "Paged"], "id"],
      [["page-views", "history", id], "revision"]
    ] as const) {
      const seen = new Set<string>()
      let more: ReadonlyArray<string> = []
      for (let pages = 0; pages < 9; pages++) {
        const { exit, out, error } = await cli([...args, "--limit", "1", "--json", ...more])
        assert.strictEqual(exit, 0)
        for (const item of JSON.parse(out).items) seen.add(String(item[key]))
        if (error === "") break
        const [told, flag, value] = /^There are more: (--\w+) (\S+)\n$/.exec(error) ?? []
        assert.isDefined(told, error)
        more = [flag!, value!]
      }
      assert.strictEqual(seen.size, key === "id" ? 1 : 2)
    }
  })

  it("open prints the address in the console, and opens it where somebody sees that", async () => {
    const { id } = await create("Opened")
    mkdirSync(join(directory, "bin"))
    file("bin/xdg-open", `#!/bin/sh\necho "$1 by $CASE" >> ${join(directory, "opened")}\n`)
    chmodSync(join(directory, "bin", "xdg-open"), 0o755)
    const display = { ...env, PATH: `${join(directory, "bin")}:${env.PATH}`, WAYLAND_DISPLAY: "wayland-0" }
    const address = `${env.AGENT_OPERATIONS_URL}/o/analytical/p/analytical-web/page-views/${id}`
    for (const [args, more] of [
      [["--print"], { CASE: "--print" }],
      [[], { CASE: "none that is seen", WAYLAND_DISPLAY: "" }],
      [[], { CASE: "SSH", SSH_CONNECTION: "10.0.0.1 1 10.0.0.2 22" }],
      [["--json", "--agent", "yes"], { CASE: "an agent" }],
      [[], { CASE: "who sees it" }]
    ] as const) {
      const { exit, out, error } = await cli(["open", id, ...args], { env: { ...display, ...more } })
      assert.deepStrictEqual([exit, error], [0, ""])
      assert.strictEqual(out, args[0] === "--json" ? `{"address":"${address}"}\n` : `${address}\n`)
    }
    if (process.platform === "linux") {
      await waitUntil("the browser to be opened once", () => {
        assert.strictEqual(readFileSync(join(directory, "opened"), "utf8"), `${address} by who sees it\n`)
        return true
      })
    }
    assert.strictEqual((await cli(["open", "cf_01k9x3m2h8e7v9q4t6w5z0r1ca", "--print"])).exit, 4)
    const { exit, error } = await cli(["open", "xx_01k9x3m2h8e7v9q4t6w5z0r1ca"])
    assert.strictEqual(exit, 2)
    assert.include(error, "pv_…")
  })

  it("prints the request as a curl, without the key, that does the same", async () => {
    const { out } = await cli([
      "page-views",
      "create",
      "--name",
      "It's",
      "--source",
      '{"type":"table"}',
      "--settings",
      '{"target":"traces"}',
      "--curl"
    ])
    assert.notInclude(out, env.AGENT_OPERATIONS_API_KEY)
    const { stdout } = await promisify(execFile)("sh", ["-c", out.replace("curl", "curl -s")], { env })
    assert.strictEqual(JSON.parse(stdout).data.name, "It's")
  })
})

describe("what is wrong is told before anything is sent, with the flag", () => {
  const update = ["page-views", "update", "pv_01k9x3m2h8e7v9q4t6w5z0r1ca", "--expected-revision", "1"]
  const cases: ReadonlyArray<readonly [args: () => ReadonlyArray<string>, told: string]> = [
    [() => ["page-views", "update"], "ID, --expected-revision are missing"],
    [() => ["page-views", "get", "../x"], "ID: "],
    [() => [...update.slice(0, 3), "--expected-revision", "x"], "expected-revision"],
    [() => [...update.slice(0, 3), "--expected-revision", "1.5"], "--expected-revision: "],
    [() => [...update, "--name", "a", "--name", "b"], "--name can be given once"],
    [() => ["page-views", "list", "--include-total", "--no-include-total"], "--include-total can be given once"],
    [() => ["page-views", "list", "--json", "id", "--json", "name"], "--json can be given once"],
    [() => ["--url", "http://a", "page-views", "list", "--url", "http://b"], "--url can be given once"],
    [() => [...update, "--file", "a.json", "--file", "b.json"], "--file can be given once"],
    [() => [...update, "--no-description", "--description", "a"], "--no-description cannot be given beside"],
    [
      () => ["page-views", "update", "--no-description", "--file", "a.json"],
      "--no-description cannot be given beside --file"
    ],
    [() => [...update, "--nmae", "a"], "nmae"],
    [() => [...update, "--settings", "{"], "--settings: this is no JSON"],
    [() => [...update, "--settings", '{"target":"x"}'], "--settings at /target"],
    [() => [...update, "--settings", '{"target":"traces","extra":{"a":9007199254740993}}'], "--settings at /extra/a"],
    [() => [...update, "--settings", '{"target":"traces","extra":{"a":-9007199254740993}}'], "--settings at /extra/a"],
    [() => [...update, "--settings", '{"target":"traces","a":{"b":1,"\\u0062":2}}'], "--settings at /a/b: The name is"],
    [
      () => ["page-views", "update", "--file", file("twice.json", '{"name":"A","name":"B"}')],
      "--file twice.json at /name"
    ],
    [() => [...update, "--settings", '{"target":"traces","__proto__":1}'], "--settings at /__proto__"],
    [() => [...update, "--settings", "@missing.json"], "--settings missing.json"],
    [() => [...update, "--settings", "-", "--source", "-"], "standard input is that of"],
    [() => [...update, "--settings", `@${file("latin1.json", Buffer.from([0x22, 0xe9, 0x22]))}`], "this is no UTF-8"],
    [() => [...update, "--settings", `@${file("large.json", Buffer.alloc(17 * 1024 * 1024, " "))}`], "more than"],
    [() => [...update, "--file", file("view.json", "{}")], "cannot be given beside --file"],
    [() => ["page-views", "get", "--file", file("latin1.json", Buffer.from([0x22, 0xe9, 0x22]))], "this is no UTF-8"],
    [() => ["page-views", "get", "--file", file("list.json", "[]")], "--file list.json"],
    [() => ["page-views", "list", "--json", "id,nmae"], "nmae"],
    [() => ["page-views", "list", "--url", "ftp://x"], "no address"],
    [() => ["page-views", "list", "--profile", "other"], "There is no profile"],
    [() => ["page-views", "list", "--profile", "default"], "There is no profile"],
    [() => ["mcp", "--toolsets", "page-view"], "--toolsets: There is no toolset page-view"],
    [() => ["mcp", "--mode", "find"], "tools"]
  ]

  it("names the flag, on stderr, and ends with 2", async () => {
    const before = requests()
    for (const [args, told] of cases) {
      const { exit, out, error } = await cli(args(), { input: "{}" })
      assert.deepStrictEqual([exit, out], [2, ""], `${told}: ${error}`)
      assert.include(error, told)
      const envelope = await cli([...args(), "--agent", "yes"], { input: "{}" })
      assert.strictEqual(JSON.parse(envelope.error).error.code, "USAGE")
    }
    assert.strictEqual(requests(), before)
  })

  it("a value may begin with a dash, as cursors do", async () => {
    const values = ["-Q3x_-Zw", "--Q3x", "-5", "-"]
    for (const cursor of values) {
      const { exit, out, error } = await cli(["page-views", "list", "--cursor", cursor, "--limit", "2", "--curl"])
      assert.deepStrictEqual([exit, error], [0, ""])
      assert.include(out, `"cursor":"${cursor}"`)
    }
    const flagged = await cli(["page-views", "list", "--cursor", "--limit", "2"])
    assert.deepStrictEqual([flagged.exit, flagged.out], [2, ""])
  })

  it("--json names fields, of commands of its own too, and says which there are", async () => {
    const { id } = await create("Of fields")
    assert.deepStrictEqual(JSON.parse((await cli(["page-views", "get", id, "--json", "name"])).out), {
      name: "Of fields"
    })
    assert.strictEqual((await cli(["--json", "page-views", "get", id])).exit, 0)
    assert.strictEqual((await cli(["page-views", "--json", "get", id])).exit, 0)
    assert.strictEqual((await cli(["page-views", "get", "--json", id])).exit, 0)
    assert.deepStrictEqual(Object.keys(JSON.parse((await cli(["status", "--json", "actor"])).out)), ["actor"])
    const wrong = await cli(["page-views", "get", id, "--json", "nmae"])
    assert.strictEqual(wrong.exit, 2)
    assert.include(JSON.parse(wrong.error).error.message, 'there is no field "nmae"')
  })

  it("a file may have a BOM, and one of 2 MB is sent, or refused for the bound that it is beyond", async () => {
    const view = { name: "From a file", source: { type: "table" }, settings: { target: "traces" } }
    const bom = file("bom.json", `\ufeff${JSON.stringify(view)}`)
    assert.strictEqual((await cli(["page-views", "create", "--file", bom])).exit, 0)
    const spaces = file("spaces.json", JSON.stringify({ ...view, name: "Spaced" }) + " ".repeat(2_000_000))
    assert.strictEqual((await cli(["page-views", "create", "--file", spaces])).exit, 0)
    const code = "x".repeat(2_000_000)
    const coded = file("coded.json", JSON.stringify({ ...view, source: { type: "react", code } }))
    const bounded = await cli(["page-views", "create", "--file", coded])
    assert.strictEqual(bounded.exit, 2)
    assert.include(bounded.error, "--file coded.json at /source/code: Expected at most 262144 bytes of UTF-8")
    const large = file("large-view.json", JSON.stringify({ ...view, settings: { ...view.settings, extra: { code } } }))
    const { exit, error } = await cli(["page-views", "create", "--file", large, "--json"])
    assert.strictEqual(exit, 6)
    assert.deepInclude(JSON.parse(error).error, { code: "PAYLOAD_TOO_LARGE", details: { limitBytes: 1_048_576 } })
  })

  it("sends no key to an address that only a folder names", async () => {
    const cwd = join(directory, "cloned", "deep")
    mkdirSync(cwd, { recursive: true })
    file("cloned/agent-operations.json", '{"url":"https://elsewhere.example"}')
    const { AGENT_OPERATIONS_URL: _, ...rest } = env
    const { exit, error } = await cli(["page-views", "list"], { cwd, env: rest })
    assert.strictEqual(exit, 2)
    assert.include(error, "https://elsewhere.example")
  })

  it("sends no key to a profile that only a folder names", async () => {
    const cwd = join(directory, "cloned-too")
    mkdirSync(cwd)
    file("cloned-too/agent-operations.json", '{"profile":"other"}')
    mkdirSync(join(directory, "both", "agent-operations"), { recursive: true })
    const profiles = { mine: { url: "https://mine.example" }, other: { url: "https://other.example" } }
    file("both/agent-operations/config.json", JSON.stringify({ profile: "mine", profiles }))
    const { AGENT_OPERATIONS_URL: _, ...rest } = { ...env, XDG_CONFIG_HOME: join(directory, "both") }
    const named = await cli(["page-views", "list", "--curl"], { cwd, env: rest })
    assert.strictEqual(named.exit, 2)
    assert.include(named.error, "https://other.example")
    for (const [args, given] of [
      [["--profile", "other"], {}],
      [[], { AGENT_OPERATIONS_PROFILE: "other" }],
      [["--url", "https://other.example"], {}]
    ] as const) {
      const { exit, out } = await cli(["page-views", "list", "--curl", ...args], { cwd, env: { ...rest, ...given } })
      assert.strictEqual(exit, 0)
      assert.include(out, "https://other.example")
    }
  })

  it("--curl sends a project as calls do, and has the terminal obey nothing", async () => {
    const { out } = await cli([
      "page-views",
      "list",
      "--curl",
      "--search",
      "\u009b31m",
      "--project",
      "a\u001b,b\nX-More: 1"
    ])
    assert.include(out, "/api/agent/list_page_views?projectId=a%1B%2Cb%0AX-More%3A%201")
    assert.notInclude(out, "x-project-id")
    assert.include(out, '{"search":"\\u009b31m"}')
  })

  it("shows nothing of a key that is none", async () => {
    for (const args of [["status"], ["page-views", "list"]]) {
      const { exit, error } = await cli(args, { env: { ...env, AGENT_OPERATIONS_API_KEY: "aok_secret\nsecret" } })
      assert.strictEqual(exit, 2)
      assert.include(error, "AGENT_OPERATIONS_API_KEY has")
      assert.notInclude(error, "secret")
    }
  })

  it("a command that is missing is told as JSON, where that is asked for", async () => {
    const { exit, out, error } = await cli(["page-views", "--json"])
    assert.deepStrictEqual([exit, out], [2, ""])
    const { code, hint } = JSON.parse(error).error
    assert.deepStrictEqual([code, hint], ["USAGE", "See agent-operations page-views --help."])
  })

  it("a server that is not reached is named by what names it here", async () => {
    const { exit, error } = await cli(["page-views", "list", "--url", "http://127.0.0.1:1"])
    assert.strictEqual(exit, 8)
    assert.include(error, "--url")
    assert.notInclude(error, "baseUrl")
  })
})

describe("settings", () => {
  it("are those of the flag, then of the environment, the folder and the profile", async () => {
    const cwd = join(directory, "folder")
    mkdirSync(join(directory, "profiles", "agent-operations"), { recursive: true })
    mkdirSync(cwd)
    const profile = { url: "http://127.0.0.1:1/profile", projectId: "of-profile" }
    const config = "profiles/agent-operations/config.json"
    file(config, JSON.stringify({ profiles: { default: profile } }))
    const XDG_CONFIG_HOME = join(directory, "profiles")
    const sent = async (more: Record<string, string>, ...args: ReadonlyArray<string>) => {
      const { out } = await cli(["page-views", "list", "--curl", ...args], { cwd, env: { XDG_CONFIG_HOME, ...more } })
      return [/http:\S+\/api/.exec(out)?.[0].slice(18, -4), /x-project-id: (\S+?)'/.exec(out)?.[1]]
    }
    assert.deepStrictEqual(await sent({}), ["/profile", "of-profile"])
    file("folder/agent-operations.json", '{"url":"http://127.0.0.1:1/folder","projectId":"of-folder"}')
    assert.deepStrictEqual(await sent({}), ["/folder", "of-folder"])
    const environment = { AGENT_OPERATIONS_URL: "http://127.0.0.1:1/env", AGENT_OPERATIONS_PROJECT_ID: "of-env" }
    assert.deepStrictEqual(await sent(environment), ["/env", "of-env"])
    const others = { work: { ...profile, projectId: "of-work" }, default: profile }
    file(config, JSON.stringify({ profile: "gone", profiles: others }))
    assert.deepStrictEqual(await sent(environment), ["/env", "of-env"])
    file(config, JSON.stringify({ profile: "work", profiles: others }))
    assert.deepStrictEqual(await sent({ AGENT_OPERATIONS_URL: "http://127.0.0.1:1/env" }), ["/env", "of-folder"])
    const flags = ["--url", "http://127.0.0.1:1/flag", "--project", "of-flag"]
    assert.deepStrictEqual(await sent(environment, ...flags), ["/flag", "of-flag"])
  })
})

describe("output", () => {
  it("is cut to the terminal, with wide characters, and obeys nothing of what it shows", async () => {
    const { id } = await create("慢い跡 wide")
    const hostile = "\u001b[31mred\u202e"
    await cli(["page-views", "update", id, "--expected-revision", "1", "--description", hostile])
    const listed = await cli(["page-views", "list"], { columns: 60 })
    for (const line of listed.out.split("\n")) assert.isAtMost(displayWidth(line), 60)
    const read = await cli(["page-views", "get", id])
    assert.notInclude(read.out, "\u001b")
    assert.include(read.out, "\\u001b[31mred\\u202e")
  })

  it("has code line by line on a terminal, and in one line of JSON in a pipe", async () => {
    const code = "export default () => (\n  <b>\u001b[31m</b>\n)\n"
    const { id } = await create("Of many lines")
    const source = JSON.stringify({ type: "react", code })
    const args = ["page-views", "update", id, "--expected-revision", "1", "--source", source]
    const { out } = await cli(args, { columns: 60, env: { ...env, NO_COLOR: "1" } })
    assert.include(out, "source\n  type  react\n  code\n    export default () => (\n      <b>\\u001b[31m</b>\n    )\n")
    assert.match(out, /\nupdatedAt {4}\d{4}-\d\d-\d\d \d\d:\d\d UTC\n/)
    const piped = await cli(["page-views", "get", id])
    assert.include(piped.out, `\nsource       ${source}\n`)
    assert.match(piped.out, /\nupdatedAt {4}\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\n/)
  })

  it("has colours on a terminal, or where they are forced, and none for agents", async () => {
    const coloured = async (columns: number | undefined, more: Record<string, string>) =>
      (await cli(["page-views", "--help"], { columns, env: { ...env, ...more } })).out.includes("\u001b[")
    assert.isTrue(await coloured(80, {}))
    assert.isFalse(await coloured(undefined, {}))
    assert.isFalse(await coloured(80, { NO_COLOR: "1" }))
    assert.isTrue(await coloured(undefined, { FORCE_COLOR: "1", NO_COLOR: "1" }))
    assert.isFalse(await coloured(80, { CLAUDECODE: "1" }))
  })

  it("is compact JSON for agents, who agree to what deletes by --yes", async () => {
    const { id } = await create("For agents")
    const agent = { env: { ...env, CURSOR_AGENT: "1" } }
    const read = await cli(["page-views", "get", id, "--json", "id"], agent)
    assert.strictEqual(read.out, `{"id":"${id}"}\n`)
    const args = ["page-views", "delete", id, "--expected-revision", "1"]
    const refused = await cli(args, agent)
    assert.deepStrictEqual([refused.exit, JSON.parse(refused.error).error.code], [2, "USAGE"])
    assert.strictEqual((await cli([...args, "--yes"], agent)).exit, 0)
    const gone = await cli(["page-views", "get", id], agent)
    assert.strictEqual(JSON.parse(gone.error).error.code, "NOT_FOUND")
  })
})

describe("exit codes", () => {
  it("are in --help, within 80 columns", async () => {
    const { out } = await cli(["--help"])
    for (const line of out.split("\n")) assert.isAtMost(displayWidth(line), 80, line)
  })

  it("come with a hint for whoever types, and not with headers and addresses", async () => {
    const missing = await cli(["page-views", "get", "pv_01k9x3m2h8e7v9q4t6w5z0r1ca"])
    assert.strictEqual(missing.exit, 4)
    assert.include(missing.error, "\nCheck the ID: list prints those that there are.\n")
  })

  it("tell a wrong key, a server that is not there, and an interruption", async () => {
    const denied = await cli(["page-views", "list"], { env: { ...env, AGENT_OPERATIONS_API_KEY: "aok_wrong" } })
    assert.strictEqual(denied.exit, 3)
    const away = await cli(["page-views", "list", "--url", "http://127.0.0.1:9"])
    assert.strictEqual(away.exit, 8)
    const interrupted = await cli(["page-views", "list"], { signal: AbortSignal.abort(new Error("x")) })
    assert.strictEqual(interrupted.exit, 130)
    assert.strictEqual((await cli([])).exit, 2)
    assert.strictEqual((await cli(["page-views", "lst"])).exit, 2)
    assert.deepStrictEqual(await cli(["--version"]), { exit: 0, out: "1.2.3\n", error: "" })
  })
})

describe("as it is published", () => {
  const bundle = join(directory, "package", "dist")

  beforeAll(async () => {
    await promisify(execFile)(process.execPath, [join(import.meta.dirname, "..", "scripts", "bundle.ts"), bundle])
    writeFileSync(
      join(directory, "package", "package.json"),
      readFileSync(join(import.meta.dirname, "..", "package.json"))
    )
  })

  const options = { env: { ...env, NODE_COMPILE_CACHE: join(directory, "compiled") }, cwd: directory }
  const start = (...args: ReadonlyArray<string>) =>
    spawn(process.execPath, [join(bundle, "main.js"), ...args], { ...options, stdio: "pipe" })
  const ended = async (child: ReturnType<typeof start>) => {
    let error = ""
    child.stderr.on("data", (chunk: Buffer) => (error += String(chunk)))
    const [code] = await once(child, "close")
    return [code, error]
  }
  const published = (...args: ReadonlyArray<string>): Promise<Ended> =>
    promisify(execFile)(process.execPath, [join(bundle, "main.js"), ...args], options).then(
      ({ stdout, stderr }) => ({ exit: 0, out: stdout, error: stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
        exit: code,
        out: stdout,
        error: stderr
      })
    )

  it("needs no folder for what is in none, and says else that the current one is gone", async () => {
    const inGone = async (...args: ReadonlyArray<string>) => {
      const command = 'd=$(mktemp -d) && cd "$d" && rmdir "$d" && exec "$@"'
      const child = spawn("sh", ["-c", command, "sh", process.execPath, join(bundle, "main.js"), ...args], options)
      child.stdout.resume()
      return ended(child)
    }
    assert.deepStrictEqual(await inGone("--version"), [0, ""])
    assert.deepStrictEqual(await inGone("page-views", "list", "--json"), [0, ""])
    for (const args of [["pull"], ["export", "page-views", "--output", "x"], ["page-views", "create", "--file", "x"]]) {
      const [code, error] = await inGone(...args)
      assert.strictEqual(code, 2, args.join(" "))
      assert.match(String(error), /The current folder is gone/, args.join(" "))
      assert.notMatch(String(error), /uv_cwd|\n +at /, args.join(" "))
    }
  })

  it("is one process that needs nothing beside it", async () => {
    assert.isBelow(statSync(join(bundle, "run-main.js")).size, 2_000_000)
    const [listed, wrong, bash] = await Promise.all([
      published("page-views", "list", "--json"),
      published("page-views", "get", "x"),
      published("--completions", "bash")
    ])
    assert.deepStrictEqual([listed.exit, listed.error], [0, ""])
    assert.isArray(JSON.parse(listed.out).items)
    assert.deepStrictEqual([wrong.exit, wrong.out], [2, ""])
    assert.include(bash.out, "page-views")
    for (const shell of ["zsh", "fish", "powershell"])
      assert.include((await cli(["--completions", shell])).out, "custom-fields")
  })

  it("an interrupted command stores what it refreshed before it ends", async () => {
    const issuer = await startIssuer()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    issuer.state.held = held
    const { url } = issuer
    const stored = { url, issuer: url, tokenEndpoint: `${url}/token`, clientId: "cli", accessToken: "a", expiresAt: 0 }
    const text = JSON.stringify({ ...stored, refreshToken: "aor_spent" })
    const { store } = await storeTokens({ ...env, AGENT_OPERATIONS_KEYCHAIN: "no" }, "signed-in", text)
    await changeProfile(env, new AbortController().signal, "signed-in", { url, projectId: "p", tokens: "file" })
    const { AGENT_OPERATIONS_API_KEY: _, AGENT_OPERATIONS_URL: __, ...rest } = options.env
    const child = spawn(process.execPath, [join(bundle, "main.js"), "page-views", "list", "--profile", "signed-in"], {
      ...options,
      env: rest,
      stdio: "pipe"
    })
    const end = ended(child)
    await waitUntil("it to ask for tokens", () => issuer.askedAt("/token").length > 0)
    child.kill("SIGINT")
    // clock: for the signal to arrive; one that has not is one that comes after what it is held up by
    await sleep(50)
    release()
    assert.strictEqual((await end)[0], 130)
    assert.deepInclude(JSON.parse((await store.read())!), { refreshToken: "aor_1" })
    issuer.close()
  })

  it("C4: mcp serves an assistant over stdio, as the other commands call", async () => {
    const connected = async (...args: ReadonlyArray<string>) => {
      const client = new Client({ name: "test", version: "1" })
      const command = [join(bundle, "main.js"), ...args]
      await client.connect(
        new StdioClientTransport({ command: process.execPath, args: command, env: options.env, cwd: directory })
      )
      return client
    }
    // As the README of MCP has it for assistants.
    const readme = readFileSync(join(import.meta.dirname, "..", "..", "mcp", "README.md"), "utf8")
    const snippet = /^## Over stdio$[\s\S]*?```json\n([\s\S]*?)```/m.exec(readme)?.[1] ?? "{}"
    const { command, args, env } = JSON.parse(snippet).mcpServers["agent-operations"]
    assert.deepStrictEqual([command, args.slice(0, 2)], ["npx", ["-y", "agent-operations"]])
    assert.containsAllKeys(options.env, Object.keys(env))
    const [whole, some] = await Promise.all([
      connected(...args.slice(2), "--mode", "tools"),
      connected("mcp", "--toolsets", "page-views", "--readonly")
    ])
    try {
      assert.deepInclude(whole.getServerVersion(), { name: "agent-operations", version: "0.0.0" })
      assert.lengthOf((await whole.listTools()).tools, operationsOf(referenceFamilies).length)
      const made = { name: "By MCP", source: { type: "table" }, settings: { target: "traces" } }
      const { structuredContent } = await whole.callTool({ name: "create_page_view", arguments: made })
      const { id } = structuredContent as { readonly id: string }
      assert.strictEqual(JSON.parse((await cli(["page-views", "get", id, "--json"])).out).name, "By MCP")
      const stale = await whole.callTool({ name: "update_page_view", arguments: { id, expectedRevision: 2 } })
      assert.isTrue(stale.isError)
      assert.propertyVal((stale.structuredContent as { readonly error: object }).error, "code", "CONFLICT")
      const reads = Object.values(pageViews.operations).filter(({ effect }) => effect === "read")
      assert.sameMembers(
        (await some.listTools()).tools.map(({ name }) => name),
        reads.map(({ id }) => id)
      )
    } finally {
      await Promise.all([whole.close(), some.close()])
    }
  })

  it("C1: a host makes a command line of its own families of it, in three lines", async () => {
    const host = join(directory, "package", "acme.mjs")
    symlinkSync(join(import.meta.dirname, "..", "node_modules"), join(directory, "package", "node_modules"))
    writeFileSync(
      host,
      `import { runMain } from "./dist/command-line.js"
      import { pageViews } from "@agent-operations/contract"
      await runMain({ name: "acme", families: [pageViews] })`
    )
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--conditions=@agent-operations/source", host, "page-views", "list", "--json"],
      options
    )
    assert.isArray(JSON.parse(stdout).items)
    assert.include(readFileSync(join(bundle, "command-line.d.ts"), "utf8"), "export declare const runMain:")
  })

  it("ends with 130 after SIGINT and SIGTERM, whether it waits for a server or for standard input", async () => {
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const reading = start("page-views", "list", "--url", url)
    const typing = start("page-views", "create", "--file", "-")
    const stopped = start("page-views", "create", "--file", "-")
    const ends = [reading, typing, stopped].map(ended)
    // More than a pipe holds: who takes it in reads.
    const reads = [typing, stopped].map(
      ({ stdin }) => new Promise<void>((resolve) => stdin.write(" ".repeat(1_000_000), () => resolve()))
    )
    await Promise.all([once(silent, "request"), ...reads])
    for (const child of [reading, typing]) child.kill("SIGINT")
    stopped.kill("SIGTERM")
    for (const end of ends) assert.deepStrictEqual(await end, [130, "error: It was interrupted.\nRun it again.\n"])
    silent.closeAllConnections()
    silent.close()
  })

  it("ends with 0, without a word, where nobody reads on", async () => {
    const items = Array.from({ length: 5000 }, (_, index) => ({ id: `pv_${index}`, name: "x".repeat(100) }))
    const long = createServer((request, response) => {
      request.resume().once("end", () => response.end(JSON.stringify({ data: { items, nextCursor: null } })))
    }).listen(0, "127.0.0.1")
    await once(long, "listening")
    const child = start("page-views", "list", "--url", `http://127.0.0.1:${(long.address() as AddressInfo).port}`)
    child.stdout.once("data", () => child.stdout.destroy())
    assert.deepStrictEqual(await ended(child), [0, ""])
    long.close()
  })
})
