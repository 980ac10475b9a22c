import { waitUntil } from "@agent-operations/testing/wait-until"
import type { Started } from "./process.ts"

interface Answer {
  readonly data?: {
    readonly id?: string
    readonly run?: { readonly endedAt: string | null }
    readonly items?: ReadonlyArray<{ readonly id: string; readonly review?: { readonly id: string } }>
    readonly nextCursor?: string | null
  }
  readonly error?: { readonly code: string }
}

/** Every operation over evaluation runs, and the work on them. Returns the operations that answered, and the codes that were met. */
export const exerciseEvaluations = async ({ url, apiKey, projectId }: Started): Promise<ReadonlySet<string>> => {
  const met = new Set<string>()
  const tell = async (operation: string, input: object) => {
    const response = await fetch(`${url}/api/agent/${operation}`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "x-project-id": projectId, "content-type": "application/json" },
      body: JSON.stringify(input)
    })
    const { data, error } = (await response.json()) as Answer
    met.add(error?.code ?? operation)
    return data ?? {}
  }
  const made = async (operation: string, input: object) => (await tell(operation, input)).id!
  const ended = (id: string) =>
    waitUntil(`the end of the run ${id}`, async () => {
      const { run } = await tell("get_eval_run", { id, limit: 1 })
      return run === undefined || run.endedAt !== null
    })

  const datasetId = await made("create_dataset", { name: "Countries", source: { type: "items" }, settings: {} })
  const items = ["Egypt", "Chile", "Canada"].map((externalId) => ({ externalId, input: externalId, expected: "Cairo" }))
  await tell("put_dataset_items", { datasetId, items: items.map((item) => ({ ...item, split: "test" })) })
  const app = await made("register_app", { name: "Echo", source: { type: "sample", behaviour: "echo" }, settings: {} })
  const flaky = { type: "sample", behaviour: "flaky" }
  const failing = { type: "sample", behaviour: "slow" }
  const unsteady = await made("register_app", { name: "Flaky", source: flaky, settings: { microsPerInvocation: 2 } })
  const slow = await made("register_app", { name: "Slow", source: failing, settings: { maxConcurrency: 1 } })
  const scorer = await made("create_scorer", {
    name: "Same as expected",
    source: { type: "builtin", name: "exact" },
    settings: { output: { type: "boolean" } }
  })
  const plan = { name: "Run", dataset: { id: datasetId }, scorers: { exact: { id: scorer } } }
  await tell("estimate_eval_run", { ...plan, app: { id: app } })
  const start = (requestKey: string, more: object) => made("create_eval_run", { requestKey, ...plan, ...more })
  const base = await start("1", { app: { id: app }, series: "a" })
  await start("1", { app: { id: app }, series: "a" })
  await tell("create_eval_run", { requestKey: "1", ...plan, app: { id: app } })
  const run = await start("2", { app: { id: unsteady }, repetitions: 4, dataset: { id: datasetId, split: "test" } })
  await ended(base)
  await ended(run)
  const carried = await start("3", { app: { id: unsteady }, basis: { runId: run, carry: "succeeded" }, repetitions: 2 })
  const scored = await start("4", { app: null, basis: { runId: run, carry: "outputs" } })
  await ended(carried)
  await ended(scored)
  const { items: targets } = await tell("get_eval_run", { id: run, status: "succeeded", scorer: "exact", below: 1 })
  await tell("get_eval_target", { id: targets![0]!.id })
  const source = { type: "human", question: "Does it help?" }
  const asked = { name: "Helps with it", source, settings: { output: { type: "boolean" } } }
  const rubric = { helpful: { id: await made("create_scorer", asked) } }
  const about = (requestKey: string, subject: object) =>
    made("create_review_session", { requestKey, name: requestKey, subject, rubric })
  await about("all of a run", { runId: run })
  const sessionId = await about("low of a run", {
    runId: run,
    status: "succeeded",
    scorer: "exact",
    below: 1,
    sample: 1
  })
  const { items: reviews } = await tell("list_reviews", { sessionId })
  await tell("get_review_evidence", { id: reviews![0]!.review!.id })
  const { nextCursor } = await tell("list_eval_runs", { limit: 1, series: "a", includeTotal: true })
  if (nextCursor != null)
    await tell("list_eval_runs", { limit: 1, series: "a", includeTotal: true, cursor: nextCursor })
  await tell("list_eval_runs", { status: "completed", appId: app, datasetId })
  await tell("compare_eval_runs", { baseId: base, id: carried })
  await tell("invoke_app", { requestKey: "5", id: app, input: "Cairo", scorers: { exact: { id: scorer } } })
  const long = await start("6", { app: { id: slow }, repetitions: 100 })
  await tell("resume_eval_run", { id: long })
  await tell("cancel_eval_run", { id: long })
  await ended(long)
  await tell("cancel_eval_run", { id: long })
  const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
  const range = { from, to }
  for (const groupBy of ["run", "app", "scorer", "day"]) await tell("get_usage", { ...range, groupBy, limit: 1 })
  await tell("delete_eval_run", { id: scored })
  return met
}
