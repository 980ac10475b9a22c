import { apps, datasets, evaluations, imports, scorers } from "@agent-operations/evals"
import { traces } from "@agent-operations/traces"
import { viewRows } from "@agent-operations/view-rows"
import { views } from "@agent-operations/views"
import { prompts } from "@agent-operations/prompts"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { databases, outcome, startKit } from "../kit.ts"
import { keys } from "../keys.ts"

const families = (isAlone: boolean) => {
  const recorded = traces()
  const over = { datasets: datasets(), scorers: scorers(), apps: apps({ keys }) }
  const runs = evaluations(over, { worker: { isAlone } })
  // As few places as the callers of a flood fill.
  const rows = viewRows({ formulas: { queueLimit: 8 } }, [over.datasets, runs])
  return [
    views(),
    recorded,
    rows,
    prompts(recorded),
    over.datasets,
    imports(over.datasets),
    over.scorers,
    over.apps,
    runs
  ] as const
}

const code = (text: string, timeoutMs = 2000) => ({
  source: { type: "code", language: "javascript", code: `export default () => ${text}` } as const,
  settings: { output: { type: "boolean" }, timeoutMs } as const
})

describe.each(databases)("organizations that share a process, on $name", (sort) => {
  let host: Awaited<ReturnType<typeof start>>
  const start = () => startKit(sort, families(sort.name === "PGlite"))
  beforeAll(async () => void (host = await start()))
  afterAll(() => host.close())

  const both = async () => {
    const [rival, victim] = [await host.tenant(), await host.tenant()]
    return [rival.as(), victim.as()] as const
  }
  type Calls = Awaited<ReturnType<typeof both>>[0]

  /** Does something again and again, many at a time, until something else was done a few times, each without a refusal. */
  const beside = async (flood: () => Promise<unknown>, calm: () => Promise<unknown>) => {
    const flooding = new AbortController()
    const floods = Array.from({ length: 12 }, async () => {
      while (!flooding.signal.aborted) {
        await outcome(flood())
        // What is refused at once is not to keep the event loop.
        await new Promise((resolve) => setImmediate(resolve))
      }
    })
    const codes: Array<string> = []
    for (let i = 0; i < 3; i++) codes.push((await outcome(calm())).code)
    flooding.abort()
    await Promise.all(floods)
    assert.deepStrictEqual(codes, ["done", "done", "done"])
  }

  const evaluate = async (calls: Calls, items: number, scorer: ReturnType<typeof code>) => {
    const { id: scorerId } = await calls.scorers.create({ name: "Scorer", ...scorer })
    const { id: app } = await calls.apps.create({
      name: "Echo",
      source: { type: "sample", behaviour: "echo" },
      settings: {}
    })
    const { id: dataset } = await calls.datasets.create({ name: "Items", source: { type: "items" }, settings: {} })
    const given = Array.from({ length: items }, (_, i) => ({ externalId: `item ${i}`, input: "x" }))
    await calls.datasets.put({ datasetId: dataset, items: given })
    return calls.evaluations.create({
      requestKey: "run",
      name: "Run",
      app: { id: app },
      dataset: { id: dataset },
      scorers: { scorer: { id: scorerId } }
    })
  }

  it("K3: a run of scorers that do not end holds up neither another's run nor what only checks", async () => {
    const [rival, victim] = await both()
    const endless = await evaluate(rival, 100, code("{ for (;;) {} }", 10_000))
    const statusOf = async (calls: Calls, id: string) => (await calls.evaluations.get({ id, limit: 1 })).run
    await waitUntil("the endless run", async () => (await statusOf(rival, endless.id)).status === "running")
    assert.strictEqual((await outcome(victim.scorers.validate({ draft: code("true") }))).code, "done")
    const mine = await evaluate(victim, 5, code("true"))
    await waitUntil("the other run", async () => (await statusOf(victim, mine.id)).status === "completed")
    assert.strictEqual((await statusOf(rival, endless.id)).status, "running")
    await rival.evaluations.cancel({ id: endless.id })
  })

  it("K3: files that take long to read hold up no import of another's", async () => {
    const [rival, victim] = await both()
    const content = Array.from({ length: 50_000 }, (_, i) => `k${i}: 1`).join("\n")
    let asked = 0
    const read = (calls: Calls, path: string, text: string) =>
      calls.imports.importResources({
        importKey: `import ${asked++}`,
        files: [{ path, content: text }],
        into: { datasetName: "Imported" },
        mode: "add",
        dryRun: true
      })
    await beside(
      () => read(rival, "items.yaml", content),
      () => read(victim, "items.jsonl", '{"input":"France?"}')
    )
  })

  it("K3: schemas that take long to check hold up no write of another's", async () => {
    const [rival, victim] = await both()
    const put = async (
      calls: Calls,
      inputSchema: { readonly type: string; readonly pattern?: string },
      input: string
    ) => {
      const { id: datasetId } = await calls.datasets.create({
        name: "Items",
        source: { type: "items" },
        settings: { inputSchema }
      })
      return () => calls.datasets.put({ datasetId, items: [{ externalId: "one", input }] })
    }
    const slow = await put(rival, { type: "string", pattern: "^(a+)+$" }, `${"a".repeat(60)}!`)
    await beside(slow, await put(victim, { type: "string" }, "x"))
  })

  it("K3: formulas that take long hold up no page of another's", async () => {
    const [rival, victim] = await both()
    const page = async (calls: Calls, expression: string) => {
      const at = new Date().toISOString()
      const span = { name: "root", startedAt: at, endedAt: at }
      await calls.traces.record({ traces: Array.from({ length: 20 }, () => ({ spans: [span] })) })
      const { id: field } = await calls.customFields.create({
        name: "Field",
        source: { type: "formula", language: "cel", expression },
        settings: { target: "trace", valueType: "boolean" }
      })
      const { id } = await calls.pageViews.create({
        name: "Page",
        source: { type: "table" },
        settings: { target: "traces", columns: [{ field: "custom.f" }] },
        references: { f: { kind: "custom_field", id: field } }
      })
      return () => calls.viewRows.query({ id, limit: 20 })
    }
    const ten = "[0,1,2,3,4,5,6,7,8,9]"
    const steps = `${ten}.map(a, ${ten}.map(b, ${ten}.map(c, [a, b, c]))).size() > 1`
    await beside(await page(rival, steps), await page(victim, "trace.durationMs > 10.0"))
  })

  it("K3: code that takes long to check holds up no check of another's", async () => {
    const [rival, victim] = await both()
    const long = code(`[${"((b) => (c) => b + c),\n".repeat(2000)}].length > 0`)
    await beside(
      () => rival.scorers.validate({ draft: long }),
      () => victim.scorers.validate({ draft: code("true") })
    )
  })
})
