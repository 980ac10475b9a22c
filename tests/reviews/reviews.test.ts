import { drawn } from "@agent-operations/testing/drawn"
import { reviews as family } from "@agent-operations/contract/reviews"
import { krippendorff } from "@agent-operations/evals/statistics"
import fc from "fast-check"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { limits } from "../../tooling/readme/src/limits.ts"
import { codeOf, databases, outcome, pagesOf } from "../kit.ts"
import { type Host, startHost } from "./host.ts"

const yes = { helpful: { value: true } }

describe.each(databases)("reviews of a host on $name", (database) => {
  let host: Host
  beforeAll(async () => void (host = await startHost(database)))
  afterAll(() => host?.close())

  it("H1: a key never claims, releases or submits, whatever its scopes", async () => {
    const session = await host.session("keys", 1)
    const { claim } = await host.calls("keys", 1).reviews.claim({ sessionId: session.id })
    const { id } = claim!.review
    const all = Object.keys(family.scopes)
    await fc.assert(
      fc.asyncProperty(fc.subarray(all), async (scopes) => {
        for (const given of [scopes, all]) {
          const { reviews } = host.with("keys", "key", given)
          const codes = [
            ["claim", await codeOf(reviews.claim({ sessionId: session.id }))],
            ["claim", await codeOf(reviews.claim({ id }))],
            ["release", await codeOf(reviews.release({ id }))],
            ["submit", await codeOf(reviews.submit({ id, scores: yes }))]
          ] as const
          for (const [operation, code] of codes) {
            const needed: ReadonlyArray<string> = family.operations[operation].scopes
            const hasAll = needed.every((scope) => given.includes(scope))
            assert.strictEqual(code, hasAll ? "HUMAN_REQUIRED" : "MISSING_SCOPE", `${operation} ${given.join()}`)
          }
        }
      }),
      // runs: there are few subsets, and each makes 8 calls
      { numRuns: 8 }
    )
    assert.strictEqual(await codeOf(host.calls("keys", "key").reviews.submit({ id, scores: yes })), "HUMAN_REQUIRED")
    assert.strictEqual((await host.calls("keys", 1).reviews.submit({ id, scores: yes })).submission.via, "rest")
  })

  it("H2, H3: of racing people each has a slot of their own, and no item more reviews than it may", async () => {
    const people = [1, 2, 3, 4, 5]
    // As many as all runs together hardly review.
    const items = 24
    const session = await host.session("races", items, { reviewersPerItem: 2 })
    const { id: sessionId } = session
    const step = fc.record({
      who: fc.constantFrom(...people),
      does: fc.constantFrom("claim", "claim", "submit", "submit", "release", "release", "skip", "skip", "expire")
    })
    /** What each believes to hold, as a claim told. */
    const believed = new Map<number, string>()
    /** The reviews that were submitted, with by whom; and what each has given back in this round, and nothing else done. */
    const acknowledged = new Set<string>()
    const released = new Map<number, string>()
    /** What came of the calls of a run. */
    const met = new Set<"submitted" | "taken" | "given back" | "claimed" | "skipped">()
    const act = async (
      { who, does }: { who: number; does: string },
      n: number,
      round: ReadonlyArray<{ who: number }>
    ) => {
      const { reviews } = n % 2 ? host.calls("races", who) : host.elsewhere("races", who)
      const id = believed.get(who)
      if (does === "expire") return void (await host.expire(sessionId, 1 + (n % 4)))
      if (does === "submit" && id !== undefined) {
        const code = await codeOf(reviews.submit({ id, scores: yes }))
        met.add(code === "done" ? "submitted" : "taken")
        if (code === "done") acknowledged.add(`${id} usr_${who}`)
        else assert.strictEqual(code, "REVIEW_TAKEN")
      } else if (does === "release" && id !== undefined) {
        const code = await codeOf(reviews.release({ id }))
        met.add(code === "done" ? "given back" : "taken")
        if (code !== "done") assert.strictEqual(code, "REVIEW_TAKEN")
        if (round.filter((one) => one.who === who).length === 1) released.set(who, id)
      } else {
        const skip = does === "skip" && id !== undefined ? { skip: id } : {}
        const { claim } = await reviews.claim({ sessionId, ...skip })
        if (claim === null) return
        met.add("skip" in skip ? "skipped" : "claimed")
        believed.set(who, claim.review.id)
        // Who acts twice at once may hold another place by the time that the review is read.
        if (round.filter((one) => one.who === who).length > 1) return
        assert.lengthOf(
          claim.review.slots
            .filter(({ reviewer }) => reviewer?.id === `usr_${who}`)
            .filter(({ slot }) => slot !== claim.slot),
          0
        )
      }
    }
    const holds = async () => {
      const { items } = await host.calls("races").reviews.list({ sessionId })
      let submitted = 0
      for (const { review, submissions } of items) {
        const holders = review.slots.flatMap(({ reviewer }) => reviewer?.id ?? [])
        assert.strictEqual(new Set(holders).size, holders.length, "somebody has two slots of one item")
        assert.isAtMost(submissions!.length, 2)
        assert.sameMembers(
          submissions!.map(({ slot }) => slot),
          review.slots.filter(({ submittedAt }) => submittedAt !== null).map(({ slot }) => slot)
        )
        assert.strictEqual(review.status, submissions!.length === 2 ? "completed" : "open")
        submitted += submissions!.length
      }
      const said = items.flatMap(({ review: { id }, submissions }) =>
        submissions!.map(({ reviewer }) => `${id} ${reviewer.id}`)
      )
      assert.sameMembers(said, [...acknowledged], "what was acknowledged is what there is")
      for (const [who, id] of released) {
        const { slots } = items.find(({ review }) => review.id === id)!.review
        const held = slots.filter(({ reviewer, submittedAt }) => reviewer?.id === `usr_${who}` && submittedAt === null)
        assert.lengthOf(held, 0, "somebody still has what they gave back")
      }
      released.clear()
      const { session } = await host.calls("races").reviews.getSession({ id: sessionId })
      assert.strictEqual(session.counts.reviews, submitted)
      assert.strictEqual(session.counts.completed, items.filter(({ review }) => review.status === "completed").length)
    }
    const shares = { submitted: 0.2, taken: 0.05, "given back": 0.05, claimed: 0.3, skipped: 0.1 }
    await drawn(shares, (of) =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 4 }),
          async (rounds) => {
            met.clear()
            for (const round of rounds) {
              await Promise.all(round.map(act))
              await holds()
            }
            of(...met)
          }
        ),
        // runs: each is up to 4 rounds of 6 calls at once
        { numRuns: 18 }
      )
    )
    // Whoever comes to the end of it finds nothing left, and everything said.
    for (const who of people) {
      for (;;) {
        await host.expire(sessionId)
        const { claim } = await host.calls("races", who).reviews.claim({ sessionId })
        if (claim === null) break
        await host.calls("races", who).reviews.submit({ id: claim.review.id, scores: yes })
        acknowledged.add(`${claim.review.id} usr_${who}`)
      }
    }
    await holds()
    const { session: done } = await host.calls("races").reviews.getSession({ id: sessionId })
    assert.deepStrictEqual(done.counts, { items, completed: items, withdrawn: 0, reviews: 2 * items })
  })

  it("H2: many who claim one item at once share its slots, and one person who comes twice has one", async () => {
    const { id: sessionId } = await host.session("crowd", 1, { reviewersPerItem: 2 })
    const claims = await Promise.all(
      [1, 1, 2, 3, 4, 5, 6].map((who, n) =>
        (n % 2 ? host.calls("crowd", who) : host.elsewhere("crowd", who)).reviews.claim({ sessionId })
      )
    )
    const held = claims.flatMap(({ claim }) => (claim === null ? [] : [claim]))
    const [first] = held
    const { items } = await host.calls("crowd").reviews.list({ sessionId })
    const holders = items[0]!.review.slots.map(({ reviewer }) => reviewer?.id)
    assert.isAtLeast(held.length, 2)
    assert.strictEqual(new Set(holders).size, 2)
    // Another one finds nothing left, of the session and of the item.
    for (const input of [{ sessionId }, { id: first!.review.id }]) {
      assert.isNull((await host.calls("crowd", 9).reviews.claim(input)).claim)
    }
  })

  it("H2: an item is completed by the last of its people, also where all of them submit at once", async () => {
    const { id: sessionId } = await host.session("last", 6, { reviewersPerItem: 3 })
    const { items } = await host.calls("last").reviews.list({ sessionId })
    const everyone = items.flatMap(({ review: { id } }, n) => [1, 2, 3].map((who) => ({ who, id, n })))
    const reviewsOf = (who: number, n: number) =>
      (who + n) % 2 ? host.calls("last", who) : host.elsewhere("last", who)
    for (const { who, id, n } of everyone) await reviewsOf(who, n).reviews.claim({ id })
    await Promise.all(everyone.map(({ who, id, n }) => reviewsOf(who, n).reviews.submit({ id, scores: yes })))
    const { session } = await host.calls("last").reviews.getSession({ id: sessionId })
    assert.deepStrictEqual(session.counts, { items: 6, completed: 6, withdrawn: 0, reviews: 18 })
  })

  it("H3: a reservation that ended frees its slot, and whoever held it submits only while nobody else took it", async () => {
    const { id: sessionId } = await host.session("late", 2)
    const [ada, ben] = [host.calls("late", 1).reviews, host.calls("late", 2).reviews]
    const { claim } = await ada.claim({ sessionId })
    const { id } = claim!.review
    assert.strictEqual(await codeOf(ben.submit({ id, scores: yes })), "REVIEW_TAKEN")
    assert.isNull((await ben.claim({ id })).claim)
    await host.expire(sessionId)
    assert.strictEqual((await ben.claim({ id })).claim?.slot, 1)
    assert.strictEqual(await codeOf(ada.submit({ id, scores: yes })), "REVIEW_TAKEN")
    assert.strictEqual(await codeOf(ada.release({ id })), "REVIEW_TAKEN")
    await ben.submit({ id, scores: yes })
    // Nobody took this one, so that it is still theirs.
    const next = (await ada.claim({ sessionId })).claim!.review
    await host.expire(sessionId)
    await ada.submit({ id: next.id, scores: yes })
    assert.isNull((await ada.claim({ sessionId })).claim)
  })

  it("H3: who skips gives the place back and has the next one after it, and after the last the first", async () => {
    const { id: sessionId } = await host.session("skips", 3)
    const { reviews } = host.calls("skips", 1)
    let { claim } = await reviews.claim({ sessionId })
    const first = claim!.review.id
    const ordinals = [claim!.review.ordinal]
    for (let n = 0; n < 4; n++) {
      claim = (await reviews.claim({ sessionId, skip: claim!.review.id })).claim
      ordinals.push(claim!.review.ordinal)
    }
    assert.deepStrictEqual(ordinals, [1, 2, 3, 1, 2])
    assert.strictEqual((await host.calls("skips", 2).reviews.claim({ sessionId })).claim?.review.id, first)
    const { items } = await reviews.list({ sessionId })
    assert.deepStrictEqual(
      items.map(({ review }) => review.slots[0]?.reviewer?.id),
      ["usr_2", "usr_1", undefined]
    )
    // Who claims again has what they hold.
    assert.strictEqual((await reviews.claim({ sessionId })).claim?.review.ordinal, 2)
  })

  it("H3: who claims has what they hold, while it is theirs, and then the first that is free, which they may have had", async () => {
    const { id: sessionId } = await host.session("claims", 3)
    const { reviews } = host.calls("claims", 1)
    const claimed = async () => (await reviews.claim({ sessionId })).claim!.review
    const [first, , third] = (await reviews.list({ sessionId })).items.map(({ review }) => review)
    await reviews.claim({ id: third!.id })
    assert.strictEqual((await claimed()).id, third!.id)
    await host.expire(sessionId)
    assert.strictEqual((await claimed()).id, first!.id)
    await reviews.release({ id: first!.id })
    assert.strictEqual((await claimed()).id, first!.id)
    const { id: ofOne } = await host.session("claims", 1)
    const { claim } = await reviews.claim({ sessionId: ofOne })
    const again = await reviews.claim({ sessionId: ofOne, skip: claim!.review.id })
    assert.strictEqual(again.claim?.review.id, claim!.review.id)
  })

  it("H3: a place is held for as many minutes as its session says", async () => {
    for (const reservationMinutes of [20, 240]) {
      const { id: sessionId } = await host.session("minutes", 1, { reservationMinutes })
      const { claim } = await host.calls("minutes", 1).reviews.claim({ sessionId })
      const until = claim!.review.slots[0]!.until
      const minutes = (Date.parse(until!) - Date.now()) / 60_000
      // Some of it passes until the answer is read.
      assert.isAtMost(minutes, reservationMinutes + 0.1)
      assert.isAbove(minutes, reservationMinutes - 10)
    }
  })

  it("H4: before they submit, nobody sees a score or what others said, in any answer", async () => {
    const session = await host.session("blind", 2, { reviewersPerItem: 3 })
    const secret = "Said in secret."
    const [ada, ben] = [host.calls("blind", 1).reviews, host.calls("blind", 2).reviews]
    const { claim } = await ada.claim({ sessionId: session.id })
    const { id } = claim!.review
    const scores = { helpful: { value: false, comment: secret } }
    const answers = async (calls: typeof ada) => [
      await calls.getSession({ id: session.id }),
      await calls.listSessions({}),
      await calls.list({ sessionId: session.id }),
      await calls.evidence({ id }),
      await calls.claim({ id })
    ]
    const shown = (all: ReadonlyArray<unknown>) => {
      const text = JSON.stringify(all)
      return { said: text.includes(secret), scored: text.includes("automatic") || text.includes(":0.125") }
    }
    assert.deepStrictEqual(shown(await answers(ada)), { said: false, scored: false })
    await ada.submit({ id, scores })
    assert.deepStrictEqual(shown(await answers(ben)), { said: false, scored: false })
    const released = await ben.release({ id })
    assert.deepStrictEqual(shown([released, await ben.claim({ sessionId: session.id })]), {
      said: false,
      scored: false
    })
    assert.isNull((await ben.getSession({ id: session.id })).statistics)
    // Whose own is in sees that item, and no other.
    assert.deepStrictEqual(shown([await ada.evidence({ id })]), { said: true, scored: true })
    const { items } = await ada.list({ sessionId: session.id })
    assert.deepStrictEqual(
      items.map(({ submissions }) => submissions?.length ?? null),
      [1, null]
    )
    // After the end, everybody sees it all, and in a session that is not blind from the beginning.
    await host.calls("blind").reviews.close({ id: session.id })
    assert.deepStrictEqual(shown([await ben.evidence({ id })]), { said: true, scored: true })
    assert.strictEqual((await ben.getSession({ id: session.id })).statistics?.["helpful"]?.mean, 0)
    const open = await host.session("blind", 1, { blind: false })
    const { items: all } = await ben.list({ sessionId: open.id })
    assert.isTrue(shown([await ben.evidence({ id: all[0]!.review.id })]).scored)
  })

  it("keeps submissions as they are, with what corrects them", async () => {
    const { id: sessionId } = await host.session("fix", 1, { reviewersPerItem: 2 })
    const [ada, ben] = [host.calls("fix", 1).reviews, host.calls("fix", 2).reviews]
    const { id } = (await ada.claim({ sessionId })).claim!.review
    const no = { helpful: { value: false, comment: "No" } }
    const first = await ada.submit({ id, scores: yes })
    // What is sent again is not another.
    assert.deepStrictEqual(await ada.submit({ id, scores: yes }), first)
    assert.strictEqual(await codeOf(ada.submit({ id, scores: no })), "CONFLICT")
    assert.strictEqual(await codeOf(ada.submit({ id, scores: no, supersedes: 2 })), "CONFLICT")
    assert.strictEqual(await codeOf(ben.submit({ id, scores: no, supersedes: 1 })), "CONFLICT")
    const racing = await Promise.all(
      [1, 2, 3].map((n) =>
        codeOf(
          ada.submit({
            id,
            scores: { helpful: { value: false, comment: `No ${n}` } },
            supersedes: 1
          })
        )
      )
    )
    assert.sameMembers(racing, ["done", "CONFLICT", "CONFLICT"])
    const { submissions } = await ada.evidence({ id })
    assert.deepStrictEqual(
      submissions!.map(({ number, supersedes, counts, scores }) => [
        number,
        supersedes,
        counts,
        scores["helpful"]!.value
      ]),
      [
        [2, 1, true, false],
        [1, null, false, true]
      ]
    )
    // A list tells what counts, and no more.
    const [listed] = (await host.calls("fix").reviews.list({ sessionId })).items
    assert.deepStrictEqual(
      listed!.submissions!.map(({ number }) => number),
      [2]
    )
    const { session, statistics } = await host.calls("fix").reviews.getSession({ id: sessionId })
    assert.deepInclude(session.counts, { completed: 0, reviews: 1 })
    assert.deepInclude(statistics!["helpful"], { answers: 1, mean: 0 })
    // The same is said once more, by who says that it is a correction.
    const again = { helpful: { ...submissions![0]!.scores["helpful"]! } }
    assert.strictEqual((await ada.submit({ id, scores: again, supersedes: 2 })).submission.number, 3)
    const ended = await host.calls("fix").reviews.close({ id: sessionId })
    const late = { helpful: { value: true, comment: "Late" } }
    assert.strictEqual(await codeOf(ada.submit({ id, scores: late, supersedes: 3 })), "CONFLICT")
    assert.strictEqual(await codeOf(ben.claim({ id })), "CONFLICT")
    assert.strictEqual(await codeOf(host.calls("fix").reviews.assign({ sessionId, assignees: [] })), "CONFLICT")
    assert.deepStrictEqual(await host.calls("fix").reviews.close({ id: sessionId }), ended)
    assert.deepInclude(ended, { status: "closed", closedBy: { type: "api_key", id: "key_ci", name: "CI" } })
  })

  it("nothing is submitted first once a session is closed, and what was submitted is told so", async () => {
    const { id: sessionId } = await host.session("closing", 2)
    const [ada, ben] = [host.calls("closing", 1).reviews, host.calls("closing", 2).reviews]
    const { id } = (await ada.claim({ sessionId })).claim!.review
    const { id: held } = (await ben.claim({ sessionId })).claim!.review
    await ada.submit({ id, scores: yes })
    const no = { helpful: { value: false } }
    const { details } = await outcome(ada.submit({ id, scores: no }))
    assert.deepStrictEqual(details, { currentState: "submitted", allowedStates: ["held"] })
    const { closedBy } = (await ada.getSession({ id: sessionId })).session
    assert.isNull(closedBy)
    await ada.close({ id: sessionId })
    const late = await outcome(ben.submit({ id: held, scores: yes }))
    assert.deepStrictEqual([late.code, late.details], ["CONFLICT", { currentState: "closed", allowedStates: ["open"] }])
    assert.deepInclude((await ada.getSession({ id: sessionId })).session.counts, { completed: 1, reviews: 1 })
  })

  it("N1: figures are those of the answers that count, with α of how people agree", async () => {
    const { id: sessionId } = await host.session("figures", 3, { reviewersPerItem: 2 }, ["helpful", "tone", "effort"])
    const said = [
      [true, "kind", 2],
      [true, "cold", 4],
      [true, "kind", 6]
    ] as const
    for (const who of [1, 2]) {
      for (const [helpful, tone, effort] of said) {
        const { claim } = await host.calls("figures", who).reviews.claim({ sessionId })
        const value = who === 2 && effort === 6 ? false : helpful
        const scores = { helpful: { value }, tone: { value: tone }, effort: { value: effort } }
        await host.calls("figures", who).reviews.submit({ id: claim!.review.id, scores })
      }
    }
    const { statistics } = await host.calls("figures").reviews.getSession({ id: sessionId })
    const { helpful, tone, effort } = statistics!
    const alpha = krippendorff(
      [
        [1, 1],
        [1, 1],
        [1, 0]
      ],
      "nominal"
    )
    assert.deepInclude(helpful, { items: 3, answers: 6, mean: 0.833333333333, alpha, labels: null })
    assert.deepInclude(tone, { items: 2, answers: 6, mean: 1, alpha: 1, labels: { kind: 4, cold: 2 } })
    assert.deepInclude(effort, { items: 3, answers: 6, mean: 4, alpha: 1 })
    assert.deepStrictEqual((await host.calls("figures").reviews.getSession({ id: sessionId })).statistics, statistics)
  })

  it("makes one session of a request key, whoever races and whatever is gone by then", async () => {
    const { reviews, traces } = host.calls("once")
    const [traceId, other] = await host.record("once", 2)
    const rubric = { helpful: { id: await host.scorer("once", "helpful") } }
    const input = {
      requestKey: "once",
      name: "Once",
      subject: { traceIds: [traceId!, traceId!.toUpperCase()] },
      rubric
    }
    const made = await Promise.all(
      [0, 1, 2, 3].map((n) => (n % 2 ? host.calls("once") : host.elsewhere("once")).reviews.createSession(input))
    )
    assert.strictEqual(new Set(made.map(({ id }) => id)).size, 1)
    assert.strictEqual(made[0]!.counts.items, 1)
    await traces.delete({ id: traceId! })
    assert.strictEqual((await reviews.createSession(input)).id, made[0]!.id)
    assert.strictEqual(await codeOf(reviews.createSession({ ...input, name: "Twice" })), "REQUEST_KEY_REUSED")
    const gone = await outcome(
      reviews.createSession({ ...input, requestKey: "gone", subject: { traceIds: [other!, traceId!] } })
    )
    assert.deepNestedInclude(gone, { code: "VALIDATION_ERROR", "details.issues[0].path": "/subject/traceIds/1" })
    // What is about nothing any more is withdrawn, and nobody is asked about it.
    const sessionId = made[0]!.id
    assert.isNull((await host.calls("once", 1).reviews.claim({ sessionId })).claim)
    const { items } = await reviews.list({ sessionId, status: "withdrawn" })
    assert.lengthOf(items, 1)
    assert.strictEqual(await codeOf(reviews.evidence({ id: items[0]!.review.id })), "NOT_FOUND")
    assert.deepInclude((await reviews.getSession({ id: sessionId })).session.counts, { items: 1, withdrawn: 1 })
  })

  it("H3: what was said of something that is gone by now stays, and its other places go", async () => {
    const { id: sessionId } = await host.session("gone", 1, { reviewersPerItem: 3 })
    const [ada, ben] = [host.calls("gone", 1), host.calls("gone", 2)]
    const { review } = (await ada.reviews.claim({ sessionId })).claim!
    await ada.reviews.submit({ id: review.id, scores: yes })
    await ben.reviews.claim({ id: review.id })
    await host.calls("gone").traces.delete({ id: review.subject.id })
    assert.isNull((await host.calls("gone", 3).reviews.claim({ sessionId })).claim)
    const [item] = (await host.calls("gone").reviews.list({ sessionId })).items
    assert.deepStrictEqual(
      [item!.review.status, item!.review.slots.map(({ reviewer }) => reviewer?.id), item!.submissions?.length],
      ["withdrawn", ["usr_1"], 1]
    )
  })

  it("A3: what is withdrawn of one session is that of no other", async () => {
    const { reviews, traces } = host.calls("several")
    const [gone, other] = await host.record("several", 2)
    const rubric = { helpful: { id: await host.scorer("several", "helpful") } }
    const open = (requestKey: string, traceId: string) =>
      reviews.createSession({ requestKey, name: requestKey, subject: { traceIds: [traceId] }, rubric })
    const [one, same, beside] = [await open("one", gone!), await open("same", gone!), await open("beside", other!)]
    const { review } = (await host.calls("several", 1).reviews.claim({ sessionId: beside.id })).claim!
    await traces.delete({ id: gone! })
    assert.isNull((await host.calls("several", 2).reviews.claim({ sessionId: one.id })).claim)
    const statusOf = async (sessionId: string) => {
      const { items } = await reviews.list({ sessionId })
      const { session } = await reviews.getSession({ id: sessionId })
      return [items[0]!.review.status, session.counts.withdrawn, items[0]!.review.slots.length]
    }
    assert.deepStrictEqual(await statusOf(one.id), ["withdrawn", 1, 0])
    assert.deepStrictEqual(await statusOf(same.id), ["open", 0, 1])
    assert.deepStrictEqual(await statusOf(beside.id), ["open", 0, 1])
    await host.calls("several", 1).reviews.submit({ id: review.id, scores: yes })
  })

  it("a review is corrected until it has its most submissions", async () => {
    const { most, beyond } = limits.reviews["submissions of one person about one item"]
    const { id: sessionId } = await host.session("often", 1)
    const { reviews } = host.calls("often", 1)
    const { id } = (await reviews.claim({ sessionId })).claim!.review
    const said = (n: number) => ({ helpful: { value: n % 2 === 0, comment: `${n}` } })
    await reviews.submit({ id, scores: said(1) })
    for (let n = 2; n <= most; n++) await reviews.submit({ id, scores: said(n), supersedes: n - 1 })
    const { code, details } = await outcome(reviews.submit({ id, scores: said(most + 1), supersedes: most }))
    assert.deepStrictEqual(
      [code, details],
      [beyond, { currentState: "corrected too often", allowedStates: ["submitted"] }]
    )
  })

  it("refuses what it does not ask, scorers that score by themselves, and people who are not assigned", async () => {
    const { reviews, scorers } = host.calls("refusals")
    const session = await host.session("refusals", 2, { assignees: ["usr_1"] }, ["helpful", "tone", "effort"])
    const { id: sessionId } = session
    assert.isNull((await host.calls("refusals", 2).reviews.claim({ sessionId })).claim)
    const ada = host.calls("refusals", 1).reviews
    const { id } = (await ada.claim({ sessionId })).claim!.review
    const right = { helpful: { value: true }, tone: { value: "kind" }, effort: { value: 10 } }
    const wrong: ReadonlyArray<readonly [object, string]> = [
      [{ ...right, helpful: { value: "yes" } }, "/scores/helpful/value"],
      [{ ...right, tone: { value: "rude" } }, "/scores/tone/value"],
      [{ ...right, effort: { value: 10.5 } }, "/scores/effort/value"],
      [{ ...right, effort: { value: -0.5 } }, "/scores/effort/value"],
      [{ ...right, effort: { value: true } }, "/scores/effort/value"],
      [{ helpful: { value: true }, tone: { value: "kind" } }, "/scores/effort"],
      [{ ...right, constructor: { value: 1 } }, "/scores/constructor"]
    ]
    for (const [scores, path] of wrong) {
      const refused = await outcome(ada.submit({ id, scores: scores as typeof right }))
      assert.deepNestedInclude(refused, { code: "VALIDATION_ERROR", "details.issues[0].path": path })
    }
    await ada.submit({ id, scores: right })
    await ada.submit({ id, scores: { ...right, effort: { value: 0 } }, supersedes: 1 })
    await reviews.assign({ sessionId, assignees: ["usr_2"] })
    assert.isNull((await ada.claim({ sessionId })).claim)
    assert.strictEqual((await host.calls("refusals", 2).reviews.claim({ sessionId })).claim?.slot, 1)

    const exact = await scorers.create({
      name: "By itself",
      description: null,
      source: { type: "builtin", name: "exact" },
      settings: {},
      references: {}
    })
    const subject = { traceIds: await host.record("refusals", 1) }
    const asking = (rubric: Record<string, { id: string; revision?: number }>) =>
      codeOf(reviews.createSession({ requestKey: JSON.stringify(rubric), name: "Other", subject, rubric }))
    assert.strictEqual(await asking({ exact: { id: exact.id } }), "INVALID_REFERENCE")
    assert.strictEqual(await asking({ exact: { id: `sc_${"7".padStart(26, "0")}` } }), "REFERENCE_NOT_FOUND")
    const noRuns = await outcome(
      reviews.createSession({
        requestKey: "runs",
        name: "Of a run",
        subject: { runId: `evr_${"7".padEnd(26, "0")}` },
        rubric: { helpful: { id: await host.scorer("refusals", "helpful") } }
      })
    )
    const message = "This server has no evaluation runs: name traces instead"
    assert.deepNestedInclude(noRuns, { "details.issues": [{ path: "/subject/runId", message }] })
    const elsewhere = host.calls("elsewhere").reviews
    assert.strictEqual(await codeOf(elsewhere.assign({ sessionId, assignees: [] })), "NOT_FOUND")
    const browser = await host.session("refusals", 1, { browserOnly: true })
    const { claim } = await ada.claim({ sessionId: browser.id })
    assert.strictEqual(await codeOf(ada.submit({ id: claim!.review.id, scores: yes })), "HUMAN_REQUIRED")
  })

  it("asks in the order of the questions' names, and for any number where there are no bounds", async () => {
    const { id: sessionId, rubric } = await host.session("open", 1, {}, ["tone", "change", "helpful"])
    assert.deepStrictEqual(Object.keys(rubric), ["change", "helpful", "tone"])
    const { reviews } = host.calls("open", 1)
    const { id } = (await reviews.claim({ sessionId })).claim!.review
    const scores = (value: number) => ({ ...yes, tone: { value: "kind" }, change: { value } })
    await reviews.submit({ id, scores: scores(-1e6) })
    await reviews.submit({ id, scores: scores(1e6), supersedes: 1 })
  })

  it("walks sessions and reviews in pages, each once", async () => {
    const made: Array<string> = []
    for (let n = 0; n < 3; n++) made.push((await host.session("pages", n + 1)).id)
    const { reviews } = host.calls("pages")
    const pages = await pagesOf((next) => reviews.listSessions({ limit: 1, ...next }))
    const walked = pages.flatMap(({ items }) => items.map(({ id }) => id))
    assert.deepStrictEqual(walked, made.toReversed())
    await reviews.close({ id: made[1]! })
    const withStatus = async (status: "open" | "closed") =>
      (await reviews.listSessions({ status })).items.map(({ id }) => id)
    assert.deepStrictEqual([await withStatus("closed"), await withStatus("open")], [[made[1]], [made[2], made[0]]])
    const { nextCursor } = await reviews.listSessions({ status: "open", limit: 1 })
    assert.strictEqual(
      await codeOf(reviews.listSessions({ status: "closed", cursor: nextCursor! })),
      "VALIDATION_ERROR"
    )
    const ordinals: Array<number> = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await reviews.list({ sessionId: made[2]!, limit: 2, ...(cursor === undefined ? {} : { cursor }) })
      ordinals.push(...page.items.map(({ review }) => review.ordinal))
      assert.isAtMost(page.items.length, 2)
      cursor = page.nextCursor
      // It goes on in the same list, and in none of another status.
      if (cursor !== null) {
        const other = { sessionId: made[2]!, status: "open", limit: 2, cursor } as const
        assert.strictEqual(await codeOf(reviews.list(other)), "VALIDATION_ERROR")
      }
    }
    assert.deepStrictEqual(ordinals, [1, 2, 3])
    const listed = (status: "open" | "completed", more: object = {}) =>
      reviews.list({ sessionId: made[2]!, status, limit: 1, ...more })
    const { nextCursor: cursor } = await listed("open")
    assert.strictEqual(await codeOf(listed("completed", { cursor })), "VALIDATION_ERROR")
  })

  it("H2: who is no longer assigned claims nothing more, but submits what they hold and corrects what they said", async () => {
    const { id: sessionId } = await host.session("taken off", 2)
    const { reviews } = host.calls("taken off")
    const ada = host.calls("taken off", 1).reviews
    const held = (await ada.claim({ sessionId })).claim!.review
    await reviews.assign({ sessionId, assignees: ["usr_2"] })
    const [, other] = (await reviews.list({ sessionId })).items
    for (const asked of [{ sessionId }, { id: other!.review.id }, { id: held.id }]) {
      assert.isNull((await ada.claim(asked)).claim)
    }
    assert.strictEqual((await ada.submit({ id: held.id, scores: yes })).submission.number, 1)
    const no = { helpful: { value: false } }
    assert.strictEqual((await ada.submit({ id: held.id, scores: no, supersedes: 1 })).submission.number, 2)
    assert.strictEqual(await codeOf(ada.submit({ id: other!.review.id, scores: yes })), "REVIEW_TAKEN")
  })

  it("who is assigned to one session is to no other, and none is closed with it", async () => {
    const [one, other] = [await host.session("assigned", 1), await host.session("assigned", 1)]
    const { reviews } = host.calls("assigned")
    const { session: before } = await reviews.getSession({ id: other.id })
    await reviews.assign({ sessionId: one.id, assignees: ["usr_1"] })
    await reviews.close({ id: one.id })
    assert.deepStrictEqual((await reviews.getSession({ id: other.id })).session, before)
  })
})
