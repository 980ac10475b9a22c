import { expect, expectSame } from "../../Broken.ts"
import type { Client } from "../../client.ts"
import { expectCode } from "../../client.ts"
import { follow } from "../fixtures.ts"
import {
  millisAgo,
  newTraceId,
  ofTraces,
  recently,
  type SpanItem,
  spanIdOf,
  type TraceItem,
  versionOf
} from "./of-traces.ts"

const keyOf = ({ startNano, id }: TraceItem) => `${startNano.padStart(20, "0")} ${id}`

interface ItemPage<A> {
  readonly items: ReadonlyArray<A>
  readonly nextCursor: string | null
  readonly total?: number
}

/** Every item of a list, page by page, none of which is longer than it may. */
const walk = async <A>(
  { ok }: Client,
  operation: string,
  input: { readonly limit: number; readonly [field: string]: unknown },
  between: (page: ItemPage<A>) => Promise<unknown> = async () => {}
): Promise<ReadonlyArray<A>> => {
  const seen: Array<A> = []
  await follow<string>("T9", async (cursor) => {
    const page = await ok<ItemPage<A>>(operation, cursor === undefined ? input : { ...input, cursor })
    expect("T9", page.items.length <= input.limit, `${operation} with limit ${input.limit} gave ${page.items.length}`)
    const isLast = page.nextCursor === null
    expect("T9", isLast || page.items.length > 0, `${operation} gave an empty page that is not the last`)
    seen.push(...page.items)
    await between(page)
    return page.nextCursor
  })
  return seen
}

const idsOf = (items: ReadonlyArray<{ readonly id: string }>) => items.map(({ id }) => id)

