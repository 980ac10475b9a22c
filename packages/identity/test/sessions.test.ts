import { AuditLog, Organizations } from "@agent-operations/auth"
import { BrowserSessions } from "@agent-operations/identity"
import { describeOnPostgres } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { headersWith, identityOn, newTeam, signIn } from "./support/world.ts"

/** A visit of a browser that calls itself so. */
const visit = Effect.fnUntraced(function* (cookie: string, userAgent = "") {
  const headers = headersWith(cookie)
  if (userAgent !== "") headers.set("user-agent", userAgent)
  return yield* (yield* BrowserSessions).current(headers)
})

describeOnPostgres("a person's sessions", (database) => {
  layer(identityOn(database), { excludeTestServices: true })((it) => {
    it.effect(
      "are listed with what the browser calls itself and when it was last seen, which is written every 10 minutes",
      () =>
        Effect.gen(function* () {
          const { list } = yield* BrowserSessions
          const sql = yield* SqlClient.SqlClient
          const { cookie, user } = yield* newTeam
          yield* visit(cookie, "Firefox")
          const [first] = yield* list(user.id)
          assert.strictEqual(first?.userAgent, "Firefox")
          // Within 10 minutes nothing is written, whatever the browser calls itself.
          yield* visit(cookie, "Another")
          assert.deepStrictEqual(yield* list(user.id), [first])
          yield* sql`
          update agent_operations_identity.sessions set updated_at = updated_at - interval '11 minutes'
          where user_id = ${user.id}`
          yield* visit(cookie, "x".repeat(5000))
          const [later] = yield* list(user.id)
          assert.strictEqual(later?.userAgent, "x".repeat(300))
          assert.isAtLeast(Date.parse(later?.lastSeenAt ?? ""), Date.parse(first?.lastSeenAt ?? ""))
          yield* sql`
          update agent_operations_identity.sessions set expires_at = now() - interval '1 second'
          where user_id = ${user.id}`
          assert.deepStrictEqual(yield* list(user.id), [])
        })
    )

    it.effect("are listed in the order in which they were last seen, whenever they began", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { cookie, user } = yield* newTeam
        const cookies = [cookie, (yield* signIn(user.email)).cookie, (yield* signIn(user.email)).cookie]
        const ids = yield* Effect.forEach(cookies, (cookie) => Effect.map(visit(cookie), (session) => session?.id))
        yield* Effect.forEach([ids[1], ids[2], ids[0]], (id, minutes) =>
          Effect.asVoid(sql`
            update agent_operations_identity.sessions set updated_at = now() - ${minutes} * interval '1 minute'
            where id = ${id}`)
        )
        const listed = yield* (yield* BrowserSessions).list(user.id)
        assert.deepStrictEqual(
          listed.map(({ id }) => id),
          [ids[1], ids[2], ids[0]]
        )
      })
    )

    it.effect("A5: end one by one, or all but one, and nobody ends those of others", () =>
      Effect.gen(function* () {
        const { list, endOne, endOthers } = yield* BrowserSessions
        const team = yield* newTeam
        const cookies = [team.cookie]
        for (let times = 0; times < 3; times++) cookies.push((yield* signIn(team.user.email)).cookie)
        const sessions = yield* Effect.forEach(cookies, (cookie) => visit(cookie))
        const ids = sessions.map((session) => session?.id ?? assert.fail("signed out"))
        const other = yield* newTeam
        for (const id of [ids[1]!, "ses_none", "\0"]) {
          assert.strictEqual((yield* Effect.flip(endOne({ userId: other.user.id, id })))._tag, "Unknown")
        }
        yield* endOne({ userId: team.user.id, id: ids[1]! })
        assert.isUndefined(yield* visit(cookies[1]!))
        assert.strictEqual((yield* Effect.flip(endOne({ userId: team.user.id, id: ids[1]! })))._tag, "Unknown")
        assert.lengthOf(yield* list(team.user.id), 3)
        yield* endOthers({ userId: team.user.id, id: ids[0]! })
        assert.deepStrictEqual(
          (yield* list(team.user.id)).map(({ id }) => id),
          [ids[0]!]
        )
        assert.isDefined(yield* visit(cookies[0]!))
        assert.isDefined(yield* visit(other.cookie))
      })
    )

    it.effect("A8: show a new name at once, as do the person's organizations, whose audit logs tell", () =>
      Effect.gen(function* () {
        const { rename } = yield* BrowserSessions
        const organizations = yield* Organizations
        const { cookie, user, organizationId, by } = yield* newTeam
        const { name: formerName } = (yield* visit(cookie))!.user
        for (const name of ["Ada Lovelace", "Ada Lovelace"]) yield* rename({ userId: user.id, name })
        assert.strictEqual((yield* visit(cookie))?.user.name, "Ada Lovelace")
        const members = yield* organizations.members({ organizationId, by })
        assert.strictEqual(members.find(({ userId }) => userId === user.id)?.name, "Ada Lovelace")
        const { items } = yield* AuditLog.use((log) =>
          log.list({ organizationId, by: { type: "operator" }, limit: 20 })
        ).pipe(Effect.provide(AuditLog.layer))
        const renamed = items.filter(({ action }) => action === "member.renamed")
        assert.deepStrictEqual(
          renamed.map(({ actor, subject, details }) => [actor.id, actor.name, subject.name, details]),
          [[user.id, formerName, "Ada Lovelace", { formerName }]]
        )
      })
    )
  })
})
