/* oxlint-disable typescript/no-explicit-any -- an answer is looked at as its test knows it */
import { createServer, type Server } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { text } from "node:stream/consumers"
import { gzipSync } from "node:zlib"
import { refuseInEnvelope } from "@agent-operations/http/node"
import { isLong } from "@agent-operations/testing/long"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { limits } from "../../tooling/readme/src/limits.ts"
import { databases } from "../kit.ts"
import { elsewhere, type Host, startHost } from "./host.ts"

const json = "application/json"

const nano = (millis: number) => String(BigInt(millis) * 1_000_000n)

/** A request of OTLP in JSON. */
const otlp = (...spans: ReadonlyArray<object>) => JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })

const now = Date.now()
const day = 86_400_000

const traceId = (n: number) => n.toString(16).padStart(32, "0")

const span = (trace: number, id: number, changes: object = {}) => ({
  traceId: traceId(trace),
  spanId: id.toString(16).padStart(16, "0"),
  name: `span ${id}`,
  startTimeUnixNano: nano(now),
  endTimeUnixNano: nano(now + 1000),
  ...changes
})

const attributes = (values: Readonly<Record<string, string | number>>) => ({
  attributes: Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === "string" ? { stringValue: value } : { doubleValue: value }
  }))
})

/** A body of which no more comes than is asked for. */
const unended = (bytes: number) => {
  let pulls = 0
  let end = () => {}
  const body = new ReadableStream(
    {
      start: (controller) => {
        end = () => controller.close()
        controller.enqueue(Buffer.alloc(bytes, " "))
      },
      pull: () => void pulls++
    },
    { highWaterMark: 0 }
  )
  return { body, pulled: () => pulls, end }
}

