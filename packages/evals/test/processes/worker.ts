/** A process that works on runs, until it is killed. What the app and its database are, the environment says. */
import { Pglite, Postgres } from "@agent-operations/database"
import { Executor, RunStore, workerLayer } from "@agent-operations/evals/runs"
import { eventually } from "@agent-operations/testing/eventually"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

const { WORKER_DIRECTORY: directory, WORKER_URL: url = "", WORKER_APP: app = "" } = process.env

const database =
  directory === undefined ? Postgres.layer({ url: Redacted.make(url), maxConnections: 5 }) : Pglite.layer({ directory })

const executor = Layer.succeed(Executor, {
  invoke: ({ runId, ordinal }) =>
    Effect.promise(async (signal) => {
      const response = await fetch(`${app}/${runId}/${ordinal}`, { method: "POST", signal })
      return await response.text()
    }).pipe(
      Effect.map((output) => ({
        _tag: "Output" as const,
        output,
        exchange: "{}",
        httpStatus: 200,
        spentMicros: 3n
      }))
    ),
  score: () =>
    Effect.succeed([
      { alias: "one", status: "scored", value: 1, label: null, passed: true, detail: "{}", spentMicros: 0 }
    ]),
  item: ({ itemId }) => Effect.succeed(JSON.stringify({ input: itemId }))
})

/** Says when nothing is left to do, for which no other process may look in a directory. */
const tellsOfTheEnd = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const running = sql`select 1 from agent_operations.eval_runs where ended_at is null`
  yield* eventually(
    "the end of all runs",
    Effect.map(running, ({ length }) => length === 0),
    300
  )
  process.send?.("done")
})

const isAlone = directory !== undefined
await Effect.runPromise(
  Layer.launch(
    Layer.merge(
      workerLayer({ isAlone, lease: "2 seconds" }).pipe(Layer.provide(executor), Layer.provide(RunStore.layer)),
      isAlone ? Layer.effectDiscard(Effect.forkScoped(tellsOfTheEnd)) : Layer.empty
    ).pipe(Layer.provide(database))
  )
)
