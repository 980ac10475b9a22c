import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { serve } from "./served.ts"

const { cli, close, directory, env, file } = await serve()

const pages = 5
const rowsOfPage = 3

/** What becomes of the page after so many. */
let fault: { readonly after: number; readonly is: "lost" | "silent" | "stuck"; readonly told?: () => void } | undefined

/** What it was asked for. */
let asked: Array<{ readonly cursor?: string; readonly limit?: number }> = []

/** A list of 15 rows, in pages of 3. */
const lists = createServer((request, response) => {
  let body = ""
  request.on("data", (chunk: Buffer) => (body += String(chunk)))
  request.once("end", () => {
    const input = JSON.parse(body)
    asked.push(input)
    const page = Number(input.cursor ?? "0")
    const isStuck = fault?.is === "stuck" && page === fault.after
    if (page === fault?.after && !isStuck) return fault.is === "lost" ? void request.socket.destroy() : fault.told?.()
    const items = Array.from({ length: rowsOfPage }, (_, row) => ({
      id: `row_${page * rowsOfPage + row}`,
      name: "N".repeat(400)
    }))
    response.end(
      JSON.stringify({ data: { items, nextCursor: page + 1 === pages ? null : String(isStuck ? page : page + 1) } })
    )
  })
}).listen(0, "127.0.0.1")
await once(lists, "listening")
const url = `http://127.0.0.1:${(lists.address() as AddressInfo).port}`

afterAll(async () => {
  lists.closeAllConnections()
  lists.close()
  await close()
})

const path = (name: string) => join(directory, name)
const rowsOf = (text: string): ReadonlyArray<{ readonly id: string }> =>
  text === ""
    ? []
    : text
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => JSON.parse(line))
const all = Array.from({ length: pages * rowsOfPage }, (_, row) => `row_${row}`)
const partsOf = (name: string) => readdirSync(directory).filter((file) => file.startsWith(`${name}.`))
/** The arguments of the command that goes on. */
const goOnOf = (error: string) => /To continue: agent-operations (.+)$/m.exec(error)![1]!.split(" ")

