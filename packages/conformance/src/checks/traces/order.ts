import fc from "fast-check"
import { expect, expectSame } from "../../Broken.ts"
import { atATime } from "../../at-a-time.ts"
import { definedSpans, definedTrace, isTie } from "./definition.ts"
import { type Evidence, newTraceId, ofTraces, recently, spanIdOf, versionOf } from "./of-traces.ts"
import type { Version } from "./versions.ts"

const kinds = [undefined, "LLM", "EMBEDDING", "AGENT", "TOOL"] as const
const words = fc.constantFrom(undefined, "ada", "bob", "eve")

/** Costs whose sums doubles have exactly, so that their order does not matter to who adds them up here. */
const cost = fc.option(
  fc.nat(64).map((n) => n / 32),
  { nil: undefined }
)

const attributes = fc
  .record({
    "openinference.span.kind": fc.constantFrom(...kinds),
    "llm.token_count.prompt": fc.option(fc.nat(1000), { nil: undefined }),
    "llm.token_count.completion": fc.option(fc.nat(1000), { nil: undefined }),
    "llm.cost.total": cost,
    "user.id": words,
    "session.id": words,
    "deployment.environment.name": words,
    "service.version": words,
    "input.value": fc.constantFrom(undefined, "What is the weather?", "1"),
    "output.value": fc.constantFrom(undefined, "Rain.", "true"),
    "tag.tags": fc.constantFrom(undefined, ["a"], ["a", "b"])
  })
  .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)))

const milli = 1_000_000n

/** A version of one of a few spans of a trace, whose parents may be there, or not, or itself. */
const version = fc
  .record({
    span: fc.integer({ min: 1, max: 4 }),
    parent: fc.constantFrom(null, null, 1, 2, 3, 9),
    name: fc.constantFrom("plan", "call", "answer"),
    status: fc.constantFrom("unset" as const, "ok" as const, "error" as const),
    start: fc.nat(20),
    length: fc.option(fc.integer({ min: -5, max: 50 })),
    number: fc.constantFrom(0, 0, 1, 2),
    attributes
  })
  .map(({ span, parent, start, length, number, ...rest }) => (traceId: string, at: bigint): Version => {
    const startNano = at + BigInt(start) * milli + BigInt(start)
    return {
      ...rest,
      traceId,
      spanId: spanIdOf(span),
      parentId: parent === null ? null : spanIdOf(parent),
      startNano,
      endNano: length === null ? null : startNano + BigInt(length) * milli + 1n,
      version: number,
      way: number > 0 ? "record" : "otlp"
    }
  })

/** Versions of the spans of a trace. */
export const versions = fc.array(version, { minLength: 1, maxLength: 10 })

/** Without those whose winner only their content decides. */
export const untied = (all: ReadonlyArray<Version>): ReadonlyArray<Version> =>
  all.filter((one, n) => !all.slice(0, n).some((other) => other.spanId === one.spanId && isTie(one, other)))

/** Versions in requests of one way each, some of them again: in an order that numbers decide. */
const requestsOf = (
  all: ReadonlyArray<Version>,
  picks: ReadonlyArray<number>
): ReadonlyArray<ReadonlyArray<Version>> => {
  const sorted = all
    .map((one, n) => ({ one, by: picks[n % picks.length]! * 31 + n * (picks[0]! % 7) }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ one }) => one)
  const requests: Array<Array<Version>> = []
  for (const [n, one] of sorted.entries()) {
    const last = requests.at(-1)
    if (last !== undefined && last[0]!.way === one.way && picks[n % picks.length]! % 2 === 0) last.push(one)
    else requests.push([one])
  }
  return requests.flatMap((request, n) => (picks[(n + 1) % picks.length]! % 3 === 0 ? [request, request] : [request]))
}

const picks = fc.array(fc.nat(1000), { minLength: 8, maxLength: 8 })

/** Without what differs between projects and moments. */
const withoutPlace = ({ trace: { projectId: _, updatedAt: __, ...trace }, spans, scores }: Evidence) => ({
  trace,
  spans,
  scores
})