describe.each(isLong ? databases : databases.slice(1))("what strangers ask of traces on $name", (database) => {
  let host: Host
  beforeAll(async () => void (host = await startHost(database)))
  afterAll(() => host?.close())

  const list = (input: object, project: string) => host.call("list_traces", input, { project })
  const numbers = ({ data }: { readonly data?: any }) => data.items.map(({ id }: { id: string }) => Number(`0x${id}`))
  const issuesOf = ({ status, error }: { readonly status: number; readonly error?: any }) => [
    status,
    error?.code,
    error?.details.issues.map(({ path }: { path: string }) => path)
  ]

  it("T14: a list is filtered as a page view is, and its cursors are bound to the filters", async () => {
    const project = "filtered"
    await host.exportSpans(
      otlp(
        span(1, 1, attributes({ "customer.tier": "gold", "user.id": "ada", n: 2 })),
        span(2, 1, attributes({ "customer.tier": "gold", n: 10 })),
        span(3, 1, attributes({ "customer.tier": "tin", "user.id": "bob" })),
        span(4, 1, { endTimeUnixNano: "0" })
      ),
      json,
      { project }
    )
    const filtered = async (...filters: ReadonlyArray<readonly [string, string, unknown?]>) =>
      numbers(await list({ filters: filters.map(([field, operator, value]) => ({ field, operator, value })) }, project))
    assert.deepStrictEqual(await filtered(["trace.attributes.customer.tier", "eq", "gold"]), [2, 1])
    assert.deepStrictEqual(await filtered(["trace.attributes.customer.tier", "ne", "gold"]), [4, 3])
    assert.deepStrictEqual(
      await filtered(["trace.attributes.n", "gt", 2], ["trace.attributes.customer.tier", "eq", "gold"]),
      [2]
    )
    assert.deepStrictEqual(await filtered(["trace.userId", "in", ["ada", "bob"]]), [3, 1])
    assert.deepStrictEqual(await filtered(["trace.userId", "exists", false]), [4, 2])
    assert.deepStrictEqual(await filtered(["trace.status", "eq", "running"]), [4])
    assert.deepStrictEqual(await filtered(["trace.endedAt", "eq", null]), [4])

    const filters = [{ field: "trace.attributes.customer.tier", operator: "eq", value: "gold" }]
    const first = await list({ filters, limit: 1, includeTotal: true }, project)
    assert.deepStrictEqual([numbers(first), first.data.total], [[2], 2])
    const cursor = first.data.nextCursor
    assert.deepStrictEqual(numbers(await list({ filters, cursor }, project)), [1])
    for (const other of [
      {},
      { filters: [{ ...filters[0], value: "tin" }] },
      { filters, from: new Date(0).toISOString() }
    ]) {
      assert.deepStrictEqual(issuesOf(await list({ ...other, cursor }, project)), [
        400,
        "VALIDATION_ERROR",
        ["/cursor"]
      ])
    }
    const query = new URLSearchParams({ filters: JSON.stringify(filters), limit: "5" })
    const alias = await host.send(`/api/traces?${query}`, { project })
    assert.deepStrictEqual(numbers((await alias.json()) as object), [2, 1])
  })

  it("E3: a filter that cannot be is refused, with the place", async () => {
    const refused = async (...filters: ReadonlyArray<object>) => issuesOf(await list({ filters }, "filtered"))
    const at = (...paths: ReadonlyArray<string>) => [400, "VALIDATION_ERROR", paths]
    const fine = { field: "trace.name", operator: "eq", value: "a" }
    const wrong = [
      [{ field: "trace.unknown", operator: "eq", value: 1 }, "/filters/1/field"],
      [{ field: "span.name", operator: "eq", value: "a" }, "/filters/1/field"],
      [{ field: "trace.name", operator: "like", value: "a" }, "/filters/1/operator"],
      [{ field: "trace.tags", operator: "lt", value: ["a"] }, "/filters/1/operator"],
      [{ field: "trace.cost", operator: "gt", value: "1" }, "/filters/1/value"],
      [{ field: "trace.name", operator: "in", value: "a" }, "/filters/1/value"],
      [{ field: "trace.startedAt", operator: "lt", value: "soon" }, "/filters/1/value"],
      [{ field: "trace.attributes.a", operator: "eq", value: "é".repeat(512) }, "/filters/1/value"],
      [{ field: "trace.name", operator: "eq" }, "/filters/1/value"]
    ] as const
    for (const [filter, path] of wrong) assert.deepStrictEqual(await refused(fine, filter), at(path), path)
    assert.deepStrictEqual(await refused(...Array.from({ length: 500 }, () => fine)), at("/filters"))
    assert.strictEqual((await list({ filters: Array.from({ length: 20 }, () => fine) }, "filtered")).status, 200)
    const long = { field: "trace.attributes.a", operator: "eq", value: "x".repeat(10 * 1024 * 1024) }
    assert.strictEqual((await list({ filters: [long] }, "filtered")).status, 413)
  })

  it("E3: no time and no text of a query is more than the database can take", async () => {
    const project = "bounds"
    await host.exportSpans(otlp(span(1, 1)), json, { project })
    const far = { from: "0001-01-01T00:00:00Z", to: "9999-12-31T23:59:59Z" }
    assert.deepStrictEqual(numbers(await list(far, project)), [1])
    assert.deepStrictEqual(numbers(await list({ from: far.to }, project)), [])
    const filters = [{ field: "trace.startedAt", operator: "lt", value: far.to }]
    assert.deepStrictEqual(numbers(await list({ filters }, project)), [1])
    for (const query of ["search=%00", "from=%00", "filters=%5B", "filters=%22%00%22"]) {
      const { status } = await host.send(`/api/traces?${query}`, { project })
      assert.deepStrictEqual([query, status], [query, 400])
    }
  })

  it("a search without a beginning looks at the last 7 days, and no less", async () => {
    const project = "searched"
    const at = (n: number, millis: number) =>
      span(n, 1, { name: "find me", startTimeUnixNano: nano(millis), endTimeUnixNano: nano(millis) })
    await host.exportSpans(
      otlp(at(1, now - 7 * day + 60_000), at(2, now - 7 * day - 60_000), at(3, now + 3_600_000)),
      json,
      { project }
    )
    assert.deepStrictEqual(numbers(await list({ search: "FIND ME" }, project)), [3, 1])
    const from = new Date(now - 8 * day).toISOString()
    assert.deepStrictEqual(numbers(await list({ search: "FIND ME", from }, project)), [3, 1, 2])
  })

  it("T8, P5: pages of large traces are cut, and yield each once", async () => {
    const project = "heavy"
    const heavy = 3 * 1024 * 1024
    for (let n = 1; n <= 6; n++) {
      const more = n % 2 === 0 ? { "input.value": `"\\\u0007${"😀".repeat(heavy / 12)}` } : { text: "x".repeat(heavy) }
      await host.exportSpans(otlp(span(n, 1, attributes(more))), json, { project })
    }
    const seen: Array<number> = []
    let cursor: string | null = null
    let pages = 0
    do {
      const page: any = await list({ ...(cursor && { cursor }), includeTotal: true }, project)
      assert.isBelow(Buffer.byteLength(JSON.stringify(page.data)), 8 * 1024 * 1024)
      assert.strictEqual(page.data.total, 6)
      for (const { id, input, truncated } of page.data.items) {
        const n = Number(`0x${id}`)
        seen.push(n)
        assert.deepStrictEqual(truncated, n % 2 === 0 ? ["input"] : [])
        if (n % 2 === 0) assert.strictEqual(input, `"\\\u0007${"😀".repeat(998)}`)
      }
      cursor = page.data.nextCursor
      pages++
    } while (cursor !== null)
    assert.deepStrictEqual([seen, pages > 1], [[6, 5, 4, 3, 2, 1], true])
  })

  it("T2, T3: one span in 100 requests at once, and with another content in each, is one span", async () => {
    const project = "repeated"
    const at = (id: number, n: number) => span(1, id, { name: `version ${n}`, endTimeUnixNano: nano(now + n) })
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, n) => [at(1, 0), at(2, n)])
        .flat()
        .map((one) => host.exportSpans(otlp(one), json, { project }))
    )
    assert.deepStrictEqual(
      all.filter(({ status }) => status !== 200).map(({ status }) => status),
      []
    )
    const { trace, spans } = (await host.call("get_trace", { id: traceId(1) }, { project })).data
    assert.deepStrictEqual(
      [trace.spanCount, trace.endNano, spans.map(({ name }: { name: string }) => name)],
      [2, nano(now + 99), ["version 0", "version 99"]]
    )
  })
})

