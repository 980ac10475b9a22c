import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { limits } from "../../tooling/readme/src/limits.ts"
import { assertLimit, codeOf, databases } from "../kit.ts"
import { type Host, startHost } from "./host.ts"

describe("the limits of reviews", () => {
  let host: Host
  beforeAll(async () => void (host = await startHost(databases[1])))
  afterAll(() => host?.close())

  it("a session is about as many items, asks as much and as many people as it may", async () => {
    const { reviews, traces } = host.calls("limits")
    const asking = await host.scorer("limits", "helpful")
    const startedAt = "2015-11-20T10:00:00Z"
    const traceIds: Array<string> = []
    const create = async (more: { items?: number; questions?: number; people?: number; assignees?: number }) => {
      const { items = 1, questions = 1, people = 1, assignees = 0 } = more
      while (traceIds.length < items) {
        const count = Math.min(1000, items - traceIds.length)
        const spans = [{ name: "answer", startedAt }]
        const recorded = await traces.record({ traces: Array.from({ length: count }, () => ({ spans })) })
        traceIds.push(...recorded.traces.map(({ id }) => id))
      }
      const { counts } = await reviews.createSession({
        requestKey: JSON.stringify(more),
        name: "Answers",
        subject: { traceIds: traceIds.slice(0, items) },
        rubric: Object.fromEntries(Array.from({ length: questions }, (_, n) => [`q${n}`, { id: asking }])),
        reviewersPerItem: people,
        assignees: Array.from({ length: assignees }, (_, n) => `usr_${n}`)
      })
      assert.strictEqual(counts.items, items)
    }
    await assertLimit(limits.reviews["items of a session"], (items) => create({ items }))
    await assertLimit(limits.reviews["questions of a session"], (questions) => create({ questions }))
    await assertLimit(limits.reviews["people per item"], (people) => create({ people }))
    await assertLimit(limits.reviews["assignees of a session"], (assignees) => create({ assignees }))
  })

  it("evidence and what was said of it are told up to their limits", async () => {
    const calls = host.calls("evidence", 1)
    const { most, beyond } = limits.reviews["evidence of an item"]
    const { most: together } = limits.reviews["evidence with its submissions"]
    const MiB = 1024 * 1024
    const large = async (bytes: number) => {
      const startedAt = "2015-11-20T10:00:00Z"
      const root = await calls.traces.record({ traces: [{ spans: [{ name: "answer", startedAt }] }] })
      const [{ id, spanIds }] = root.traces as [{ id: string; spanIds: [string] }]
      const span = (size: number) => ({
        ...{ name: "step", startedAt, parentId: spanIds[0], attributes: { text: "x".repeat(size) } }
      })
      for (let rest = bytes; rest > 0; rest -= MiB)
        await calls.traces.record({ traces: [{ id, spans: [span(Math.min(rest, MiB))] }] })
      const session = await calls.reviews.createSession({
        requestKey: `of ${bytes}`,
        name: "Large",
        subject: { traceIds: [id] },
        rubric: { helpful: { id: await host.scorer("evidence", "helpful") } }
      })
      return (await calls.reviews.claim({ sessionId: session.id })).claim!.review.id
    }
    assert.strictEqual(await codeOf(calls.reviews.evidence({ id: await large(most) })), beyond)
    // Less than what ten comments take is left, and more than one.
    const id = await large(most - 128 * 1024)
    const { most: length } = limits.reviews["a comment"]
    const said = (n: number) => ({ helpful: { value: n % 2 === 0, comment: "\u{1F600}".repeat(length) } })
    await calls.reviews.submit({ id, scores: said(1) })
    const whole = await calls.reviews.evidence({ id })
    assert.deepStrictEqual([whole.submissions?.length, whole.hasMore], [1, false])
    for (let n = 2; n <= 10; n++) await calls.reviews.submit({ id, scores: said(n), supersedes: n - 1 })
    const cut = await calls.reviews.evidence({ id })
    assert.isTrue(cut.hasMore)
    assert.isAbove(cut.submissions!.length, 1)
    assert.isAtMost(Buffer.byteLength(JSON.stringify(cut)), together)
  })

  it("a comment is as long as it may be, and no longer", async () => {
    const session = await host.session("comments", 1)
    const { reviews } = host.calls("comments", 1)
    const { id } = (await reviews.claim({ sessionId: session.id })).claim!.review
    await assertLimit(limits.reviews["a comment"], (length) =>
      reviews.submit({ id, scores: { helpful: { value: true, comment: "\u{1F600}".repeat(length) } } })
    )
  })
})
