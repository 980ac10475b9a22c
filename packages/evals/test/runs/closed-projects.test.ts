import { upkeepMigrations } from "@agent-operations/database"
import { migrations as auth, openProjects } from "@agent-operations/auth"
import { migrations as revisions } from "@agent-operations/revision-store"
import { describeOnBothDatabases } from "@agent-operations/testing"
import { dropDue } from "@agent-operations/testing/drop-due"
import { eventually } from "@agent-operations/testing/eventually"
import { layer } from "@effect/vitest"
import { Deferred, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { workerLayer } from "../../src/runs/engine/Worker.ts"
import { migrations } from "../../src/runs/migrations.ts"
import type { Space } from "../../src/runs/model.ts"
import { RunStore } from "../../src/runs/store/RunStore.ts"
import { assertLaws } from "./invariants.ts"
import { ended, executor, output, runOf, targetsOf } from "./world.ts"

const tenant = "org_closing"

const makeProject = Effect.fnUntraced(function* (project: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    insert into agent_operations.organizations (organization_id, name, created_at) values (${tenant}, 'A', now())
    on conflict do nothing`
  yield* sql`
    insert into agent_operations.projects (organization_id, id, name, created_at)
    values (${tenant}, ${project}, ${project}, now())`
  return { tenant, project } satisfies Space
})

const setClosed = ({ project }: Space, closed: boolean) =>
  SqlClient.SqlClient.use((sql) => sql`update agent_operations.projects set closed = ${closed} where id = ${project}`)

const create = (space: Space, ...run: Parameters<typeof runOf>) =>
  Effect.gen(function* () {
    const created = yield* RunStore.use((store) => store.create(space, ...runOf(...run)))
    assert(created._tag === "Run")
    return created.id
  })

const statusesOf = (space: Space, id: string) =>
  Effect.map(targetsOf(space, id), (targets) => targets.map(({ status }) => status).toSorted())

describeOnBothDatabases("runs of projects that are going to be deleted", (database) => {
  const store = RunStore.layer.pipe(
    Layer.provide(openProjects),
    Layer.provideMerge(database.migrated([auth, revisions, migrations, upkeepMigrations])),
    Layer.orDie
  )
  layer(store, { excludeTestServices: true })((it) => {
    it.effect(
      "A10: call nothing and score nothing until that is cancelled, and then go on as if nothing had been",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const [closing, other] = [yield* makeProject("closing"), yield* makeProject("other")]
          const id = yield* create(closing, 12, { lane: { key: "app", maxConcurrency: 4 } })
          const [called, answer] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          let [scoring, isClosed] = [0, true]
          const app = executor(
            ({ runId }) =>
              Effect.gen(function* () {
                if (runId === id && app.calls.of(id).length === 4) yield* Deferred.succeed(called, undefined)
                if (runId === id) yield* Deferred.await(answer)
                return output("fine")
              }),
            ({ runId }) => {
              if (runId !== id || !isClosed) return Effect.void
              scoring++
              return Effect.never
            }
          )
          yield* Layer.build(workerLayer().pipe(Layer.provide(app.layer)))
          yield* Deferred.await(called)
          yield* setClosed(closing, true)
          // What is out already is written down, and its scoring ends.
          yield* Deferred.succeed(answer, undefined)
          const handedBack = Effect.map(
            sql`select from agent_operations.eval_targets where run_id = ${id} and status = 'scoring' and worker_id is null`,
            ({ length }) => length === 4
          )
          yield* eventually("the scoring of four targets to be handed back", handedBack)
          const beside = yield* create(other, 8, { lane: { key: "app", maxConcurrency: 4 } })
          yield* ended(other, beside)
          assert.lengthOf(app.calls.of(id), 4)
          assert.isAtMost(scoring, 4)
          assert.deepStrictEqual(yield* statusesOf(closing, id), [
            ...Array.from({ length: 8 }, () => "queued"),
            ...Array.from({ length: 4 }, () => "scoring")
          ])
          isClosed = false
          yield* setClosed(closing, false)
          const run = yield* ended(closing, id)
          assert.deepInclude(run.counts, { succeeded: 12, failed: 0 })
          assert.lengthOf(app.calls.of(id), 12)
          yield* assertLaws(closing)
        }).pipe(Effect.scoped)
    )

    it.effect("A10: are kept by the retention, whatever their age", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const app = executor(() => Effect.succeed(output("fine")))
        const spaces = [yield* makeProject("kept"), yield* makeProject("aged")]
        const ids = yield* Effect.scoped(
          Effect.gen(function* () {
            yield* Layer.build(workerLayer().pipe(Layer.provide(app.layer)))
            const made = yield* Effect.forEach(spaces, (space) => create(space, 2))
            for (const [n, id] of made.entries()) yield* ended(spaces[n]!, id)
            return made
          })
        )
        yield* sql`update agent_operations.eval_runs set ended_at = ended_at - interval '40 days' where id = any(${ids})`
        yield* setClosed(spaces[0]!, true)
        const { runs } = (yield* RunStore).removals({ runs: "30 days" })
        assert.strictEqual((yield* dropDue(runs)).count, 1)
        const left = yield* Effect.forEach(spaces, (space, n) => RunStore.use((runs) => runs.run(space, ids[n]!)))
        assert.deepStrictEqual(
          left.map((run) => run?.id),
          [ids[0], undefined]
        )
      })
    )
  })
})