describe("the limits of traces", () => {
  const promised = limits.traces
  let host: Host
  beforeAll(async () => void (host = await startHost(databases[1])))
  afterAll(() => host?.close())

  const sized = (bytes: number, project: string) => otlp(span(1, 1, { name: project })).padEnd(bytes, " ")

  /** What becomes of a span that is sent alone. */
  const outcomeOf = async (one: object, project: string) => {
    const { status, bytes } = await host.exportSpans(otlp(one), json, { project })
    assert.strictEqual(status, 200)
    return Number(JSON.parse(bytes.toString()).partialSuccess?.rejectedSpans ?? 0) === 1 ? "rejected" : "taken"
  }

  it("T23: a request has its bytes as sent, and once it is decompressed, and no more", async () => {
    const project = "sized"
    const sent = async (bytes: number) => (await host.exportSpans(sized(bytes, project), json, { project })).status
    const { most } = promised["a request to `/v1/traces`, as sent"]
    assert.deepStrictEqual([await sent(most), await sent(most + 1)], [200, 413])
    const packed = async (bytes: number) => {
      const headers = { "content-encoding": "gzip" }
      const body = new Uint8Array(gzipSync(sized(bytes, project)))
      return (await host.exportSpans(body, json, { project, headers })).status
    }
    const { most: unpacked } = promised["a request to `/v1/traces`, decompressed"]
    assert.deepStrictEqual([await packed(unpacked), await packed(unpacked + 1)], [200, 413])
  })

  it("T23, K3: requests at once have their bytes in one process, and one more is told to come again", async () => {
    const each = promised["a request to `/v1/traces`, as sent"].most
    const { most } = promised["all requests to `/v1/traces` at once, per process"]
    const { most: ofOne } = promised["requests to `/v1/traces` of one organization at once, per process"]
    const waiting: Array<{ readonly answer: Promise<Response>; readonly end: () => void }> = []
    /** A request that is as large as one may be, of which the last byte does not come. */
    const hold = async (project: string) => {
      const { body, pulled, end } = unended(each - 1)
      const headers = { "content-type": json, "content-length": String(each) }
      const answer = host.send("/v1/traces", { method: "POST", body, duplex: "half", headers, project } as never)
      waiting.push({ answer, end })
      await waitUntil("the request to be waited for", async () => pulled() > 0)
    }
    const send = async (bytes: number, project: string) => {
      const { status, headers } = await host.exportSpans(sized(bytes, project), json, { project })
      return { status, isTold: headers.has("retry-after") }
    }
    const refused = { status: 503, isTold: true }
    const fill = async (bytes: number, project: string) => {
      for (let held = each; held < bytes; held += each) await hold(project)
      // With what it becomes.
      assert.deepInclude(await send(each - 4096, project), { status: 200 })
      await hold(project)
    }
    await fill(ofOne, "together")
    assert.deepStrictEqual(await send(1000, "together"), refused)
    await fill(most - ofOne, elsewhere)
    assert.deepStrictEqual(await send(1000, "together"), refused)
    // Who holds less gets room, until both hold as much.
    await hold(elsewhere)
    await hold(elsewhere)
    assert.deepStrictEqual(await send(1000, elsewhere), refused)
    for (const { end } of waiting) end()
    const answers = await Promise.all(waiting.map(({ answer }) => answer))
    const statuses = answers.map(({ status }) => status)
    // What is not whole is no JSON.
    assert.deepStrictEqual(
      [statuses.filter((status) => status === 503).length, new Set(statuses)],
      [2, new Set([503, 400])]
    )
  })

  it("T11: a span starts from 2000 to a day ahead", async () => {
    const project = "starts"
    const { most } = promised["how far ahead a span starts"]
    const ahead = Date.now() + most * day
    const starts = async (millis: number) =>
      outcomeOf(span(1, 1, { startTimeUnixNano: nano(millis), endTimeUnixNano: nano(millis) }), project)
    const minute = 60_000
    assert.deepStrictEqual([await starts(ahead - minute), await starts(ahead + minute)], ["taken", "rejected"])
    const year2000 = Date.UTC(2000, 0)
    assert.deepStrictEqual([await starts(year2000), await starts(year2000 - 1)], ["taken", "rejected"])
  })

  it("T12: get_trace answers as many spans as it may, and refuses more", async () => {
    const project = "many"
    const { most, beyond } = promised["spans of a trace that `get_trace` answers"]
    await host.exportSpans(otlp(...Array.from({ length: most }, (_, n) => span(1, n + 1))), json, { project })
    const { data } = await host.call("get_trace", { id: traceId(1) }, { project })
    assert.lengthOf(data.spans, most)
    await host.exportSpans(otlp(span(1, most + 1)), json, { project })
    assert.strictEqual((await host.call("get_trace", { id: traceId(1) }, { project })).error.code, beyond)
  })

  it("T11: a trace that is full takes no span more", async () => {
    const project = "full"
    const { most } = promised["spans of a trace"]
    await host.exportSpans(otlp(span(1, 1)), json, { project })
    await host.kit.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`update agent_operations.trace_heads set span_count = ${most - 1} where project_id = ${project}`
      })
    )
    assert.deepStrictEqual(
      [await outcomeOf(span(1, 2), project), await outcomeOf(span(1, 3), project)],
      ["taken", "rejected"]
    )
    const { bytes } = await host.exportSpans(otlp(span(1, 4)), json, { project })
    assert.include(bytes.toString(), "0000000000000004: its trace has as many spans as it may (TRACE_FULL)")
    const recorded = (id: number) => ({
      traces: [{ id: traceId(id), spans: [{ name: "a", startedAt: new Date(now) }] }]
    })
    const refused = await host.call("record_traces", recorded(1), { project })
    assert.deepStrictEqual(
      [refused.status, refused.error.code, refused.error.hint],
      [413, "PAYLOAD_TOO_LARGE", "Record the rest under another trace ID."]
    )
    assert.strictEqual((await host.call("record_traces", recorded(2), { project })).status, 200)
  })
})

