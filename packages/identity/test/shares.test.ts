import { describeOnPostgres, serverDatabaseWith } from "@agent-operations/testing"
import { eventually } from "@agent-operations/testing/eventually"
import { layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { connected, identityOn, newTeam, post, refresh } from "./support/world.ts"

// As many as a server has by default. What waits for a lock waits for as long as the test.
const roomy = {
  migrated: (sets: Parameters<typeof serverDatabaseWith>[0]) =>
    serverDatabaseWith(sets, { maxConnections: 10, statementTimeout: "10 minutes" })
}

describeOnPostgres("organizations that share an authorization server", ({ name }) => {
  if (name !== "PostgreSQL") return
  layer(identityOn(roomy), { excludeTestServices: true })((it) => {
    it.effect("K3: programs that wait for one grant keep no other organization's from being answered", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [rival, victim] = [yield* connected(yield* newTeam), yield* connected(yield* newTeam)]
        const [held, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const holder = yield* sql`
          select 1 from agent_operations.grants where client_id = ${rival.clientId} for update`.pipe(
          Effect.andThen(Deferred.succeed(held, undefined)),
          Effect.andThen(Deferred.await(end)),
          sql.withTransaction,
          Effect.forkChild
        )
        yield* Deferred.await(held)
        const revoke = post("/api/auth/oauth2/revoke", { token: rival.refreshToken, client_id: rival.clientId })
        const asked = [...Array.from({ length: 8 }, () => refresh(rival, rival.refreshToken)), revoke, revoke]
        const pile = yield* Effect.forkChild(Effect.all(asked, { concurrency: "unbounded" }))
        yield* eventually(
          "those that wait to have most connections",
          Effect.map(
            sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            (rows) => rows.length >= 4
          )
        )
        // The same address: programs of many people have one, such as that of a hosted assistant.
        assert.strictEqual((yield* refresh(victim, victim.refreshToken)).status, 200)
        assert.isUndefined(pile.pollUnsafe())
        yield* Deferred.succeed(end, undefined)
        yield* Fiber.join(holder)
        assert.lengthOf(yield* Fiber.join(pile), asked.length)
      })
    )
  })
})