/** Fails unless a trace is answered as its definition says. Law: T5. */
export const expectDefined = (
  law: "T2" | "T3" | "T5" | "T7",
  { trace, spans }: Evidence,
  sent: ReadonlyArray<Version>,
  what: string
): void => {
  const wanted = definedTrace(sent)
  const seen = Object.fromEntries(Object.keys(wanted).map((field) => [field, trace[field]]))
  expectSame(law, seen, wanted, `${what}, the trace`)
  const wantedSpans = definedSpans(sent)
  const seenSpans = spans.map((span) =>
    Object.fromEntries(Object.keys(wantedSpans[0]!).map((field) => [field, span[field]]))
  )
  expectSame(law, seenSpans, wantedSpans, `${what}, its spans`)
}

/** Spans of which each says something of the trace: in some order any wrong one comes first, and in another last. */
const telling: ReadonlyArray<(traceId: string, at: bigint) => Version> = [
  [2, 1, 5n, { "user.id": "ada", "openinference.span.kind": "LLM", "llm.token_count.prompt": 7 }],
  [3, 1, 3n, { "user.id": "bob", "session.id": "second", "deployment.environment.name": "test" }],
  [1, null, 4n, { "input.value": "asked", "tag.tags": ["root"], "service.version": "2" }],
  [4, 9, 1n, { "user.id": "eve", "input.value": "no", "service.version": "1", "llm.cost.total": 0.5 }]
].map(([span, parent, start, attributes]) => (traceId: string, at: bigint) => {
  const spanId = spanIdOf(span as number)
  const parentId = parent === null ? null : spanIdOf(parent as number)
  const startNano = at + (start as bigint) * milli
  return versionOf({ traceId, spanId, parentId, startNano, attributes: attributes as Version["attributes"] })
})

/** Pairs of which the second wins, whichever comes first. */
const pairs: ReadonlyArray<readonly [what: string, lower: Partial<Version>, higher: Partial<Version>]> = [
  ["one that has ended, over one that has not", { endNano: null }, {}],
  ["one that has ended, over a greater version that has not", { endNano: null, version: 3, way: "record" }, {}],
  ["a greater version, over a later end", { way: "record" }, { version: 1, way: "record", endNano: recently() }],
  ["a later end", { endNano: recently() + 1n }, { endNano: recently() + 1_000_000_000n }],
  ["a greater version of what has not ended", { endNano: null }, { endNano: null, version: 1, way: "record" }]
]

