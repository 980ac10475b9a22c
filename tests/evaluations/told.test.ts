import { isLong } from "@agent-operations/testing/long"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { ada, codeOf, databases, outcome, pagesOf } from "../kit.ts"
import { type Calls, ended, exact, prepare, targetsOf } from "./capitals.ts"
import { type Host, startHost } from "./host.ts"

type Create = Parameters<Calls["evaluations"]["create"]>[0]
type NewScorer = Parameters<Calls["scorers"]["create"]>[0]

/** The path at which something is refused; its code where it is refused otherwise, or not at all. */
const refusedAt = async (call: Promise<unknown>) => {
  const { code, details } = { details: undefined, ...(await outcome(call)) }
  return (details as { issues?: ReadonlyArray<{ path: string }> } | undefined)?.issues?.[0]?.path ?? code
}

describe.each(isLong ? databases : databases.slice(1))("what is told of evaluations, on $name", (sort) => {
  let host: Host
  beforeAll(async () => {
    host = await startHost(sort)
  })
  afterAll(() => host.close())

  const makeScorer = async (
    calls: Calls,
    name: string,
    source: NewScorer["source"],
    more: Pick<NewScorer, "settings"> | Pick<NewScorer, "references"> = {}
  ) => (await calls.scorers.create({ name, source, settings: {}, ...more })).id
  const code = (expression: string): NewScorer["source"] => ({
    ...{ type: "code", language: "javascript", code: `export default ${expression}` }
  })
  /** A scorer that asks an app. */
  const makeAsking = (
    calls: Calls,
    name: string,
    app: { readonly id: string; readonly revision?: number },
    settings: NewScorer["settings"] = {}
  ) => makeScorer(calls, name, { type: "app", app: "it" }, { settings, references: { it: { kind: "app", ...app } } })

  it("a run and the evidence of its targets tell all that it was created with, and what came of it", async () => {
    const { calls, app, dataset, start } = await prepare(host, "prj_told")
    const id = await app({ type: "http", url: host.endpoints.url("flaky") }, { microsPerInvocation: 10 })
    const { name } = await calls.apps.get({ id })
    const judging = await app(
      { type: "http", url: host.endpoints.url("ok"), outputPointer: "/output/metadata/verdict" },
      { microsPerInvocation: 20 }
    )
    const { name: judgingName } = await calls.apps.get({ id: judging })
    const judged = await makeAsking(calls, "Of an app", { id: judging, revision: 1 }, { passAt: 0.5 })
    const verdict = { value: 0.25, explanation: "So so.", metadata: { from: "an app" } }
    const { items } = await calls.datasets.put({
      datasetId: dataset,
      items: [{ externalId: "own", input: { question: "own" }, expected: "x", metadata: { verdict, n: 1 } }]
    })
    const base = await ended(calls, await start(await app({ type: "sample", behaviour: "echo" })))
    const asked = {
      ...{ requestKey: "all of it", name: "Told", series: "nightly", repetitions: 2, metadata: { commit: "abc" } },
      ...{ dataset: { id: dataset, itemIds: [items[0]!.id] }, scorers: { judged: { id: judged } }, baseRunId: base.id }
    }
    const { createdAt, startedAt, endedAt, durationMs, statistics, ...run } = await ended(calls, await start(id, asked))
    const version = run.pins.dataset!.version
    assert.deepStrictEqual(run, {
      ...{ id: run.id, requestKey: "all of it", name: "Told", series: "nightly", status: "completed", reason: null },
      pins: {
        app: { id, name, revision: 1 },
        dataset: { id: dataset, name: "Capitals", revision: 1, version },
        scorers: { judged: { id: judged, name: "Of an app", revision: 1 } },
        prompts: [],
        connections: []
      },
      repetitions: 2,
      counts: { total: 2, queued: 0, invoking: 0, scoring: 0, succeeded: 2, failed: 0, cancelled: 0, carried: 0 },
      // A call of the app costs 10 that succeeded, and none that was refused; one of the app that scores 7.
      usage: { heldMicros: 0, spentMicros: 2 * (10 + 7), assumedMicros: 0 },
      createdBy: { ...ada, id: "usr_ada", name: "Ada" },
      ...{ basis: null, baseRunId: base.id, metadata: { commit: "abc" } }
    })
    assert.isAtMost(Date.parse(createdAt), Date.parse(startedAt!))
    assert.isBelow(Date.parse(startedAt!), Date.parse(endedAt!))
    assert.deepInclude(statistics["judged"], { items: 1, scored: 2, mean: 0.25, passRate: 0, passAll: 0 })

    const targets = await targetsOf(calls, run.id)
    const millis = targets.map((target) => target.durationMs!)
    assert.deepStrictEqual(durationMs, { p50: Math.min(...millis), p95: Math.max(...millis) })
    const { attempts, exchange, evidenceHash, scores, ...evidence } = await calls.evaluations.target({
      id: targets[1]!.id
    })
    const { scores: _, ...target } = targets[1]!
    assert.deepStrictEqual(
      { ...target, id: "", traceId: "", durationMs: 0 },
      {
        ...{ id: "", ordinal: 1, itemId: items[0]!.id, externalId: "own", itemFromVersion: version, repetition: 2 },
        ...{ status: "succeeded", durationMs: 0, spentMicros: 17, errorCode: null, traceId: "", carriedFrom: null }
      }
    )
    assert.deepStrictEqual(evidence, {
      ...target,
      ...{ runId: run.id, input: { question: "own" }, expected: "x", metadata: { verdict, n: 1 } },
      ...{ output: { question: "own" }, purged: false, outputRemovedAt: null },
      definitions: [
        { kind: "app", id, name, revision: 1 },
        { kind: "scorer", id: judged, name: "Of an app", revision: 1 },
        { kind: "app", id: judging, name: judgingName, revision: 1 }
      ]
    })
    assert.deepStrictEqual(scores["judged"], {
      ...{ status: "scored", value: 0.25, label: null, passed: false, spentMicros: 7 },
      detail: { explanation: "So so.", metadata: { from: "an app" } }
    })
    assert.match(evidenceHash!, /^[0-9a-f]{64}$/)
    const [first, second] = attempts.map(({ startedAt, endedAt, ...attempt }) => ({
      attempt,
      millis: Date.parse(endedAt) - Date.parse(startedAt)
    }))
    const refused = { ...first!.attempt, message: "" }
    assert.deepStrictEqual(refused, {
      ...{ number: 1, outcome: "failed", errorCode: "APP_ERROR", message: "", httpStatus: 503, retryAfterMs: 2000 },
      ...{ spentMicros: 0, assumed: false }
    })
    assert.deepStrictEqual(second!.attempt, {
      ...{ number: 2, outcome: "succeeded", errorCode: null, message: null, httpStatus: 200, retryAfterMs: null },
      ...{ spentMicros: 10, assumed: false }
    })
    assert.lengthOf(attempts, 2)
    assert.strictEqual(second!.millis, target.durationMs)
    assert.isAtLeast(Date.parse(attempts[1]!.startedAt), Date.parse(attempts[0]!.endedAt) + 1990)
    assert.nestedPropertyVal(exchange, "response.status", 200)

    // The spans of a trace are its attempts, and what scores has a key of its own.
    const calledFor = (key: string) =>
      host.endpoints.calls.filter(({ headers }) => headers["idempotency-key"] === key).map(({ headers }) => headers)
    const spans = calledFor(target.id).map((headers) => String(headers["traceparent"]).split("-"))
    assert.deepStrictEqual(
      spans.map(([, traceId]) => traceId),
      [target.traceId, target.traceId]
    )
    assert.lengthOf(new Set(spans.map(([, , span]) => span)), 2)
    assert.lengthOf(calledFor(`${target.id}.judged`), 1)
  })

  it("runs are listed by their series, page by page, and targets by their status", async () => {
    const { calls, app, start } = await prepare(host, "prj_lists")
    const id = await app({ type: "sample", behaviour: "some_capitals" })
    const runs = []
    for (const series of ["a", "b", "a", "a"]) runs.push(await ended(calls, await start(id, { series })))
    const pages = await pagesOf((next) =>
      calls.evaluations.list({ series: "a", limit: 2, includeTotal: true, ...next })
    )
    assert.deepStrictEqual(
      pages.map(({ total }) => total),
      [3, 3]
    )
    const walked = pages.flatMap(({ items }) => items.map((run) => run.id))
    assert.deepStrictEqual(walked, [runs[3]!.id, runs[2]!.id, runs[0]!.id])

    const failing = await ended(calls, await start(await app({ type: "sample", behaviour: "failing" })))
    const counted = async (run: string, status: "succeeded" | "failed" | "queued") =>
      (await calls.evaluations.get({ id: run, status })).items.length
    assert.deepStrictEqual(
      [
        await counted(failing.id, "failed"),
        await counted(failing.id, "succeeded"),
        await counted(runs[0]!.id, "succeeded")
      ],
      [5, 0, 5]
    )
    assert.deepStrictEqual(failing.durationMs, { p50: null, p95: null })
    const [target] = await targetsOf(calls, failing.id)
    assert.deepInclude(target, { status: "failed", errorCode: "APP_ERROR", durationMs: null, scores: {} })
  })

  it("N2: two runs are compared scorer by scorer and change by change, in pages of any size", async () => {
    const { calls, app, start, scorer: right } = await prepare(host, "prj_compared")
    const short = await makeScorer(calls, "Short", code('({ output }) => output.length < 8 && output !== "Ottawa"'), {
      settings: exact.settings
    })
    const scorers = { right: { id: right }, short: { id: short } }
    const [worse, better] = [
      await app({ type: "sample", behaviour: "some_capitals" }),
      await app({ type: "sample", behaviour: "capitals" })
    ]
    const base = await ended(calls, await start(worse, { scorers }))
    const run = await ended(calls, await start(better, { scorers: { ...scorers, other: { id: right } } }))
    const both = { baseId: base.id, id: run.id }
    const whole = await calls.evaluations.compare(both)
    assert.hasAllKeys(whole.scorers, ["right", "short"])
    const change = (one: "improved" | "unchanged", base: number, other: number) => ({ change: one, base, other })
    assert.deepStrictEqual(
      whole.items.map(({ externalId, scores }) => [externalId, scores]),
      // Of "I don't know." to "Paris", and to "Santiago".
      [
        ["France", { right: change("improved", 0, 1), short: change("improved", 0, 1) }],
        ["Egypt", { right: change("unchanged", 1, 1), short: change("unchanged", 1, 1) }],
        ["Chile", { right: change("unchanged", 1, 1), short: change("unchanged", 0, 0) }],
        ["Canada", { right: change("improved", 0, 1), short: change("unchanged", 0, 0) }],
        ["Estonia", { right: change("unchanged", 1, 1), short: change("unchanged", 1, 1) }]
      ]
    )
    const one = await calls.evaluations.compare({ ...both, scorer: "short", change: "unchanged" })
    // By one scorer alone, chance is that of one.
    assert.deepStrictEqual(one.scorers, { short: whole.scorers["short"]! })
    const alone = await calls.evaluations.compare({ ...both, scorer: "right" })
    const { p, ...right1 } = alone.scorers["right"]!
    const { p: raised, ...right2 } = whole.scorers["right"]!
    assert.deepStrictEqual([Object.keys(alone.scorers), right1], [["right"], right2])
    assert.closeTo(raised!, 2 * p!, 1e-9)
    assert.deepStrictEqual(
      one.items.map(({ externalId, scores }) => [externalId, Object.keys(scores)]),
      ["Egypt", "Chile", "Canada", "Estonia"].map((country) => [country, ["short"]])
    )
    // A change by either scorer is one of the item.
    const improved = await calls.evaluations.compare({ ...both, change: "improved" })
    assert.deepStrictEqual(
      improved.items.map(({ externalId }) => externalId),
      ["France", "Canada"]
    )
    for (const limit of [1, 2, 3, 5]) {
      const pages = await pagesOf((next) => calls.evaluations.compare({ ...both, limit, ...next }))
      const walked = pages.flatMap(({ items }) => items)
      assert.deepStrictEqual(walked, [...whole.items], `by ${limit}`)
    }
  })

  it("U1: an estimate counts every call of every target, and what each may cost at most", async () => {
    const { calls, app, dataset, scorer: free } = await prepare(host, "prj_estimated")
    const endpoint = (url: "ok" | "free", microsPerInvocation: number) =>
      app({ type: "http", url: host.endpoints.url(url) }, { microsPerInvocation })
    const scoring = (name: string, id: string) => makeAsking(calls, name, { id })
    const [one, two] = [await scoring("One", await endpoint("ok", 4)), await scoring("Two", await endpoint("free", 3))]
    const estimate = async (id: string, more: Partial<Create> = {}) => {
      const asked = { name: "x", app: { id }, dataset: { id: dataset }, ...more }
      const { unpriced, ...told } = await calls.evaluations.estimate(asked)
      assert.deepStrictEqual(unpriced, [])
      return told
    }
    const id = await endpoint("ok", 10)
    assert.deepStrictEqual(await estimate(id), { targets: 5, calls: 5, upperBoundMicros: 50 })
    const scorers = { free: { id: free }, one: { id: one }, two: { id: two } }
    assert.deepStrictEqual(await estimate(id, { repetitions: 3, scorers }), {
      ...{ targets: 15, calls: 15 * 3, upperBoundMicros: 15 * (10 + 4 + 3) }
    })
    const sample = await app({ type: "sample", behaviour: "echo" }, { microsPerInvocation: 10 })
    assert.deepStrictEqual(await estimate(sample), { targets: 5, calls: 5, upperBoundMicros: 0 })

    // A model costs what its dearest item does, of those that are asked for, and what the app costs beside it.
    const connection = await host.connect("prj_estimated")
    const source = { type: "text", template: "{{question}}" } as const
    const { id: prompt } = await calls.prompts.create({ name: "Ask", source, settings: {} })
    const model = (microsPerInvocation: number) =>
      app(
        { type: "model", prompt: "ask", connection, model: "small", maxOutputTokens: 16, parameters: {} },
        { microsPerInvocation },
        { ask: { kind: "prompt", id: prompt } }
      )
    const put = async (length: number) =>
      (await calls.datasets.put({ datasetId: dataset, items: [{ input: { question: "x".repeat(length) } }] })).items[0]!
        .id
    const [asking, dear] = [await model(0), await model(5)]
    const sized = [await put(20), await put(50), await put(30)]
    const bound = async (app: string, itemIds: ReadonlyArray<string>) =>
      (await estimate(app, { dataset: { id: dataset, itemIds } })).upperBoundMicros
    const [most, less, both] = [
      await bound(asking, [sized[1]!]),
      await bound(asking, [sized[0]!]),
      await bound(asking, sized)
    ]
    assert.deepStrictEqual([most - less, both], [30, 3 * most])
    assert.strictEqual(await bound(asking, [sized[0]!, sized[2]!]), 2 * (less + 10))
    assert.strictEqual(await bound(dear, [sized[0]!]), less + 5)
    const byModel = { model: { id: await scoring("Model", dear) }, same: { id: await scoring("Same", asking) } }
    const [withDear, withAsking] = [
      await estimate(sample, { scorers: { model: byModel.model } }),
      await estimate(sample, { scorers: { model: byModel.same } })
    ]
    assert.strictEqual(withDear.upperBoundMicros - withAsking.upperBoundMicros, withDear.targets * 5)
  })

  it("X3: a run calls its app by the settings of the revision that it pinned, and stops as it is asked to", async () => {
    const { calls, app, start } = await prepare(host, "prj_limits")
    const settings = { maxConcurrency: 1, ratePerMinute: 77, maxAttempts: 4, onLost: "fail" } as const
    const id = await app({ type: "sample", behaviour: "failing" }, settings)
    const started = async (more: Partial<Create>) => ended(calls, await start(id, { repetitions: 2, ...more }))
    const told = async (stopAfter: Create["stopAfter"]) => {
      const run = await started(stopAfter === undefined ? {} : { stopAfter })
      const { stop_failed: stop, ...limits } = (await host.limitsOf(run.id))!
      assert.deepStrictEqual(limits, { max_concurrency: 1, rate_per_minute: 77, max_attempts: 4, retry_lost: false })
      return [run.status, run.reason, run.counts.failed, stop]
    }
    assert.deepStrictEqual(await told(undefined), ["completed", null, 10, null])
    assert.deepStrictEqual(await told({ failed: 2 }), ["failed", "stop_after", 2, 2])
    // Of 10 targets.
    assert.deepStrictEqual(await told({ failedShare: 0.21 }), ["failed", "stop_after", 3, 3])
    assert.deepStrictEqual(await told({ failedShare: 0 }), ["failed", "stop_after", 1, 1])
    const plain = await ended(calls, await start(await app({ type: "sample", behaviour: "echo" })))
    assert.deepStrictEqual(await host.limitsOf(plain.id), {
      ...{ max_concurrency: 10, rate_per_minute: null, max_attempts: 3, retry_lost: true, stop_failed: null }
    })
  })

  it("X10: a run is over the items, the split and the version that are asked for, and each item of them is there", async () => {
    const { calls, app, dataset, start } = await prepare(host, "prj_selected")
    const { version } = await calls.datasets.put({
      datasetId: dataset,
      items: ["train", "test", "test"].map((split, n) => ({ externalId: `${split} ${n}`, input: n, split }))
    })
    await calls.datasets.put({ datasetId: dataset, items: [{ externalId: "test 1", input: "later", split: "test" }] })
    const id = await app({ type: "sample", behaviour: "echo" })
    const selected = async (more: object) => {
      const run = await ended(calls, await start(id, { dataset: { id: dataset, ...more }, scorers: {} }))
      const targets = await targetsOf(calls, run.id)
      return [run.pins.dataset!.version, targets.map((one) => `${one.externalId} of ${one.itemFromVersion}`)]
    }
    assert.deepStrictEqual(await selected({ split: "test" }), [
      version + 1,
      [`test 1 of ${version + 1}`, `test 2 of ${version}`]
    ])
    assert.deepStrictEqual(await selected({ split: "test", version }), [
      version,
      [`test 1 of ${version}`, `test 2 of ${version}`]
    ])
    const { items } = await calls.datasets.items({ datasetId: dataset, split: "train" })
    const [known, unknown] = [items[0]!.id, `di_${"7".padEnd(26, "0")}`]
    assert.deepStrictEqual(await selected({ itemIds: [known] }), [version + 1, [`train 0 of ${version}`]])
    for (const itemIds of [[unknown], [known, unknown]]) {
      assert.deepInclude(await outcome(start(id, { dataset: { id: dataset, itemIds } })), {
        code: "NOT_FOUND",
        message: `The dataset has no item ${unknown} at version ${version + 1}.`
      })
    }
  })

  it("F3: refuses to carry over what belongs to other items, apps or scorers, or is not there, and says where", async () => {
    const { calls, app, dataset, start, scorer: right } = await prepare(host, "prj_basis")
    const id = await app({ type: "sample", behaviour: "some_capitals" })
    const two = { right: { id: right }, again: { id: right } }
    const base = await ended(calls, await start(id, { repetitions: 2, scorers: two }))
    const failing = await ended(calls, await start(await app({ type: "sample", behaviour: "failing" })))
    const hanging = await start(await app({ type: "http", url: host.endpoints.url("hang") }))
    const { run: call } = await calls.evaluations.invoke({ requestKey: "a call", id, input: 1 })
    const { id: other } = await calls.datasets.create({ name: "Other", source: { type: "items" }, settings: {} })
    await calls.datasets.put({ datasetId: other, items: [{ input: 1 }] })
    const longer = await makeScorer(calls, "Longer", code("() => 1"))
    await calls.apps.update({ id, expectedRevision: 1, source: { type: "sample", behaviour: "capitals" } })
    await calls.scorers.update({ id: right, expectedRevision: 1, settings: { ...exact.settings, passAt: 1 } })
    const first = { id, revision: 1 }
    const right1 = { right: { id: right, revision: 1 } }
    const carrying = (more: Partial<Create>, runId = base.id) =>
      start(id, { app: first, scorers: right1, basis: { runId, carry: "succeeded" }, ...more })
    const scoring = (more: Partial<Create>, runId = base.id) =>
      start(id, { app: null, scorers: { longer: { id: longer } }, basis: { runId, carry: "outputs" }, ...more })

    assert.deepStrictEqual(
      await Promise.all([
        refusedAt(carrying({}, `evr_${"7".padEnd(26, "0")}`)),
        refusedAt(carrying({}, hanging.id)),
        refusedAt(carrying({}, call.id)),
        refusedAt(carrying({ dataset: { id: other } })),
        refusedAt(carrying({ app: { id } })),
        refusedAt(carrying({ app: { id: failing.pins.app!.id } })),
        refusedAt(carrying({ scorers: { right: { id: right } } })),
        refusedAt(carrying({ scorers: { ...right1, longer: { id: longer } } })),
        refusedAt(carrying({ scorers: { right: { id: longer } } })),
        refusedAt(carrying({ app: null })),
        refusedAt(scoring({ app: first })),
        refusedAt(scoring({ repetitions: 3 })),
        refusedAt(scoring({}, failing.id)),
        refusedAt(scoring({ basis: null }))
      ]),
      [
        ...["NOT_FOUND", "/basis/runId", "/basis/runId", "/basis/runId", "/app", "/app"],
        ...["/scorers/right", "/scorers/longer", "/scorers/right", "/app", "/app"],
        ...["/basis/runId", "/basis/runId", "/app"]
      ]
    )
    await calls.evaluations.cancel({ id: hanging.id })

    // The app knows France and Canada by now: what is carried over does not. Only the scores that are asked for are.
    const carried = await ended(calls, await carrying({ repetitions: 3 }))
    assert.deepInclude(carried.counts, { total: 15, carried: 10, succeeded: 15 })
    assert.deepStrictEqual(carried.basis, { runId: base.id, carry: "succeeded" })
    assert.hasAllKeys(carried.statistics, ["right"])
    const [target] = await targetsOf(calls, carried.id)
    assert.hasAllKeys((await calls.evaluations.target({ id: target!.id })).scores, ["right"])
    // Fewer repetitions than there are outputs of, and items that came later, which the basis did not have.
    await calls.datasets.put({ datasetId: dataset, items: [{ input: "later" }] })
    const scored = await ended(calls, await scoring({}))
    assert.deepInclude(scored.counts, { total: 5, carried: 5, succeeded: 5 })
    assert.strictEqual(scored.pins.dataset!.version, base.pins.dataset!.version)
    assert.deepInclude(scored.statistics["longer"], { scored: 5, mean: 1 })
    assert.deepStrictEqual(
      (await targetsOf(calls, scored.id)).map((one) => one.carriedFrom),
      (await targetsOf(calls, base.id)).filter(({ repetition }) => repetition === 1).map((one) => one.id)
    )
  })

  it("R7: all that a run works with is still referenced until it has ended, each by its alias", async () => {
    const { calls, app, dataset, start } = await prepare(host, "prj_needed")
    const connection = await host.connect("prj_needed")
    const source = { type: "text", template: "{{output}}" } as const
    const { id: prompt } = await calls.prompts.create({ name: "Judge", source, settings: {} })
    const scoring = await app({ type: "sample", behaviour: "echo" })
    const id = await app({ type: "http", url: host.endpoints.url("hang") }, { maxConcurrency: 1 })
    const byApp = await makeAsking(calls, "By app", { id: scoring })
    const byJudge = await makeScorer(
      calls,
      "Judge",
      { type: "judge", prompt: "ask", connection, model: "small", maxOutputTokens: 16, choices: [] },
      { references: { ask: { kind: "prompt", id: prompt } } }
    )
    const hanging = await start(id, { scorers: { by_app: { id: byApp }, by_judge: { id: byJudge } } })
    assert.lengthOf(hanging.pins.prompts, 1)
    assert.lengthOf(hanging.pins.connections, 1)
    // The scorers no longer refer to them.
    await calls.scorers.update({ id: byApp, expectedRevision: 1, source: exact.source, references: {} })
    await calls.scorers.update({ id: byJudge, expectedRevision: 1, source: exact.source, references: {} })
    const needed = {
      app: calls.apps.dependencies({ id }),
      dataset: calls.datasets.dependencies({ id: dataset }),
      by_app: calls.apps.dependencies({ id: scoring }),
      prompt: calls.prompts.dependencies({ id: prompt })
    }
    for (const [alias, dependencies] of Object.entries(needed)) {
      assert.deepStrictEqual(
        (await dependencies).items.map((use) => [use.kind, use.id, use.alias, use.pinnedRevision]),
        [["eval_run", hanging.id, alias, 1]]
      )
    }
    await calls.evaluations.cancel({ id: hanging.id })
    await ended(calls, hanging)
    // Nor is anything held by what ends as it is created, or is cancelled before any of it began.
    const { id: empty } = await calls.datasets.create({ name: "Empty", source: { type: "items" }, settings: {} })
    const none = await start(id, { dataset: { id: empty }, scorers: {} })
    assert.deepInclude(none, { status: "completed", reason: null, startedAt: null })
    assert.deepStrictEqual([none.counts.total, none.endedAt !== null], [0, true])
    await host.limit("prj_needed", 1n)
    const dear = await app({ type: "http", url: host.endpoints.url("ok") }, { microsPerInvocation: 10 })
    const waiting = await start(dear, { scorers: {} })
    assert.strictEqual((await calls.evaluations.cancel({ id: waiting.id })).status, "cancelled")
    await calls.datasets.delete({ id: empty, expectedRevision: 1 })
    await calls.apps.delete({ id: dear, expectedRevision: 1 })
    await calls.prompts.delete({ id: prompt, expectedRevision: 1 })
    await calls.datasets.delete({ id: dataset, expectedRevision: 1 })
  })

  it("S3: chance and the clock of code are those of the item, its repetition and the run", async () => {
    const { calls, app, start } = await prepare(host, "prj_chance")
    const drawn = await makeScorer(
      calls,
      "Chance",
      code("() => ({ value: Math.random(), metadata: { now: Date.now() } })")
    )
    const id = await app({ type: "sample", behaviour: "echo" })
    const draw = async () => {
      const run = await ended(calls, await start(id, { repetitions: 2, scorers: { drawn: { id: drawn } } }))
      const evidence = await Promise.all(
        (await targetsOf(calls, run.id)).map((one) => calls.evaluations.target({ id: one.id }))
      )
      const clocks = new Set(
        evidence.map(({ scores }) => (scores["drawn"]!.detail as { metadata: { now: number } }).metadata.now)
      )
      return { run, values: evidence.map(({ scores }) => scores["drawn"]!.value), clocks: [...clocks] }
    }
    const [one, other] = [await draw(), await draw()]
    assert.lengthOf(new Set(one.values), 10)
    assert.deepStrictEqual(other.values, one.values)
    assert.strictEqual(one.clocks.length, 1)
    assert.isAtMost(Math.abs(one.clocks[0]! - Date.parse(one.run.createdAt)), 60_000)
    assert.isAbove(other.clocks[0]!, one.clocks[0]!)
  })

  it("scorers are given what their inputs point at, how long the app took, and what it used", async () => {
    const { calls, app, dataset, start } = await prepare(host, "prj_given")
    const { items } = await calls.datasets.put({
      datasetId: dataset,
      items: [{ input: { question: "France" }, expected: { answer: "Paris" }, metadata: { tags: ["a", "b"] } }]
    })
    const id = await app({ type: "http", url: host.endpoints.url("ok") })
    const said = (pick: string, inputs: Readonly<Record<string, string>> = {}) =>
      makeScorer(calls, pick, code(`(it) => ({ value: 1, explanation: JSON.stringify(${pick}) })`), {
        settings: { inputs }
      })
    const measured = (name: string, source: NewScorer["source"]) =>
      makeScorer(calls, name, source, { settings: { output: { type: "number", min: 0, max: null } } })
    const human = await makeScorer(calls, "People", { type: "human", question: "?" })
    const scorers = {
      given: { id: await said("[it.input, it.output, it.expected, it.metadata]") },
      picked: {
        id: await said("[it.expected, it.first]", { expected: "/expected/answer", first: "/metadata/tags/1" })
      },
      took: { id: await measured("Took", { type: "builtin", name: "latency", options: { unit: "ms" } }) },
      used: { id: await measured("Used", { type: "builtin", name: "usage", options: { of: "totalTokens" } }) },
      human: { id: human }
    }
    const run = await ended(calls, await start(id, { dataset: { id: dataset, itemIds: [items[0]!.id] }, scorers }))
    const [target] = await targetsOf(calls, run.id)
    const { scores } = await calls.evaluations.target({ id: target!.id })
    const told = (alias: string) =>
      JSON.parse((scores[alias]!.detail as { explanation: string }).explanation) as unknown
    const input = { question: "France" }
    assert.deepStrictEqual(told("given"), [input, input, { answer: "Paris" }, { tags: ["a", "b"] }])
    assert.deepStrictEqual(told("picked"), ["Paris", "b"])
    assert.deepInclude(scores["took"], { status: "scored", value: target!.durationMs })
    assert.deepInclude(scores["used"], { status: "scored", value: 3 })
    assert.deepInclude(scores["human"], { status: "unscored", value: null, passed: null })
  })

  it("models are asked by the parameters of the app or judge, at the prices that were pinned", async () => {
    const { calls, app, dataset, start } = await prepare(host, "prj_models")
    const connection = await host.connect("prj_models")
    const prompt = async (name: string, template: string) =>
      (await calls.prompts.create({ name, source: { type: "text", template }, settings: {} })).id
    const model = { connection, model: "small" }
    const ask = { ask: { kind: "prompt", id: await prompt("Ask", "{{question}}?") } } as const
    const parameters = { temperature: 0.5, stop: ["x"] }
    const id = await app({ type: "model", prompt: "ask", ...model, maxOutputTokens: 32, parameters }, {}, ask)
    const choices = ["wrong", "right"].map((label, value) => ({ label, value }))
    const { id: judge } = await calls.scorers.create({
      name: "Judge",
      source: { type: "judge", prompt: "ask", ...model, maxOutputTokens: 64, temperature: 0.25, choices },
      settings: { output: { type: "label", labels: choices }, inputs: { answer: "/expected" } },
      references: { ask: { kind: "prompt", id: await prompt("Judge", "Judge: {{answer}} {{output}}") } }
    })
    const { items } = await calls.datasets.items({ datasetId: dataset, limit: 1 })
    const asked = { dataset: { id: dataset, itemIds: [items[0]!.id] }, scorers: { judge: { id: judge } } }
    const before = host.model.asked.length
    const run = await ended(calls, await start(id, asked))
    const [body, judged] = host.model.asked.slice(before).map((one) => one.body)
    const content = (text: string) => [{ role: "user", content: text }]
    assert.deepStrictEqual(body, { ...parameters, model: "small", max_tokens: 32, messages: content("France?") })
    const { response_format: format, ...rest } = judged!
    const messages = content("Judge: Paris Paris")
    assert.deepStrictEqual(rest, { model: "small", max_tokens: 64, temperature: 0.25, messages })
    assert.nestedPropertyVal(format, "json_schema.name", "verdict")
    assert.strictEqual(run.usage.spentMicros, 2 * 15)
    assert.lengthOf(run.pins.connections, 1)
    assert.sameMembers(
      run.pins.prompts.map(({ name }) => name),
      ["Ask", "Judge"]
    )

    // A run that waits for money goes on with the prices that it has pinned, and one whose connection is gone fails.
    const paused = async (spent: bigint) => {
      await host.limit("prj_models", spent + 1n)
      const created = await start(id, asked)
      await waitUntil("the run to be paused", async () => {
        const { run } = await calls.evaluations.get({ id: created.id })
        return run.status === "paused" || undefined
      })
      return created
    }
    const goOn = async (created: { readonly id: string }) => {
      await host.limit("prj_models", null)
      await calls.evaluations.resume({ id: created.id })
      return ended(calls, created)
    }
    const priced = await paused(30n)
    await host.connection(connection, "priced otherwise")
    assert.strictEqual((await goOn(priced)).usage.spentMicros, 2 * 15)
    const removed = await paused(60n)
    await host.connection(connection, "removed")
    // Nothing goes on where nothing is left: all that was spent is 60.
    await host.limit("prj_models", 60n)
    assert.strictEqual(await codeOf(calls.evaluations.resume({ id: removed.id })), "USAGE_LIMIT_REACHED")
    const end = await goOn(removed)
    assert.deepInclude(end.counts, { failed: 1 })
    const [target] = await targetsOf(calls, end.id)
    const { attempts } = await calls.evaluations.target({ id: target!.id })
    assert.deepStrictEqual(
      attempts.map(({ errorCode, message, spentMicros }) => [errorCode, message, spentMicros]),
      [["APP_ERROR", 'The model connection "Fake" was removed.', 0]]
    )
    assert.strictEqual(await codeOf(start(id, asked)), "NOT_FOUND")
  })

  it("a call that is not waited for is told as it is, and one that fails as it failed", async () => {
    const { calls, app, scorer: right } = await prepare(host, "prj_called")
    const hanging = await app({ type: "http", url: host.endpoints.url("hang") })
    const asked = { requestKey: "hangs", input: { a: [1] }, expected: "x", waitMs: 0 }
    const { run, target } = await calls.evaluations.invoke({ ...asked, id: hanging, scorers: { right: { id: right } } })
    assert.isNull(run.endedAt)
    assert.deepInclude(run.counts, { total: 1, succeeded: 0, failed: 0 })
    assert.deepInclude(run.pins, { dataset: null, app: { id: hanging, name: run.name, revision: 1 } })
    assert.deepInclude(target, {
      ...{ input: { a: [1] }, expected: "x", output: null, attempts: [], scores: {}, evidenceHash: null },
      ...{ itemId: null, itemFromVersion: null, repetition: 1, ordinal: 0, runId: run.id }
    })
    await calls.evaluations.cancel({ id: run.id })
    const failing = await app({ type: "sample", behaviour: "failing" })
    const failed = await calls.evaluations.invoke({ requestKey: "fails", id: failing, input: 1 })
    assert.deepInclude(failed.target, { status: "failed", errorCode: "APP_ERROR", expected: null, output: null })
    assert.deepStrictEqual(
      failed.target.attempts.map(({ outcome, message }) => [outcome, message]),
      [["failed", "This sample always fails."]]
    )
  })

  it("U1: the accounts of a project and of its organization are told, each with its own limit", async () => {
    const { calls, app, start } = await prepare(host, "prj_accounts")
    await host.limit("prj_accounts", 100n)
    const id = await app({ type: "http", url: host.endpoints.url("ok") }, { microsPerInvocation: 10 })
    await ended(calls, await start(id))
    const range = { from: "2015-01-01T00:00:00.000Z", to: "2015-01-02T00:00:00.000Z", groupBy: "run" } as const
    const { accounts, items } = await calls.evaluations.usage(range)
    assert.deepStrictEqual(items, [])
    assert.deepStrictEqual(accounts[1], {
      ...{ account: "project", limitMicros: 100, spentMicros: 35, heldMicros: 0, resetsAt: null }
    })
    assert.lengthOf(accounts, 2)
    // What is spent of a monthly budget begins anew with the next month, in UTC.
    await host.limit("prj_accounts", 100n, true)
    const before = Date.now()
    const [, monthly] = (await calls.evaluations.usage(range)).accounts
    assert.deepStrictEqual({ ...monthly!, resetsAt: null }, { ...accounts[1]! })
    assert.match(monthly!.resetsAt!, /-01T00:00:00\.000Z$/)
    assert.isAbove(Date.parse(monthly!.resetsAt!), before)
    // The organization has spent what all of its projects did.
    assert.deepInclude(accounts[0], { account: "organization", limitMicros: null, resetsAt: null })
    assert.isAtLeast(accounts[0]!.spentMicros, 35)
  })
})
