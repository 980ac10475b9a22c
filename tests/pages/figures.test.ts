import { Invoker } from "@agent-operations/operations"
import { Context, Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Answer, Browser } from "./browser.ts"
import { type Setting, start, type Team } from "./kit.ts"

let setting: Setting
let team: Team
let owner: string
beforeAll(async () => {
  setting = await start()
  team = await setting.makeTeam()
  owner = (await setting.userOf(team.owner)).userId
})
afterAll(() => setting.close())

const invokerOf = () => Context.get(setting.services, Invoker)

/** What an operation answers by its example, to be changed. */
const exampleOf = (id: string) => JSON.parse(JSON.stringify(invokerOf().find(id)!.operation.example.result))

/** A page where some operations answer so. */
const page = async (path: string, answers: Readonly<Record<string, unknown>>): Promise<Answer> => {
  const invoker = invokerOf()
  const answering: Invoker["Service"] = {
    ...invoker,
    invoke: (id, input, access) =>
      Object.hasOwn(answers, id) ? Effect.succeed(answers[id]) : invoker.invoke(id, input, access)
  }
  return setting
    .browser(Context.make(Invoker, answering))
    .as(team.owner)
    .get(`${team.path}/p/${team.project.id}${path}`)
}

/** The rows of the first table of a page, by their cells. */
const rowsOf = ({ html }: Answer) =>
  [.../<table[^]*?<\/table\s*>/.exec(html)![0].matchAll(/<tr[^>]*>([^]*?)<\/tr\s*>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd][^>]*>([^]*?)<\/t[hd]\s*>/g)].map(([, cell = ""]) => cell.replace(/<[^>]*>/g, "").trim())
  )

