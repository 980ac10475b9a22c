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
import { ask, call, type Case, own, type Project } from "./project.ts"

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
  const ofPaid = await ended(await start("paid", { app: { id: paid } }))
  const cheap = await apps.make("Cheap", {
    source: { type: "http", url: endpoints.url("ok") },
    settings: { microsPerInvocation: 3 }
  })
  await ended(await start("cheap", { app: { id: cheap } }))
  const failed = await ended(await start("failed", { app: { id: failing } }))
  const length = await scorers.make("Length", {
    source: { type: "builtin", name: "levenshtein", options: { ignoreCase: true } },
    settings: { output: { type: "number", min: 0, max: 1 }, passAt: 0.75 }
  })
  const capitals = (await tell("create_dataset", { name: own("Capitals"), source: { type: "items" }, settings: {} })).id
  const country = (name: string, expected: string) => ({ externalId: own(name), input: name, expected })
  const { items: known } = await tell("put_dataset_items", {
    datasetId: capitals,
    items: [
      country("France", "Paris"),
      country("Japan", "Tokyo"),
      country("Egypt", "Cairo"),
      country("Canada", "Ottawa"),
      country("Peru", "Lima"),
      country("Chile", "Santiago")
    ]
  })
  const asked = {
    name: own("Capitals"),
    dataset: { id: capitals },
    scorers: { exact: { id: scorers.main }, near: { id: length } },
    metadata: { commit: "abc" }
  }
  const some = await apps.make("Some", sample("some_capitals"))
  const every = await apps.make("Every", sample("capitals"))
  const series = own("capitals")
  const before = await ended(await start("before", { ...asked, series, app: { id: some } }))
  await tell("delete_dataset_items", { datasetId: capitals, ids: [known[4].id] })
  await tell("put_dataset_items", {
    datasetId: capitals,
    items: [country("Kenya", "Nairobi"), country("Chile", "Chile"), country("Japan", "Kyoto")]
  })
  const after = await ended(await start("after", { ...asked, series, app: { id: every }, baseRunId: before }))
  const broken = await ended(
    await start("broken", { ...asked, series, app: { id: failing }, dataset: { id: capitals, version: 1 } })
  )
  return {
    capitals: { dataset: capitals, asked, before, after, broken, some, every },
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
    ofPaid,
    failed
  }
}

export type Runs = Awaited<ReturnType<typeof runsOf>>

const number = { type: "number" }
const truth = { type: "boolean" }

/** A built-in measure of each name, with its options. */
const builtins: ReadonlyArray<readonly [name: string, options: object, output: object]> = [
  ["exact", { ignoreCase: true, trim: true }, truth],
  ["contains", { ignoreCase: true, mode: "any" }, truth],
  ["contains", { mode: "all" }, truth],
  ["regex", { pattern: "^a", flags: "i" }, truth],
  ["numeric", { tolerance: 0.1, relative: true }, truth],
  ["levenshtein", { ignoreCase: false }, number],
  ["jsonEqual", { ordered: true, ignore: ["/id"] }, truth],
  ["jsonSchema", { schema: { type: "object" } }, truth],
  ...["f1", "precision", "recall", "jaccard"].map((measure) => ["listOverlap", { measure }, number] as const),
  ...["ms", "s"].map((unit) => ["latency", { unit }, number] as const),
  ...["micros", "inputTokens", "outputTokens", "totalTokens"].map((of) => ["usage", { of }, number] as const)
]

const builtin = (name: string, options: object, settings: object) => ({
  source: { type: "builtin", name, options },
  settings
})

/** Scorers that are not valid, each for something else. */
const wrongScorers: ReadonlyArray<object> = [
  ...[
    ["javascript", "export default ("],
    ["typescript", "enum A { B }"],
    ["javascript", "import 'fs'"],
    ["javascript", "const a = 1"]
  ].map(([language, code]) => ({ source: { type: "code", language, code }, settings: { output: truth } })),
  builtin("regex", { pattern: "(" }, { output: truth }),
  builtin("regex", { pattern: "a", flags: "zz" }, { output: truth }),
  builtin("jsonSchema", { schema: { type: "none" } }, { output: truth }),
  builtin("exact", {}, { output: { type: "number", min: 0.5 } }),
  builtin("levenshtein", {}, { output: truth }),
  builtin("levenshtein", {}, { output: { type: "number", min: 0, max: 0.5 } }),
  builtin("latency", {}, { output: { type: "label", labels: [{ label: "slow", value: 1 }] } }),
  builtin("exact", {}, { output: truth, inputs: { wrong: "no pointer" } }),
  builtin("levenshtein", {}, { output: { type: "number", min: 1, max: 0 } }),
  builtin("levenshtein", {}, { output: { type: "number", min: 0, max: 1 }, passAt: 2 }),
  { source: { type: "app", app: "it" }, settings: { output: number } },
  {
    source: { type: "judge", prompt: "it", connection: "mco_none", model: "small", maxOutputTokens: 100 },
    settings: { output: number }
  }
]

