import { setTimeout } from "node:timers/promises"
import { ApiKeys, CredentialVerifier, migrations, Organizations, plannedDeletions } from "@agent-operations/auth"
import { describeOnPostgres } from "@agent-operations/testing"
import { daysAhead, whileClockBehind } from "@agent-operations/testing/clock-behind"
import { dropDue } from "@agent-operations/testing/drop-due"
import { whileLocked } from "@agent-operations/testing/locked"
import { layer } from "@effect/vitest"
import { Effect, Fiber, type Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { adam, logOf, mia, olga, operator, organization, rounds, rowsOf, servicesOn } from "./world.ts"

const deleteNow = Effect.flatMap(plannedDeletions(migrations.tenantTables ?? []), dropDue)

describeOnPostgres("deletions", (database) => {
  /** The project that a key reaches by a name, if it does. */
  const reached = (credential: Redacted.Redacted, projectId: string) =>
    Effect.map(
      CredentialVerifier.use((verifier) => verifier.verify({ credential, projectId, audience: "rest" })),
      (principal) => principal.projectId
    )

  const withKey = Effect.gen(function* () {
    const at = yield* organization
    const keys = yield* ApiKeys
    const { token } = yield* keys.create({ ...at, name: "Key", scopes: ["views:read"], by: operator })
    return { ...at, id: at.projectId, token }
  })

  const actionsOf = (organizationId: string) =>
    Effect.map(logOf(organizationId), (events) => events.map(({ action }) => action))

  layer(servicesOn(database))((it) => {
    it.effect("A10: are planned and cancelled by owners alone; no key reaches the project meanwhile", () =>
      Effect.gen(function* () {
        const { organizationId, id, token } = yield* withKey
        const organizations = yield* Organizations
        const after = "1 hour"
        for (const by of [adam, mia]) {
          const refused = yield* Effect.flip(organizations.planProjectDeletion({ organizationId, id, by, after }))
          assert.strictEqual(refused._tag, "NotAllowed")
          const all = yield* Effect.flip(organizations.planOrganizationDeletion({ organizationId, by, after }))
          assert.strictEqual(all._tag, "NotAllowed")
        }
        assert.strictEqual(yield* reached(token, id), id)
        const planned = yield* organizations.planProjectDeletion({ organizationId, id, by: olga, after })
        assert.deepStrictEqual(planned.by, { id: "usr_owner", name: "Olga" })
        assert.strictEqual(yield* reached(token, id), null)
        const again = yield* organizations.planProjectDeletion({ organizationId, id, by: operator, after: "1 minute" })
        assert.deepStrictEqual(again, planned, "the first plan stays")
        const { project } = yield* organizations.project({ organizationId, id, userId: "usr_member" })
        assert.deepStrictEqual(project.deletion, planned)
        const notTheirs = yield* Effect.flip(organizations.cancelProjectDeletion({ organizationId, id, by: adam }))
        assert.strictEqual(notTheirs._tag, "NotAllowed")
        yield* deleteNow
        yield* organizations.cancelProjectDeletion({ organizationId, id, by: olga })
        assert.strictEqual(yield* reached(token, id), id)
        const nothing = yield* Effect.flip(organizations.cancelProjectDeletion({ organizationId, id, by: olga }))
        assert.strictEqual(nothing._tag, "Unknown")
        assert.deepStrictEqual((yield* actionsOf(organizationId)).slice(-2), [
          "project.deletion_planned",
          "project.deletion_cancelled"
        ])
      })
    )

    it.effect("A10: of an organization close its projects, and leave those closed that were to be deleted anyway", () =>
      Effect.gen(function* () {
        const { organizationId, id, token } = yield* withKey
        const organizations = yield* Organizations
        const { id: other } = yield* organizations.createProject({ organizationId, name: "Other", by: olga })
        const planned = { organizationId, by: olga, after: "1 hour" } as const
        yield* organizations.planProjectDeletion({ ...planned, id: other })
        yield* organizations.planOrganizationDeletion(planned)
        assert.strictEqual(yield* reached(token, id), null)
        const more = yield* Effect.flip(organizations.createProject({ organizationId, name: "More", by: olga }))
        assert.strictEqual(more._tag, "NotAllowed")
        const [membership] = yield* organizations
          .membershipsOf({ userId: "usr_owner" })
          .pipe(Effect.map((all) => all.filter((each) => each.organizationId === organizationId)))
        assert.isDefined(membership?.deletion)
        yield* organizations.cancelOrganizationDeletion({ organizationId, by: olga })
        assert.strictEqual(yield* reached(token, id), id)
        assert.strictEqual(yield* reached(token, other), null)
      })
    )

    it.effect("A10: whose time has come can't be cancelled, are seen by nobody, and take nothing of others along", () =>
      Effect.gen(function* () {
        const others = yield* withKey
        const { organizationId, id } = yield* withKey
        const organizations = yield* Organizations
        const planned = { organizationId, by: olga, after: 0 } as const
        yield* organizations.createProject({ organizationId, name: "Kept", by: olga })
        const before = yield* rowsOf(others.organizationId)
        yield* organizations.planProjectDeletion({ ...planned, id })
        const late = yield* Effect.flip(organizations.cancelProjectDeletion({ organizationId, id, by: olga }))
        assert.strictEqual(late._tag, "Unknown")
        const gone = yield* Effect.flip(organizations.project({ organizationId, id, userId: "usr_owner" }))
        assert.strictEqual(gone._tag, "Unknown")
        yield* Effect.all([deleteNow, deleteNow], { concurrency: 2 })
        const names = (yield* organizations.projects({ organizationId, by: olga })).map(({ name }) => name)
        assert.deepStrictEqual(names, ["Kept"])
        const deleted = (yield* logOf(organizationId)).filter(({ action }) => action === "project.deleted")
        assert.strictEqual(deleted.length, 1)
        assert.deepStrictEqual([deleted[0]?.actor.name, deleted[0]?.subject.id], ["Olga", id])

        yield* organizations.planOrganizationDeletion(planned)
        const none = yield* Effect.flip(organizations.membership({ organizationId, userId: "usr_owner" }))
        assert.strictEqual(none._tag, "Unknown")
        yield* Effect.all([deleteNow, deleteNow], { concurrency: 2 })
        assert.deepStrictEqual(yield* rowsOf(organizationId), [])
        assert.deepStrictEqual(yield* rowsOf(others.organizationId), before)
      })
    )

    if (database.name === "PostgreSQL") {
      it.effect("A10: whose time comes while whoever cancels them waits are not cancelled any more", () =>
        Effect.gen(function* () {
          const { organizationId, projectId: id } = yield* organization
          const organizations = yield* Organizations
          yield* organizations.planProjectDeletion({ organizationId, id, by: olga, after: "300 millis" })
          const cancelling = yield* whileLocked(
            (sql) => sql`
              select 1 from agent_operations.organizations where organization_id = ${organizationId} for no key update`,
            Effect.gen(function* () {
              const fiber = yield* Effect.forkChild(
                Effect.flip(organizations.cancelProjectDeletion({ organizationId, id, by: olga }))
              )
              // clock: their time is to come by the clock of the database; any later does as well
              yield* Effect.promise(() => setTimeout(400))
              return fiber
            })
          )
          assert.strictEqual((yield* Fiber.join(cancelling))._tag, "Unknown")
        })
      )
    }

    it.effect(
      "K1: are due as late as they were planned to be, though the clock was behind when they were planned",
      () =>
        Effect.gen(function* () {
          const { organizationId, projectId: id } = yield* organization
          const organizations = yield* Organizations
          const planned = { organizationId, by: olga, after: "7 days" } as const
          yield* whileClockBehind(organizations.planProjectDeletion({ ...planned, id }))
          const { at } = yield* whileClockBehind(organizations.planOrganizationDeletion(planned))
          const sql = yield* SqlClient.SqlClient
          const ofProject = sql`select delete_at from agent_operations.projects where id = ${id}`
          assert.strictEqual(yield* daysAhead(ofProject), 407)
          assert.strictEqual(yield* daysAhead(sql`select ${at}::timestamptz`), 407)
        })
    )

    it.effect("that are cancelled as their time comes are either cancelled or done", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const organizations = yield* Organizations
        const sql = yield* SqlClient.SqlClient
        const outcomes = yield* rounds(12, (round) =>
          Effect.gen(function* () {
            const created = { organizationId, name: `P ${round}`, by: olga, idempotencyKey: `${round}` } as const
            const { id } = yield* organizations.createProject(created)
            const after = `${round % 4} millis` as const
            yield* organizations.planProjectDeletion({ organizationId, id, by: olga, after })
            const cancel = Effect.isSuccess(organizations.cancelProjectDeletion({ organizationId, id, by: olga }))
            const [isKept] = yield* Effect.all([cancel, deleteNow], { concurrency: 2 })
            yield* deleteNow
            const [row] = yield* sql<{ closed: boolean }>`
              select closed from agent_operations.projects where organization_id = ${organizationId} and id = ${id}`
            assert.deepStrictEqual(row, isKept ? { closed: false } : undefined)
            const { id: next } = yield* organizations.createProject(created)
            assert.strictEqual(next === id, isKept, "a deleted project is not what its key created")
            return isKept
          })
        )
        assert.include(outcomes, false)
      })
    )
  })
})
