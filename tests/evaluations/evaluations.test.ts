import { waitUntil } from "@agent-operations/testing/wait-until"
import { isLong } from "@agent-operations/testing/long"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { limits } from "../../tooling/readme/src/limits.ts"
import { assertLimit, codeOf, databases, outcome, pagesOf } from "../kit.ts"
import { ended, exact, newKey, prepare, targetsOf } from "./capitals.ts"
import { type Host, startHost } from "./host.ts"

describe.each(isLong ? databases : databases.slice(1))("evaluations on $name", (sort) => {
  let host: Host
  beforeAll(async () => {
    host = await startHost(sort)
  })
  afterAll(() => host.close())

  it("N1, X2, X3: tells which of two apps is better, over every item as often as it is repeated", async () => {
    const { calls, app, start } = await prepare(host, "prj_compare")
    const [worse, better] = [
      await app({ type: "sample", behaviour: "some_capitals" }),
      await app({ type: "sample", behaviour: "capitals" })
    ]
    const base = await ended(calls, await start(worse, { repetitions: 2 }))
    const run = await ended(calls, await start(better, { repetitions: 2, baseRunId: base.id }))
    assert.strictEqual(run.status, "completed")
    assert.deepInclude(run.counts, { total: 10, succeeded: 10 })
    assert.deepInclude(run.statistics["exact"], { items: 5, scored: 10, mean: 1, passAll: 1 })
    const targets = await targetsOf(calls, run.id)
    assert.strictEqual(new Set(targets.map(({ itemId, repetition }) => `${itemId} ${repetition}`)).size, 10)
    assert.deepStrictEqual(
      targets.map(({ ordinal }) => ordinal),
      [...targets.keys()]
    )
    const compared = await calls.evaluations.compare({ baseId: base.id, id: run.id, change: "improved" })
    // France and Canada have 6 letters, which the other app does not know.
    assert.deepStrictEqual(
      compared.items.map(({ externalId }) => externalId),
      ["France", "Canada"]
    )
    assert.deepInclude(compared.scorers["exact"], {
      pairs: 5,
      improved: 2,
      regressed: 0,
      unchanged: 3,
      difference: 0.4
    })
    const { itemId } = targets[3]!
    const ofItem = await calls.evaluations.get({ id: run.id, itemId: itemId! })
    assert.deepStrictEqual(
      ofItem.items,
      targets.filter((target) => target.itemId === itemId)
    )
    const below = await calls.evaluations.get({ id: base.id, scorer: "exact", below: 1 })
    assert.deepStrictEqual([...new Set(below.items.map(({ externalId }) => externalId))], ["France", "Canada"])
    const listed = await calls.evaluations.list({ datasetId: run.pins.dataset!.id, limit: 1, includeTotal: true })
    assert.deepStrictEqual([listed.items[0]!.id, listed.total], [run.id, 2])
    // A total is of what the filters let through.
    const filtered = async (filters: Parameters<typeof calls.evaluations.list>[0]) => {
      const { items, total } = await calls.evaluations.list({ ...filters, includeTotal: true })
      return [items.map(({ id }) => id), total]
    }
    assert.deepStrictEqual(await filtered({ appId: better }), [[run.id], 1])
    assert.deepStrictEqual(await filtered({ appId: worse }), [[base.id], 1])
    assert.deepStrictEqual(await filtered({ status: "cancelled" }), [[], 0])
    assert.deepStrictEqual(await filtered({ status: "completed" }), [[run.id, base.id], 2])
  })

  it("X1: one request makes one run however often it comes, and its key is free for no other", async () => {
    const { calls, app, dataset, scorer } = await prepare(host, "prj_once")
    const id = await app({ type: "sample", behaviour: "echo" })
    const asked = { requestKey: "nightly", name: "Run", app: { id }, dataset: { id: dataset } }
    const made = await Promise.all(Array.from({ length: 5 }, () => calls.evaluations.create(asked)))
    assert.strictEqual(new Set(made.map(({ id }) => id)).size, 1)
    // The dataset moves on, and defaults are sent: it is the same request.
    await calls.datasets.put({ datasetId: dataset, items: [{ input: 1 }] })
    const again = await calls.evaluations.create({ repetitions: 1, scorers: {}, ...asked })
    assert.strictEqual(again.id, made[0]!.id)
    const others = [{ name: "Other" }, { repetitions: 2 }, { scorers: { exact: { id: scorer } } }]
    for (const other of others) {
      assert.strictEqual(await codeOf(calls.evaluations.create({ ...asked, ...other })), "REQUEST_KEY_REUSED")
    }
    await ended(calls, again)
    await calls.evaluations.delete({ id: again.id })
    assert.strictEqual(await codeOf(calls.evaluations.create(asked)), "REQUEST_KEY_REUSED")
    assert.strictEqual(await codeOf(calls.evaluations.get({ id: again.id })), "NOT_FOUND")
    assert.strictEqual((await calls.evaluations.list({ includeTotal: true })).total, 0)
  })

  it("X10, F1: what changes after a run was created alters neither what it does nor its evidence", async () => {
    const { calls, app, start, dataset, scorer } = await prepare(host, "prj_pinned")
    const id = await app({ type: "http", url: host.endpoints.url("slow"), outputPointer: "/output/question" })
    const created = await start(id)
    await calls.scorers.update({
      id: scorer,
      expectedRevision: 1,
      settings: { ...exact.settings, higherIsBetter: false }
    })
    await calls.apps.update({ id, expectedRevision: 1, source: { type: "sample", behaviour: "failing" } })
    await calls.datasets.put({ datasetId: dataset, items: [{ externalId: "France", input: "other", expected: "x" }] })
    const run = await ended(calls, created)
    assert.deepInclude(run.counts, { total: 5, succeeded: 5 })
    const [first] = await targetsOf(calls, run.id)
    const itemId = first!.itemId!
    await calls.datasets.put({ datasetId: dataset, items: [{ id: itemId, externalId: "Frankreich" }] })
    assert.strictEqual((await calls.datasets.item({ id: itemId })).externalId, "Frankreich")
    assert.strictEqual((await targetsOf(calls, run.id))[0]!.externalId, "France")
    const evidence = await calls.evaluations.target({ id: first!.id })
    assert.deepInclude(evidence, { input: { question: "France" }, expected: "Paris", output: "France" })
    assert.match(String(evidence.evidenceHash), /^[0-9a-f]{64}$/)
    assert.deepInclude(evidence.scores["exact"], { status: "scored", value: 0, passed: false })
    await calls.datasets.delete({ id: dataset, expectedRevision: 1 })
    await calls.apps.delete({ id, expectedRevision: 2 })
    assert.deepStrictEqual(await calls.evaluations.target({ id: first!.id }), evidence)
  })

  it("G3, X6: an app is called with one key and trace a target, again where it is busy, and never once it answered", async () => {
    const { calls, app, start } = await prepare(host, "prj_flaky")
    const id = await app({ type: "http", url: host.endpoints.url("flaky"), outputPointer: "/output" })
    const run = await ended(calls, await start(id))
    assert.deepInclude(run.counts, { succeeded: 5 })
    const targets = await targetsOf(calls, run.id)
    assert.lengthOf(targets, 5)
    for (const { id, traceId } of targets) {
      assert.strictEqual(host.endpoints.counts.get(id), 2)
      const seen = host.endpoints.calls.filter(({ headers }) => headers["idempotency-key"] === id)
      assert.deepStrictEqual(
        seen.map(({ headers }) => String(headers["traceparent"]).split("-")[1]),
        [traceId, traceId]
      )
    }
  })

  it("F3: carries over what succeeded, and scores outputs that are there, without calling or paying again", async () => {
    const { calls, app, start, dataset } = await prepare(host, "prj_carried")
    const id = await app({ type: "http", url: host.endpoints.url("ok") }, { microsPerInvocation: 10 })
    const base = await ended(calls, await start(id))
    assert.strictEqual(base.usage.spentMicros, 35)
    await calls.datasets.put({ datasetId: dataset, items: [{ externalId: "Egypt", input: "new" }] })
    const called = host.endpoints.calls.length
    const carried = await ended(calls, await start(id, { basis: { runId: base.id, carry: "succeeded" } }))
    assert.deepInclude(carried.counts, { succeeded: 5, carried: 4 })
    assert.strictEqual(host.endpoints.calls.length, called + 1)
    assert.strictEqual(carried.usage.spentMicros, 7)
    const [before, now] = [await targetsOf(calls, base.id), await targetsOf(calls, carried.id)]
    assert.strictEqual(now[0]!.carriedFrom, before[0]!.id)
    const [was, is] = await Promise.all([before[0]!, now[0]!].map(({ id }) => calls.evaluations.target({ id })))
    assert.deepStrictEqual([is!.output, is!.exchange, is!.scores], [was!.output, was!.exchange, was!.scores])

    const { id: length } = await calls.scorers.create({
      name: "Known",
      source: { type: "code", language: "javascript", code: "export default ({ output }) => 'question' in output" },
      settings: { output: { type: "boolean" } }
    })
    const outputs = {
      app: null,
      scorers: { known: { id: length } },
      basis: { runId: base.id, carry: "outputs" }
    } as const
    const scored = await ended(calls, await start(id, outputs))
    assert.strictEqual(host.endpoints.calls.length, called + 1)
    assert.deepInclude(scored.statistics["known"], { scored: 5, mean: 1 })
    assert.strictEqual(scored.usage.spentMicros, 0)
    const wrong = start(id, { basis: { runId: base.id, carry: "outputs" } })
    assert.strictEqual(await codeOf(wrong), "VALIDATION_ERROR")
  })

  it("a run has its most targets and scorers, and no more", async () => {
    const { calls, app, dataset, scorer } = await prepare(host, "prj_most")
    const id = await app({ type: "sample", behaviour: "echo" })
    const asked = { name: "Run", app: { id }, dataset: { id: dataset } }
    await assertLimit(limits.scorers["scorers of a run"], (count) => {
      const scorers = Object.fromEntries(Array.from({ length: count }, (_, n) => [`s${n}`, { id: scorer }]))
      return calls.evaluations.create({ ...asked, requestKey: newKey(), scorers })
    })
    let items = 5
    await assertLimit(limits.scorers["targets of a run"], async (targets) => {
      let repetitions = 100
      while (targets % repetitions !== 0) repetitions--
      while (items < targets / repetitions) {
        const count = Math.min(500, targets / repetitions - items)
        await calls.datasets.put({ datasetId: dataset, items: Array.from({ length: count }, () => ({ input: 1 })) })
        items += count
      }
      const run = await calls.evaluations.create({ ...asked, requestKey: newKey(), repetitions })
      assert.strictEqual(run.counts.total, targets)
      await calls.evaluations.cancel({ id: run.id })
    })
  })

  it("a judge is told as much as its limit, and is not asked beyond it", async () => {
    const { calls, dataset, app, start } = await prepare(host, "prj_judged")
    const { most, beyond } = limits.scorers["what a model that scores is told, as JSON"]
    const connection = await host.connect("prj_judged")
    const template = "Judge: {{output}}"
    const { id: judging } = await calls.prompts.create({ name: "J", source: { type: "text", template }, settings: {} })
    const choices = ["right", "wrong"].map((label, value) => ({ label, value }))
    const { id } = await calls.scorers.create({
      name: "Judge",
      source: { type: "judge", prompt: "judge", connection, model: "small", maxOutputTokens: 16, choices },
      settings: { output: { type: "label", labels: choices } },
      references: { judge: { kind: "prompt", id: judging } }
    })
    const rest = most - JSON.stringify([{ role: "user", content: "Judge: " }]).length
    const { items } = await calls.datasets.put({
      datasetId: dataset,
      items: [{ input: "x".repeat(rest) }, { input: "x".repeat(rest + 1) }]
    })
    const itemIds = items.map((item) => item.id)
    const echo = await app({ type: "sample", behaviour: "echo" })
    const asked = { dataset: { id: dataset, itemIds }, scorers: { judge: { id } } }
    const run = await ended(calls, await start(echo, asked))
    const targets = await targetsOf(calls, run.id)
    const evidence = await Promise.all(targets.map((target) => calls.evaluations.target({ id: target.id })))
    const codes = evidence.map(({ scores }) => (scores["judge"]!.detail as { error?: { code: string } }).error?.code)
    assert.deepStrictEqual(codes, [undefined, beyond])
  })

  it("the prompts of a run are so large together, each counted for every model", async () => {
    const { calls, dataset, app } = await prepare(host, "prj_large_prompts")
    const connection = await host.connect("prj_large_prompts")
    const { id: judging } = await calls.prompts.create({
      name: "Large",
      source: { type: "text", template: "{{output}} {{rules}}" },
      settings: { variables: [{ name: "output" }, { name: "rules", default: "x".repeat(600_000) }] }
    })
    const { id } = await calls.scorers.create({
      name: "Judge",
      source: { type: "judge", prompt: "judge", connection, model: "small", maxOutputTokens: 16 },
      settings: { output: { type: "number" } },
      references: { judge: { kind: "prompt", id: judging } }
    })
    const echo = await app({ type: "sample", behaviour: "echo" })
    const estimate = (judges: number) =>
      calls.evaluations.estimate({
        name: "Run",
        app: { id: echo },
        dataset: { id: dataset },
        scorers: Object.fromEntries(Array.from({ length: judges }, (_, n) => [`judge${n}`, { id }]))
      })
    assert.deepStrictEqual([await codeOf(estimate(27)), await codeOf(estimate(28))], ["done", "VALIDATION_ERROR"])
  })

  it("a judge's choice is the label, or its value, as the scorer's output says", async () => {
    const { calls, dataset, app, start } = await prepare(host, "prj_choices")
    const connection = await host.connect("prj_choices")
    const template = "Judge: {{output}}"
    const { id: judging } = await calls.prompts.create({ name: "J", source: { type: "text", template }, settings: {} })
    const right = { label: "right", value: 1 }
    const scorer = async (name: string, output: object, wrong: number | null) => {
      const choices = [right, { label: "wrong", value: wrong }]
      const { id } = await calls.scorers.create({
        name,
        source: { type: "judge", prompt: "judge", connection, model: "small", maxOutputTokens: 16, choices },
        settings: { output: output as { readonly type: "boolean" } },
        references: { judge: { kind: "prompt", id: judging } }
      })
      return { id }
    }
    const labels = [right, { label: "wrong", value: null }]
    const scorers = {
      label: await scorer("Label", { type: "label", labels }, 0.5),
      number: await scorer("Number", { type: "number" }, 0.5),
      truth: await scorer("Truth", { type: "boolean" }, 0),
      some: await scorer("Some", { type: "number" }, null)
    }
    const { items } = await calls.datasets.put({ datasetId: dataset, items: [{ input: "Paris" }, { input: "Lima" }] })
    const echo = await app({ type: "sample", behaviour: "echo" })
    const run = await ended(
      calls,
      await start(echo, { dataset: { id: dataset, itemIds: items.map((item) => item.id) }, scorers })
    )
    const targets = await targetsOf(calls, run.id)
    const told = await Promise.all(targets.map(({ id }) => calls.evaluations.target({ id })))
    assert.deepStrictEqual(
      told.map(({ scores }) =>
        Object.fromEntries(
          Object.entries(scores).map(([alias, { status, value, label }]) => [alias, [status, value, label]])
        )
      ),
      [
        {
          label: ["scored", 1, "right"],
          number: ["scored", 1, "right"],
          truth: ["scored", 1, null],
          some: ["scored", 1, "right"]
        },
        {
          label: ["scored", null, "wrong"],
          number: ["scored", 0.5, "wrong"],
          truth: ["scored", 0, null],
          some: ["unscored", null, null]
        }
      ]
    )
  })

  it("U1: a model that scores is held for what it is told at most, counted as spent, and not told more", async () => {
    const { calls, dataset, app, start } = await prepare(host, "prj_scoring_model")
    const { most } = limits.scorers["what a model that scores is told, as JSON"]
    const connection = await host.connect("prj_scoring_model")
    const asking = async (template: string) =>
      (await calls.prompts.create({ name: template, source: { type: "text", template }, settings: {} })).id
    const priced = { type: "model", prompt: "ask", connection, maxOutputTokens: 16, parameters: {} } as const
    const ask = { ask: { kind: "prompt", id: await asking("{{output}}") } } as const
    const scoring = async (name: string, model: string) => {
      const called = await app({ ...priced, model }, {}, ask)
      const { id } = await calls.scorers.create({
        name,
        source: { type: "app", app: "model" },
        settings: { output: { type: "label", labels: [{ label: "right", value: 1 }] } },
        references: { model: { kind: "app", id: called } }
      })
      return { model: { id } }
    }
    const scorers = await scoring("Model", "small")
    const rest = most - JSON.stringify([{ role: "user", content: "" }]).length
    const { items } = await calls.datasets.put({
      datasetId: dataset,
      items: [{ input: "x".repeat(rest) }, { input: "x".repeat(rest + 1) }]
    })
    const asked = { dataset: { id: dataset, itemIds: items.map(({ id }) => id) }, scorers }
    const echo = await app({ type: "sample", behaviour: "echo" })
    const estimate = await calls.evaluations.estimate({ name: "x", app: { id: echo }, ...asked })
    // A token is never less than a byte of what is told.
    assert.isAtLeast(estimate.upperBoundMicros, 2 * most)
    const run = await ended(calls, await start(echo, asked))
    assert.deepInclude(run.usage, { heldMicros: 0, spentMicros: 15 })
    const evidence = await Promise.all(
      (await targetsOf(calls, run.id)).map(({ id }) => calls.evaluations.target({ id }))
    )
    const errors = evidence.map(({ scores }) => (scores["model"]!.detail as { error?: { message: string } }).error)
    assert.match(errors[1]!.message, /over 65536 bytes/)
    const unpriced = await scoring("Unpriced", "other")
    const told = await calls.evaluations.estimate({ name: "x", app: { id: echo }, ...asked, scorers: unpriced })
    assert.deepStrictEqual(told.unpriced, ["other"])
  })

  it("U1, U4: a model and a judge spend what they used, within a budget that pauses, and goes on when it is raised", async () => {
    const { calls, start, dataset } = await prepare(host, "prj_paid")
    const connection = await host.connect("prj_paid")
    const prompt = async (name: string, template: string) =>
      (await calls.prompts.create({ name, source: { type: "text", template }, settings: {} })).id
    const asking = await prompt("Ask", "What is the capital of {{question}}?")
    const judging = await prompt("Judge", "Judge: {{output}}")
    const model = { connection, model: "small", maxOutputTokens: 16 }
    const { id } = await calls.apps.create({
      name: "Model",
      source: { type: "model", prompt: "ask", ...model, parameters: {} },
      settings: {},
      references: { ask: { kind: "prompt", id: asking } }
    })
    const { id: judge } = await calls.scorers.create({
      name: "Judge",
      source: {
        type: "judge",
        prompt: "judge",
        ...model,
        choices: [
          { label: "right", value: 1 },
          { label: "wrong", value: 0 }
        ]
      },
      settings: {
        output: {
          type: "label",
          labels: [
            { label: "right", value: 1 },
            { label: "wrong", value: 0 }
          ]
        },
        passAt: 1
      },
      references: { judge: { kind: "prompt", id: judging } }
    })
    const asked = { scorers: { judge: { id: judge } } }
    const estimate = await calls.evaluations.estimate({ name: "x", app: { id }, dataset: { id: dataset }, ...asked })
    assert.deepInclude(estimate, { targets: 5, calls: 10, unpriced: [] })
    const each = BigInt(estimate.upperBoundMicros / 5)
    await host.limit("prj_paid", each - 1n)
    assert.strictEqual(await codeOf(start(id, { ...asked, requireBudget: true })), "USAGE_LIMIT_REACHED")
    const told = host.model.asked.length
    const created = await start(id, asked)
    const paused = await waitUntil("the run to be paused", async () => {
      const { run } = await calls.evaluations.get({ id: created.id })
      return run.status === "paused" ? run : undefined
    })
    assert.deepInclude(paused, { status: "paused", reason: "budget" })
    assert.strictEqual(host.model.asked.length, told)
    await host.limit("prj_paid", 10n * each)
    await calls.evaluations.resume({ id: created.id })
    const run = await ended(calls, created)
    // Each call is told to have used 10 tokens for what it was told, and 5 for what it answered.
    assert.deepInclude(run.usage, { heldMicros: 0, spentMicros: 5 * 2 * 15 })
    assert.deepInclude(run.statistics["judge"], { scored: 5, mean: 0.2, passRate: 0.2 })
    assert.lengthOf(run.pins.prompts, 2)
    const managed = { variables: { question: "Peru" }, label: "latest" }
    const { evaluation } = await calls.prompts.getManaged({ id: asking, ...managed })
    assert.deepInclude(evaluation, { id: run.id, status: "completed" })
    const other = await prompt("Other", "Hello")
    assert.isNull((await calls.prompts.getManaged({ id: other, label: "latest" })).evaluation)
    const day = 86_400_000
    const range = { from: new Date(Date.now() - day).toISOString(), to: new Date(Date.now() + 2 * day).toISOString() }
    const usage = async (groupBy: "app" | "scorer" | "run" | "day") =>
      (await calls.evaluations.usage({ ...range, groupBy })).items.map(({ key, spentMicros }) => [key, spentMicros])
    assert.deepStrictEqual(
      [await usage("run"), await usage("app"), await usage("scorer")],
      [[[run.id, 150]], [[id, 75]], [[judge, 75]]]
    )
    const { accounts } = await calls.evaluations.usage({ ...range, groupBy: "day" })
    assert.deepInclude(accounts[1], {
      account: "project",
      spentMicros: 150,
      heldMicros: 0,
      limitMicros: Number(10n * each)
    })
    const evidence = JSON.stringify(await calls.evaluations.target({ id: (await targetsOf(calls, run.id))[0]!.id }))
    assert.notInclude(evidence, "sk-a-secret")
    assert.include(evidence, "As it says.")
  })

  it("U1: usage is walked in pages of any size, each row once, by every key", async () => {
    const numbers = [1, 2, 3, 4, 5]
    await host.spend(
      "prj_usage",
      numbers.flatMap((n) => [
        [`2015-01-0${n}`, `evr_${n}`, `app_${n}`, "", n] as const,
        [`2015-01-0${n}`, `evr_${n}`, "", `sc_${n}`, 10 * n] as const
      ])
    )
    const { evaluations } = host.as("prj_usage")
    const range = { from: "2015-01-01T00:00:00.000Z", to: "2015-01-06T00:00:00.000Z" }
    const keys = { app: "app_", scorer: "sc_", run: "evr_", day: "2015-01-0" } as const
    for (const groupBy of ["app", "scorer", "run", "day"] as const) {
      const { items: whole } = await evaluations.usage({ ...range, groupBy })
      assert.sameMembers(
        whole.map(({ key }) => key),
        numbers.map((n) => keys[groupBy] + n)
      )
      for (const limit of [1, 2, 4, 5]) {
        const pages = await pagesOf((next) => evaluations.usage({ ...range, groupBy, limit, ...next }))
        const walked = pages.flatMap(({ items }) => items)
        assert.deepStrictEqual(walked, [...whole], `${groupBy} by ${limit}`)
      }
    }
  })

  it("H4: asks people about targets of a run, without what chose them or what scorers made of them", async () => {
    const { calls, app, start } = await prepare(host, "prj_reviewed")
    const { id: run } = await ended(calls, await start(await app({ type: "sample", behaviour: "some_capitals" })))
    const source = { type: "human", question: "Is it right?" } as const
    const settings = { output: { type: "boolean" } } as const
    const { id: right } = await calls.scorers.create({ name: "Right", source, settings })
    const about = (subject: Parameters<typeof calls.reviews.createSession>[0]["subject"]) =>
      calls.reviews.createSession({ requestKey: newKey(), name: "Low", subject, rubric: { right: { id: right } } })
    const session = await about({ runId: run, scorer: "exact", below: 0.5 })
    assert.deepStrictEqual(session.subject, { type: "eval_run", runId: run })
    assert.notInclude(JSON.stringify(await calls.reviews.getSession({ id: session.id })), "exact")
    const { items } = await calls.reviews.list({ sessionId: session.id })
    const low = (await calls.evaluations.get({ id: run, scorer: "exact", below: 0.5 })).items
    assert.deepStrictEqual(
      items.map(({ review }) => review.subject),
      low.map(({ id }) => ({ type: "eval_target", id }))
    )
    // A sample is the same each time, in the order of the run.
    const [one, other] = [await about({ runId: run, sample: 3 }), await about({ runId: run, sample: 3 })]
    const chosen = async (sessionId: string) =>
      (await calls.reviews.list({ sessionId })).items.map(({ review }) => review.subject.id)
    const sample = await chosen(one.id)
    assert.deepStrictEqual([sample.length, await chosen(other.id)], [3, sample])
    assert.deepStrictEqual(sample, sample.toSorted())

    const { id, subject } = items[0]!.review
    const full = await calls.evaluations.target({ id: subject.id })
    const blind = await calls.reviews.evidence({ id })
    assert.deepStrictEqual([blind.blind, blind.evidence], [true, { ...full, scores: {} }])
    await calls.reviews.claim({ id })
    await calls.reviews.submit({ id, scores: { right: { value: false } } })
    const after = await calls.reviews.evidence({ id })
    assert.deepStrictEqual([after.blind, after.evidence], [false, full])

    // Its figures are hidden from people until the session is closed.
    const told = async () => (await calls.evaluations.get({ id: run, limit: 1 })).reviews!
    const open = await told()
    assert.deepStrictEqual(
      open.map(({ sessionId, status, statistics }) => [sessionId, status, statistics]),
      [other, one, session].map(({ id }) => [id, "open", null])
    )
    const { nextCursor } = await calls.evaluations.get({ id: run, limit: 1 })
    assert.notProperty(await calls.evaluations.get({ id: run, limit: 1, cursor: nextCursor! }), "reviews")
    const withoutReviews = host.as("prj_reviewed", "Cy", ["evals:read"]).evaluations
    assert.notProperty(await withoutReviews.get({ id: run, limit: 1 }), "reviews")
    await calls.reviews.close({ id: session.id })
    const { statistics } = await calls.reviews.getSession({ id: session.id })
    assert.deepStrictEqual((await told())[2], { sessionId: session.id, name: "Low", status: "closed", statistics })
    assert.deepInclude(statistics!["right"], { items: 1, answers: 1, mean: 0 })

    const none = `evr_${"7".padEnd(26, "0")}`
    const nothing = { path: "/subject", message: "No target of the run that has succeeded or failed is one of these" }
    for (const [subject, issue] of [
      [{ runId: none }, { path: "/subject/runId", message: "There is no such run in the project" }],
      [{ runId: run, status: "failed" }, nothing],
      [{ runId: run, scorer: "none" }, nothing]
    ] as const) {
      assert.deepNestedInclude(await outcome(about(subject)), { "details.issues": [issue] })
    }
    assert.strictEqual(await codeOf(about({ runId: run, below: 1 })), "VALIDATION_ERROR")
    // What is asked of a run that is deleted is withdrawn.
    await calls.evaluations.delete({ id: run })
    assert.isNull((await host.as("prj_reviewed", "Ben").reviews.claim({ sessionId: one.id })).claim)
    assert.strictEqual((await calls.reviews.getSession({ id: one.id })).session.counts.withdrawn, 3)
    assert.strictEqual(await codeOf(calls.reviews.evidence({ id })), "NOT_FOUND")
  })

  it("R7, X1, X8: calls an app once and waits for it, and ends a run at once", async () => {
    const { calls, app, scorer, start } = await prepare(host, "prj_invoked")
    const id = await app({ type: "sample", behaviour: "capitals" })
    const asked = { requestKey: "try", id, input: "Egypt", expected: "Cairo", scorers: { exact: { id: scorer } } }
    const { run, target } = await calls.evaluations.invoke(asked)
    assert.deepInclude(run, { status: "completed" })
    assert.deepInclude(target, { output: "Cairo", itemId: null, status: "succeeded" })
    assert.deepInclude(target.scores["exact"], { value: 1 })
    assert.strictEqual((await calls.evaluations.invoke(asked)).run.id, run.id)
    assert.strictEqual(await codeOf(calls.evaluations.invoke({ ...asked, input: "Chile" })), "REQUEST_KEY_REUSED")
    assert.strictEqual(await codeOf(calls.evaluations.cancel({ id: run.id })), "RUN_ENDED")
    const hanging = await start(await app({ type: "http", url: host.endpoints.url("hang") }, { maxConcurrency: 2 }))
    assert.strictEqual(await codeOf(calls.evaluations.delete({ id: hanging.id })), "CONFLICT")
    // What it works with stays until it has ended. Law: R7.
    const { revision } = await calls.scorers.get({ id: scorer })
    const held = await calls.scorers.delete({ id: scorer, expectedRevision: revision }).catch((error: unknown) => error)
    const use = { kind: "eval_run", id: hanging.id, name: "Run", revision: 1, alias: "exact", pinnedRevision: revision }
    assert.deepInclude(held, { _tag: "STILL_REFERENCED", details: { referencedBy: [use], hasMore: false } })
    assert.deepStrictEqual(await calls.scorers.dependencies({ id: scorer }), { items: [use], hasMore: false })
    await waitUntil("calls of it to be in flight", async () => {
      const { counts } = (await calls.evaluations.get({ id: hanging.id })).run
      return counts.invoking > 0
    })
    const called = host.endpoints.calls.length
    const cancelled = await calls.evaluations.cancel({ id: hanging.id })
    assert.strictEqual(cancelled.status, "cancelling")
    const end = await ended(calls, hanging)
    assert.deepInclude(end, { status: "cancelled" })
    assert.isAtMost(host.endpoints.calls.length - called, 2)
    assert.strictEqual(await codeOf(calls.evaluations.resume({ id: hanging.id })), "RUN_ENDED")
    // Neither the one that completed nor the one that was cancelled needs it any more.
    await calls.scorers.delete({ id: scorer, expectedRevision: revision })
  })

  it("F1: tells of outputs that are gone when they went, and carries none of them over", async () => {
    const { calls, app, start } = await prepare(host, "prj_old")
    const id = await app({ type: "sample", behaviour: "capitals" })
    const run = await ended(calls, await start(id))
    const [target] = await targetsOf(calls, run.id)
    const before = await calls.evaluations.target({ id: target!.id })
    assert.isNull(before.outputRemovedAt)
    await host.expireOutputs()
    const { outputRemovedAt, ...after } = await calls.evaluations.target({ id: target!.id })
    assert.isNotNull(outputRemovedAt)
    const scores = { exact: { ...before.scores["exact"], detail: {} } }
    assert.deepStrictEqual({ ...after, outputRemovedAt: null }, { ...before, output: null, exchange: {}, scores })
    assert.deepStrictEqual((await calls.evaluations.get({ id: run.id })).run, run)
    const basis = { runId: run.id, carry: "succeeded" } as const
    assert.strictEqual(await codeOf(start(id, { basis })), "VALIDATION_ERROR")
  })

  it("F1: what is purged of an item is gone from evidence, which keeps its hash, output and scores", async () => {
    const { calls, app, dataset, start } = await prepare(host, "prj_purged")
    const id = await app({ type: "sample", behaviour: "capitals" })
    const run = await ended(calls, await start(id, { repetitions: 2 }))
    const itemId = (await targetsOf(calls, run.id))[0]!.itemId!
    const about = (await targetsOf(calls, run.id)).filter((target) => target.itemId === itemId)
    const before = await Promise.all(about.map((target) => calls.evaluations.target({ id: target.id })))
    const done = await calls.datasets.purge({ id: itemId, reason: "Asked for." })
    assert.deepStrictEqual(done, { id: itemId, purged: true, evidence: 2 })
    const nothing = { externalId: null, input: null, expected: null, metadata: {}, purged: true }
    for (const evidence of before) {
      const after = await calls.evaluations.target({ id: evidence.id })
      assert.deepStrictEqual(after, { ...evidence, ...nothing })
    }
    assert.deepStrictEqual((await calls.evaluations.get({ id: run.id })).run, run)
    const again = await ended(calls, await start(id, { dataset: { id: dataset, itemIds: [itemId] } }))
    assert.deepInclude(again.counts, { total: 1, failed: 1 })
  })
})