describe("export", { shuffle: false }, () => {
  it("P1: writes every row once, as a line of JSON, to a file that has its name once it is whole", async () => {
    for (const name of ["a", "b", "c"]) {
      const settings = ["--source", '{"type":"table"}', "--settings", '{"target":"traces"}']
      await cli(["page-views", "create", "--name", name, ...settings])
    }
    const listed: { readonly items: ReadonlyArray<object> } = JSON.parse(
      (await cli(["page-views", "list", "--json"])).out
    )
    file("views.ndjson", "what was there")
    const exported = await cli(["export", "page-views", "-o", "views.ndjson"])
    assert.deepStrictEqual(exported, { exit: 0, out: "", error: "3 rows in views.ndjson\n" })
    assert.deepStrictEqual(rowsOf(readFileSync(path("views.ndjson"), "utf8")), listed.items as never)
    const some = await cli(["export", "page-views", "--json", "name", "--input", '{"search":"b"}'])
    assert.deepStrictEqual(some, { exit: 0, out: '{"name":"b"}\n', error: "" })
    const none = await cli(["export", "custom-fields", "-o", "none.ndjson"])
    assert.deepStrictEqual([none.exit, statSync(path("none.ndjson")).size], [0, 0])
    assert.deepStrictEqual(partsOf("views.ndjson"), [])
  })

  it("P1: stops at a bound of rows, and goes on after it", async () => {
    const first = await cli(["export", "page-views", "--limit", "2", "--json", "name"])
    assert.strictEqual(rowsOf(first.out).length, 2)
    const [, cursor] = /^There are more: --after (\S+)\n$/.exec(first.error) ?? []
    const rest = await cli(["export", "page-views", "--after", cursor!, "--json", "name"])
    assert.deepStrictEqual([rest.exit, rest.error], [0, ""])
    assert.sameMembers(
      [...rowsOf(first.out), ...rowsOf(rest.out)].map((row) => JSON.stringify(row)),
      ['{"name":"a"}', '{"name":"b"}', '{"name":"c"}']
    )
    const over = await cli(["export", "page-views", "--after", cursor!, "-o", "views.ndjson"])
    assert.deepStrictEqual([over.exit, over.out], [2, ""])
    assert.include(over.error, "--output views.ndjson: it is there")
  })

  it("keeps whole lines where the server is lost, and goes on with them", async () => {
    fault = { after: 3, is: "lost" }
    const lost = await cli(["export", "page-views", "--url", url, "-o", "lost.ndjson"])
    fault = undefined
    assert.deepStrictEqual([lost.exit, lost.out, existsSync(path("lost.ndjson"))], [8, "", false])
    const [part, ...more] = partsOf("lost.ndjson")
    assert.isEmpty(more)
    assert.include(lost.error, `9 rows were written, and are kept in ${path(part!)}`)
    assert.deepStrictEqual(
      rowsOf(readFileSync(path(part!), "utf8")).map(({ id }) => id),
      all.slice(0, 9)
    )
    const rest = await cli([...goOnOf(lost.error), "--url", url])
    assert.deepStrictEqual(rest, { exit: 0, out: "", error: "6 rows in lost.ndjson\n" })
    assert.deepStrictEqual(
      rowsOf(readFileSync(path("lost.ndjson"), "utf8")).map(({ id }) => id),
      all
    )
    assert.deepStrictEqual(partsOf("lost.ndjson"), [])
  })

  it("keeps all that was written, however often the server is lost", async () => {
    const kept = () => {
      const [part, ...more] = partsOf("often.ndjson")
      assert.isEmpty(more)
      return rowsOf(readFileSync(path(part!), "utf8")).map(({ id }) => id)
    }
    let args: ReadonlyArray<string> = ["export", "page-views", "-o", "often.ndjson"]
    for (const after of [2, 4]) {
      fault = { after, is: "lost" }
      const lost = await cli([...args, "--url", url])
      assert.deepStrictEqual([lost.exit, kept()], [8, all.slice(0, after * rowsOfPage)])
      args = goOnOf(lost.error)
      // Nothing more comes, and the same command goes on.
      assert.strictEqual((await cli([...args, "--url", url])).exit, 8)
      assert.deepStrictEqual(kept(), all.slice(0, after * rowsOfPage))
      fault = undefined
    }
    assert.strictEqual((await cli([...args, "--url", url])).exit, 0)
    assert.deepStrictEqual(
      rowsOf(readFileSync(path("often.ndjson"), "utf8")).map(({ id }) => id),
      all
    )
  })

  it("keeps whole lines where somebody interrupts, and says how to go on", async () => {
    const interrupted = () => {
      const controller = new AbortController()
      fault = { after: 2, is: "silent", told: () => controller.abort(new Error("It was interrupted.")) }
      return controller.signal
    }
    const args = ["export", "page-views", "--url", url, "--limit", "14"]
    const stopped = await cli([...args, "-o", "stopped.ndjson"], { signal: interrupted() })
    assert.strictEqual(stopped.exit, 130)
    assert.strictEqual(rowsOf(readFileSync(path(partsOf("stopped.ndjson")[0]!), "utf8")).length, 6)
    assert.deepStrictEqual(goOnOf(stopped.error).slice(4), ["--limit", "8", "-o", "stopped.ndjson"])
    const printed = await cli([...args, "--json", "id"], { signal: interrupted() })
    fault = undefined
    assert.strictEqual(printed.exit, 130)
    assert.deepStrictEqual(
      rowsOf(printed.out).map(({ id }) => id),
      all.slice(0, 6)
    )
    assert.include(JSON.parse(printed.error).error.hint, "export page-views --after 2 --limit 8 --json id")
  })

  it("asks for no more than is left, with what else the list takes, and goes on with all of it", async () => {
    const input = { search: "it's", includeTotal: true }
    const flags = ["--limit", "10", "--input", JSON.stringify(input), "--json", "id"]
    asked = []
    fault = { after: 3, is: "lost" }
    const lost = await cli(["export", "page-views", "--url", url, ...flags, "-o", "some rows.ndjson"])
    fault = undefined
    assert.deepStrictEqual(asked.slice(0, 4), [
      { ...input, limit: 10 },
      { ...input, cursor: "1", limit: 7 },
      { ...input, cursor: "2", limit: 4 },
      { ...input, cursor: "3", limit: 1 }
    ])
    const quoted = `'{"search":"it'\\''s","includeTotal":true}'`
    assert.strictEqual(
      JSON.parse(lost.error).error.hint,
      `To continue: agent-operations export page-views --after 3 --limit 1 --input ${quoted} --json id -o 'some rows.ndjson'`
    )
  })

  it("says of a file that it begins after others, and of an export that fails before its first row only why", async () => {
    const rest = await cli(["export", "page-views", "--url", url, "--after", "3", "-o", "rest.ndjson"])
    assert.deepStrictEqual(rest, { exit: 0, out: "", error: "6 rows in rest.ndjson, of those after --after\n" })
    fault = { after: 0, is: "lost" }
    const none = await cli(["export", "page-views", "--url", url, "-o", "nothing.ndjson"])
    fault = undefined
    assert.strictEqual(none.exit, 8)
    assert.notInclude(none.error, "Before that")
    assert.deepStrictEqual([partsOf("nothing.ndjson"), existsSync(path("nothing.ndjson"))], [[], false])
  })

  it("ends where the list goes on where it was", async () => {
    fault = { after: 1, is: "stuck" }
    const { exit, error } = await cli(["export", "page-views", "--url", url, "--json", "id"])
    fault = undefined
    assert.strictEqual(exit, 8)
    const { code, message } = JSON.parse(error).error
    const why = "The list does not go on: it continues where it was."
    assert.deepStrictEqual([code, message], ["NO_END", `${why} Before that, 6 rows were written.`])
  })

  it("shows progress to people who watch, and to nobody else", async () => {
    const args = ["export", "page-views", "--url", url]
    const watched = await cli(args, { isWatched: true })
    assert.strictEqual(watched.error, `${[3, 6, 9, 12, 15].map((rows) => `\r\u001b[K${rows} rows`).join("")}\r\u001b[K`)
    for (const more of [["--json"], ["--agent", "yes"]])
      assert.strictEqual((await cli([...args, ...more], { isWatched: true })).error, "")
  })

  it("refuses what cannot be written before anything is sent, and what is no list", async () => {
    const before = readdirSync(directory)
    for (const [args, told] of [
      [["export", "page-views", "-o", "."], "--output .: this is no file"],
      [["export", "page-views", "-o", "missing/views.ndjson"], "--output missing/views.ndjson"],
      [["export", "page-views", "--limit", "0"], "--limit"],
      [["export", "page-views", "--input", '{"search":1}'], "--input at /search"],
      [["export", "skills"], "page-views"]
    ] as const) {
      const { exit, out, error } = await cli([...args, "--url", "http://127.0.0.1:1"])
      assert.deepStrictEqual([exit === 1 || exit === 2, out], [true, ""], error)
      assert.include(error, told)
    }
    assert.deepStrictEqual(readdirSync(directory), before)
  })

  it.runIf(process.platform === "linux")(
    "tells of a full disk, where there is Linux's, and goes on once there is room",
    async () => {
      const main = join(import.meta.dirname, "..", "src", "main.ts")
      const run = async (script: string) => {
        const child = spawn("sh", ["-c", script, process.execPath, "--conditions=@agent-operations/source", main], {
          cwd: directory,
          env: { ...env, AGENT_OPERATIONS_URL: url, NODE_DISABLE_COMPILE_CACHE: "1" }
        })
        let error = ""
        child.stderr.on("data", (chunk: Buffer) => (error += String(chunk)))
        const [exit] = await once(child, "close")
        return { exit, error }
      }
      // No file may have more than 4 blocks, of 512 or 1024 bytes: one page to three of the five.
      const [full, device, json] = await Promise.all([
        run('ulimit -f 4; exec "$0" "$@" export page-views -o full.ndjson'),
        run('exec "$0" "$@" export page-views > /dev/full'),
        run('exec "$0" "$@" page-views list --json > /dev/full')
      ])
      assert.strictEqual(full.exit, 1)
      assert.include(full.error, "--output full.ndjson: EFBIG")
      const kept = rowsOf(readFileSync(path(partsOf("full.ndjson")[0]!), "utf8")).length
      // either: shells differ in how large a block is
      assert.include([rowsOfPage, 3 * rowsOfPage], kept)
      const rest = await cli([...goOnOf(full.error), "--url", url])
      assert.deepStrictEqual([rest.exit, rowsOf(readFileSync(path("full.ndjson"), "utf8")).length], [0, all.length])
      assert.strictEqual(device.exit, 1)
      assert.include(device.error, "Standard output: ENOSPC")
      assert.strictEqual(json.exit, 1)
      assert.strictEqual(JSON.parse(json.error.slice(json.error.indexOf("{"))).error.code, "OUTPUT_FAILED")
    }
  )
})
