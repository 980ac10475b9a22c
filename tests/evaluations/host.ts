import {
  apps,
  datasets,
  evaluations,
  itemEvidence,
  promptEvaluations,
  reviews,
  runReviews,
  scorers
} from "@agent-operations/evals"
import { RunStore } from "@agent-operations/evals/runs"
import { Secrets } from "@agent-operations/evals/secrets"
import { type FakeModel, startFakeModel } from "@agent-operations/fake-model"
import { prompts } from "@agent-operations/prompts"
import { type SampleApps, startSampleApps } from "@agent-operations/sample-apps"
import { newTypeId } from "@agent-operations/database"
import { dropDue } from "@agent-operations/testing/drop-due"
import { traces } from "@agent-operations/traces"
import { viewRows } from "@agent-operations/view-rows"
import { views } from "@agent-operations/views"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { keys } from "../keys.ts"
import { ada, type Sort, startKit } from "../kit.ts"

/** How the model answers: a judge is told what it judges, and an app what it is asked. */
const answerOf = (messages: string) => {
  if (!messages.includes("Judge:")) return messages.includes("France") ? "Paris" : "I don't know."
  return JSON.stringify({ explanation: "As it says.", label: messages.includes("Paris") ? "right" : "wrong" })
}

const startModel = () => startFakeModel(({ body }) => ({ text: answerOf(JSON.stringify(body["messages"])) }))

/** A host that serves evaluations with all that they work with, called in its process. */
export const startHost = async (sort: Sort) => {
  const [endpoints, model]: readonly [SampleApps, FakeModel] = [await startSampleApps(), await startModel()]
  const recorded = traces()
  const egress = { allow: [endpoints.origin, model.origin] }
  const over = {
    datasets: datasets({ evidence: itemEvidence, administers: () => true }),
    scorers: scorers(),
    apps: apps({ keys, egress })
  }
  const runs = evaluations(over, { worker: { isAlone: sort.name === "PGlite" }, reviews: runReviews })
  const reviewed = reviews(recorded, { runs })
  const families = [
    views(),
    recorded,
    viewRows({}, [over.datasets, runs, reviewed]),
    prompts(recorded, { evaluations: promptEvaluations }),
    over.datasets,
    over.scorers,
    over.apps,
    runs,
    reviewed
  ] as const
  const { kit, close } = await startKit(sort, families, { logLevel: "Warn" })

  /** A model connection of a project, whose tokens cost a micro each. */
  const connect = (project: string) => {
    const id = newTypeId("mco")
    const place = { tenant: "acme", project, owner: id, name: "key" }
    const prices = JSON.stringify([{ model: "small", inputMicrosPerMillion: 1e6, outputMicrosPerMillion: 1e6 }])
    return kit.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          insert into agent_operations.model_connections
            (tenant_id, project_id, connection_id, name, base_url, token_limit, prices, created_at, created_by)
          values ('acme', ${project}, ${id}, 'Fake', ${model.baseUrl}, 'max_tokens', ${prices}, now(), '{}')`
        yield* (yield* Secrets).set(place, Redacted.make("sk-a-secret-of-a-model"))
        return id
      })
    )
  }

  return {
    as: (projectId: string, name = "Ada", scopes: "all" | ReadonlyArray<string> = "all") =>
      kit.as({ actor: { ...ada, id: `usr_${name.toLowerCase()}`, name }, organizationId: "acme", projectId, scopes }),
    endpoints,
    model,
    connect,
    /** By what limits a run calls its app. */
    limitsOf: (run: string) =>
      kit.run(
        Effect.map(
          SqlClient.SqlClient.use(
            (sql) => sql`
              select max_concurrency, rate_per_minute, max_attempts, retry_lost, stop_failed
              from agent_operations.eval_runs where id = ${run}`
          ),
          ([row]) => row
        )
      ),
    /** Changes a model connection of a project, or removes it. */
    connection: (id: string, change: "priced otherwise" | "removed") =>
      kit.run(
        SqlClient.SqlClient.use((sql) =>
          change === "removed"
            ? sql`delete from agent_operations.model_connections where connection_id = ${id}`
            : sql`
                update agent_operations.model_connections set prices = replace(prices, '1000000', '9000000')
                where connection_id = ${id}`
        )
      ),
    /** Limits what a project may spend. */
    limit: (project: string, micros: bigint | null, monthly = false) =>
      kit.run(RunStore.use((store) => store.setLimit({ tenant: "acme", project }, { limit: micros, monthly }))),
    /** Has spent something on runs, for apps and scorers, on days. */
    spend: (
      project: string,
      rows: ReadonlyArray<readonly [day: string, run: string, app: string, scorer: string, micros: number]>
    ) =>
      kit.run(
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          Effect.forEach(
            rows,
            ([day, run, app, scorer, micros]) => sql`
              insert into agent_operations.eval_usage
                (tenant_id, project_id, day, run_id, app_id, scorer_id, spent_micros)
              values ('acme', ${project}, ${day}, ${run}, ${app}, ${scorer}, ${micros})`
          )
        )
      ),
    /** Takes the outputs of all runs away that have ended. */
    expireOutputs: () => kit.run(RunStore.use(({ removals }) => dropDue(removals({ outputs: 0 }).outputs))),
    close: async () => {
      await close()
      await Promise.all([endpoints.close(), model.close()])
    }
  }
}

export type Host = Awaited<ReturnType<typeof startHost>>
