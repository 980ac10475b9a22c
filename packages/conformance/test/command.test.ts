import { spawn } from "node:child_process"
import { createServer } from "node:http"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { afterAll, assert, beforeAll, describe, it, onTestFinished } from "vitest"
import { runCommand } from "../src/command/command.ts"
import type { Report } from "../src/index.ts"
import { databases, startKit } from "./kit.ts"
import { faults } from "./toy/faults/index.ts"
import { toyServer } from "./toy/server.ts"

const main = `${import.meta.dirname}/../src/main.ts`

/** Runs the command in this process, which has loaded it already. */
const run = async (args: ReadonlyArray<string>) => {
  const printed = { stdout: "", stderr: "" }
  const to = (stream: keyof typeof printed) => (line: string) => void (printed[stream] += `${line}\n`)
  const code = await runCommand(args, { print: to("stdout"), tell: to("stderr"), env: {} })
  return { code, ...printed }
}

/** The same in a process of its own. */
const runAlone = async (args: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, [main, ...args], { stdio: ["ignore", "pipe", "pipe"] })
  const code = new Promise<number | null>((resolve) => child.once("exit", resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, stdout, stderr }
}

describe("the command", () => {
  let given: ReadonlyArray<string>
  let close: () => Promise<void>
  beforeAll(async () => {
    const { kit, credentials, ...started } = await startKit(databases[0]!)
    const server = createServer(kit.listener)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    given = ["--url", url, "--key", credentials.key, "--project", credentials.projectId]
    close = async () => {
      server.closeAllConnections()
      server.close()
      await started.close()
    }
  })
  afterAll(() => close())

  it("tells each law that it checks as it goes, and in the end what came of them", async () => {
    const { code, stdout, stderr } = await runAlone([...given, "--quick", "--law", "r3,A3", "--seed", "7"])
    assert.match(stderr, /^R3 {2}held/m)
    assert.match(stderr, /^A3 {2}not checked .*\n +the target has no foreign/m)
    assert.match(stdout, /\d+ held, 0 broken, \d+ not checked, in \d+ calls \(seed 7\)/)
    assert.strictEqual(code, 0)
  })

  it("says first what is wrong with the key, in JSON too, and ends with 2", async () => {
    const wrong = [...given, "--key", "aok_wrong"]
    const told = await runAlone(wrong)
    assert.include(told.stderr, "The credential of --key is not accepted (401).")
    assert.include(told.stderr, "Nothing was checked; this breaks no law.")
    assert.deepStrictEqual([told.code, told.stdout], [2, ""])
    const { code, stdout } = await run([...wrong, "--json"])
    const { holds, verdicts, obstacle } = JSON.parse(stdout) as Report
    assert.deepStrictEqual([code, holds, verdicts], [2, false, []])
    assert.include(obstacle?.advice, "key create")
  })

  it("prints one line of JSON when asked, and ends with 1 when a law is broken", async () => {
    const toy = toyServer(faults["clamps a limit"]?.wrong)
    const server = createServer((message, response) => {
      void (async () => {
        const headers = message.headers as Record<string, string>
        const request = new Request(toy.url + message.url, { method: "POST", headers, body: await text(message) })
        const answer = await toy.fetch?.(request)
        response.writeHead(answer?.status ?? 500, Object.fromEntries(answer?.headers ?? [])).end(await answer?.text())
      })()
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const credentials = ["--key", toy.key, "--project", toy.projectId]
    const { code, stdout } = await runAlone(["--url", url, ...credentials, "--quick", "--law", "P2", "--json"])
    server.closeAllConnections()
    server.close()
    const { holds, verdicts } = JSON.parse(stdout) as Report
    assert.isFalse(holds)
    assert.include(
      verdicts.map(({ outcome }) => outcome.status),
      "broken"
    )
    assert.strictEqual(code, 1)
  })

  it("ends with 3 where the server goes away, and calls no law broken", async () => {
    let calls = 0
    const toy = toyServer()
    const server = createServer((message, response) => {
      void (async () => {
        const headers = message.headers as Record<string, string>
        const request = new Request(toy.url + message.url, { method: "POST", headers, body: await text(message) })
        const answer = ++calls > 60 ? undefined : await toy.fetch?.(request)
        if (answer === undefined) return void response.destroy()
        response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
      })()
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { code, stdout } = await runAlone([
      "--url",
      url,
      "--key",
      toy.key,
      "--project",
      toy.projectId,
      "--law",
      "R3",
      "--patience",
      "2"
    ])
    server.closeAllConnections()
    server.close()
    assert.match(stdout, /0 broken, \d+ not checked, \d+ inconclusive/)
    assert.include(stdout, "is neither held nor broken")
    assert.strictEqual(code, 3)
  })

  it("writes its report as JUnit XML too, and says at once where it can't", async () => {
    const directory = mkdtempSync(join(tmpdir(), "junit-"))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const [file, nowhere] = [join(directory, "report.xml"), join(directory, "no", "report.xml")]
    const { code } = await run([...given, "--quick", "--law", "R3", "--junit", file])
    assert.strictEqual(code, 0)
    assert.match(readFileSync(file, "utf8"), /<testsuite name="R3: [^"]+" tests="\d+" failures="0" errors="0"/)
    const none = await run([...given, "--junit", nowhere])
    assert.include(none.stderr, nowhere)
    assert.deepStrictEqual([none.code, none.stdout], [2, ""])
  })

  it("takes what a module exports of a target, and an option before it", async () => {
    const directory = mkdtempSync(join(tmpdir(), "target-"))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const [, url, , key, , projectId] = given
    const module = (name: string, text: string) => {
      writeFileSync(join(directory, name), text)
      return ["--target", join(directory, name)]
    }
    const whole = { url, key, projectId }
    const closed = join(directory, "closed")
    const started = module(
      "started.mjs",
      `import { writeFileSync } from "node:fs"
       export const target = async () => ({ ...${JSON.stringify(whole)}, close: async () => writeFileSync("${closed}", "") })`
    )
    const { code, stderr } = await run([...started, "--quick", "--law", "R3"])
    assert.strictEqual(code, 0, stderr)
    assert.strictEqual(readFileSync(closed, "utf8"), "")
    const wrong = module("wrong.mjs", `export default ${JSON.stringify({ ...whole, key: "aok_no" })}`)
    assert.include((await run(wrong)).stderr, "The credential of --key is not accepted (401).")
    assert.strictEqual((await run([...wrong, "--key", key!, "--quick", "--law", "R3"])).code, 0)
    const none = await run([...given, ...module("none.mjs", "export default 1")])
    assert.include(none.stderr, "has to export a target")
    assert.strictEqual(none.code, 2)
  })

  it("holds a server to the families that a module of the host's exports", async () => {
    const families = ["--families", `${import.meta.dirname}/families.ts`]
    const { code, stdout, stderr } = await run([...given, ...families, "--quick", "--law", "R3,A1"])
    assert.match(stderr, /^R3 {2}held {9}alert_rule: a stale or future expectedRevision/m)
    assert.match(stderr, /^A1 {2}held {9}system: without a good credential/m)
    assert.match(stdout, /^ {2}alertRules: \d+ held, 0 broken, \d+ not checked$/m)
    assert.strictEqual(code, 0)
    const config = ["--families", `${import.meta.dirname}/agent-operations.config.ts`]
    const same = await run([...given, ...config, "--quick", "--law", "R3,A1"])
    assert.strictEqual(same.code, 0, same.stderr)
    assert.deepStrictEqual(same.stdout.match(/^ {2}.* held/gm), stdout.match(/^ {2}.* held/gm))
    const none = await run([...given, "--families", `${import.meta.dirname}/kit.ts`])
    assert.include(none.stderr, "has to export the list of what is served")
    assert.strictEqual(none.code, 2)
  })

  it.each([
    ["no server", [], "Name the server"],
    [
      "a law that there is not",
      ["--url", "http://127.0.0.1:1", "--key", "k", "--project", "p", "--law", "Z9"],
      "no law Z9"
    ],
    ["an option that there is not", ["--no-such"], "no-such"],
    [
      "a seed that is none",
      ["--url", "http://127.0.0.1:1", "--key", "k", "--project", "p", "--seed", "x"],
      "must be a number"
    ],
    [
      "half of another organization",
      ["--url", "http://127.0.0.1:1", "--key", "k", "--project", "p", "--foreign-key", "k"],
      "give both, or none"
    ]
  ])("says what to do about %s, and ends with 2", async (_, args, said) => {
    const { code, stderr } = await run(args)
    assert.include(stderr, said)
    assert.include(stderr, "See --help.")
    assert.strictEqual(code, 2)
  })

  it("lists its options", async () => {
    const { code, stdout } = await run(["--help"])
    for (const option of [
      "--url",
      "--key",
      "--project",
      "--families",
      "--law",
      "--seed",
      "--scale",
      "--json",
      "--quick"
    ])
      assert.include(stdout, option)
    assert.strictEqual(code, 0)
  })
})
