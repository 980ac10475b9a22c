import { runSteps } from "@agent-operations/operations"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fittingItems } from "../src/family/fitting-items.ts"
import { compareRanks, winners } from "../src/winners.ts"
import type { Span } from "../src/span.ts"
import { shorten, statusOf, traceOf } from "../src/trace.ts"
import { combine, contributionOf, headOf, storedHead } from "../src/trace-head.ts"
import { countsUsage } from "../src/make-span.ts"
import { start } from "./requests.ts"
import { spanOf, version, versions } from "./spans.ts"

const reading = { id: "t", projectId: "p", touchedNano: start, nowNano: start, idleNanos: 900_000_000_000n, scores: {} }
const read = (versions: ReadonlyArray<Span>) => traceOf(storedHead(headOf(winners(versions))), reading)

/** The same versions in another order, each as often as it may come. */
const resent = (versions: ReadonlyArray<Span>) =>
  fc.array(fc.nat(versions.length - 1), { maxLength: versions.length }).chain((again) =>
    fc.shuffledSubarray([...versions, ...again.map((index) => versions[index]!)], {
      minLength: versions.length + again.length
    })
  )

describe("T2: a trace is a function of the set of versions that were accepted", () => {
  it("in any order, however often each came", () => {
    const histories = versions.chain((sent) => fc.tuple(fc.constant(sent), resent(sent)))
    fc.assert(
      fc.property(histories, ([sent, again]) => {
        expect(read(again)).toEqual(read(sent))
      })
    )
  })

  it("in any batches: contributions of parts add up to those of the whole", () => {
    fc.assert(
      fc.property(versions, fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }), (sent, batches) => {
        const won = winners(sent)
        const parts = [...Map.groupBy(won, (_, index) => batches[index] ?? 0).values()].map(headOf)
        expect(traceOf(storedHead(parts.reduce(combine)), reading)).toEqual(traceOf(storedHead(headOf(won)), reading))
      })
    )
  })

  it("a span more costs one addition, and equals computing anew", () => {
    fc.assert(
      fc.property(versions, (sent) => {
        const won = winners(sent)
        let head = contributionOf(won[0]!)
        won.forEach((span, index) => {
          if (index > 0) head = combine(head, contributionOf(span))
          expect(traceOf(storedHead(head), reading)).toEqual(read(won.slice(0, index + 1)))
        })
      })
    )
  })

  it("costs of a tenth and two are three, in any order", () => {
    const costs = [0.1, 0.2, 0.3, 1e-9, 1e6].map((cost, index) =>
      spanOf({
        spanId: `000000000000000${index + 1}`,
        attributes: { "openinference.span.kind": "LLM", "llm.cost.total": cost }
      })
    )
    expect(read(costs).cost).toBe(1_000_000.600_000_001)
    expect(read(costs.toReversed()).cost).toBe(1_000_000.600_000_001)
    expect(read(costs.slice(0, 2)).cost).toBe(0.3)
  })
})

describe("T3: of versions of one span the greatest by (ended, version, end, hash) wins, whole", () => {
  it("is a total order, by which equal ranks are equal content", () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        const order = compareRanks(a.rank, b.rank)
        expect(Math.sign(order)).toBe(-Math.sign(compareRanks(b.rank, a.rank)))
        expect(order === 0).toBe(Buffer.compare(a.body, b.body) === 0)
      })
    )
  })

  it("is decided by ended before version before end", () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        const keys = [a, b].map(({ sent: { endNano, version } }) => [
          endNano === null ? 0 : 1,
          version,
          Number((endNano ?? start) - start)
        ])
        const at = [0, 1, 2].find((index) => keys[0]![index] !== keys[1]![index])
        if (at === undefined) return
        expect(Math.sign(compareRanks(a.rank, b.rank))).toBe(Math.sign(keys[0]![at]! - keys[1]![at]!))
      })
    )
  })

  it("a span without an end never replaces one with an end", () => {
    const ended = spanOf({ name: "ended" })
    const running = spanOf({ name: "running", endNano: null, version: 9 })
    for (const order of [
      [ended, running],
      [running, ended]
    ]) {
      expect(winners(order).map(({ sent }) => sent.name)).toEqual(["ended"])
    }
  })
})