/** Laws of which spans are there, whoever sent what in which order. */
export const order = [
  ofTraces(
    "T2",
    ["T2.order", "T2.batch", "T2.repeat"],
    "the same versions in another order, in other requests and again end in the same answers",
    async ({ target, as, forAll, traceId, take, read }) => {
      const elsewhere = { projectId: target.otherProjectId }
      await forAll(fc.tuple(versions, picks, picks), 16, async ([make, here, there]) => {
        const [id, at] = [traceId(), recently()]
        const sent = make.map((one) => one(id, at))
        for (const [n, request] of requestsOf(sent, here).entries()) await take(request, undefined, n)
        for (const [n, request] of requestsOf(sent, there).entries()) await take(request, elsewhere, n + 1)
        const [one, other] = [await read(id), await read(id, as(elsewhere))]
        expectSame("T2", withoutPlace(one), withoutPlace(other), "the same versions in two projects")
      })
    },
    { needs: ["otherProjectId"], also: ["T3", "T4", "T5"] }
  ),

  ofTraces(
    "T2",
    ["T2.order", "T2.repeat"],
    "whatever the order, a trace is what its versions make it",
    async ({ forAll, traceId, take, read }) => {
      for (let n = 0; n < 2 * telling.length; n++) {
        const [id, at] = [traceId(), recently()]
        const sent = telling.map((make) => make(id, at))
        const turned = [...sent.slice(n % sent.length), ...sent.slice(0, n % sent.length)]
        for (const one of n < sent.length ? turned : turned.toReversed()) await take([one])
        expectDefined("T2", await read(id), sent, "versions in another order")
      }
      await forAll(fc.tuple(versions, picks), 16, async ([make, chosen]) => {
        const [id, at] = [traceId(), recently()]
        const sent = untied(make.map((one) => one(id, at)))
        for (const [n, request] of requestsOf(sent, chosen).entries()) await take(request, undefined, n)
        expectDefined("T2", await read(id), sent, "after all requests")
      })
    },
    { also: ["T3", "T4", "T5"] }
  ),

  ofTraces(
    "T2",
    ["T2.race"],
    "requests that race end in the same as one after the other",
    async ({ forAll, traceId, take, read }) => {
      await forAll(fc.tuple(fc.array(version, { minLength: 12, maxLength: 20 }), picks), 4, async ([make, chosen]) => {
        const [ids, at] = [[traceId(), traceId()], recently()]
        const sent = ids.map((id) => untied(make.map((one) => one(id, at))))
        const requests = requestsOf(sent.flat(), chosen)
        await atATime([...requests, ...requests], 6, (request) => take(request))
        for (const [n, id] of ids.entries()) expectDefined("T2", await read(id), sent[n]!, "after a race")
      })
    },
    { also: ["T1", "T4", "T5"] }
  ),

  ofTraces(
    "T3",
    ["T3.ended", "T3.version", "T3.end", "T3.whole"],
    "of versions of one span the greatest wins, whole, whichever comes first",
    async ({ traceId, take, read }) => {
      const startNano = recently() - 1_000_000_000n
      for (const [what, lower, higher] of pairs) {
        for (const arrival of ["lower first", "higher first", "at once"] as const) {
          const id = traceId()
          const base = versionOf({ traceId: id, startNano })
          // What only the one that loses has, is nowhere to be seen.
          const lost = { "user.id": "lost", "input.value": "lost", "only.lost": 1, "llm.cost.total": 1 }
          const loser = { ...base, name: "lost", status: "error" as const, attributes: lost, ...lower }
          const winner = { ...base, name: "won", attributes: { "output.value": "won" }, ...higher }
          const sent = arrival === "lower first" ? [loser, winner] : [winner, loser]
          if (arrival === "at once" && loser.way === winner.way) await take(sent)
          else for (const one of sent) await take([one])
          expectDefined("T3", await read(id), [loser, winner], `${what}, ${arrival}`)
        }
      }
    }
  ),

  ofTraces(
    "T4",
    ["T4.again"],
    "a request that is sent again changes nothing, whatever it was sent in",
    async ({ traceId, take, read, listed }) => {
      const id = traceId()
      const base = versionOf({ traceId: id, attributes: { "openinference.span.kind": "LLM", "llm.cost.total": 0.25 } })
      const child = { ...base, spanId: spanIdOf(2), parentId: base.spanId, endNano: null }
      const recorded = { ...base, spanId: spanIdOf(3), parentId: base.spanId, way: "record" as const }
      await take([base, child])
      await take([recorded])
      const before = [await read(id), await listed(id)]
      // Times are told in milliseconds.
      await new Promise((resolve) => setTimeout(resolve, 5))
      for (let n = 0; n < 4; n++) await take([base, child], undefined, n)
      await take([child])
      await take([recorded])
      expectSame("T4", [await read(id), await listed(id)], before, "a trace after its requests were sent again")
    }
  ),

  ofTraces(
    "T1",
    ["T1.read"],
    "what was acknowledged is in the next read, of every operation and address",
    async ({ client, traceId, take, read, listed }) => {
      for (const way of ["otlp", "record"] as const) {
        const id = traceId()
        for (let n = 1; n <= 3; n++) {
          await take([versionOf({ traceId: id, spanId: spanIdOf(n), way })])
          const { trace, spans } = await read(id)
          const item = await listed(id)
          const { items } = await client.ok<{ items: ReadonlyArray<unknown> }>("list_trace_spans", { traceId: id })
          const counts = [trace.spanCount, spans.length, item?.spanCount, items.length]
          expect(
            "T1",
            counts.every((count) => count === n),
            `after ${n} spans were taken, reads told ${String(counts)}`
          )
        }
      }
      expect("T1", (await listed(newTraceId())) === undefined, "a trace that there is not was listed")
    },
    { also: ["T5"] }
  )
]