describe("requests of traces that are not answered by what they hold", () => {
  let host: Host
  let server: Server
  let port: number
  beforeAll(async () => {
    host = await startHost(databases[0]!)
    const options = { requestTimeout: 400, connectionsCheckingInterval: 50 }
    server = refuseInEnvelope(createServer(options, host.kit.listener))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve))
    await host?.close()
  })

  it.each(["/v1/traces", "/api/traces"])(
    "A1: without a credential %s is refused before its body is read",
    async (path) => {
      for (const as of ["nobody", "api_key.support.read"]) {
        const { body, pulled } = unended(1)
        const response = await host.send(path, {
          method: "POST",
          body,
          duplex: "half",
          headers: { "content-type": json, "content-length": "1000" },
          as
        } as never)
        assert.deepStrictEqual([response.status, pulled()], [as === "nobody" ? 401 : 403, 0])
      }
    }
  )

  it("T23: a gibibyte of zeros by gzip is refused, and gzip in gzip is no request", async () => {
    const headers = { "content-encoding": "gzip" }
    const part = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    const zeros = new Uint8Array(Buffer.concat(Array.from({ length: 16 }, () => part)))
    const { status, bytes } = await host.exportSpans(zeros, "application/x-protobuf", { headers })
    assert.strictEqual(status, 413)
    assert.include(bytes.toString(), "OTEL_BSP_MAX_EXPORT_BATCH_SIZE")
    const twice = new Uint8Array(gzipSync(gzipSync(otlp(span(1, 1)))))
    for (const contentType of ["application/x-protobuf", json]) {
      assert.strictEqual((await host.exportSpans(twice, contentType, { headers })).status, 400)
    }
  })

  it("T23: a body that stops coming is given up, and holds nothing after that", async () => {
    const head = (length: number) =>
      `POST /v1/traces HTTP/1.1\r\nhost: a\r\nauthorization: Bearer api_key.slow.read.write\r\nx-project-id: slow\r\n` +
      `content-type: ${json}\r\ncontent-length: ${length}\r\n\r\n`
    // More than may be in flight together.
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const socket = connect(port, "127.0.0.1")
        socket.write(`${head(16 * 1024 * 1024)}{"resourceSpans":[`)
        return text(socket)
      })
    )
    for (const answer of answers) assert.match(answer, /^HTTP\/1\.1 (?:400|408|503) /)
    // The connection may end before what the request held is given back.
    await waitUntil(
      "room for another request",
      async () => (await host.exportSpans(otlp(span(1, 1)), json, { project: "slow" })).status === 200
    )
  })
})