describe("T5: every field equals its definition over the winning spans", () => {
  it("counts, times and sums", () => {
    fc.assert(
      fc.property(versions, (sent) => {
        const won = winners(sent)
        const trace = read(sent)
        const counted = won.filter(({ facts }) => countsUsage(facts.type))
        const sum = (numbers: ReadonlyArray<number | null>) => {
          const given = numbers.filter((number) => number !== null)
          return given.length === 0 ? null : given.reduce((a, b) => a + b, 0)
        }
        const ends = won.flatMap(({ sent: { endNano } }) => endNano ?? [])
        const [first] = won.map(({ sent }) => sent.startNano).toSorted()
        const last = ends.toSorted().at(-1)
        expect(trace).toMatchObject({
          spanCount: won.length,
          errorCount: won.filter(({ status }) => status === "error").length,
          inputTokens: sum(counted.map(({ facts }) => facts.inputTokens)),
          outputTokens: sum(counted.map(({ facts }) => facts.outputTokens)),
          totalTokens: sum(counted.map(({ facts }) => facts.totalTokens)),
          startNano: String(first),
          endNano: last === undefined ? null : String(last),
          durationMs: last === undefined ? null : Math.max(0, Number(last - first!)) / 1e6
        })
        const cost = sum(counted.map(({ facts }) => facts.cost))
        if (cost === null) expect(trace.cost).toBeNull()
        else expect(Math.abs(trace.cost! - cost)).toBeLessThan(1e-9)
      })
    )
  })

  it("the head span is the least by (has a parent, start, ID); users, sessions, environments and releases are of the least span that has one", () => {
    fc.assert(
      fc.property(versions, (sent) => {
        const ordered = winners(sent).toSorted((a, b) => {
          const [x, y] = [a, b].map(
            ({ sent }) => [sent.parentId === null ? 0 : 1, sent.startNano, sent.spanId] as const
          )
          return x![0] - y![0] || Number(x![1] - y![1]) || (x![2] < y![2] ? -1 : 1)
        })
        const first = (of: "userId" | "sessionId" | "environment" | "release") =>
          ordered.find(({ facts }) => facts[of] !== null)?.facts[of] ?? null
        expect(read(sent)).toMatchObject({
          name: ordered[0]!.sent.name,
          userId: first("userId"),
          sessionId: first("sessionId"),
          environment: first("environment"),
          release: first("release")
        })
      })
    )
  })

  it("an agent's usage, which repeats that of its children, is not counted", () => {
    const used = { "llm.token_count.prompt": 10, "llm.token_count.completion": 5, "llm.cost.total": 0.5 }
    const agent = spanOf({ attributes: { ...used, "openinference.span.kind": "AGENT" } })
    const call = spanOf({
      spanId: "0000000000000002",
      parentId: agent.sent.spanId,
      attributes: { ...used, "openinference.span.kind": "LLM" }
    })
    expect(read([agent, call])).toMatchObject({ inputTokens: 10, outputTokens: 5, totalTokens: 15, cost: 0.5 })
  })

  it("attributes of the resource lie beneath those of the head span", () => {
    const span = spanOf({ attributes: { a: 1 }, resource: { a: 2, b: 3 } })
    expect({ ...read([span]).attributes }).toEqual({ a: 1, b: 3 })
  })
})

describe("T6: status is a total function", () => {
  it("of whether the root has ended and how, and else of how long nothing came", () => {
    const at = (idleFor: bigint) => ({ touchedNano: start, nowNano: start + idleFor, idleNanos: 900n })
    const running = { rootEnded: false, rootError: false }
    expect(statusOf(running, at(900n))).toBe("running")
    expect(statusOf(running, at(901n))).toBe("incomplete")
    expect(statusOf({ rootEnded: true, rootError: false }, at(901n))).toBe("success")
    expect(statusOf({ rootEnded: true, rootError: true }, at(0n))).toBe("error")
  })

  it("a failed child does not fail its trace, and an orphan does not end it", () => {
    const root = spanOf()
    const child = spanOf({ spanId: "0000000000000002", parentId: root.sent.spanId, outcome: "error" })
    expect(read([root, child])).toMatchObject({ status: "success", errorCount: 1 })
    expect(read([child])).toMatchObject({ status: "running", spanCount: 1 })
    expect(read([spanOf({ outcome: "error" })]).status).toBe("error")
    expect(read([spanOf({ outcome: "error", endNano: null })])).toMatchObject({ status: "running", errorCount: 0 })
  })
})

describe("T7: whatever parents are, all spans are there", () => {
  it("a span that is its own parent, a cycle and an orphan", () => {
    const [a, b, c] = ["000000000000000a", "000000000000000b", "000000000000000c"]
    const cycle = [
      spanOf({ spanId: a!, parentId: a! }),
      spanOf({ spanId: b!, parentId: c! }),
      spanOf({ spanId: c!, parentId: b! })
    ]
    expect(read(cycle)).toMatchObject({ spanCount: 3, status: "running" })
  })
})

describe("lists", () => {
  it("P5: are cut to the bytes of a page, and have one item at least", () => {
    const fitting = (bytes: number, ...items: ReadonlyArray<string>) =>
      runSteps(
        fittingItems(
          items.map((item) => () => item),
          bytes
        )
      )
    // A comma stands behind each.
    expect(fitting(6, "aa", "bb", "cc")).toEqual(["aa", "bb"])
    expect(fitting(5, "aa", "bb")).toEqual(["aa"])
    expect(fitting(5, "é", "b")).toEqual(["é", "b"])
    expect(fitting(5, "é", "é")).toEqual(["é"])
    expect(fitting(1, "aa", "bb")).toEqual(["aa"])
    expect(fitting(1)).toEqual([])
  })

  it("show an input of 8 KiB whole, as bytes of its JSON", () => {
    const inputOf = (text: string) => shorten(read([spanOf({ attributes: { "input.value": text } })])).input
    expect(inputOf("é".repeat(4095))).toBe("é".repeat(4095))
    expect(inputOf("é".repeat(4096))).toBe("é".repeat(2000))
  })

  it("show the beginning of an input or output over 8 KiB, and say so", () => {
    const long = `${"x".repeat(1999)}😀${"y".repeat(8 * 1024)}`
    const trace = shorten(read([spanOf({ attributes: { "input.value": long, "output.value": "short" } })]))
    expect(trace).toMatchObject({ input: "x".repeat(1999), output: "short", truncated: ["input"] })
  })
})
