/* oxlint-disable typescript/no-explicit-any -- an answer is looked at as its test knows it */
import { ApiKeys, AuditLog } from "@agent-operations/auth"
import { apps, datasets, evaluations, imports, reviews, scorers } from "@agent-operations/evals"
import { secretKeys } from "@agent-operations/evals/secrets"
import { createAgentOperations } from "@agent-operations/kit"
import { prompts } from "@agent-operations/prompts"
import { traces } from "@agent-operations/traces"
import { viewsWithoutValidation } from "@agent-operations/views"
import { Effect, Redacted } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { kits, makeTenant } from "./server.ts"

const by = { type: "operator" } as const
const traceId = (n: number) => String(n).padStart(32, "0")
const spanId = (n: number) => String(n).padStart(16, "0")

const scopes = [
  ...["views:read", "views:write", "traces:read", "traces:write", "traces:delete", "prompts:read", "apps:read"],
  ...["apps:write", "datasets:read", "datasets:write", "scorers:read", "scorers:write", "evals:read", "evals:write"],
  ...["reviews:read", "reviews:write"]
]

describe.each(kits)("evidence on $name", ({ database }) => {
  const setUp = async () => {
    const recording = traces()
    const over = {
      datasets: datasets(),
      scorers: scorers(),
      apps: apps({ keys: secretKeys([Redacted.make("k".repeat(42) + "g")]) })
    }
    const families = [
      ...[viewsWithoutValidation(), recording, prompts(recording), over.datasets, over.apps, over.scorers],
      ...[evaluations(over), imports(over.datasets), reviews(recording)]
    ]
    const { config, drop } = await database(families)
    const kit = await createAgentOperations({ families, database: config, logLevel: "None" })
    const tenant = await makeTenant(kit)
    const send = (token: string, path: string, body: unknown) =>
      kit.fetch(
        new Request(`http://test${path}`, {
          method: "POST",
          body: JSON.stringify(body),
          headers: {
            authorization: `Bearer ${token}`,
            "x-project-id": tenant.projectId,
            "content-type": "application/json"
          }
        })
      )
    const using = (token: string) => {
      const call = async (operation: string, input: object) => {
        const answer = await send(token, `/api/agent/${operation}`, input)
        const { data, error } = (await answer.json()) as any
        return { status: answer.status, data, error }
      }
      const ok = async (operation: string, input: object) => {
        const { status, data, error } = await call(operation, input)
        assert.strictEqual(status, 200, JSON.stringify(error))
        return data
      }
      const record = (trace: number, span: number, name: string, version = 0) =>
        call("record_traces", {
          traces: [
            {
              id: traceId(trace),
              spans: [
                {
                  ...{ id: spanId(span), name, version },
                  ...{ startedAt: "2015-11-20T10:00:00.000Z", endedAt: "2015-11-20T10:00:01.000Z" }
                }
              ]
            }
          ]
        })
      return { call, ok, record }
    }
    const key = async (...held: ReadonlyArray<string>) => {
      const { id, token } = await tenant.key(held)
      return { id, token, ...using(token) }
    }
    /** Another key in the place of one. */
    const replace = async (id: string) => {
      const made = await kit.run(
        ApiKeys.use((all) => all.replace({ organizationId: tenant.organizationId, id, by, overlap: "1 hour" }))
      )
      return { id: made.key.id, ...using(Redacted.value(made.token)) }
    }
    const names = async (trace: number) => {
      const { spans } = await (await key("traces:read")).ok("get_trace", { id: traceId(trace) })
      return spans.map(({ name }: { name: string }) => name)
    }
    const log = () =>
      kit.run(
        AuditLog.use((all) => all.list({ organizationId: tenant.organizationId, by, limit: 100 })).pipe(
          Effect.provide(AuditLog.layer)
        )
      )
    const close = async () => {
      await kit.close()
      await drop()
    }
    return { tenant, send, key, replace, names, log, close }
  }
  let world: Awaited<ReturnType<typeof setUp>>
  beforeAll(async () => {
    world = await setUp()
  })
  afterAll(() => world.close())

  it("T25: a span is replaced by the key that began it and by those that replaced that key, or with traces:delete", async () => {
    const [first, other, deletes] = [
      await world.key("traces:write"),
      await world.key("traces:write"),
      await world.key("traces:write", "traces:delete")
    ]
    assert.strictEqual((await first.record(1, 1, "began")).status, 200)
    const taken = await other.record(1, 1, "harmless", 9)
    assert.deepStrictEqual(
      [taken.status, taken.error.code, taken.error.details],
      [409, "SPAN_TAKEN", { traceId: traceId(1), spanId: spanId(1) }]
    )
    assert.strictEqual((await other.record(1, 1, "began")).status, 200)
    assert.deepStrictEqual(await world.names(1), ["began"])
    assert.strictEqual((await other.record(1, 2, "another span")).status, 200)

    const second = await world.replace(first.id)
    const third = await world.replace(second.id)
    assert.strictEqual((await third.record(1, 1, "replaced", 1)).status, 200)
    assert.deepStrictEqual(await world.names(1), ["replaced", "another span"])
    assert.strictEqual((await first.record(1, 1, "by the first", 2)).status, 200)
    assert.strictEqual((await deletes.record(1, 1, "by right", 3)).status, 200)
    assert.deepStrictEqual(await world.names(1), ["by right", "another span"])
    assert.strictEqual((await deletes.record(1, 3, "of another")).status, 200)
    assert.strictEqual((await second.record(1, 3, "not mine", 1)).status, 409)
  })

  it("T11, T25: by OTLP a version of another's span is rejected, and the rest of its request is kept", async () => {
    const [first, other] = [await world.key("traces:write"), await world.key("traces:write")]
    assert.strictEqual((await first.record(2, 1, "began")).status, 200)
    const span = (id: number, name: string) => ({
      ...{ traceId: traceId(2), spanId: spanId(id), name },
      ...{ startTimeUnixNano: "1448013600000000000", endTimeUnixNano: "1448013609000000000" }
    })
    const answer = await world.send(other.token, "/v1/traces", {
      resourceSpans: [{ scopeSpans: [{ spans: [span(1, "harmless"), span(2, "more")] }] }]
    })
    const { partialSuccess } = (await answer.json()) as any
    assert.deepStrictEqual([answer.status, Number(partialSuccess.rejectedSpans)], [200, 1])
    assert.include(partialSuccess.errorMessage, "SPAN_TAKEN")
    assert.sameMembers(await world.names(2), ["began", "more"])
  })

  it("A2: deleting traces, and replacing or deleting another's scores, requires traces:delete", async () => {
    const [first, other] = [await world.key("traces:write"), await world.key("traces:write")]
    const deletes = await world.key("traces:write", "traces:delete")
    await first.record(3, 1, "began")
    const scored = (name: string) => first.ok("create_score", { traceId: traceId(3), name, value: 1 })
    const [one, two, three] = [await scored("one"), await scored("two"), await scored("three")]
    const overwriting = { traceId: traceId(3), name: "one", value: 0 }
    const refusals = [await other.call("delete_score", { id: one.id }), await other.call("create_score", overwriting)]
    for (const { status, error } of refusals) {
      assert.deepStrictEqual(
        [status, error.code, error.details.required],
        [403, "MISSING_SCOPE", ["traces:write", "traces:delete"]]
      )
    }
    const valueOf = async (name: string) => {
      const { items } = await (await world.key("traces:read")).ok("list_trace_scores", { traceId: traceId(3) })
      return items.find((one: { name: string; identifier: string }) => one.name === name && one.identifier === "").value
    }
    assert.strictEqual(await valueOf("one"), 1)
    assert.strictEqual((await other.call("create_score", { ...overwriting, identifier: "mine" })).status, 200)
    // Who replaces it by right leaves whose it is.
    assert.strictEqual((await deletes.call("create_score", overwriting)).status, 200)
    assert.strictEqual((await first.call("create_score", { ...overwriting, value: 0.5 })).status, 200)
    assert.strictEqual(await valueOf("one"), 0.5)
    assert.strictEqual((await first.call("delete_score", { id: one.id })).status, 200)
    assert.strictEqual((await (await world.replace(first.id)).call("delete_score", { id: two.id })).status, 200)
    assert.strictEqual((await deletes.call("delete_score", { id: three.id })).status, 200)
    assert.strictEqual((await other.call("delete_score", { id: three.id })).status, 404)
    assert.strictEqual((await first.call("delete_trace", { id: traceId(3) })).status, 403)
    assert.strictEqual((await deletes.call("delete_trace", { id: traceId(3) })).status, 200)
  })

  it("A8: what was deleted, set and moved is in the log, with who did it, where and to what; what came to nothing is not", async () => {
    const key = await world.key(...scopes)
    const { projectId } = world.tenant
    const before = new Set((await world.log()).items.map(({ id }) => id))
    await key.record(4, 1, "began")
    const score = await key.ok("create_score", { traceId: traceId(4), name: "good", value: 1 })
    await key.ok("delete_score", { id: score.id })
    await key.ok("delete_trace", { id: traceId(4) })
    const view = await key.ok("create_page_view", {
      name: "V",
      source: { type: "table" },
      settings: { target: "traces" }
    })
    assert.strictEqual((await key.call("delete_page_view", { id: view.id, expectedRevision: 7 })).status, 409)
    await key.ok("delete_page_view", { id: view.id, expectedRevision: 1 })
    await key.ok("recover_page_view", { id: view.id })
    assert.strictEqual((await key.call("recover_page_view", { id: view.id })).status, 404)
    const prompt = await key.ok("create_prompt", { name: "P", source: { type: "text", template: "" }, settings: {} })
    const move = (revision: number | null, expectedRevision: number | null) =>
      key.ok("set_prompt_label", { id: prompt.id, label: "production", revision, expectedRevision })
    await move(1, null)
    await move(1, 1)
    await move(null, 1)
    const app = await key.ok("register_app", { name: "A", source: { type: "sample", behaviour: "echo" }, settings: {} })
    for (const value of [null, "a secret", null, null])
      await key.ok("set_app_secret", { id: app.id, name: "token", value })
    const dataset = await key.ok("create_dataset", { name: "D", source: { type: "items" }, settings: {} })
    const { items } = await key.ok("put_dataset_items", { datasetId: dataset.id, items: [{ input: 1 }] })
    await key.ok("delete_dataset_items", { datasetId: dataset.id, ids: [items[0].id] })
    await key.ok("import_resources", {
      ...{ importKey: "a", into: { datasetId: dataset.id }, mode: "replace" },
      files: [{ path: "items.jsonl", content: `{ "input": 2 }\n{ "input": 3 }\n` }]
    })
    const last = `{ "input": 4 }\n`
    const replacing = { into: { datasetId: dataset.id }, files: [{ path: "items.jsonl", content: last }] }
    await key.ok("import_resources", { ...replacing, importKey: "dry", mode: "replace", dryRun: true })
    const { version } = await key.ok("import_resources", { ...replacing, importKey: "b", mode: "replace" })
    await key.ok("restore_dataset_version", { datasetId: dataset.id, version: 1 })
    const measure = { name: "E", source: { type: "builtin", name: "exact" }, settings: { output: { type: "boolean" } } }
    const scorer = await key.ok("create_scorer", measure)
    const { run } = await key.ok("invoke_app", {
      ...{ requestKey: "a", id: app.id, input: 1 },
      scorers: { exact: { id: scorer.id } }
    })
    await key.ok("delete_eval_run", { id: run.id })
    const slow = await key.ok("register_app", {
      name: "B",
      source: { type: "sample", behaviour: "slow" },
      settings: {}
    })
    const { run: cancelled } = await key.ok("invoke_app", {
      ...{ requestKey: "b", id: slow.id, input: 1, waitMs: 0 },
      scorers: { exact: { id: scorer.id } }
    })
    await key.ok("cancel_eval_run", { id: cancelled.id })
    // It is being cancelled, or has ended.
    await key.call("cancel_eval_run", { id: cancelled.id })
    await key.record(5, 1, "began")
    const asking = {
      name: "Q",
      source: { type: "human", question: "Well?" },
      settings: { output: { type: "boolean" } }
    }
    const question = await key.ok("create_scorer", asking)
    const session = await key.ok("create_review_session", {
      ...{ requestKey: "a", name: "S", subject: { traceIds: [traceId(5)] }, rubric: { well: { id: question.id } } },
      assignees: ["usr_1", "usr_2"]
    })
    const assign = (...assignees: ReadonlyArray<string>) =>
      key.ok("assign_reviews", { sessionId: session.id, assignees })
    const many = Array.from({ length: 200 }, (_, n) => "\u0001".repeat(180) + String(n))
    await assign("usr_2", "usr_1", "usr_2")
    await assign("usr_3", "usr_2")
    await assign()
    await assign()
    await assign(...many)
    await Promise.all(["usr_1", "usr_2", "usr_3", "usr_4"].map((one) => assign(one)))
    await key.ok("close_review_session", { id: session.id })
    assert.strictEqual((await key.call("assign_reviews", { sessionId: session.id, assignees: [] })).status, 409)
    for (const [id, input] of Object.entries({ delete_trace: { id: traceId(4) }, delete_score: { id: score.id } })) {
      assert.strictEqual((await key.call(id, input)).status, 404)
    }

    const events = (await world.log()).items.filter(({ id, action }) => !before.has(id) && action !== "key.created")
    for (const { actor, details } of events) {
      assert.deepStrictEqual(actor, { type: "api_key", id: key.id, name: "Test" })
      assert.strictEqual(details["projectId"], projectId)
    }
    assert.deepStrictEqual(
      events.toReversed().map(({ action, subject }) => [action, subject.type, subject.id, subject.name]),
      [
        ["score.deleted", "score", score.id, "good"],
        ["trace.deleted", "trace", traceId(4), traceId(4)],
        ["definition.deleted", "page_view", view.id, "V"],
        ["definition.recovered", "page_view", view.id, "V"],
        ["label.moved", "label", prompt.id, "production"],
        ["label.removed", "label", prompt.id, "production"],
        ["secret.set", "secret", app.id, "token"],
        ["secret.removed", "secret", app.id, "token"],
        ...Array.from({ length: 3 }, () => ["dataset_item.deleted", "dataset", dataset.id, dataset.id]),
        ["evaluation_run.deleted", "evaluation_run", run.id, run.name],
        ["evaluation_run.cancelled", "evaluation_run", cancelled.id, cancelled.name],
        ...Array.from({ length: 7 }, () => ["reviews.assigned", "review_session", session.id, "S"])
      ]
    )
    const assigned = events
      .flatMap(({ action, details }) => (action === "reviews.assigned" ? [details] : []))
      .toReversed()
    // Of those that are too long for the log it has the first, and how many more there are.
    const cut = [...many.slice(0, 15), "and 185 more"]
    assert.deepStrictEqual(assigned.slice(0, 3), [
      { projectId, assignees: ["usr_3", "usr_2"], formerAssignees: ["usr_2", "usr_1"] },
      { projectId, assignees: [], formerAssignees: ["usr_3", "usr_2"] },
      { projectId, assignees: cut, formerAssignees: [] }
    ])
    // Of those who assign at once, each is told of whom it took the place.
    const atOnce = assigned.slice(2).map(({ assignees }) => assignees)
    assert.sameDeepMembers(atOnce.slice(1), [["usr_1"], ["usr_2"], ["usr_3"], ["usr_4"]])
    assert.deepStrictEqual(
      assigned.slice(3).map(({ formerAssignees }) => formerAssignees),
      atOnce.slice(0, -1)
    )
    assert.deepStrictEqual(
      events.flatMap(({ action, details }) => (action === "dataset_item.deleted" ? [details] : [])).toReversed(),
      [
        { projectId, version: 2, items: 1 },
        { projectId, version, items: 2 },
        { projectId, version: version + 1, items: 1 }
      ]
    )
    assert.notInclude(JSON.stringify(events), "a secret")
  })
})
