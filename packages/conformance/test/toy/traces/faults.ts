import { headOf, type Span } from "@agent-operations/traces"
import { Result } from "effect"
import type { Law, Requirement } from "../../../src/index.ts"
import type { TraceParts } from "./parts.ts"

/** A server of traces that is wrong in one place, the law that it breaks, and the sentence of it. */
export interface TraceFault {
  readonly law: Law
  readonly requirement: Requirement
  readonly wrong: (right: TraceParts) => Partial<TraceParts>
}

const sent = (span: Span, changes: Partial<Span["sent"]>): Span => ({ ...span, sent: { ...span.sent, ...changes } })

/** Servers of traces that are wrong in one place each, by what they do. */
export const traceFaults: Readonly<Record<string, TraceFault>> = {
  "takes the user of the span that came first": {
    law: "T2",
    requirement: "T2.order",
    wrong: ({ head }) => ({
      head: (spans) => {
        const first = spans.find(({ facts }) => facts.userId !== null)
        const pick = first === undefined ? null : { key: "", value: first.facts.userId! }
        return { ...head(spans), userId: pick }
      }
    })
  },
  "sums up spans of a request that it has already": {
    law: "T2",
    requirement: "T2.repeat",
    wrong: ({ head, trace }) => {
      const again = new WeakMap<object, number>()
      return {
        again: (kept) => void again.set(kept, (again.get(kept) ?? 0) + 1),
        trace: (parts, project, id, kept) => {
          const more = again.get(kept) ?? 0
          const counting = {
            ...parts,
            head: (spans: ReadonlyArray<Span>) => ({ ...head(spans), spanCount: spans.length + more })
          }
          return trace(counting, project, id, kept)
        }
      }
    }
  },
  "loses spans of requests that race": {
    law: "T2",
    requirement: "T2.race",
    wrong: ({ keep }) => ({
      keep: (parts, project, spans) => {
        const before = new Map(
          spans.map(({ sent }) => [sent.traceId, new Map(project.traces.get(sent.traceId)?.spans)])
        )
        keep(parts, project, spans)
        // What it read is written back with its own, whatever came meanwhile.
        // clock: the fault itself, which is late
        setTimeout(() => {
          for (const { sent } of spans) {
            const kept = project.traces.get(sent.traceId)
            const own = kept?.spans.get(sent.spanId)
            const then = before.get(sent.traceId)!
            if (own !== undefined) then.set(sent.spanId, own)
            for (const id of kept?.spans.keys() ?? []) if (!then.has(id)) kept!.spans.delete(id)
          }
        }, 0)
      }
    })
  },
  "lets the version win that came last": { law: "T3", requirement: "T3.version", wrong: () => ({ wins: () => true }) },
  "lets the version win that came first": { law: "T3", requirement: "T3.end", wrong: () => ({ wins: () => false }) },
  "lets a span without an end replace one with an end": {
    law: "T3",
    requirement: "T3.ended",
    wrong: ({ wins }) => ({ wins: (version, before) => version.sent.endNano === null || wins(version, before) })
  },
  "keeps attributes of versions that lose": {
    law: "T3",
    requirement: "T3.whole",
    wrong: () => ({
      replace: (version, before) => {
        const attributes = { ...before.sent.attributes, ...version.sent.attributes }
        return { ...sent(version, { attributes }), facts: { ...version.facts, userId: before.facts.userId } }
      }
    })
  },
  "touches a trace that is sent again": {
    law: "T4",
    requirement: "T4.again",
    wrong: () => ({ again: (kept, at) => void (kept.touched = at) })
  },
  "takes the span that starts first for the head, whether it has a parent or not": {
    law: "T5",
    requirement: "T5.head",
    wrong: () => ({
      head: (spans) => {
        const first = spans.reduce((a, b) => (b.sent.startNano < a.sent.startNano ? b : a))
        return { ...headOf(spans), headSpan: first }
      }
    })
  },
  "counts an agent's usage beside that of its calls": {
    law: "T5",
    requirement: "T5.usage",
    wrong: ({ head }) => ({
      head: (spans) => {
        const tokens = spans.flatMap(({ facts }) => facts.inputTokens ?? [])
        return { ...head(spans), inputTokens: tokens.length === 0 ? null : tokens.reduce((a, b) => a + b) }
      }
    })
  },
  "ends a trace with its head span": {
    law: "T5",
    requirement: "T5.times",
    wrong: ({ head }) => ({ head: (spans) => ({ ...head(spans), endNano: head(spans).headSpan.sent.endNano }) })
  },
  "counts a span that has not ended as an error": {
    law: "T5",
    requirement: "T5.counts",
    wrong: ({ head }) => ({
      head: (spans) => ({ ...head(spans), errorCount: spans.filter((one) => one.sent.outcome === "error").length })
    })
  },
  "shows other tokens in lists": {
    law: "T5",
    requirement: "T5.list",
    wrong: ({ listed }) => ({ listed: (trace) => ({ ...listed(trace), userId: null }) })
  },
  "takes a request span by span": {
    law: "T5",
    requirement: "T5.whole",
    wrong: ({ keep }) => ({
      keep: (parts, project, spans) => {
        keep(parts, project, spans.slice(0, 1))
        // clock: the fault itself, which is late
        if (spans.length > 1) setTimeout(() => keep(parts, project, spans.slice(1)), 1)
      }
    })
  },
  "fails a trace for a child that failed": {
    law: "T6",
    requirement: "T6.status",
    wrong: ({ trace }) => ({
      trace: (...all) => {
        const found = trace(...all)
        return found.errorCount > 0 && found.status === "success" ? { ...found, status: "error" } : found
      }
    })
  },
  "holds a trace for ended by any span without a parent": {
    law: "T6",
    requirement: "T6.stays",
    wrong: ({ trace }) => ({
      trace: (parts, project, id, kept) => {
        const roots = [...kept.spans.values()].filter((one) => one.sent.parentId === null && one.status === "error")
        const found = trace(parts, project, id, kept)
        return roots.length === 0 ? found : { ...found, status: "error" }
      }
    })
  },
  "drops a span whose parent is not there": {
    law: "T7",
    requirement: "T7.orphans",
    wrong: ({ spans }) => ({
      spans: (kept) => spans(kept).filter(({ sent: { parentId } }) => parentId === null || kept.spans.has(parentId))
    })
  },
  "lists no trace without a root": {
    law: "T7",
    requirement: "T7.rootless",
    wrong: ({ matches }) => ({ matches: (trace, input) => trace.status !== "running" && matches(trace, input) })
  },
  "walks by the number of traces that were seen": {
    law: "T8",
    requirement: "T8.walk",
    wrong: ({ after }) => {
      let seen = 0
      return {
        after: (all, position, limit) => {
          seen = position === undefined ? 0 : seen + limit
          return after(all, undefined, limit).slice(seen)
        }
      }
    }
  },
  "walks by start alone": {
    law: "T8",
    requirement: "T8.once",
    wrong: ({ after }) => ({
      after: (all, position, limit) =>
        after(all, undefined, limit).filter(
          (one) => position === undefined || one.startNano.padStart(20, "0") < position.slice(0, 20)
        )
    })
  },
  "lists traces of one start in the order in which they came": {
    law: "T8",
    requirement: "T8.order",
    wrong: ({ after }) => ({
      after: (all, position, limit) => {
        const rest = new Set(after(all, position, limit))
        return all.filter((one) => rest.has(one)).toSorted((a, b) => Number(BigInt(b.startNano) - BigInt(a.startNano)))
      }
    })
  },
  "counts the page in a total": {
    law: "T9",
    requirement: "T9.total",
    wrong: () => ({ total: (_, page) => page.length })
  },
  "takes a cursor of any filters": {
    law: "T9",
    requirement: "T9.cursor",
    wrong: ({ binding }) => ({ binding: (project, operation) => binding(project, operation, []) })
  },
  "lists spans in the order in which they came": {
    law: "T9",
    requirement: "T9.spans",
    wrong: () => ({ spans: (kept) => [...kept.spans.values()] })
  },
  "rounds nanoseconds": {
    law: "T10",
    requirement: "T10.times",
    wrong: ({ span }) => ({
      span: (...all) => {
        const answer = span(...all) as { readonly startNano: string }
        return { ...answer, startNano: answer.startNano.replace(/\d{3}$/, "000") }
      }
    })
  },
  "loses members named __proto__": {
    law: "T10",
    requirement: "T10.keys",
    wrong: ({ span }) => ({
      span: (...all) =>
        JSON.parse(JSON.stringify(span(...all)), (_, value: unknown) =>
          typeof value === "object" && value !== null && !Array.isArray(value)
            ? Object.fromEntries(Object.entries(value).filter(([key]) => key !== "__proto__"))
            : value
        ) as object
    })
  },
  "parses every text that is JSON": {
    law: "T10",
    requirement: "T10.attributes",
    wrong: ({ span }) => ({
      span: (...all) => {
        const answer = span(...all) as { attributes?: Record<string, unknown> }
        const attributes = Object.entries(answer.attributes ?? {}).map(([key, value]) => [
          key,
          value === "42" || value === "{}" || value === "[1]" ? JSON.parse(value) : value
        ])
        return { ...answer, ...("attributes" in answer ? { attributes: Object.fromEntries(attributes) } : {}) }
      }
    })
  },
  "keeps nothing of a request with a bad span": {
    law: "T11",
    requirement: "T11.kept",
    wrong: () => ({ accept: (spans, rejected) => (rejected.length > 0 ? [] : spans) })
  },
  "says nothing of spans that it rejects": {
    law: "T11",
    requirement: "T11.counts",
    wrong: ({ tell }) => ({ tell: (_, contentType) => tell([], contentType) })
  },
  "reads a request whatever is in it": {
    law: "E3",
    requirement: "otlp.parts",
    wrong: ({ read }) => ({
      read: (...given) =>
        Result.orElse(read(...given), (error) =>
          error._tag === "PAYLOAD_TOO_LARGE" ? Result.succeed({ spans: [], rejected: [] }) : Result.fail(error)
        )
    })
  },
  "refuses a request of many resources": {
    law: "E3",
    requirement: "otlp.parts",
    wrong: ({ read }) => ({
      read: (bytes, ...rest) =>
        bytes.length > 100_000 && bytes[0] === 10 ? read(Uint8Array.from([10, 1]), ...rest) : read(bytes, ...rest)
    })
  },
  "answers 429 where it is too much": {
    law: "T11",
    requirement: "otlp.overload",
    wrong: () => ({ overloaded: 429 as never })
  },
  "leaves out spans of a trace that is too large": {
    law: "T12",
    requirement: "T12.large",
    wrong: () => ({ isTooLarge: () => false, spans: (kept) => [...kept.spans.values()].slice(0, 5) })
  },
  "loses a span between pages": {
    law: "T12",
    requirement: "T12.pages",
    wrong: ({ pageOf }) => ({
      pageOf: (items, limit) => {
        const page = pageOf(items, limit)
        return limit === 1000 && page.length < items.length ? [...page.slice(0, -1), items[page.length]] : page
      }
    })
  },
  "takes the nearest value for a percentile": {
    law: "T17",
    requirement: "T17.values",
    wrong: () => ({
      percentile: (values, share) => values.toSorted((a, b) => a - b)[Math.round(share * (values.length - 1))]!
    })
  },
  "counts what starts where a range ends": {
    law: "T17",
    requirement: "T17.range",
    wrong: () => ({ isWithin: (start, from, to) => start >= from && start <= to })
  },
  "counts no span that has not ended": {
    law: "T17",
    requirement: "T17.groups",
    wrong: () => ({
      counted: (entries, over) => entries.filter(({ own }) => over !== "spans" || own["endedAt"] !== null)
    })
  },
  "replaces a score of another identifier": {
    law: "T18",
    requirement: "T18.key",
    wrong: ({ scoreKey }) => ({ scoreKey: (score) => scoreKey({ ...score, identifier: "" }) })
  },
  "keeps scores of a deleted trace": {
    law: "T18",
    requirement: "T18.goes",
    wrong: () => ({
      remove: (project, traceId) => {
        project.traces.delete(traceId)
        project.deleted.add(traceId)
      }
    })
  },
  "forgets what was deleted": { law: "T19", requirement: "T19.refused", wrong: () => ({ isDeleted: () => false }) },
  "goes on listing what was deleted": {
    law: "T19",
    requirement: "T19.gone",
    wrong: () => ({ remove: (project, traceId) => void project.deleted.add(traceId) })
  },
  "asks for no scope at OTLP": {
    law: "A2",
    requirement: "T21.scopes",
    wrong: () => ({ scopesOf: (scopes, address) => (address === "/v1/traces" ? [] : scopes) })
  },
  "lets any key that writes traces replace a span": {
    law: "T25",
    requirement: "T25.taken",
    wrong: () => ({ isTaken: () => false })
  },
  "lets any key that writes traces delete a score": {
    law: "T25",
    requirement: "T25.score",
    wrong: () => ({ isTaken: () => false })
  },
  "lets nobody replace what another began": {
    law: "T25",
    requirement: "T25.right",
    wrong: () => ({ isTaken: (owner, by) => owner !== undefined && owner !== by })
  },
  "has whoever replaces a span own it": {
    law: "T25",
    requirement: "T25.right",
    wrong: () => ({ ownerOf: (_owner, by) => by })
  },
  "tells an exporter nothing of what is another's": {
    law: "T25",
    requirement: "T25.partial",
    wrong: ({ tell }) => ({
      tell: (rejected, contentType) =>
        tell(
          rejected.filter(({ reason }) => reason !== "SPAN_TAKEN"),
          contentType
        )
    })
  },
  "changes a cost that is reported": {
    law: "T22",
    requirement: "T22.reported",
    wrong: ({ span }) => ({
      span: (project, one, isWhole) =>
        span(project, one.facts.cost === 123.456 ? { ...one, facts: { ...one.facts, cost: 0.0002 } } : one, isWhole)
    })
  },
  "tells a cost of 0 where it knows none": {
    law: "T22",
    requirement: "T22.unknown",
    wrong: ({ span }) => ({
      span: (project, one, isWhole) =>
        span(project, { ...one, facts: { ...one.facts, cost: one.facts.cost ?? 0 } }, isWhole)
    })
  },
  "lets a key score as a person": { law: "A7", requirement: "A7.score", wrong: () => ({ isForPeople: () => false }) }
}
