import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { json } from "node:stream/consumers"
import { AgentError } from "@agent-operations/client"
import { traces } from "@agent-operations/contract/traces"
import { assert, describe, it } from "vitest"
import type { AnyClient, Session } from "../src/session.ts"
import { now } from "../src/now.ts"
import { makeChanges } from "../src/watch/changes.ts"
import { watch } from "../src/watch/watch.ts"
import { watchedOf } from "../src/watch/watched.ts"
import { afterPlace, placeOf } from "../src/whole/place.ts"
import { commandLine, credentialsFor } from "./command-line.ts"

/** A time of one day, by its time. */
const at = (time: string) => `2014-11-20T${time}Z`

describe("what is new or changed", () => {
  const start = Date.parse(at("10:00:00.000"))
  const item = (id: string, time: string, more: object = {}) => ({ id, updatedAt: at(time), ...more })

  it("is told once as it is, the oldest change first, and asked for by half a minute before the latest", () => {
    const { since, take } = makeChanges(start)
    assert.strictEqual(since(), at("09:59:30.000"))
    const [a, b, c] = [item("a", "10:00:20.000"), item("b", "10:00:40.000"), item("c", "10:00:30.000")]
    assert.deepStrictEqual(take([b, a, c]), [a, c, b])
    assert.strictEqual(since(), at("10:00:10.000"))
    assert.deepStrictEqual(take([b, a, c]), [])
    const changed = item("b", "10:00:40.000", { status: "ended" })
    assert.deepStrictEqual(take([changed, a]), [changed])
    // It is not gone back where what is seen is older.
    const late = item("d", "09:59:59.000")
    assert.deepStrictEqual([take([late]), since()], [[late], at("10:00:10.000")])
  })

  it("is remembered for as long as it is asked for", () => {
    const { since, take } = makeChanges(start)
    const [edge, before] = [item("edge", "10:00:10.000"), item("before", "10:00:09.999")]
    take([edge, before])
    const latest = item("latest", "10:00:40.000")
    take([latest])
    assert.strictEqual(since(), edge.updatedAt)
    assert.deepStrictEqual(take([edge, latest]), [])
    assert.deepStrictEqual(take([before]), [before])
  })
})

