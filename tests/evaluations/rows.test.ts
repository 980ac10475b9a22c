import { drawn } from "@agent-operations/testing/drawn"
import { compareValues, type Filter, passes } from "@agent-operations/traces"
import fc from "fast-check"
import { isLong } from "@agent-operations/testing/long"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { codeOf, databases } from "../kit.ts"
import { type Calls, capitals, ended, newKey, prepare } from "./capitals.ts"
import { type Host, startHost } from "./host.ts"

type Query = Parameters<Calls["viewRows"]["query"]>[0]
type Settings = NonNullable<Query["draft"]>["settings"]
type Fields = NonNullable<NonNullable<Query["draft"]>["customFields"]>
type Json = string | number | boolean | null

/** A page view over some columns, with custom fields that are not saved. */
const draft = (
  target: Settings["target"],
  columns: ReadonlyArray<string>,
  more: Partial<Settings> = {},
  customFields: Fields = {}
) => ({
  draft: {
    source: { type: "table" as const },
    settings: { target, columns: columns.map((field) => ({ field })), ...more },
    references: {},
    customFields
  }
})

const formula = (
  target: "evaluation_case" | "evaluation_run" | "trace",
  valueType: "boolean" | "number" | "string",
  expression: string
): Fields[string] => ({
  source: { type: "formula", language: "cel", expression },
  settings: { target, valueType }
})

const walk = async (calls: Calls, input: Query) => {
  const items = []
  for (let cursor: string | undefined; ;) {
    const page = await calls.viewRows.query({ ...input, ...(cursor !== undefined && { cursor }) })
    items.push(...page.items)
    if (page.nextCursor === null) return items
    cursor = page.nextCursor
  }
}

const valuesOf = async (calls: Calls, input: Query) => (await walk(calls, input)).map(({ values }) => values)

