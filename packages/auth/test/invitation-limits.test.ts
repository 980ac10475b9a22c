import { forgetInvitations, Invitations, type TooManyInvitations } from "@agent-operations/auth"
import { describeOnPostgres } from "@agent-operations/testing"
import { racing } from "@agent-operations/testing/locked"
import { layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { assert } from "vitest"
import { limits } from "../../../tooling/readme/src/limits.ts"
import { adam, assertTold, logOf, olga, operator, organization, outcomeOf, servicesOn } from "./world.ts"

const few = { person: 4, organization: 6, recipient: 3 }
const promised = limits.invitations

/** Lets a day pass, so that what other tests did counts no more. */
const newDay = TestClock.adjust("1 day")

const invite = (organizationId: string, email: string, by: typeof olga | typeof operator = olga) =>
  Invitations.use((invitations) => invitations.create({ organizationId, email, role: "member", by }))

/** Another address each time. */
const addresses = (count: number) => Array.from({ length: count }, () => `${crypto.randomUUID()}@example.com`)

const assertReached = Effect.fnUntraced(function* (
  reached: TooManyInvitations["reached"],
  retryAfter: number,
  made: ReturnType<typeof invite>
) {
  const error = yield* Effect.flip(made)
  if (error._tag !== "TooManyInvitations") return assert.fail(error._tag)
  assert.deepStrictEqual([error.reached, error.retryAfter], [reached, retryAfter])
})

describeOnPostgres("of invitations there are at most so many in 24 hours", (database) => {
  layer(servicesOn(database, few))((it) => {
    it.effect("by one person, in whatever organization, and there is room again as each is a day old", () =>
      Effect.gen(function* () {
        yield* newDay
        const [one, two] = [yield* organization, yield* organization]
        const [first = "", ...others] = addresses(4)
        yield* invite(one.organizationId, first)
        yield* TestClock.adjust("1 hour")
        for (const email of others) yield* invite(two.organizationId, email)
        const [another = ""] = addresses(1)
        yield* TestClock.adjust("1 hour")
        for (const { organizationId } of [one, two]) {
          yield* assertReached("person", 22 * 3600, invite(organizationId, another))
        }
        yield* invite(one.organizationId, another, adam)
        const { length } = yield* logOf(one.organizationId)
        yield* TestClock.adjust("22 hours")
        yield* invite(one.organizationId, another)
        yield* assertReached("person", 3600, invite(one.organizationId, another))
        // It takes the place of adam's, which ends.
        assert.strictEqual((yield* logOf(one.organizationId)).length, length + 2)
      })
    )

    it.effect("into one organization, by whomever, and the operator may more", () =>
      Effect.gen(function* () {
        yield* newDay
        const { organizationId } = yield* organization
        for (const by of [olga, adam]) for (const email of addresses(3)) yield* invite(organizationId, email, by)
        const [another = ""] = addresses(1)
        yield* assertReached("organization", 24 * 3600, invite(organizationId, another))
        yield* invite((yield* organization).organizationId, another)
        for (const email of addresses(5)) yield* invite(organizationId, email, operator)
      })
    )

    it.effect("to one address, however it is written, whether or not it was revoked", () =>
      Effect.gen(function* () {
        yield* newDay
        const [one, two] = [yield* organization, yield* organization]
        const invitations = yield* Invitations
        const { organizationId } = one
        const { invitation } = yield* invite(organizationId, "Grace@Example.com")
        yield* invitations.revoke({ organizationId, id: invitation.id, by: olga })
        yield* invite(organizationId, "grace+1@example.com", adam)
        yield* invite(two.organizationId, "grace@example.com", adam)
        for (const email of ["grace@example.com", "GRACE+other+x@example.com"]) {
          yield* assertReached("recipient", 24 * 3600, invite(organizationId, email))
        }
        assert.lengthOf(yield* invitations.list({ organizationId, by: olga }), 1)
        for (const email of ["gracex@example.com", "grace@example.org"]) yield* invite(organizationId, email)
      })
    )

    /** What becomes of two at once. */
    const race = (invited: ReadonlyArray<ReturnType<typeof invite>>) =>
      racing(
        database,
        (sql) => sql`lock table agent_operations.counted_invitations in share mode`,
        invited.map(outcomeOf)
      )

    it.effect("of many at once by one person, or by many to one address, as few", () =>
      Effect.gen(function* () {
        yield* newDay
        const [one, two] = [yield* organization, yield* organization]
        const [ours, theirs, address = "", ...others] = [one.organizationId, two.organizationId, ...addresses(6)]
        for (const email of others.slice(0, 3)) yield* invite(ours, email)
        const byOne = yield* race([invite(ours, others[3]!), invite(theirs, others[4]!)])
        assert.sameMembers([...byOne], ["ok", "TooManyInvitations"])
        yield* newDay
        yield* invite(ours, address, olga)
        yield* invite(theirs, address, adam)
        const toOne = yield* race([invite(ours, address, adam), invite(theirs, address, olga)])
        assert.sameMembers([...toOne], ["ok", "TooManyInvitations"])
      })
    )

    it.effect(
      "by a person, into an organization and to an address, as many as are promised where the host says nothing else",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const [email, now] = ["full@example.com", DateTime.toDateUtc(yield* DateTime.now)]
          const { organizationId } = yield* organization
          const { organizationId: other } = yield* organization
          for (const [limits, reached, count] of [
            [undefined, "person", promised["by one person"].most],
            [undefined, "organization", promised["into one organization"].most],
            [undefined, "recipient", promised["to one address"].most],
            [{ person: 7 }, "recipient", promised["to one address"].most]
          ] as const) {
            const counted = {
              person: sql`${other}, n, 'usr_owner', n`,
              organization: sql`${organizationId}, n, n, n`,
              recipient: sql`${other}, n, n, ${email}`
            }
            yield* sql`delete from agent_operations.counted_invitations`
            yield* sql`
            insert into agent_operations.counted_invitations (organization_id, id, invited_by, recipient, created_at)
            select ${counted[reached]}, ${now}::timestamptz
            from (select n::text from generate_series(1, ${count - 1}::integer) as n) as numbers(n)`
            const layer = limits === undefined ? Invitations.layer : Invitations.layerWith(limits)
            yield* Effect.gen(function* () {
              yield* invite(organizationId, email)
              yield* assertReached(reached, 24 * 3600, invite(organizationId, email))
            }).pipe(Effect.provide(Layer.fresh(layer)))
          }
        })
    )

    it.effect("what is refused for another reason counts nothing", () =>
      Effect.gen(function* () {
        yield* newDay
        const { organizationId } = yield* organization
        const invitations = yield* Invitations
        yield* invitations.create({ organizationId, email: "owner@example.com", role: "owner", by: operator })
        for (let n = 0; n < 6; n++) {
          yield* assertTold(
            "NotAllowed",
            // An owner invited the address to be one.
            invitations.create({ organizationId, email: "owner@example.com", role: "member", by: adam })
          )
        }
        for (const email of addresses(4)) yield* invite(organizationId, email, adam)
      })
    )

    it.effect("and what is over is forgotten", () =>
      Effect.gen(function* () {
        yield* newDay
        const sql = yield* SqlClient.SqlClient
        const { organizationId } = yield* organization
        const rows = Effect.gen(function* () {
          yield* forgetInvitations(sql)
          const [row] = yield* sql<{ open: number; counted: number }>`
            select (select count(*)::integer from agent_operations.invitations where organization_id = ${organizationId}) as open,
              (select count(*)::integer from agent_operations.counted_invitations) as counted`
          return row
        })
        yield* forgetInvitations(sql)
        for (const email of addresses(2)) yield* invite(organizationId, email)
        assert.deepStrictEqual(yield* rows, { open: 2, counted: 2 })
        yield* TestClock.adjust("1 day")
        assert.deepStrictEqual(yield* rows, { open: 2, counted: 0 })
        yield* TestClock.adjust("6 days")
        assert.deepStrictEqual(yield* rows, { open: 0, counted: 0 })
      })
    )
  })
})
