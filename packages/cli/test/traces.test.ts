import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { traces as contract } from "@agent-operations/contract/traces"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { traces } from "@agent-operations/traces"
import { views } from "@agent-operations/views"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { forPeople } from "../src/output/people.ts"
import { styleOf } from "../src/output/style.ts"
import { serve } from "./served.ts"

const { before, cli, close, directory, env, lose, refuse, requests } = await serve([views(), traces()])

afterAll(close)

/** What `get_trace` answers, of which a test reads what it knows to be there. */
interface Whole {
  readonly trace: { readonly id: string; readonly startNano: string; readonly spanCount: number }
  readonly spans: ReadonlyArray<{ readonly id: string }>
  readonly scores: ReadonlyArray<{ readonly name: string }>
  readonly more?: boolean
}

/** What a shell makes of a line. */
const words = (line: string): ReadonlyArray<string> =>
  execFileSync("sh", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" })
    .split("\0")
    .slice(0, -1)

const idOf = (n: number) => n.toString(16).padStart(32, "0")
const at = (seconds: number) => new Date(Date.UTC(2014, 10, 20, 10, 0, seconds)).toISOString()

/** Records a trace by the command line, with what some spans hold. */
const record = async (id: string, spans: ReadonlyArray<object>) => {
  const { exit, error } = await cli(["traces", "record", "--traces", "-"], { input: JSON.stringify([{ id, spans }]) })
  assert.deepStrictEqual([exit, error], [0, ""])
}

const spanOf = (n: number, seconds: number, more: object = {}) => ({
  id: n.toString(16).padStart(16, "0"),
  name: `step ${n}`,
  startedAt: at(seconds),
  endedAt: at(seconds + 1),
  ...more
})

const linesOf = (text: string): ReadonlyArray<Whole> =>
  text === ""
    ? []
    : text
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => JSON.parse(line))

const exported = (name: string) => linesOf(readFileSync(join(directory, name), "utf8"))

/** Traces that start at the same time as others, and one of more than 8 MiB. */
const small = [1, 2, 3, 4, 5, 6, 7].map(idOf)
const large = idOf(8)
const largeSpans = 10

beforeAll(async () => {
  for (const [n, id] of small.entries()) await record(id, [spanOf(n + 1, n < 4 ? 0 : 5, { type: "generation" })])
  // A megabyte each: in two requests, as one holds less than they are together.
  for (const half of [0, 1]) {
    const spans = Array.from({ length: largeSpans / 2 }, (_, n) =>
      spanOf(100 + (half * largeSpans) / 2 + n, 3, {
        ...(half + n > 0 && { parentId: "0000000000000064" }),
        output: "x".repeat(1e6)
      })
    )
    await record(large, spans)
  }
  for (const id of [small[0]!, large])
    await cli(["traces", "create-score", "--trace-id", id, "--name", "helpful", "--value", "0.9"])
})

const newestFirst = [...small.slice(4).toReversed(), large, ...small.slice(0, 4).toReversed()]