// `evaluations.test.ts` has PostgreSQL in the short run.
describe.each(isLong ? databases : databases.slice(0, 1))("rows of page views over evaluations, on $name", (sort) => {
  let host: Host
  let project: Awaited<ReturnType<typeof prepare>>
  let run: Awaited<ReturnType<typeof ended>>

  beforeAll(async () => {
    host = await startHost(sort)
    project = await prepare(host, "prj_rows")
    const worse = await project.app({ type: "sample", behaviour: "some_capitals" })
    run = await ended(project.calls, await project.start(worse, { repetitions: 2, series: "capitals" }))
  })
  afterAll(() => host.close())

  it("T13: count the cases of a run as the run does, those that failed and that were cancelled too", async () => {
    const { calls, app, start } = await prepare(host, "prj_counts")
    const failing = await ended(calls, await start(await app({ type: "sample", behaviour: "failing" })))
    const { id } = await start(await app({ type: "http", url: host.endpoints.url("hang") }))
    const cancelled = await ended(calls, await calls.evaluations.cancel({ id }))
    const fields = ["run.caseCount", "run.completedCount", "run.failedCount", "run.status"]
    const shown = await walk(calls, draft("evaluations", fields, {}))
    const rowOf = ({ id, status, counts }: typeof failing) => ({
      id,
      values: {
        "run.caseCount": counts.total,
        "run.completedCount": counts.succeeded,
        "run.failedCount": counts.failed,
        "run.status": status
      }
    })
    assert.deepStrictEqual(shown, [rowOf(cancelled), rowOf(failing)])
    assert.isAbove(failing.counts.failed, 0)
    assert.isAbove(cancelled.counts.cancelled, 0)
  })

  describe("the cases of a run", () => {
    const custom = {
      same: formula("evaluation_case", "boolean", "case.output == case.expected"),
      country: formula("evaluation_case", "string", "case.input.question"),
      share: formula("evaluation_run", "number", "run.scores.exact * double(run.caseCount)")
    }

    it("T13, T14: have what the operations tell of targets and their run, in the run's order, and custom fields of both", async () => {
      const { calls } = project
      const columns = ["case.id", "case.name", "case.status", "case.input.question", "case.output", "case.expected"]
      const more = ["case.scores.exact", "case.durationMs", "run.name", "run.caseCount", "run.scores.exact"]
      const own = ["custom.same", "custom.country", "custom.share"]
      const shown = await walk(calls, {
        ...draft("evaluation_run", [...columns, ...more, ...own], {}, custom),
        runId: run.id,
        limit: 3
      })
      const { items } = await calls.evaluations.get({ id: run.id })
      const mean = run.statistics["exact"]!.mean!
      const expected = []
      for (const { id, externalId, status, scores, durationMs } of items) {
        const { output, expected: right } = await calls.evaluations.target({ id })
        expected.push({
          id,
          values: {
            "case.id": id,
            "case.name": externalId,
            "case.status": status,
            "case.input.question": externalId,
            "case.output": output,
            "case.expected": right,
            "case.scores.exact": scores["exact"]!.value,
            "case.durationMs": durationMs,
            "run.name": "Run",
            "run.caseCount": 10,
            "run.scores.exact": mean,
            "custom.same": scores["exact"]!.value === 1,
            "custom.country": externalId,
            "custom.share": mean * 10
          }
        })
      }
      assert.lengthOf(items, 10)
      assert.deepStrictEqual(shown, expected)
    })

    it("T14, P1: are filtered and sorted as values are compared, page by page", async () => {
      const { calls } = project
      const fields = ["case.name", "case.output", "case.scores.exact", "case.status", "case.id", "custom.country"]
      const all = await walk(calls, { ...draft("evaluation_run", fields, {}, custom), runId: run.id })
      const typeOf = (field: string) =>
        field === "case.output" ? "json" : field === "case.scores.exact" ? "number" : "string"
      const values = [...Object.keys(capitals), ...Object.values(capitals), "succeeded", "B", 0, 1]
      const field = fc.constantFrom(...fields)
      const filter = fc
        .record({
          field,
          operator: fc.constantFrom("eq", "ne", "lt", "gte", "exists"),
          value: fc.constantFrom<Json>(...values)
        })
        .map(({ field, operator, value }): Filter => {
          if (operator === "exists") return { field, operator, value: value !== 0 }
          const isNumber = typeOf(field) === "number"
          return { field, operator, value: isNumber === (typeof value === "number") ? value : isNumber ? 1 : "B" }
        })
      const sorted = fc.record({ field, direction: fc.constantFrom("asc", "desc") })
      await drawn({ all: 0.02, some: 0.02, none: 0.02, pages: 0.1, sorted: 0.2 }, (of) =>
        fc.assert(
          fc.asyncProperty(
            fc.array(filter, { maxLength: 2 }),
            fc.array(sorted, { maxLength: 2 }),
            fc.integer({ min: 1, max: 12 }),
            async (filters, sort, limit) => {
              const settings = { filters, sort } as Partial<Settings>
              const shown = await walk(calls, {
                ...draft("evaluation_run", fields, settings, custom),
                runId: run.id,
                limit
              })
              const passing = all.filter(({ values }) =>
                filters.every((one) => passes(one, typeOf(one.field), (values[one.field] as Json) ?? null))
              )
              const ordered = passing.toSorted((a, b) => {
                for (const { field, direction } of sort) {
                  const [left, right] = [a, b].map(({ values }) => (values[field] as Json) ?? null)
                  const order = compareValues(typeOf(field), direction, left!, right!)
                  if (order !== 0) return order
                }
                return passing.indexOf(a) - passing.indexOf(b)
              })
              of(
                passing.length === 0 ? "none" : passing.length === all.length ? "all" : "some",
                passing.length > limit ? "pages" : undefined,
                sort.length > 0 ? "sorted" : undefined
              )
              assert.deepStrictEqual(shown, ordered, JSON.stringify({ filters, sort, limit }))
            }
          ),
          { numRuns: 40 }
        )
      )
    })

    it("are grouped, and found by name and by the beginning of an ID", async () => {
      const { calls } = project
      const page = (input: Partial<Query>, more: Partial<Settings> = {}) =>
        walk(calls, { ...draft("evaluation_run", ["case.name"], more), runId: run.id, ...input })
      const grouped = await page({}, { groupBy: "case.scores.exact" })
      assert.deepStrictEqual(
        grouped.map(({ group }) => group),
        [...Array.from({ length: 4 }, () => 0), ...Array.from({ length: 6 }, () => 1)]
      )
      const named = await page({ search: "CAN", limit: 1 })
      assert.deepStrictEqual(
        named.map(({ values }) => values["case.name"]),
        ["Canada", "Canada"]
      )
      assert.deepStrictEqual(await page({ search: named[1]!.id }), [named[1]!])
    })

    it("tell why a target failed, and of what is too large that it is", async () => {
      const { calls, start, app } = await prepare(host, "prj_failing")
      const failing = await ended(calls, await start(await app({ type: "sample", behaviour: "failing" })))
      const [first] = await valuesOf(calls, {
        ...draft("evaluation_run", ["case.status", "case.error.code", "case.startedAt", "case.endedAt", "case.output"]),
        runId: failing.id
      })
      assert.deepInclude(first, { "case.status": "failed", "case.error.code": "APP_ERROR", "case.output": null })
      assert.isAtMost(Date.parse(first!["case.startedAt"] as string), Date.parse(first!["case.endedAt"] as string))

      const { id: large } = await calls.datasets.create({ name: "Large", source: { type: "items" }, settings: {} })
      await calls.datasets.put({ datasetId: large, items: [{ input: "x".repeat(300_000) }] })
      const echo = await app({ type: "sample", behaviour: "echo" })
      const made = await calls.evaluations.create({
        requestKey: newKey(),
        name: "Large",
        app: { id: echo },
        dataset: { id: large }
      })
      await ended(calls, made)
      const [row] = await walk(calls, {
        ...draft(
          "evaluation_run",
          ["case.input", "case.status", "custom.seen"],
          {},
          {
            seen: formula("evaluation_case", "string", "string(case.input)")
          }
        ),
        runId: made.id
      })
      assert.deepInclude(row!.values, { "case.input": null, "case.status": "succeeded", "custom.seen": null })
      assert.deepStrictEqual(
        Object.values(row!.errors!).map(({ code }) => code),
        ["TOO_LARGE", "TOO_LARGE"]
      )
    })
  })

  it("evaluations have a row for each series and each run without one, with its latest run", async () => {
    const { calls, app, start, dataset } = await prepare(host, "prj_series")
    const echo = await app({ type: "sample", behaviour: "capitals" })
    const runs = []
    for (const series of ["a", "b", "a", null]) {
      const made = await start(echo, { name: `Of ${series}`, ...(series !== null && { series }) })
      runs.push(await ended(calls, made))
    }
    const [, b, a, alone] = runs
    const fields = ["evaluation.id", "evaluation.name", "evaluation.runCount", "evaluation.datasetId", "run.id"]
    const input = draft(
      "evaluations",
      [...fields, "custom.done"],
      {},
      {
        done: formula("evaluation_run", "boolean", "run.completedCount == run.caseCount && run.scores.exact == 1.0")
      }
    )
    const rowOf = (id: string, name: string, count: number, latest: string) => ({
      id: latest,
      values: {
        "evaluation.id": id,
        "evaluation.name": name,
        "evaluation.runCount": count,
        "evaluation.datasetId": dataset,
        "run.id": latest,
        "custom.done": true
      }
    })
    const expected = [rowOf(alone!.id, "Of null", 1, alone!.id), rowOf("a", "a", 2, a!.id), rowOf("b", "b", 1, b!.id)]
    assert.deepStrictEqual(await walk(calls, { ...input, limit: 2 }), expected)
    assert.deepStrictEqual(await walk(calls, { ...input, from: a!.createdAt, to: alone!.createdAt }), [expected[1]!])
    const sorted = draft("evaluations", fields, { sort: [{ field: "evaluation.runCount", direction: "desc" }] })
    assert.deepStrictEqual(
      (await walk(calls, { ...sorted, limit: 1 })).map(({ id }) => id),
      [a!.id, alone!.id, b!.id]
    )
  })

  it("datasets have how many items they have, and null for custom fields of cases", async () => {
    const { calls, dataset } = await prepare(host, "prj_datasets")
    const { id: none } = await calls.datasets.create({
      name: "Empty",
      source: { type: "items" },
      settings: { extra: { team: "maps" } }
    })
    const columns = ["dataset.name", "dataset.itemCount", "dataset.metadata.team", "custom.output"]
    const custom = { output: formula("evaluation_case", "string", "string(case.output)") }
    assert.deepStrictEqual(await walk(calls, draft("datasets", columns, {}, custom)), [
      {
        id: none,
        values: {
          "dataset.name": "Empty",
          "dataset.itemCount": 0,
          "dataset.metadata.team": "maps",
          "custom.output": null
        }
      },
      {
        id: dataset,
        values: {
          "dataset.name": "Capitals",
          "dataset.itemCount": 5,
          "dataset.metadata.team": null,
          "custom.output": null
        }
      }
    ])
    const most = draft("datasets", ["dataset.name"], {
      filters: [{ field: "dataset.itemCount", operator: "gt", value: 1 }]
    })
    assert.deepStrictEqual(await valuesOf(calls, most), [{ "dataset.name": "Capitals" }])
    assert.deepStrictEqual(await valuesOf(calls, { ...most, search: "emp" }), [])
  })

  it("H4: reviews have what the caller may see of them: in a blind session nothing that others said, nor scores of traces", async () => {
    const { calls, app, start } = await prepare(host, "prj_reviews")
    const { id: question } = await calls.scorers.create({
      name: "Kind",
      source: { type: "human", question: "Is it kind?", guidance: "" },
      settings: {
        output: {
          type: "label",
          labels: [
            { label: "kind", value: 1 },
            { label: "rude", value: 0 }
          ]
        }
      }
    })
    const { traces: made } = await calls.traces.record({
      traces: [{ name: "support", startedAt: "2015-11-20T10:00:00.000Z", output: "Hello" }]
    })
    const traceId = made[0]!.id
    await calls.traces.createScore({ traceId, name: "quality", value: 0.5 })
    const session = await calls.reviews.createSession({
      requestKey: newKey(),
      name: "Blind",
      subject: { traceIds: [traceId] },
      rubric: { kind: { id: question } },
      reviewersPerItem: 2
    })
    const [ada, ben] = [host.as("prj_reviews", "Ada"), host.as("prj_reviews", "Ben")]
    const { claim } = await ada.reviews.claim({ sessionId: session.id })
    const { id } = claim!.review
    await ada.reviews.submit({ id, scores: { kind: { value: "kind", comment: "It greets." } } })

    const columns = ["review.status", "review.reviewerName", "review.verdict", "review.comment", "review.scores.kind"]
    const input = {
      ...draft(
        "reviews",
        [...columns, "review.traceId", "trace.name", "trace.scores.quality", "custom.quality"],
        {},
        { quality: formula("trace", "number", "trace.scores.quality") }
      ),
      sessionId: session.id
    }
    const rowsFor = (seesAll: boolean) => [
      {
        id: `${id}/1`,
        values: {
          "review.status": "completed",
          "review.reviewerName": "Ada",
          "review.verdict": seesAll ? "kind" : null,
          "review.comment": seesAll ? "It greets." : null,
          "review.scores.kind": seesAll ? 1 : null,
          "review.traceId": traceId,
          "trace.name": "support",
          "trace.scores.quality": seesAll ? 0.5 : null,
          "custom.quality": seesAll ? 0.5 : null
        }
      },
      {
        id: `${id}/2`,
        values: {
          "review.status": "open",
          "review.reviewerName": null,
          "review.verdict": null,
          "review.comment": null,
          "review.scores.kind": null,
          "review.traceId": traceId,
          "trace.name": "support",
          "trace.scores.quality": seesAll ? 0.5 : null,
          "custom.quality": seesAll ? 0.5 : null
        }
      }
    ]
    assert.deepStrictEqual(await walk(ada, { ...input, limit: 1 }), rowsFor(true))
    assert.deepStrictEqual(await walk(ben, { ...input, limit: 1 }), rowsFor(false))
    const byScore = { ...input, draft: { ...input.draft, settings: { ...input.draft.settings } } }
    const filters = [{ field: "trace.scores.quality", operator: "gt" as const, value: 0 }]
    assert.isEmpty(
      await walk(ben, { ...byScore, draft: { ...byScore.draft, settings: { ...byScore.draft.settings, filters } } })
    )

    const run = await ended(calls, await start(await app({ type: "sample", behaviour: "capitals" })))
    const ofRun = await calls.reviews.createSession({
      requestKey: newKey(),
      name: "Targets",
      subject: { runId: run.id, sample: 2 },
      rubric: { kind: { id: question } }
    })
    const { items } = await calls.evaluations.get({ id: run.id })
    const traced = await valuesOf(ben, { ...draft("reviews", ["review.traceId"]), sessionId: ofRun.id })
    assert.lengthOf(traced, 2)
    assert.includeMembers(
      items.map(({ traceId }) => traceId as unknown),
      traced.map((values) => values["review.traceId"])
    )
  })

  it("A2, A3: take the scopes of what they list, and are those of the caller's project alone", async () => {
    const columns = ["case.output"]
    const input = { ...draft("evaluation_run", columns), runId: run.id }
    const may = (...scopes: ReadonlyArray<string>) =>
      host.as("prj_rows", "Ada", ["views:read", "traces:read", ...scopes]).viewRows
    assert.strictEqual(await codeOf(may().query(input)), "MISSING_SCOPE")
    assert.strictEqual(await codeOf(may("evals:read").query(input)), "MISSING_SCOPE", "evidence takes datasets:read")
    assert.strictEqual(await codeOf(may("evals:read", "datasets:read").query(input)), "done")
    const light = { ...draft("evaluation_run", ["case.name"]), runId: run.id }
    assert.strictEqual(await codeOf(may("evals:read").query(light)), "done")
    assert.strictEqual(await codeOf(may("evals:read").query(draft("datasets", ["dataset.name"]))), "MISSING_SCOPE")
    assert.strictEqual(await codeOf(may("datasets:read").query(draft("evaluations", ["run.name"]))), "MISSING_SCOPE")
    assert.strictEqual(await codeOf(host.as("prj_other").viewRows.query(light)), "NOT_FOUND")
    assert.isEmpty(await walk(host.as("prj_other"), draft("evaluations", ["run.name"])))
  })

  it("are asked for with the run or the session that they are of, and with no other", async () => {
    const { calls } = project
    const session = "rvs_01k9x3m2h8e7v9q4t6w5z0r1ca"
    const refused = [
      [draft("evaluation_run", ["case.name"]), "/runId"],
      [draft("reviews", ["review.status"]), "/sessionId"],
      [{ ...draft("datasets", ["dataset.name"]), runId: run.id }, "/runId"],
      [{ ...draft("evaluation_run", ["case.name"]), runId: run.id, sessionId: session }, "/sessionId"],
      [{ ...draft("evaluation_run", ["case.name"]), runId: run.id, from: "2015-11-20T10:00:00.000Z" }, "/from"]
    ] as const
    for (const [input, path] of refused) {
      const error = await calls.viewRows.query(input).then(
        () => undefined,
        (error: { readonly details?: { readonly issues?: ReadonlyArray<{ readonly path: string }> } }) => error
      )
      assert.strictEqual(error?.details?.issues?.[0]?.path, path, JSON.stringify(error))
    }
    const unknown = { ...draft("reviews", ["review.status"]), sessionId: session }
    assert.strictEqual(await codeOf(calls.viewRows.query(unknown)), "NOT_FOUND")
    const page = await calls.viewRows.query({ ...draft("evaluation_run", ["case.name"]), runId: run.id, limit: 1 })
    const other = { ...draft("evaluation_run", ["case.name"]), runId: "evr_01k9x3m2h8e7v9q4t6w5z0r1ca", limit: 1 }
    assert.strictEqual(
      await codeOf(calls.viewRows.query({ ...other, cursor: page.nextCursor! })),
      "VALIDATION_ERROR",
      "P3"
    )
  })
})
