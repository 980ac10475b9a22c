import { forgetIdempotencyKeys, Organizations } from "@agent-operations/auth"
import { describeOnPostgres } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { assert } from "vitest"
import { claim } from "../src/idempotency/claim.ts"
import { olga, organization, rounds, servicesOn } from "./world.ts"

/** Creates a project, as a form with this key does. Answers with the project's ID. */
const send = (organizationId: string, idempotencyKey: string) =>
  Effect.map(
    Organizations.use((organizations) =>
      organizations.createProject({ organizationId, name: "Project", by: olga, idempotencyKey })
    ),
    ({ id }) => id
  )

describeOnPostgres("an idempotency key is good for a day", (database) => {
  layer(servicesOn(database))((it) => {
    it.effect("whether or not older ones are forgotten: what is sent again later creates anew", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { organizationId } = yield* organization
        const forget = forgetIdempotencyKeys(sql)
        for (const [key, upkeep] of [
          ["kept", Effect.void],
          ["forgotten", forget]
        ] as const) {
          const first = yield* send(organizationId, key)
          yield* TestClock.adjust("23 hours")
          yield* upkeep
          assert.strictEqual(yield* send(organizationId, key), first)
          yield* TestClock.adjust("1 hour")
          yield* upkeep
          const second = yield* send(organizationId, key)
          assert.notStrictEqual(second, first)
          // And is good for a day from then.
          yield* TestClock.adjust("23 hours")
          yield* upkeep
          assert.strictEqual(yield* send(organizationId, key), second)
        }
      })
    )

    it.effect("for one organization, actor and action: the same key of another is another", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { organizationId: one } = yield* organization
        const { organizationId: two } = yield* organization
        const claims = [one, two].flatMap((organizationId) =>
          ["usr_owner", "usr_admin"].flatMap((actorId) =>
            (["key.created", "key.replaced"] as const).flatMap((action) =>
              ["form", "other"].map((key) => ({ organizationId, actorId, action, key }))
            )
          )
        )
        const all = (name: string) =>
          Effect.forEach(claims, (each, n) => claim(sql, { ...each, subjectId: `${name} ${n}` }))
        assert.deepStrictEqual(new Set(yield* all("first")), new Set([undefined]))
        assert.deepStrictEqual(
          yield* all("second"),
          claims.map((_, n) => `first ${n}`)
        )
      })
    )

    it.effect("of racing requests with one that is older, one creates, even while it is forgotten", () =>
      rounds(
        5,
        Effect.fnUntraced(function* (round) {
          const sql = yield* SqlClient.SqlClient
          const { organizationId } = yield* organization
          const key = `form ${round}`
          const first = yield* send(organizationId, key)
          yield* TestClock.adjust("1 day")
          const sent = Array.from({ length: 6 }, () => send(organizationId, key))
          const [ids] = yield* Effect.all(
            [Effect.all(sent, { concurrency: "unbounded" }), forgetIdempotencyKeys(sql)],
            {
              concurrency: "unbounded"
            }
          )
          assert.strictEqual(new Set(ids).size, 1)
          assert.notInclude(ids, first)
        })
      )
    )

    it.effect("and older ones are deleted by an index, so that those that stay cost nothing", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { organizationId } = yield* organization
        const rows = Effect.map(
          sql<{ count: number }>`
            select count(*)::integer as count from agent_operations.idempotency_keys
            where organization_id = ${organizationId}`,
          ([row]) => row?.count
        )
        yield* send(organizationId, "old")
        yield* TestClock.adjust("1 day")
        const now = DateTime.toDateUtc(yield* DateTime.now)
        yield* sql`
          insert into agent_operations.idempotency_keys (organization_id, actor_id, action, key, subject_id, created_at)
          select ${organizationId}, 'usr_owner', 'project.created', 'new ' || n, 'prj_' || n, ${now}::timestamptz
          from generate_series(1, 5000) as n`
        yield* sql`analyze agent_operations.idempotency_keys`
        const plan = yield* sql`
          explain delete from agent_operations.idempotency_keys where created_at <= ${new Date(now.getTime() - 1000)}`
        assert.include(JSON.stringify(plan), "idempotency_keys_created_at")
        assert.strictEqual(yield* rows, 5001)
        yield* forgetIdempotencyKeys(sql)
        assert.strictEqual(yield* rows, 5000)
      })
    )
  })
})
