import { atATime } from "../../at-a-time.ts"
import { expect, expectSame } from "../../Broken.ts"
import { expectDefined, untied, versions } from "./order.ts"
import { ofTraces, recently, spanIdOf, type TraceItem, type TracePage, versionOf } from "./of-traces.ts"
import { otlpRequest, type Version } from "./versions.ts"

/** The fields of a trace that a check names. */
const some = (trace: TraceItem, fields: object) =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, trace[field]]))

const long = "x".repeat(9000)

/** Laws of what a trace says, by its spans. */
export const fields = [
  ofTraces(
    "T5",
    ["T5.head", "T5.times", "T5.counts", "T5.usage", "T5.people"],
    "every field of a trace and of its spans equals its definition over the winning spans",
    async ({ forAll, traceId, take, read }) => {
      await forAll(versions, 30, async (make) => {
        const [id, at] = [traceId(), recently()]
        const sent = untied(make.map((one) => one(id, at)))
        const [some, more] = [sent.filter(({ way }) => way === "otlp"), sent.filter(({ way }) => way === "record")]
        for (const request of [some, more]) if (request.length > 0) await take(request)
        expectDefined("T5", await read(id), sent, "a trace")
      })
    },
    { also: ["T3"] }
  ),

  ofTraces(
    "T5",
    ["T5.usage", "T5.people", "T5.counts", "T5.head"],
    "an agent's usage is not counted beside its calls', and users are of the head span where it has one",
    async ({ traceId, take, read }) => {
      const id = traceId()
      const root = versionOf({
        traceId: id,
        attributes: { "openinference.span.kind": "AGENT", "llm.token_count.prompt": 100, "llm.cost.total": 8 }
      })
      const child = (n: number, more: Partial<Version>): Version => ({
        ...root,
        spanId: spanIdOf(n),
        parentId: root.spanId,
        startNano: root.startNano + BigInt(n),
        ...more
      })
      const llm = { "openinference.span.kind": "LLM", "llm.token_count.prompt": 60, "llm.cost.total": 0.5 }
      const sent = [
        root,
        child(4, { attributes: { ...llm, "user.id": "late" } }),
        child(2, { attributes: { ...llm, "session.id": "first" }, status: "error" }),
        child(3, { attributes: { "openinference.span.kind": "EMBEDDING", "llm.token_count.prompt": 7 } }),
        // It begins before its parent, and goes on.
        child(6, { name: "early", startNano: root.startNano - 9n, endNano: null, status: "error" })
      ]
      for (const one of sent.toReversed()) await take([one])
      expectDefined("T5", await read(id), sent, "an agent with three calls")
      await take([child(5, { parentId: null, startNano: root.startNano - 5n, attributes: { "user.id": "early" } })])
      const { trace } = await read(id)
      const wanted = { userId: "early", sessionId: "first", inputTokens: 127, cost: 1, errorCount: 1, spanCount: 6 }
      expectSame("T5", some(trace, wanted), wanted, "after an earlier root came")
    }
  ),

  ofTraces(
    "T5",
    ["T5.head"],
    "attributes of the resource lie beneath those of the head span, and keys keep their dots",
    async ({ exporter, traceId, read }) => {
      const id = traceId()
      const one = versionOf({ traceId: id, attributes: { "customer.tier": "gold", both: "span" } })
      await exporter(otlpRequest([one], { "service.name": "support", both: "resource" }))
      const { trace, spans } = await read(id)
      const wanted = { "service.name": "support", "customer.tier": "gold", both: "span" }
      expectSame("T5", trace["attributes"], wanted, "the attributes of a trace")
      expectSame("T5", spans[0]?.["attributes"], one.attributes, "the attributes of its span")
      expectSame("T5", spans[0]?.["resource"], { "service.name": "support", both: "resource" }, "those of its resource")
    }
  ),

  ofTraces(
    "T5",
    ["T5.list", "list_traces.truncated"],
    "a list shows a trace as get_trace does, but for a long input or output, of which it says so",
    async ({ traceId, take, read, listed }) => {
      const [id, large] = [traceId(), traceId()]
      await take([versionOf({ traceId: id, attributes: { "input.value": "short", "user.id": "ada" } })])
      expectSame("T5", await listed(id), (await read(id)).trace, "a trace in a list")
      const content = { "input.value": long, "output.value": JSON.stringify({ text: long }) }
      await take([versionOf({ traceId: large, attributes: content })])
      const { trace } = await read(large)
      const whole = { input: long, output: { text: long }, truncated: [] }
      expectSame("T5", some(trace, whole), whole, "get_trace of a long input and output")
      const shown = {
        input: long.slice(0, 2000),
        output: JSON.stringify({ text: long }).slice(0, 2000),
        truncated: ["input", "output"]
      }
      const item = await listed(large)
      expect("T5", item !== undefined, "a trace with a long input was not listed")
      expectSame("T5", some(item, shown), shown, "a list of a long input and output")
    }
  ),

  ofTraces(
    "T5",
    ["T5.whole"],
    "no read sees a request in part, while others are taken",
    async ({ traceId, take, read, tried, quick, listed }) => {
      const id = traceId()
      const startNano = recently()
      const request = (n: number) =>
        [0, 1, 2].map((k) =>
          versionOf({ traceId: id, spanId: spanIdOf(3 * n + k), startNano: startNano - BigInt(n), status: "error" })
        )
      await take(request(0))
      const written = { is: false }
      const rounds = quick ? 4 : 12
      let reads = 0
      const writing = atATime(
        Array.from({ length: rounds }, (_, n) => request(n + 1)),
        2,
        (one) => take(one)
      ).finally(() => (written.is = true))
      const reading = async () => {
        while (!written.is) {
          // A server in this process may answer before anything else has its turn.
          await new Promise((resolve) => setTimeout(resolve, 1))
          const { trace, spans } = await read(id)
          const item = (await listed(id))!
          reads += 2
          const counts = [trace.spanCount, trace["errorCount"], spans.length]
          expect("T5", new Set(counts).size === 1, `get_trace told counts of ${String(counts)} at one moment`)
          for (const count of [trace.spanCount, item.spanCount])
            expect("T5", count % 3 === 0, `${count} spans were told, of requests of 3 each`)
          const ofItem = [item.spanCount, item["errorCount"]]
          expect("T5", new Set(ofItem).size === 1, `list_traces told counts of ${String(ofItem)} at one moment`)
        }
      }
      await Promise.all([writing, reading()])
      tried("a trace", reads)
      expect("T5", (await read(id)).trace.spanCount === 3 * (rounds + 1), "not all spans were there in the end")
    }
  ),

  ofTraces(
    "T6",
    ["T6.status"],
    "status is that of the root once it has ended, and running before that, whatever its children did",
    async ({ traceId, take, read, listed }) => {
      const cases: ReadonlyArray<readonly [string, Partial<Version>, string]> = [
        ["a root that ended", { status: "unset" }, "success"],
        ["a root that ended well", { status: "ok" }, "success"],
        ["a root that ended in an error", { status: "error" }, "error"],
        ["a root that has not ended", { endNano: null }, "running"],
        ["a root that has not ended, with an error", { endNano: null, status: "error" }, "running"],
        ["no root", { parentId: spanIdOf(9) }, "running"]
      ]
      for (const [what, more, status] of cases) {
        const id = traceId()
        const one = versionOf({ traceId: id, ...more })
        const child = { ...one, spanId: spanIdOf(2), parentId: one.spanId, status: "error" as const, endNano: 1n }
        await take([one, { ...child, startNano: one.startNano + 1n, endNano: one.startNano + 2n }])
        const seen = [(await read(id)).trace["status"], (await listed(id))?.["status"]]
        expectSame("T6", seen, [status, status], `the status of a trace with ${what}, and a child that failed`)
      }
    }
  ),

  ofTraces(
    "T6",
    ["T6.stays"],
    "a status leaves success only by the head span's own versions, or an earlier root",
    async ({ traceId, take, read }) => {
      const id = traceId()
      const root = versionOf({ traceId: id })
      const after = async (one: Version, status: string, what: string) => {
        await take([one])
        expectSame("T6", (await read(id)).trace["status"], status, `the status after ${what}`)
      }
      const other = (n: number, more: Partial<Version>) => ({ ...root, spanId: spanIdOf(n), ...more })
      await after(root, "success", "the root")
      await after({ ...root, endNano: null }, "success", "the beginning of the root came late")
      await after(other(2, { parentId: root.spanId, status: "error" }), "success", "a child that failed")
      const earlier = root.startNano - 1000n
      await after(other(3, { parentId: spanIdOf(99), startNano: earlier }), "success", "an earlier orphan")
      await after(other(4, { startNano: root.startNano + 1n, status: "error" }), "success", "a later root that failed")
      await after({ ...root, endNano: root.endNano! + 1n, status: "error" }, "error", "a version that wins")
      await after(other(5, { startNano: earlier }), "success", "an earlier root")
    }
  ),

  ofTraces(
    "T7",
    ["T7.orphans", "T7.rootless", "T7.early"],
    "spans whose parent never comes, cycles, traces without a root and children before parents are all there",
    async ({ client, traceId, take, read, listed }) => {
      const startNano = recently()
      const families: Readonly<Record<string, ReadonlyArray<readonly [n: number, parent: number | null]>>> = {
        "an orphan": [
          [1, null],
          [2, 77]
        ],
        "no root": [
          [1, 77],
          [2, 78]
        ],
        "its own parent": [[1, 1]],
        "a cycle": [
          [1, 2],
          [2, 3],
          [3, 1]
        ],
        "a child before its parent": [
          [3, 2],
          [2, 1],
          [1, null]
        ]
      }
      for (const [what, spans] of Object.entries(families)) {
        const id = traceId()
        const sent = spans.map(([n, parent]) =>
          versionOf({
            traceId: id,
            spanId: spanIdOf(n),
            parentId: parent === null ? null : spanIdOf(parent),
            startNano: startNano + BigInt(n)
          })
        )
        for (const [n, one] of sent.entries()) {
          await take([one])
          expectDefined("T7", await read(id), sent.slice(0, n + 1), `a trace with ${what}, after ${n + 1} spans`)
        }
        expect("T7", (await listed(id)) !== undefined, `a trace with ${what} is not listed`)
        const { items } = await client.ok<TracePage>("list_trace_spans", { traceId: id })
        expect("T7", items.length === sent.length, `of a trace with ${what}, ${items.length} spans are listed`)
      }
    }
  )
]
