import { App } from "@agent-operations/contract/apps"
import { Scorer } from "@agent-operations/contract/scorers"
import { newTypeId } from "@agent-operations/database"
import { RunStore } from "@agent-operations/evals/runs"
import { Secrets } from "@agent-operations/evals/secrets"
import type { SampleApps } from "@agent-operations/sample-apps"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { definitionsOf } from "./definitions.ts"
import { call, type Case, own, type Project } from "./project.ts"

/** A model connection of a project. Those who administer add them, by no operation. */
const connect = ({ kit, place }: Project): Promise<string> =>
  kit.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const id = newTypeId("mco")
      const prices = JSON.stringify([{ model: "small", inputMicrosPerMillion: 1e6, outputMicrosPerMillion: 1e6 }])
      yield* sql`
        insert into agent_operations.model_connections
          (tenant_id, project_id, connection_id, name, base_url, token_limit, prices, created_at, created_by)
        values (${place.organizationId}, ${place.projectId}, ${id}, ${own("Model")}, 'https://model.example.com',
          'max_tokens', ${prices}, now(), '{"type":"operator"}')`
      yield* (yield* Secrets).set(
        { tenant: place.organizationId, project: place.projectId, owner: id, name: "key" },
        Redacted.make("sk-a-secret-of-a-model")
      )
      return id
    })
  )

const boolean = { output: { type: "boolean" } }
const exact = { source: { type: "builtin", name: "exact" }, settings: boolean }
const sample = (behaviour: string) => ({ source: { type: "sample", behaviour }, settings: {} })

/** Apps, scorers and runs that have ended, for what is to be started or reviewed. */
export const runsOf = async (project: Project, endpoints: SampleApps) => {
  const { tell, kit, place } = project
  const space = { tenant: place.organizationId, project: place.projectId }
  await kit.run(RunStore.use((store) => store.setLimit(space, { limit: 1_000_000n, monthly: false })))
  const apps = await definitionsOf(project, App, {
    ...sample("echo"),
    settings: { microsPerInvocation: 2 }
  })
  const scorers = await definitionsOf(project, Scorer, exact)
  const endpoint = await apps.make("Endpoint", {
    source: { ...App.example.source, headers: { authorization: { secret: "token" } } },
    settings: { microsPerInvocation: 2 }
  })
  await tell("set_app_secret", { id: endpoint, name: "token", value: "vXz0fD4sLk2mQx7Qf" }, "ada")
  const connection = await connect(project)
  const ask = await tell("create_prompt", {
    name: own("Ask"),
    source: { type: "text", template: "Hi" },
    settings: { variables: [] }
  })
  const ofModel = {
    source: { type: "model", prompt: "ask", connection, model: "small", maxOutputTokens: 100 },
    settings: {},
    references: { ask: { kind: "prompt", id: ask.id, revision: null } }
  }
  const asking = await apps.make("Asking", ofModel)
  const judging = {
    source: { type: "judge", prompt: "ask", connection, model: "small", maxOutputTokens: 100 },
    settings: { output: { type: "number" } },
    references: ofModel.references
  }
  const datasetId = (await tell("create_dataset", { name: own("Countries"), source: { type: "items" }, settings: {} }))
    .id
  const items = ["Egypt", "Chile", "Canada"].map((name) => ({
    externalId: own(name),
    input: own(name),
    expected: own("Chile"),
    split: "test"
  }))
  await tell("put_dataset_items", { datasetId, items })
  const plan = { name: own("Run"), dataset: { id: datasetId }, scorers: { exact: { id: scorers.main } } }
  const start = async (requestKey: string, more: object): Promise<string> => {
    const { id } = await tell("create_eval_run", { requestKey: own(requestKey), ...plan, ...more })
    return id
  }
  const ended = async (id: string) => {
    await waitUntil(`the end of the run ${id}`, async () => {
      const { run } = await tell("get_eval_run", { id, limit: 1 })
      return run.endedAt !== null
    })
    return id
  }
  const inSeries = { app: { id: apps.main }, series: own("a"), repetitions: 2 }
  const base = await ended(await start("base", inSeries))
  const run = await ended(await start("run", { ...inSeries, app: { id: apps.main }, baseRunId: base }))
  const failing = await apps.make("Failing", sample("failing"))
  const paid = await apps.make("Paid", {
    source: { type: "http", url: endpoints.url("ok") },
    settings: { microsPerInvocation: 10 }
  })
  await ended(await start("paid", { app: { id: paid } }))
  const failed = await ended(await start("failed", { app: { id: failing } }))
  return {
    apps,
    scorers,
    endpoint,
    failing,
    asking,
    ofModel,
    judging,
    datasetId,
    plan,
    inSeries,
    start,
    base,
    run,
    failed
  }
}

