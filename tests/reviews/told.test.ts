import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { codeOf, databases, outcome } from "../kit.ts"
import { type Host, key, person, startHost } from "./host.ts"

const yes = { helpful: { value: true } }
const no = { helpful: { value: false, comment: "No." } }
describe("what is told of reviews", () => {
  let host: Host
  beforeAll(async () => void (host = await startHost(databases[1])))
  afterAll(() => host?.close())

  it("a session tells all that it was made with, and its questions as they were at the revision that it pinned", async () => {
    const { reviews, scorers } = host.calls("whole")
    const [traceId] = await host.record("whole", 1)
    const output = { type: "number", min: -1, max: 5 } as const
    const made = await scorers.create({
      name: "Tone",
      description: null,
      source: { type: "human", question: "How kind is it?", guidance: "Of 5." },
      settings: { output, passAt: 2, higherIsBetter: false },
      references: {}
    })
    const changed = { type: "human", question: "How rude?", guidance: "" } as const
    await scorers.update({ id: made.id, expectedRevision: 1, name: "Rudeness", source: changed })
    const settings = {
      ...{ name: "Whole", reviewersPerItem: 2, assignees: ["usr_2", "usr_1"], reservationMinutes: 45 },
      ...{ blind: false, browserOnly: true, instructions: "Read it all." }
    }
    const asked = { requestKey: "whole", subject: { traceIds: [traceId!] }, ...settings }
    const rubric = { second: { id: made.id }, first: { id: made.id, revision: 1 } }
    const session = await reviews.createSession({ ...asked, rubric })
    const { id, createdAt, ...told } = session
    const question = { id: made.id, output: { ...output }, passAt: 2, higherIsBetter: false }
    assert.deepStrictEqual(told, {
      ...{ requestKey: "whole", status: "open", subject: { type: "traces" }, ...settings },
      rubric: {
        first: { ...question, revision: 1, name: "Tone", question: "How kind is it?", guidance: "Of 5." },
        second: { ...question, revision: 2, name: "Rudeness", question: "How rude?", guidance: "" }
      },
      counts: { items: 1, completed: 0, withdrawn: 0, reviews: 0 },
      ...{ createdBy: key, closedAt: null, closedBy: null }
    })
    // The same is asked for, whatever the order of its members.
    const { name, ...rest } = settings
    const again = { ...rest, rubric: { first: rubric.first, second: rubric.second }, name }
    const { requestKey, subject } = asked
    assert.deepStrictEqual(await reviews.createSession({ ...again, subject, requestKey }), session)
    assert.strictEqual(await codeOf(reviews.createSession({ ...asked, rubric, blind: true })), "REQUEST_KEY_REUSED")

    const assigned = await reviews.assign({ sessionId: id, assignees: ["usr_3", "usr_3", "usr_1"] })
    assert.deepStrictEqual(assigned, { ...session, assignees: ["usr_3", "usr_1"] })
    const closed = await reviews.close({ id })
    assert.deepStrictEqual(closed, { ...assigned, status: "closed", closedBy: key, closedAt: closed.closedAt })
    assert.isAtMost(Date.parse(createdAt), Date.parse(closed.closedAt!))
    assert.deepStrictEqual(await reviews.close({ id }), closed)
    assert.deepStrictEqual((await reviews.getSession({ id })).session, closed)
    assert.deepStrictEqual((await reviews.listSessions({})).items, [closed])
    const missing = { first: { id: made.id, revision: 9 } }
    const refused = await outcome(reviews.createSession({ ...asked, requestKey: "9", rubric: missing }))
    assert.deepInclude(refused, { code: "REFERENCE_NOT_FOUND", details: { references: ["first"] } })
    assert.include((refused as { message?: string }).message, `${made.id} at revision 9 for first`)
  })

  it("a review tells of each place who holds it and until when, and who submitted in it and when", async () => {
    const { id: sessionId } = await host.session("places", 2, { reviewersPerItem: 3 })
    const [ada, ben] = [host.calls("places", 1).reviews, host.calls("places", 2).reviews]
    const claimed = (await ada.claim({ sessionId })).claim!
    const { id, subject } = claimed.review
    await ben.claim({ id })
    const submitted = await ada.submit({ id, scores: no })
    const { submittedAt } = submitted.submission
    assert.deepStrictEqual(submitted.submission, {
      ...{ slot: 1, number: 1, supersedes: null, counts: true, reviewer: person(1), via: "rest" },
      ...{ scores: no, submittedAt }
    })
    const until = submitted.review.slots[1]!.until
    assert.isNotNull(until)
    const of = { id, sessionId, ordinal: 1, subject: { ...subject }, status: "open" }
    const held = { slot: 2, reviewer: person(2), until, submittedAt: null }
    const free = (slot: number) => ({ slot, reviewer: null, until: null, submittedAt: null })
    const review = { ...of, slots: [{ slot: 1, reviewer: person(1), until: null, submittedAt }, held, free(3)] }
    assert.deepStrictEqual(submitted.review, review as typeof submitted.review)
    // What is submitted is given back no more, and is no place of the next item.
    assert.strictEqual(await codeOf(ada.release({ id })), "REVIEW_TAKEN")
    assert.isNull((await ada.claim({ id })).claim)
    const released = await ben.release({ id })
    assert.deepStrictEqual(released, { ...review, slots: [review.slots[0]!, free(2), free(3)] } as typeof released)
    assert.strictEqual(await codeOf(ben.release({ id })), "REVIEW_TAKEN")
    // A hold that is over is told as none.
    await ben.claim({ id })
    await host.expire(sessionId)
    const { items } = await host.calls("places").reviews.list({ sessionId })
    assert.deepStrictEqual(items[0]!.review, released)
    assert.deepStrictEqual(items[0]!.submissions, [submitted.submission])
    assert.deepStrictEqual(items[1]!.submissions, [])
  })

  it("reviews are listed by their status, and a hold begins anew when it is claimed again", async () => {
    const { id: sessionId } = await host.session("status", 3)
    const { reviews, traces } = host.calls("status")
    const ada = host.calls("status", 1).reviews
    const [first, second, third] = (await reviews.list({ sessionId })).items.map(({ review }) => review)
    await ada.claim({ id: second!.id })
    await ada.submit({ id: second!.id, scores: yes })
    await traces.delete({ id: third!.subject.id })
    assert.isNull((await ada.claim({ id: third!.id })).claim)
    const ids = async (status: "open" | "completed" | "withdrawn") =>
      (await reviews.list({ sessionId, status })).items.map(({ review }) => review.id)
    assert.deepStrictEqual(
      [await ids("open"), await ids("completed"), await ids("withdrawn")],
      [[first!.id], [second!.id], [third!.id]]
    )
    const { session } = await reviews.getSession({ id: sessionId })
    assert.deepStrictEqual(session.counts, { items: 3, completed: 1, withdrawn: 1, reviews: 1 })
    const until = async () => Date.parse((await ada.claim({ sessionId })).claim!.review.slots[0]!.until!)
    const before = await until()
    await host.expire(sessionId, null, "1 minute")
    assert.isAtLeast(await until(), before)
  })

  it("who is told a conflict about a correction is told which number they named, and which is the newest", async () => {
    const { id: sessionId } = await host.session("numbers", 2)
    const ada = host.calls("numbers", 1).reviews
    const { id } = (await ada.claim({ sessionId })).claim!.review
    const early = await outcome(ada.submit({ id, scores: yes, supersedes: 3 }))
    assert.deepInclude(early, { code: "CONFLICT", details: { expectedRevision: 3, currentRevision: 0 } })
    await ada.submit({ id, scores: yes })
    await ada.submit({ id, scores: no, supersedes: 1 })
    // The same again is the same, as often as it comes, and nothing else is under its number.
    assert.strictEqual((await ada.submit({ id, scores: no, supersedes: 1 })).submission.number, 2)
    const late = await outcome(ada.submit({ id, scores: yes, supersedes: 1 }))
    assert.deepInclude(late, { code: "CONFLICT", details: { expectedRevision: 1, currentRevision: 2 } })
    assert.include((late as { message?: string }).message, "newest submission is 2, not 1")
    // An empty comment is none.
    const { submission } = await ada.submit({ id, scores: { helpful: { value: true, comment: "" } }, supersedes: 2 })
    assert.deepStrictEqual([submission.supersedes, submission.scores], [2, yes])
    const { submissions } = await ada.evidence({ id })
    assert.deepStrictEqual(
      submissions!.map(({ number, counts }) => [number, counts]),
      [
        [3, true],
        [2, false],
        [1, false]
      ]
    )
  })

  it("of what several people said, what counts comes first, by place", async () => {
    const { id: sessionId } = await host.session("order", 1, { reviewersPerItem: 2, blind: false })
    const [ada, ben] = [host.calls("order", 1).reviews, host.calls("order", 2).reviews]
    const { id } = (await ada.claim({ sessionId })).claim!.review
    await ben.claim({ sessionId })
    await ben.submit({ id, scores: yes })
    await ada.submit({ id, scores: yes })
    await ada.submit({ id, scores: no, supersedes: 1 })
    const { submissions, hasMore, blind } = await host.calls("order", 3).reviews.evidence({ id })
    assert.deepStrictEqual([hasMore, blind], [false, false])
    assert.deepStrictEqual(
      submissions!.map(({ slot, number, counts, reviewer }) => [slot, number, counts, reviewer.id]),
      [
        [1, 2, true, "usr_1"],
        [2, 1, true, "usr_2"],
        [1, 1, false, "usr_1"]
      ]
    )
    const { items } = await ada.list({ sessionId })
    assert.deepStrictEqual(
      items[0]!.submissions!.map(({ slot, number }) => [slot, number]),
      [
        [1, 2],
        [2, 1]
      ]
    )
  })

  it("H2, H3: who names a review of another session skips nothing of it, and assignees alone are let in until all are", async () => {
    const [one, other] = [await host.session("doors", 2, { assignees: ["usr_1"] }), await host.session("doors", 2)]
    const [ada, ben] = [host.calls("doors", 1).reviews, host.calls("doors", 2).reviews]
    const held = (await ada.claim({ sessionId: other.id })).claim!.review
    const claim = (await ada.claim({ sessionId: one.id, skip: held.id })).claim!
    assert.deepStrictEqual([claim.review.sessionId, claim.review.ordinal], [one.id, 1])
    assert.strictEqual((await ada.claim({ sessionId: other.id })).claim!.review.id, held.id)
    const { items } = await ada.list({ sessionId: one.id })
    for (const asked of [{ sessionId: one.id }, { id: items[1]!.review.id }]) {
      assert.isNull((await ben.claim(asked)).claim)
    }
    await host.calls("doors").reviews.assign({ sessionId: one.id, assignees: [] })
    assert.strictEqual((await ben.claim({ sessionId: one.id })).claim!.review.ordinal, 2)
    const elsewhere = host.calls("next door", 1).reviews
    for (const call of [
      () => elsewhere.claim({ sessionId: one.id }),
      () => elsewhere.claim({ id: held.id }),
      () => elsewhere.release({ id: held.id }),
      () => elsewhere.submit({ id: held.id, scores: yes }),
      () => elsewhere.evidence({ id: held.id }),
      () => elsewhere.list({ sessionId: one.id }),
      () => elsewhere.getSession({ id: one.id }),
      () => elsewhere.close({ id: one.id })
    ]) {
      assert.strictEqual(await codeOf(call()), "NOT_FOUND")
    }
  })
})