/** Laws of lists of traces, spans and scores. */
export const walks = [
  ofTraces(
    "T8",
    ["T8.order", "T8.once"],
    "a walk is newest start first, then by ID, and has every trace once, whatever its pages",
    async ({ client, few, word, traceId, take }) => {
      const [name, startNano] = [word(), recently()]
      // Of those that start together, the one in the middle is sent first: they come in no order of their IDs.
      const ids = Array.from({ length: 9 }, () => traceId()).toSorted()
      const sent = [3, 4, 5, 0, 1, 2, 6, 7, 8].map((n) =>
        versionOf({ traceId: ids[n]!, name, startNano: startNano + BigInt(n % 3) })
      )
      await take(sent)
      const wanted = sent
        .map((one) => ({ id: one.traceId, startNano: String(one.startNano), spanCount: 1 }))
        .toSorted((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1))
      for (const limit of few([1, 2, 3, 7, 200])) {
        const seen = await walk<TraceItem>(client, "list_traces", { search: name, limit })
        expectSame("T8", idsOf(seen), idsOf(wanted), `a walk in pages of ${limit}`)
      }
    }
  ),

  ofTraces(
    "T8",
    ["T8.walk"],
    "a walk has every trace that was there throughout, while new ones and earlier spans of old ones come",
    async ({ client, word, traceId, take }) => {
      const [name, startNano] = [word(), recently()]
      const minute = 60_000_000_000n
      const sent = Array.from({ length: 9 }, (_, n) =>
        versionOf({ traceId: traceId(), name, startNano: startNano - BigInt(n) * minute })
      )
      await take(sent)
      const moved = new Set<string>()
      let pages = 0
      const seen = await walk<TraceItem>(client, "list_traces", { search: name, limit: 2 }, async ({ items }) => {
        const n = pages++
        if (n > 4) return
        // New ones above, and one each of what was seen and what was not that moves down.
        const ahead = sent[2 * n + 3]
        const back = sent.find(({ traceId }) => traceId === items[0]?.id)
        const early = [ahead, back].flatMap((one) =>
          one === undefined
            ? []
            : [{ ...one, spanId: spanIdOf(50 + n), parentId: one.spanId, startNano: one.startNano - minute * 3n }]
        )
        for (const one of early) moved.add(one.traceId)
        const fresh = [1, 2].map((k) =>
          versionOf({ traceId: traceId(), name, startNano: startNano + BigInt(2 * n + k) })
        )
        await take([...early, ...fresh])
      })
      for (const { traceId } of sent) {
        const times = seen.filter(({ id }) => id === traceId).length
        expect("T8", times > 0, `a trace that was there throughout was not listed (${moved.has(traceId)})`)
        expect("T8", times === 1 || moved.has(traceId), `a trace whose start did not move was listed ${times} times`)
      }
      const keys = seen.map(keyOf)
      expectSame("T8", keys, keys.toSorted().toReversed(), "the order of a walk")
    }
  ),

  ofTraces(
    "T9",
    ["T9.total"],
    "a total is there when asked for alone, and counts what matches on every page",
    async ({ client, word, traceId, take }) => {
      const [name, startNano] = [word(), recently()]
      await take(
        Array.from({ length: 5 }, (_, n) => versionOf({ traceId: traceId(), name, startNano: startNano + BigInt(n) }))
      )
      await walk<TraceItem>(client, "list_traces", { search: name, limit: 2, includeTotal: true }, async (page) =>
        expectSame("T9", page.total, 5, "the total of a page")
      )
      await walk<TraceItem>(client, "list_traces", { search: name, limit: 2 }, async (page) =>
        expect("T9", !("total" in page), "a total was told that nobody asked for")
      )
      const none = await client.ok<ItemPage<TraceItem>>("list_traces", { search: word(), includeTotal: true })
      expectSame("T9", none, { items: [], nextCursor: null, total: 0 }, "a list of nothing")
    }
  ),

  ofTraces(
    "T9",
    ["T9.cursor"],
    "a cursor is good for its own list alone, with no byte changed",
    async ({ client, few, word, traceId, take }) => {
      const [name, startNano] = [word(), recently()]
      const ids = [traceId(), traceId(), traceId()]
      const spans = ids.flatMap((id) =>
        [1, 2, 3].map((n) => versionOf({ traceId: id, spanId: spanIdOf(n), name, startNano: startNano + BigInt(n) }))
      )
      await take(spans)
      for (let n = 0; n < 3; n++) await client.ok("create_score", { traceId: ids[0], name: `${name}${n}`, value: n })
      const cursorOf = async (operation: string, input: object) =>
        (await client.ok<ItemPage<unknown>>(operation, { ...input, limit: 1 })).nextCursor!
      const lists = {
        list_traces: { search: name },
        list_trace_spans: { traceId: ids[0] },
        list_trace_scores: { traceId: ids[0] }
      }
      const refused = async (operation: string, input: object, what: string) =>
        expectCode("T9", await client.call(operation, input), "VALIDATION_ERROR", `${operation} with ${what}`)
      for (const [operation, input] of Object.entries(lists)) {
        const cursor = await cursorOf(operation, input)
        expect("T9", typeof cursor === "string", `${operation} told no cursor, with more to come`)
        for (const at of few([...cursor].keys())) {
          const letter = cursor[at] === "A" ? "B" : "A"
          const changed = cursor.slice(0, at) + letter + cursor.slice(at + 1)
          await refused(operation, { ...input, cursor: changed }, `byte ${at} of its cursor changed`)
        }
        for (const other of Object.keys(lists).filter((one) => one !== operation))
          await refused(other, { ...lists[other as keyof typeof lists], cursor }, `a cursor of ${operation}`)
        const again = await client.call(operation, { ...input, cursor, limit: 2 })
        expect("T9", again.status === 200, `${operation} with another limit was answered ${again.text.slice(0, 200)}`)
      }
      const cursor = await cursorOf("list_traces", { search: name })
      const time = new Date(millisAgo(3_600_000)).toISOString()
      for (const more of [{ search: `${name}x` }, { search: undefined }, { from: time }, { to: time }])
        await refused("list_traces", { search: name, ...more, cursor }, `a cursor of another ${Object.keys(more)[0]}`)
      const ofSpans = await cursorOf("list_trace_spans", { traceId: ids[0] })
      await refused("list_trace_spans", { traceId: ids[1], cursor: ofSpans }, "a cursor of another trace")
      await refused("list_trace_spans", { traceId: ids[0], parentId: null, cursor: ofSpans }, "one of other parents")
    },
    { also: ["P3"] }
  ),

  ofTraces(
    "T9",
    ["list_traces.range", "list_traces.search"],
    "from, to and search list what they match, and nothing else",
    async ({ client, word, traceId, take }) => {
      const [name, at] = [word(), recently()]
      // Whole milliseconds, so that a bound can be exactly a start.
      const startNano = at - (at % 1_000_000n)
      const place = (n: number): Record<string, string> => {
        const fields = ["user.id", "session.id", "input.value", "output.value"]
        return n === 0 ? {} : { [fields[n - 1]!]: `before ${name.toUpperCase()} behind` }
      }
      const sent = Array.from({ length: 5 }, (_, n) =>
        versionOf({
          traceId: traceId(),
          name: n === 0 ? name : "other",
          startNano: startNano + BigInt(n) * 1_000_000n,
          attributes: place(n)
        })
      )
      await take([
        ...sent,
        versionOf({ traceId: traceId(), name: "other", startNano, attributes: { "user.id": "%_" } })
      ])
      const found = async (input: object, wanted: ReadonlyArray<number>, what: string) => {
        const { items } = await client.ok<ItemPage<TraceItem>>("list_traces", { search: name, ...input })
        expectSame(
          "T9",
          idsOf(items),
          wanted.map((n) => sent[n]!.traceId),
          what
        )
      }
      const time = (n: number) => new Date(Number(startNano / 1_000_000n) + n).toISOString()
      await found({}, [4, 3, 2, 1, 0], "a search for a part of name, user, session, input and output, in any case")
      await found({ from: time(2) }, [4, 3, 2], "from")
      await found({ to: time(2) }, [1, 0], "to")
      await found({ from: time(1), to: time(3) }, [2, 1], "from and to")
      await found({ from: time(3), to: time(3) }, [], "an empty range")
      await found({ search: `${name}%` }, [], "a search for what stands for anything in patterns")
      await found({ search: sent[2]!.traceId.slice(0, 20) }, [2], "a search for the beginning of an ID")
      await found({ search: sent[2]!.traceId.slice(12) }, [], "a search for the end of an ID")
    }
  ),

  ofTraces(
    "T9",
    ["T9.spans"],
    "spans are listed by start, then by ID, each once; of a parent, or of none; with or without what they hold",
    async ({ client, few, traceId, take }) => {
      const [id, startNano] = [traceId(), recently()]
      const parents = [null, 1, 1, 2, null, 99, 1]
      const sent = parents.map((parent, n) =>
        versionOf({
          traceId: id,
          spanId: spanIdOf(7 - n),
          parentId: parent === null ? null : spanIdOf(parent),
          startNano: startNano + BigInt(n % 2),
          attributes: { "input.value": `input ${n}` }
        })
      )
      await take(sent)
      const order = sent.toSorted((a, b) => Number(a.startNano - b.startNano) || (a.spanId < b.spanId ? -1 : 1))
      const ids = (parentId?: string | null) =>
        order.filter((one) => parentId === undefined || one.parentId === parentId).map(({ spanId }) => spanId)
      for (const limit of few([1, 2, 7, 1000])) {
        for (const [parent, input] of [
          [undefined, {}],
          [null, { parentId: null }],
          [spanIdOf(1), { parentId: spanIdOf(1).toUpperCase() }]
        ] as const) {
          const all = { traceId: id, limit, ...input }
          const seen = await walk<SpanItem>(client, "list_trace_spans", all)
          expectSame("T9", idsOf(seen), ids(parent), `spans of ${String(parent)} in pages of ${limit}`)
          const facts = await walk<SpanItem>(client, "list_trace_spans", { ...all, fields: "facts" })
          expectSame("T9", idsOf(facts), ids(parent), `their facts in pages of ${limit}`)
          const inputs = order.map(({ spanId, attributes }) => [spanId, attributes["input.value"]] as const)
          const input0 = new Map(inputs)
          for (const span of seen) expectSame("T9", span["input"], input0.get(span.id), "the input of a span in a page")
          for (const span of facts) expect("T9", !("input" in span), "facts had what a span holds")
        }
      }
      const missing = await client.call("list_trace_spans", { traceId: newTraceId() })
      expectCode("T9", missing, "NOT_FOUND", "spans of a trace that there is not")
    }
  ),

  ofTraces(
    "T9",
    ["T9.scores"],
    "scores are listed newest first, each once; of a trace with its spans, or of a span",
    async ({ client, few, traceId, take }) => {
      const id = traceId()
      await take([versionOf({ traceId: id }), versionOf({ traceId: id, spanId: spanIdOf(2) })])
      const made: Array<readonly [string, string | null]> = []
      for (let n = 0; n < 5; n++) {
        const spanId = n % 2 === 0 ? null : spanIdOf(2)
        const { id: score } = await client.ok<SpanItem>("create_score", {
          traceId: id,
          spanId,
          name: `s${n}`,
          value: n
        })
        made.unshift([score, spanId])
        // The order is that of milliseconds.
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
      for (const limit of few([1, 2, 5, 200])) {
        const all = await walk<SpanItem>(client, "list_trace_scores", { traceId: id, limit })
        expectSame(
          "T9",
          idsOf(all),
          made.map(([one]) => one),
          `scores in pages of ${limit}`
        )
        const input = { traceId: id, spanId: spanIdOf(2), limit }
        const wanted = made.filter(([, spanId]) => spanId !== null).map(([one]) => one)
        expectSame("T9", idsOf(await walk<SpanItem>(client, "list_trace_scores", input)), wanted, "scores of a span")
      }
      const missing = await client.call("list_trace_scores", { traceId: newTraceId() })
      expectCode("T9", missing, "NOT_FOUND", "scores of a trace that there is not")
    }
  )
]