export type Runs = Awaited<ReturnType<typeof runsOf>>

/** Calls about evaluations, where what is started waits: nobody works on it. */
export const evaluationsOf = async (
  { tell }: Project,
  {
    apps,
    scorers,
    endpoint,
    failing,
    asking,
    ofModel,
    judging,
    datasetId,
    plan,
    inSeries,
    start,
    base,
    run,
    failed
  }: Runs
): Promise<ReadonlyArray<Case>> => {
  const waiting = await start("waiting", inSeries)
  const page = await tell("list_eval_runs", { limit: 1 })
  const targets = await tell("get_eval_run", { id: run, limit: 1 })
  const target = targets.items[0].id
  const itemIds = (await tell("list_dataset_items", { datasetId, limit: 2 })).items.map(({ id }: { id: string }) => id)
  const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
  return [
    ...apps.cases,
    ...scorers.cases,
    call("list_app_secrets", { id: endpoint }),
    call("set_app_secret", { id: endpoint, name: "token", value: "another-token-of-it" }, "ada"),
    call("set_app_secret", { id: endpoint, name: "other", value: "another-token-of-it" }, "ada"),
    call("delete_app", { id: endpoint, expectedRevision: 1 }),
    call("list_model_connections"),
    call("update_app", { id: apps.main, expectedRevision: 2, ...ofModel }),
    call("validate_scorer", { id: scorers.main }),
    call("validate_scorer", { draft: judging }),
    call("create_scorer", { name: "Judges", ...judging }),
    call("update_scorer", { id: scorers.main, expectedRevision: 2, ...judging }),
    call("create_eval_run", { requestKey: "new", ...plan, ...inSeries, baseRunId: base }),
    call("create_eval_run", {
      requestKey: "carried",
      ...plan,
      app: { id: failing },
      basis: { runId: failed, carry: "succeeded" }
    }),
    call("create_eval_run", { requestKey: "scored", ...plan, app: null, basis: { runId: run, carry: "outputs" } }),
    call("create_eval_run", { requestKey: own("base"), ...plan, ...inSeries }),
    call("create_eval_run", { requestKey: own("base"), ...plan, ...inSeries, repetitions: 3 }),
    call("create_eval_run", { requestKey: "two", ...plan, ...inSeries, dataset: { id: datasetId, itemIds } }),
    call("estimate_eval_run", { ...plan, ...inSeries, baseRunId: base }),
    call("estimate_eval_run", { ...plan, ...inSeries, dataset: { id: datasetId, itemIds } }),
    call("estimate_eval_run", { ...plan, app: { id: failing }, basis: { runId: failed, carry: "succeeded" } }),
    call("estimate_eval_run", {
      ...plan,
      app: { id: apps.main, revision: 1 },
      dataset: { id: datasetId, split: "test" }
    }),
    call("register_app", { name: "Asks", ...ofModel }),
    call("create_eval_run", { requestKey: "asking", ...plan, app: { id: asking } }),
    call("estimate_eval_run", { ...plan, app: { id: asking } }),
    call("list_eval_runs", { includeTotal: true }),
    call("list_eval_runs", { limit: 1, cursor: page.nextCursor }),
    call("list_eval_runs", { series: own("a"), status: "completed", appId: apps.main, datasetId }),
    call("get_eval_run", { id: run }),
    call("get_eval_run", { id: run, limit: 1, cursor: targets.nextCursor }),
    call("get_eval_run", { id: run, status: "succeeded", scorer: "exact", below: 1 }),
    call("get_eval_run", { id: run, itemId: targets.items[0].itemId }),
    call("get_eval_target", { id: target }),
    call("cancel_eval_run", { id: waiting }),
    call("cancel_eval_run", { id: run }),
    call("resume_eval_run", { id: waiting }),
    call("compare_eval_runs", { baseId: base, id: run }),
    call("compare_eval_runs", { baseId: base, id: run, change: "unchanged", limit: 1 }),
    call("delete_eval_run", { id: run }),
    call("delete_eval_run", { id: failed }),
    call("delete_eval_run", { id: waiting }),
    call("delete_dataset", { id: datasetId, expectedRevision: 1 }),
    call("invoke_app", {
      waitMs: 0,
      requestKey: "try",
      id: apps.main,
      input: "Cairo",
      scorers: { exact: { id: scorers.main } }
    }),
    ...["run", "app", "scorer", "day"].map((groupBy) => call("get_usage", { from, to, groupBy }))
  ]
}