/** Calls about evaluations, where what is started waits: nobody works on it. */
export const evaluationsOf = async (
  { tell }: Project,
  {
    capitals,
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
    ofPaid,
    failed
  }: Runs
): Promise<ReadonlyArray<Case>> => {
  const waiting = await start("waiting", inSeries)
  const begun = await start("begun", { ...capitals.asked, app: { id: capitals.every } })
  const cancelled = await start("cancelled", inSeries)
  await tell("cancel_eval_run", { id: cancelled })
  const page = await tell("list_eval_runs", { limit: 1 })
  const targets = await tell("get_eval_run", { id: run, limit: 1 })
  const target = targets.items[0].id
  const firstOf = async (id: string): Promise<string> => (await tell("get_eval_run", { id, limit: 1 })).items[0].id
  const toldTargets = await Promise.all([capitals.after, capitals.broken, ofPaid, waiting, cancelled].map(firstOf))
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
    ...["run", "app", "scorer", "day"].map((groupBy) => call("get_usage", { from, to, groupBy })),
    ...["run", "app", "scorer"].map((groupBy) => ask("get_usage", { from, to, groupBy, limit: 1 })),
    ask("list_model_connections", { model: "small" }),
    ask("list_model_connections", { model: "other" }),
    ...[capitals.before, capitals.after, capitals.broken, waiting, cancelled, failed].flatMap((id) => [
      ask("get_eval_run", { id }),
      ask("get_eval_run", { id, limit: 2 }),
      ask("cancel_eval_run", { id }),
      ask("resume_eval_run", { id }),
      ask("delete_eval_run", { id })
    ]),
    ...toldTargets.flatMap((id) => (["key", "ada"] as const).map((who) => ask("get_eval_target", { id }, who))),
    ...[capitals.after, capitals.broken].map((id) => ask("get_eval_run", { id, limit: 2 }, "ada")),
    ...["exact", "near"].flatMap((scorer) =>
      [0, 0.5, 1].map((below) => ask("get_eval_run", { id: capitals.after, scorer, below }))
    ),
    ...[
      [capitals.before, capitals.after],
      [capitals.after, capitals.before],
      [capitals.before, capitals.broken],
      [capitals.broken, capitals.after],
      [capitals.after, capitals.after],
      [capitals.after, waiting],
      [capitals.after, begun]
    ].flatMap(([baseId, id]) => [
      ask("compare_eval_runs", { baseId, id }),
      ask("compare_eval_runs", { baseId, id, scorer: "near" }),
      ask("compare_eval_runs", { baseId, id, scorer: "exact", limit: 2 }),
      ...["improved", "regressed", "unchanged", "changed", "onlyInBase", "onlyInOther", "unscored"].map((change) =>
        ask("compare_eval_runs", { baseId, id, scorer: "near", change })
      )
    ]),
    ask("compare_eval_runs", { baseId: capitals.before, id: capitals.after, scorer: "none" }),
    ask("list_eval_runs", { series: own("capitals") }),
    ask("list_eval_runs", { datasetId: capitals.dataset, status: "completed" }),
    ask("list_eval_runs", { appId: capitals.some, includeTotal: true }),
    ...["create_eval_run", "estimate_eval_run"].flatMap((operation) =>
      [
        { app: { id: capitals.some, revision: 1 } },
        { app: { id: capitals.some }, dataset: { id: capitals.dataset, version: 1 } },
        { app: { id: capitals.some }, dataset: { id: capitals.dataset, split: "test" } },
        { app: { id: apps.main, revision: 1 }, repetitions: 3, requireBudget: true, stopAfter: { failed: 2 } },
        {
          app: { id: apps.main },
          scorers: { exact: { id: scorers.main, revision: 1 } },
          stopAfter: { failedShare: 0.5 }
        },
        {
          app: { id: failing },
          dataset: { id: capitals.dataset, version: 1 },
          basis: { runId: capitals.broken, carry: "succeeded" }
        },
        { app: { id: capitals.some }, basis: { runId: capitals.before, carry: "succeeded" } },
        {
          app: { id: capitals.some },
          dataset: { id: capitals.dataset, version: 1 },
          basis: { runId: capitals.before, carry: "succeeded" }
        },
        { app: { id: capitals.every }, basis: { runId: capitals.before, carry: "succeeded" } },
        { app: null, basis: { runId: capitals.after, carry: "outputs" } },
        { app: { id: apps.main }, scorers: {} },
        { app: { id: apps.main }, baseRunId: waiting }
      ].map((more, n) =>
        ask(operation, {
          ...(operation === "create_eval_run" && { requestKey: `more ${n}` }),
          ...capitals.asked,
          ...more
        })
      )
    ),
    ...["capitals", "some_capitals", "flaky", "failing", "slow"].map((behaviour) =>
      ask("register_app", { name: behaviour, source: { type: "sample", behaviour }, settings: {} })
    ),
    ask("register_app", {
      name: "Whole",
      source: {
        type: "http",
        url: "https://app.example.com/answer",
        streaming: "sse",
        outputPointer: "/choices/0",
        headers: { "x-team": "a", authorization: { secret: "token" } }
      },
      settings: {
        timeoutMs: 5000,
        maxConcurrency: 3,
        ratePerMinute: 60,
        maxAttempts: 2,
        onLost: "retry",
        microsPerInvocation: 7,
        extra: { team: "a" }
      }
    }),
    ask("update_app", { id: endpoint, expectedRevision: 1, settings: { ratePerMinute: null, onLost: "fail" } }),
    ask("update_app", { id: asking, expectedRevision: 1, source: { ...ofModel.source, parameters: { top_p: 0.5 } } }),
    ask("invoke_app", {
      waitMs: 0,
      requestKey: "revised",
      id: apps.main,
      revision: 1,
      input: "Cairo",
      expected: "Cairo",
      scorers: { exact: { id: scorers.main, revision: 1 } }
    }),
    ...builtins.map(([name, options, output]) =>
      ask("create_scorer", { name, source: { type: "builtin", name, options }, settings: { output, passAt: null } })
    ),
    ask("create_scorer", {
      name: "Code",
      source: {
        type: "code",
        language: "typescript",
        code: "export default ({ output }) => ({ value: output ? 1 : 0 })"
      },
      settings: {
        output: { type: "number", min: 0, max: null },
        inputs: { output: "/output/text" },
        passAt: 1,
        timeoutMs: 500
      }
    }),
    ask("create_scorer", {
      name: "Broken",
      source: { type: "code", language: "javascript", code: "export default (" },
      settings: { output: { type: "number" } }
    }),
    ask("create_scorer", {
      name: "Human",
      source: { type: "human", question: "Is it kind?", guidance: "As to a friend." },
      settings: {
        output: {
          type: "label",
          labels: [
            { label: "kind", value: 1 },
            { label: "rude", value: null }
          ]
        },
        higherIsBetter: false,
        extra: { team: "a" }
      }
    }),
    ask("create_scorer", {
      name: "By an app",
      source: { type: "app", app: "it" },
      settings: { output: { type: "number" } },
      references: { it: { kind: "app", id: apps.main, revision: null } }
    }),
    ask("create_scorer", {
      name: "With choices",
      ...judging,
      source: {
        ...judging.source,
        temperature: 0.5,
        choices: [
          { label: "good", value: 1 },
          { label: "bad", value: 0 }
        ]
      }
    }),
    ask("validate_scorer", { id: scorers.main, revision: 1 }),
    ask("validate_scorer", {
      draft: {
        source: { type: "code", language: "javascript", code: "export default () => 1" },
        settings: { output: { type: "boolean" } }
      }
    }),
    ask("validate_scorer", {
      draft: { source: { type: "human", question: "?" }, settings: { output: { type: "boolean" } } }
    }),
    ...wrongScorers.map((draft) => ask("validate_scorer", { draft }))
  ]
}