describe("what pages show of what operations answer", () => {
  it("usage: of each budget its limit, what is spent, held and left, which is never less than nothing", async () => {
    const usage = exampleOf("get_usage")
    const account = { account: "organization", limitMicros: 100e6, spentMicros: 30e6, heldMicros: 20e6, resetsAt: null }
    usage.accounts = [
      account,
      { ...account, account: "project", limitMicros: 10e6, spentMicros: 8e6, heldMicros: 5e6 },
      { ...account, account: "project", limitMicros: null, resetsAt: "2014-12-01T00:00:00.000Z" }
    ]
    assert.deepStrictEqual(rowsOf(await page("/usage", { get_usage: usage })), [
      ["Budget", "Limit", "Spent", "Held", "Left", "Begins anew"],
      ["Organization", "100.00", "30.00", "20.00", "50.00", "never"],
      ["Project", "10.00", "8.00", "5.00", "0.00", "never"],
      ["Project", "no limit", "30.00", "20.00", "no limit", "1 Dec 2014, 00:00:00 UTC"]
    ])
  })

  it("a session of traces: the totals of those that are shown, and each in the order in which they began", async () => {
    const traces = exampleOf("list_traces")
    const [trace] = traces.items
    const later = { ...trace, id: "b".repeat(32), startedAt: "2014-11-20T10:00:05.000Z", status: "error" }
    traces.items = [
      { ...later, durationMs: 2000, totalTokens: null, cost: 0.25, userId: "grace", input: "Second?" },
      {
        ...{ ...trace, id: "a".repeat(32), startedAt: "2014-11-20T10:00:00.000Z", status: "incomplete" },
        ...{ durationMs: 1500, totalTokens: 10, cost: null, input: "First?" }
      }
    ]
    traces.total = 5
    const { text } = await page("/traces/session?id=chat", { list_traces: traces })
    const first = "First 20 Nov 2014, 10:00:00 UTC Last 20 Nov 2014, 10:00:05 UTC"
    assert.include(text, `Traces 5 Failed 1 ${first} Total duration 3.5 s Tokens 10 Cost $0.25 User ada grace`)
    assert.isBelow(text.indexOf("First?"), text.indexOf("Second?"))
    assert.include(text, "The totals are those of the newest 2 traces, which are shown.")
  })

  const sessionWith = (counts: object, more: object = {}) => {
    const answer = exampleOf("get_review_session")
    answer.session = { ...answer.session, reviewersPerItem: 2, counts, ...more }
    return answer
  }

  it("a review session: how far it is, without what is withdrawn, and who holds or reviewed each item", async () => {
    const reviews = exampleOf("list_reviews")
    const [{ review }] = reviews.items
    const reviewer = { type: "user", id: "usr_1", name: "Grace" }
    const at = "2014-11-20T10:00:00.000Z"
    reviews.items = [
      {
        review: { ...review, slots: [review.slots[0], { ...review.slots[1], reviewer, until: at }] },
        submissions: null
      },
      {
        review: {
          ...review,
          ordinal: 2,
          status: "completed",
          slots: [{ ...review.slots[0], reviewer, submittedAt: at }]
        },
        submissions: null
      }
    ]
    const session = sessionWith({ items: 10, completed: 1, withdrawn: 2, reviews: 3 })
    const shown = await page(`/reviews/${session.session.id}`, { get_review_session: session, list_reviews: reviews })
    assert.include(
      shown.text.replaceAll(" ,", ","),
      "3 of 20 reviews, 1 of 10 items completed, 2 withdrawn as what they are about is gone"
    )
    assert.match(shown.html, /<progress max="16" value="3"/)
    assert.include(
      shown.text.split("Items of the session")[1]!,
      "Item 1 open free Grace holds it Item 2 completed Grace submitted"
    )
  })

  it("a review: its form to who holds it, a claim where one is free, and what was said, corrected or not", async () => {
    const reviewer = (id: string) => ({ type: "user", id, name: id === owner ? "Me" : "Grace" })
    const shownOf = async (of: ReadonlyArray<string | null>, more: object = {}, status = "open") => {
      const evidence = exampleOf("get_review_evidence")
      evidence.review.slots = of.map((id, n) => ({
        ...{ slot: n + 1, reviewer: id === null ? null : reviewer(id), until: null, submittedAt: null }
      }))
      const session = sessionWith({ items: 1, completed: 0, withdrawn: 0, reviews: 0 }, { status })
      return page(`/reviews/${session.session.id}/${evidence.review.id}`, {
        get_review_evidence: { ...evidence, ...more },
        get_review_session: session
      })
    }
    const offers = async (...of: ReadonlyArray<string | null>) => {
      const { html } = await shownOf(of)
      return ["Submit and go on", "Claim review"].filter((label) => html.includes(label))
    }
    assert.deepStrictEqual(await offers("usr_1", owner), ["Submit and go on"])
    assert.deepStrictEqual(await offers("usr_1", null), ["Claim review"])
    assert.deepStrictEqual(await offers("usr_1", "usr_2"), [])
    assert.include((await shownOf([null], {}, "closed")).text, "The session is closed.")
    const at = "2014-11-20T10:00:00.000Z"
    const said = { slot: 1, reviewer: reviewer("usr_1"), submittedAt: at, via: "console" }
    const submissions = [
      { ...said, number: 2, counts: true, scores: { helpful: { value: true, comment: "It helps." } } },
      { ...said, number: 1, counts: false, scores: { helpful: { value: false, comment: null } } }
    ]
    const { text } = await shownOf(["usr_1"], { submissions, blind: false })
    const when = "Grace 20 Nov 2014, 10:00:00 UTC , console"
    assert.include(text, `${when} Does the answer help the customer? Yes It helps.`)
    assert.include(text, `${when}, corrected since Does the answer help the customer? No`)
  })

  it("an evaluation run: how many targets are left to cancel, and what it does next", async () => {
    const shown = exampleOf("get_eval_run")
    const ended = { succeeded: 50, failed: 7, cancelled: 3 }
    const counts = { total: 1200, queued: 1, invoking: 2, scoring: 3, ...ended, carried: 4 }
    shown.run = { ...shown.run, status: "running", endedAt: null, counts }
    const cancel = await page(`/evaluations/${shown.run.id}/cancel`, { get_eval_run: shown })
    assert.include(cancel.text, "1,140 of 1,200 targets are left out")
    const run = await page(`/evaluations/${shown.run.id}`, { get_eval_run: shown })
    assert.include(run.text, "60 of 1,200 targets ended, 7 failed, 5 in work, 4 carried over")
    assert.match(run.html, /<progress max="1200" value="60"/)
    const links = (html: string) =>
      ["Resume run", "Cancel run", "Delete run", "Start again"].filter((one) => html.includes(one))
    assert.deepStrictEqual(links(run.html), ["Cancel run", "Start again"])
    const paused = { ...shown, run: { ...shown.run, status: "paused", reason: "budget" } }
    const waiting = await page(`/evaluations/${shown.run.id}`, { get_eval_run: paused })
    assert.deepStrictEqual(links(waiting.html), ["Resume run", "Cancel run", "Start again"])
    assert.include(waiting.text, "The budget is used up.")
    const over = await page(`/evaluations/${shown.run.id}`, { get_eval_run: exampleOf("get_eval_run") })
    assert.deepStrictEqual(links(over.html), ["Delete run", "Start again"])
  })

  it("an invitation of an owner is revoked by owners only, and a member changed by whoever may", async () => {
    const invite = async (email: string, role: string) => {
      const form = await team.owner.get(`${team.path}/members/invitations/new`)
      await team.owner.submit(form, { email, role })
    }
    await invite("one@example.com", "owner")
    await invite("two@example.com", "member")
    const offers = async (browser: Browser) => {
      const { text } = await browser.get(`${team.path}/members`)
      return [/Revoke \S+@/g, /Change (?:owner|admin|member)-/g].map((offer) => (text.match(offer) ?? []).toSorted())
    }
    assert.deepStrictEqual(await offers(team.owner), [
      ["Revoke one@", "Revoke two@"],
      ["Change admin-", "Change member-", "Change owner-"]
    ])
    assert.deepStrictEqual(await offers(team.admin), [["Revoke two@"], ["Change admin-", "Change member-"]])
    assert.deepStrictEqual(await offers(team.member), [[], []])
  })

  it("a new key expires in 90 days, and the one that it replaces works for a day, unless others are chosen", async () => {
    const made = await team.owner.get(`${team.path}/keys/new`)
    assert.match(made.html, /<option value="90"[^>]*selected/)
    const asked = await team.owner.press(made, { name: "CI", scopes: ["views:read"] })
    const [, id] = /keys\/(key_\w+)/.exec((await team.owner.get(`${team.path}/keys`)).html) ?? []
    assert.strictEqual(asked.status, 201)
    const { html } = await team.owner.get(`${team.path}/keys/${id}/replace`)
    assert.match(html, /<input[^>]*value="1d"[^>]*checked/)
    assert.match(html, /<option value="same"[^>]*selected/)
  })
})