describe("a project's traces", { shuffle: false }, () => {
  describe("traces export", () => {
    it("T12: writes every trace with its spans and scores once, a large one in several lines that are no longer than an answer", async () => {
      const { exit, out, error } = await cli(["traces", "export", "-o", "all.ndjson"])
      assert.deepStrictEqual([exit, out, error], [0, "", "8 traces in all.ndjson\n"])
      const lines = exported("all.ndjson")
      assert.deepStrictEqual([...new Set(lines.map(({ trace }) => trace.id))], newestFirst)
      const ofLarge = lines.filter(({ trace }) => trace.id === large)
      assert.isAbove(ofLarge.length, 1)
      assert.deepStrictEqual(
        ofLarge.map(({ more = false }) => more),
        ofLarge.map((_, n) => n < ofLarge.length - 1)
      )
      const spans = ofLarge.flatMap(({ spans }) => spans.map(({ id }) => id))
      assert.deepStrictEqual([spans.length, new Set(spans).size], [largeSpans, largeSpans])
      assert.deepStrictEqual(
        ofLarge.flatMap(({ scores }) => scores.map(({ name }) => name)),
        ["helpful"]
      )
      for (const line of readFileSync(join(directory, "all.ndjson"), "utf8").split("\n"))
        assert.isBelow(line.length, 9 * 1024 * 1024)
      const got = await cli(["traces", "get", small[0]!, "--json"])
      assert.deepStrictEqual(lines.find(({ trace }) => trace.id === small[0]) as unknown, JSON.parse(got.out))
    })

    it("T8: goes on after any place, also between traces that started together", async () => {
      const whole = linesOf((await cli(["traces", "export", "--json", "trace"])).out)
      assert.deepStrictEqual([...new Set(whole.map(({ trace }) => trace.id))], newestFirst)
      const seen: Array<string> = []
      let more: ReadonlyArray<string> = []
      for (let runs = 0; runs < 9; runs++) {
        const { exit, out, error } = await cli(["traces", "export", "--limit", "1", "--json", "trace", ...more])
        assert.strictEqual(exit, 0)
        seen.push(...new Set(linesOf(out).map(({ trace }) => trace.id)))
        if (error === "") break
        more = ["--after", /^There are more: --after (\S+)\n$/.exec(error)![1]!]
      }
      assert.deepStrictEqual(seen, newestFirst)
    })
  })

  /** Runs what is asked of a server from its nth request of an operation on. */
  const from = (n: number, operation: string, what: () => void) => {
    let count = 0
    before(async (url) => {
      if (url.endsWith(`/${operation}`) && ++count === n) what()
    })
  }

  describe("an export that ends early", () => {
    it("keeps whole traces alone, and goes on with them, also from within a large one", async () => {
      for (const [n, operation, kept] of [
        [4, "get_trace", 3],
        [2, "list_trace_spans", 3]
      ] as const) {
        const interrupted = new AbortController()
        from(n, operation, () => interrupted.abort(new Error("It was interrupted.")))
        const name = `stopped-${operation}.ndjson`
        const stopped = await cli(["traces", "export", "-o", name], { signal: interrupted.signal })
        before(undefined)
        assert.strictEqual(stopped.exit, 130)
        const [part] = readdirSync(directory).filter((file) => file.startsWith(`${name}.`))
        const whole = exported(part!)
        assert.isAtMost(whole.length, kept)
        assert.include(stopped.error, `${whole.length} traces were written, and are kept in ${join(directory, part!)}`)
        const [, ...args] = /^To continue: (.+)$/m.exec(stopped.error)![1]!.split(" ")
        const rest = await cli(args)
        assert.deepStrictEqual([rest.exit, rest.error], [0, `${8 - whole.length} traces in ${name}\n`])
        assert.strictEqual(
          readFileSync(join(directory, name), "utf8"),
          readFileSync(join(directory, "all.ndjson"), "utf8")
        )
      }
    })

    it("waits for a server that is busy, and skips what is deleted meanwhile", async () => {
      const gone = idOf(99)
      await record(gone, [spanOf(99, 9)])
      from(1, "get_trace", () => lose({ of: /get_trace/, lost: "answer" }))
      const lost = await cli(["traces", "export", "--from", at(9), "--json", "trace"])
      assert.deepStrictEqual([lost.exit, lost.error, linesOf(lost.out).length], [0, "", 1])
      let deleting: Promise<unknown> | undefined
      before(async (url) => {
        if (!url.endsWith("/get_trace")) return
        deleting ??= cli(["traces", "delete", gone, "--yes"])
        await deleting
      })
      const skipped = await cli(["traces", "export", "--from", at(9)])
      before(undefined)
      assert.deepStrictEqual(skipped, { exit: 0, out: "", error: "" })
    })

    it("refuses what it cannot go on with, before anything is sent", async () => {
      const sent = requests()
      for (const [args, told] of [
        [["--after", "here"], "--after: this is no place"],
        [["--after", `1-${idOf(1)}`, "--to", at(1)], "--after cannot be given beside --to"],
        [["--from", "yesterday"], "--from: "],
        [["--limit", "0"], "--limit: at least 1"],
        [["--json", "names"], "--json: there is no field"]
      ] as const) {
        const { exit, out, error } = await cli(["traces", "export", ...args])
        assert.deepStrictEqual([exit, out], [2, ""], error)
        assert.include(error, told)
      }
      assert.strictEqual(requests(), sent)
    })
  })

  describe("traces", () => {
    it("T12: what get says of a large trace are commands that read all of it", async () => {
      const { exit, out, error } = await cli(["traces", "get", large])
      assert.deepStrictEqual([exit, out], [6, ""])
      const commands = [...error.matchAll(/`agent-operations (.+?)`/g)].map(([, command]) => command!.split(" "))
      assert.lengthOf(commands, 2)
      const [spans, scores] = commands
      const seen: Array<string> = []
      let more: ReadonlyArray<string> = []
      do {
        const page = await cli([...spans!, "--json", "id", ...more])
        assert.strictEqual(page.exit, 0, page.error)
        seen.push(...JSON.parse(page.out).items.map(({ id }: { readonly id: string }) => id))
        more = /^There are more: (--cursor) (\S+)\n$/.exec(page.error)?.slice(1) ?? []
      } while (more.length > 0)
      assert.deepStrictEqual([seen.length, new Set(seen).size], [largeSpans, largeSpans])
      assert.strictEqual(JSON.parse((await cli([...scores!, "--json"])).out).items.length, 1)
    })

    it("C1: each of its examples does what it says on a server", async () => {
      const score = contract.operations.createScore.example.result.id
      let made = score
      for (const method of ["record", "create-score", "list", "get", "spans", "scores", "delete-score", "delete"]) {
        const { out } = await cli(["traces", method, "--help"])
        const line = /\nExample\n([\s\S]+?)\n\n/.exec(out)?.[1] ?? ""
        const [, ...args] = words(line.trim().replaceAll(score, made))
        const done = await cli([...args, "--json", "--yes"])
        assert.deepStrictEqual([done.exit, done.error], [0, ""], method)
        if (method === "create-score") made = JSON.parse(done.out).id
      }
      assert.lengthOf(Object.keys(contract.operations), 8)
    })

    it("a terminal shows what they are and how they went first", async () => {
      const { out } = await cli(["traces", "list", "--limit", "2"], { columns: 100, env: { ...env, NO_COLOR: "1" } })
      const [head, first] = out.split("\n")
      assert.match(head!, /^id +name +status +startedAt +durationMs +spanCount/)
      assert.match(first!, /^0{31}7 +step 7 +success +2014-11-20 10:00 UTC +1000 +1/)
    })
  })

  describe("skills", () => {
    it("its commands look into traces, as an agent runs them", async () => {
      const agent = { env: { ...env, CLAUDECODE: "1" } }
      const text = (await cli(["skills"])).out.replaceAll(contract.operations.get.example.input.id, small[0]!)
      const [, fence] = /## Look into traces\n\n```sh\n([\s\S]+?)\n```/.exec(text) ?? []
      const ends = []
      for (const line of fence!.split("\n")) ends.push(await cli(words(line).slice(1), agent))
      assert.deepStrictEqual(
        ends.map(({ exit }) => exit),
        [0, 0, 0]
      )
      assert.strictEqual(JSON.parse(ends[0]!.out).items.length, 5)
      assert.strictEqual(JSON.parse(ends[1]!.out).trace.id, small[0])
      assert.lengthOf(exported("traces.ndjson"), 8)
    })
  })

  describe("traces watch", () => {
    /** Watches until it is told to end; `until` resolves once so many lines were printed, or something was told. */
    const watch = (args: ReadonlyArray<string>, more: Parameters<typeof cli>[1] = {}) => {
      const interrupted = new AbortController()
      let out = ""
      let error = ""
      const ended = cli(["traces", "watch", "--interval", "0.1", "--from", "2014-11-01T00:00:00Z", ...args], {
        signal: interrupted.signal,
        out: (text) => void (out += text),
        error: (text) => void (error += text),
        ...more
      })
      return {
        until: (is: (printed: { readonly out: string; readonly error: string }) => boolean) =>
          waitUntil("it to be printed", () => {
            assert.isTrue(is({ out, error }), `${out}\n${error}`)
            return true
          }),
        end: async () => {
          interrupted.abort(new Error("It was interrupted."))
          return { ...(await ended), out, error }
        },
        ended: async () => ({ ...(await ended), out, error })
      }
    }
    const countOf = (text: string) => text.split("\n").length - 1
    const idsOf = (text: string) =>
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).id)

    it("shows those that are new or changed, each change once, and ends with 0", async () => {
      const shown = watch([], { env: { ...env, NO_COLOR: "1" } })
      await shown.until(({ error }) => error === "Watching traces. Ctrl-C ends it.\n")
      await record(idOf(20), [spanOf(20, 20, { endedAt: null })])
      await shown.until(({ out }) => countOf(out) === 2)
      await record(idOf(20), [spanOf(20, 20)])
      await shown.until(({ out }) => countOf(out) === 3)
      // The same again changes nothing, so that it is the next one alone that is shown.
      await record(idOf(20), [spanOf(20, 20)])
      await record(idOf(21), [spanOf(21, 21)])
      await shown.until(({ out }) => countOf(out) === 4)
      const { exit, out } = await shown.end()
      assert.strictEqual(exit, 0)
      const [head, ...rows] = out.trim().split("\n")
      assert.match(head!, /^id +name +status/)
      assert.deepStrictEqual(
        rows.map((row) => row.split(/ {2,}/).slice(0, 3)),
        [
          [idOf(20), "step 20", "running"],
          [idOf(20), "step 20", "success"],
          [idOf(21), "step 21", "success"]
        ]
      )
    })

    it("prints lines of JSON, narrowed, and ends after so many", async () => {
      let polls = 0
      before(async (url) => void (url.endsWith("/list_traces") && polls++))
      const shown = watch(["--json", "id,spanCount", "--limit", "2", "--search", "step 3"])
      await waitUntil("a fourth poll", () => polls > 3)
      before(undefined)
      for (const n of [30, 40, 31]) await record(idOf(n), [spanOf(n, n)])
      const { exit, out, error } = await shown.ended()
      assert.deepStrictEqual(
        [exit, error, out],
        [0, "", `{"id":"${idOf(30)}","spanCount":1}\n{"id":"${idOf(31)}","spanCount":1}\n`]
      )
    })

    it("waits for a server that is busy or away, longer each time, and leaves nothing out meanwhile", async () => {
      let refused = 0
      const shown = watch(["--json", "id"])
      let polls = 0
      before(async (url) => void (url.endsWith("/list_traces") && polls++))
      await waitUntil("a fourth poll", () => polls > 3)
      refuse((url) => url.endsWith("/list_traces") && ++refused > 0)
      await record(idOf(50), [spanOf(50, 50)])
      await waitUntil("a sixth poll to be refused", () => refused > 5)
      const since = refused
      refuse((url) => url.endsWith("/list_traces") && ++refused > 0, 429)
      // A call by itself is made three times.
      await waitUntil("a poll to be refused by a limit, and another after it", () => refused > since + 3)
      refuse(undefined)
      await record(idOf(51), [spanOf(51, 51)])
      await shown.until(({ out }) => countOf(out) === 2)
      before(undefined)
      const { exit, out, error } = await shown.end()
      assert.deepStrictEqual([exit, error, idsOf(out)], [0, "", [idOf(50), idOf(51)]])
    })

    it("ends where asking again is in vain, and refuses a wrong call", async () => {
      const denied = await cli(["traces", "watch"], { env: { ...env, AGENT_OPERATIONS_API_KEY: "aok_bob" } })
      assert.deepStrictEqual([denied.exit, denied.out], [3, ""])
      for (const [args, told] of [
        [["--interval", "0"], "--interval: 0.1 to 3600 seconds"],
        [["--limit", "0"], "--limit: at least 1"],
        [["--filters", '[{"field":"trace.none","operator":"eq","value":1}]'], "--filters"]
      ] as const) {
        const { exit, error } = await cli(["traces", "watch", ...args])
        assert.strictEqual(exit, 2)
        assert.include(error, told)
      }
    })
  })
})

describe("rows", () => {
  const style = styleOf({ env: { NO_COLOR: "1" }, columns: 100 }, false)

  it("of a page view are a table of its columns, by their labels, without those that are hidden", () => {
    const column = { valueType: "string", unit: null, label: null, hidden: false }
    const columns = [
      { ...column, field: "trace.name", label: "Trace" },
      { ...column, field: "custom.cost" },
      { ...column, field: "trace.id", hidden: true }
    ]
    const items = [{ id: "t1", values: { "trace.name": "support", "custom.cost": 0.5, "trace.id": "t1" } }]
    assert.strictEqual(
      forPeople({ view: null, columns, items, nextCursor: null, scanned: 1 }, style),
      "id  Trace    custom.cost\nt1  support  0.5"
    )
  })

  it("of metrics are a table of their dimensions and values", () => {
    const rows = [{ time: "2015-11-20T00:00:00.000Z", dimensions: { model: "gpt-4o-mini" }, values: [0.5, null] }]
    assert.strictEqual(
      forPeople({ rows, hasMore: false }, style),
      "time                  model        value 1  value 2\n2015-11-20 00:00 UTC  gpt-4o-mini  0.5"
    )
  })
})