describe("traces watch", () => {
  it("goes by the server's clock, through all pages, beside the filters that are given", async () => {
    const asked: Array<Record<string, unknown>> = []
    const item = (id: string, time: string) => ({ id, updatedAt: at(time) })
    const pages = [
      { items: [], nextCursor: null },
      { items: [item("old", "09:59:45.000")], nextCursor: null },
      { items: [item("b", "10:01:00.000"), item("old", "09:59:45.000")], nextCursor: "more" },
      { items: [item("a", "10:00:50.000")], nextCursor: null },
      { items: [item("b", "10:01:00.000"), item("c", "10:01:00.000")], nextCursor: null }
    ]
    const server = createServer((request, response) => {
      void json(request).then((input) => {
        const page = pages[asked.push(input as Record<string, unknown>) - 1]
        response.setHeader("date", new Date(at("10:00:00.000")).toUTCString())
        response.end(JSON.stringify({ data: page }))
      })
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    const env = credentialsFor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const own = { field: "trace.name", operator: "eq", value: "support" }
    const from = "2014-11-01T00:00:00Z"
    const args = ["--interval", "0.1", "--limit", "3", "--from", from, "--filters", JSON.stringify([own])]
    const cli = commandLine({ env, cwd: tmpdir() })
    const { exit, out, error } = await cli(["traces", "watch", ...args, "--json", "id"])
    server.closeAllConnections()
    server.close()
    assert.deepStrictEqual([exit, out, error], [0, '{"id":"a"}\n{"id":"b"}\n{"id":"c"}\n', ""])
    const since = (time: string) => [own, { field: "trace.updatedAt", operator: "gte", value: at(time) }]
    assert.deepStrictEqual(asked, [
      { from, filters: [own], limit: 1 },
      { from, filters: since("09:59:30.000"), limit: 200 },
      { from, filters: since("09:59:30.000"), limit: 200 },
      { from, filters: since("09:59:30.000"), limit: 200, cursor: "more" },
      { from, filters: since("10:00:30.000"), limit: 200 }
    ])
  })

  it("is of what started in the seven days before, unless it is told from when, and asks as often as is let", async () => {
    const asked: Array<Record<string, unknown>> = []
    const server = createServer((request, response) => {
      void json(request).then((input) => {
        asked.push(input as Record<string, unknown>)
        const error = { code: "NOT_FOUND", message: "There is none.", hint: "Look." }
        response.writeHead(404).end(JSON.stringify({ error }))
      })
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    const env = credentialsFor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const cli = commandLine({ env, cwd: tmpdir() })
    const before = now()
    assert.strictEqual((await cli(["traces", "watch"])).exit, 4)
    const from = Date.parse(String(asked[0]!["from"])) + 7 * 86_400_000
    assert.isAtLeast(from, before)
    assert.isAtMost(from, now())
    assert.deepStrictEqual(Object.keys(asked[0]!), ["from", "limit"])
    const exits: Array<number> = []
    for (const interval of ["0.1", "3600", "0.09", "3600.1"])
      exits.push((await cli(["traces", "watch", "--interval", interval])).exit)
    server.closeAllConnections()
    server.close()
    assert.deepStrictEqual([exits, asked.length], [[4, 4, 2, 2], 3])
  })

  const refusal = (code: string, status: number) =>
    new AgentError({ code, message: code, hint: "", operation: "list_traces", attempts: 1, status })
  /** What a watch tells of a server whose answers are these, in their order, until it is interrupted after them. */
  const told = async (answers: ReadonlyArray<AgentError | "none">, intervalMs: number) => {
    const stop = new AbortController()
    const left = [...answers]
    const call = async () => {
      const answer = left.shift()
      if (answer === undefined) stop.abort()
      if (answer instanceof AgentError) throw answer
      return { items: [], nextCursor: null }
    }
    const session = { connect: () => ({ call }) as AnyClient, terminal: { signal: stop.signal } } as Session
    const watched = watchedOf(traces)!
    const all: Array<string | number> = []
    for await (const one of watch(session, { watched, input: { from: at("00:00:00.000") }, intervalMs })) {
      all.push(one.is === "away" ? one.waitMs : one.is)
      if (one.is === "away" && left.length === 0) stop.abort()
    }
    return all
  }

  it("waits twice as long each time that a server is busy or away, a minute at most, and anew once it was there", async () => {
    const [busy, limited, away] = [refusal("UNAVAILABLE", 503), refusal("RATE_LIMITED", 429), refusal("TIMEOUT", 504)]
    const none = ["none", "none", "none"] as const
    assert.deepStrictEqual(await told([busy, limited, away, ...none, busy, away], 1), [1, 2, 4, "watching", 1, 2])
    assert.deepStrictEqual(await told([busy], 59_000), [59_000])
    assert.deepStrictEqual(await told([away], 61_000), [60_000])
  })

  it("ends by what asking again does not help", async () => {
    for (const [code, status] of [["USAGE_LIMIT_REACHED", 402] as const, ["NOT_FOUND", 404] as const]) {
      const ended = await told([refusal(code, status)], 1).catch((error: AgentError) => error.code)
      assert.strictEqual(ended, code)
    }
  })
})

describe("the place where an export goes on", () => {
  it("is the time of an item's start by its nanoseconds, and the item among those of that time", () => {
    const startNano = "1416477600123456789"
    const { to, isBefore } = afterPlace(placeOf({ id: "b-2", startNano }))
    assert.strictEqual(to, "2014-11-20T10:00:00.123456790Z")
    const ids = ["a", "b-1", "b-2", "b-3", "c"]
    assert.deepStrictEqual(
      ids.filter((id) => isBefore({ id, startNano })),
      ["b-2", "b-3", "c"]
    )
    assert.isFalse(isBefore({ id: "c", startNano: "1416477600123456788" }))
    assert.strictEqual(afterPlace("1416477600999999999-a").to, "2014-11-20T10:00:01.000000000Z")
    assert.strictEqual(afterPlace("1416477600000000007-a").to, "2014-11-20T10:00:00.000000008Z")
    for (const wrong of ["", "1416477600", "x-1", "1416477600-", "12345678901234567890-a"])
      assert.throws(() => afterPlace(wrong), "--after: this is no place that an export ended at.")
  })
})
