import { Invitations, Organizations, type Person, type Role } from "@agent-operations/auth"
import { databaseIn, describeOnPostgres, noLocales } from "@agent-operations/testing"
import { describe, layer } from "@effect/vitest"
import { Clock, Duration, Effect, Redacted, Result } from "effect"
import { TestClock } from "effect/testing"
import { assert } from "vitest"
import { lifetimes } from "../../../tooling/readme/src/limits.ts"
import {
  adam,
  assertTold,
  logOf,
  mia,
  nobody,
  olga,
  operator,
  organization,
  outcomesOf,
  refusal,
  rolesIn,
  rounds,
  rowsOf,
  servicesOn
} from "./world.ts"

const { most: days } = lifetimes["invitation to an organization"]

const bob: Person = { userId: "usr_bob", name: "Bob", email: "bob@example.com" }
const eve: Person = { userId: "usr_eve", name: "Eve", email: "eve@example.com" }

const reason = await noLocales()

describe.skipIf(reason !== undefined)(`invitations in Turkish, in which i is no small I${reason ?? ""}`, () => {
  layer(servicesOn(databaseIn("tr-TR")))((it) => {
    it.effect("are for an address whatever its case", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const invitations = yield* Invitations
        const invite = (email: string) => invitations.create({ organizationId, email, role: "member", by: olga })
        yield* invite("info@example.com")
        const { token } = yield* invite("INFO@EXAMPLE.COM")
        // The second came for the first.
        assert.lengthOf(yield* invitations.list({ organizationId, by: adam }), 1)
        yield* invitations.accept({ token, person: { ...bob, email: "info@example.com" } })
        assert.strictEqual((yield* rolesIn(organizationId))["usr_bob"], "member")
      })
    )
  })
})

describeOnPostgres("invitations", (database) => {
  layer(servicesOn(database))((it) => {
    it.effect("say what they offer, and make whoever has the address a member, once, whatever its case", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const invitations = yield* Invitations
        const { invitation, token } = yield* invitations.create({
          organizationId,
          email: "Bob@Example.com",
          role: "admin",
          by: olga
        })
        assert.match(Redacted.value(token), /^[\w-]{43}$/)
        assert.match(invitation.id, /^inv_/)
        assert.strictEqual(Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt), days * 24 * 3_600_000)
        assert.strictEqual(invitation.createdBy.name, "Olga")
        assert.deepStrictEqual(yield* invitations.list({ organizationId, by: adam }), [invitation])
        assert.deepStrictEqual(yield* invitations.describe({ token }), {
          id: invitation.id,
          organizationName: "Org",
          role: "admin",
          email: "Bob@Example.com",
          invitedBy: "Olga",
          inviterEmail: "Olga@Example.com"
        })
        yield* assertTold("WrongRecipient", invitations.accept({ token, person: eve }))
        const membership = yield* invitations.accept({ token, person: { ...bob, email: "bOB@example.COM" } })
        assert.deepStrictEqual(membership, { organizationId, organizationName: "Org", role: "admin" })
        assert.strictEqual((yield* rolesIn(organizationId))["usr_bob"], "admin")
        yield* assertTold("Unknown", invitations.accept({ token, person: bob }))
        yield* assertTold("Unknown", invitations.accept({ token, person: eve }))
        yield* assertTold("Unknown", invitations.describe({ token }))
        assert.deepStrictEqual(yield* invitations.list({ organizationId, by: adam }), [])
      })
    )

    it.effect("A10: into an organization that is going to be deleted lets nobody in until that is cancelled", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const [invitations, organizations] = [yield* Invitations, yield* Organizations]
        const { token } = yield* invitations.create({ organizationId, email: bob.email, role: "member", by: olga })
        yield* organizations.planOrganizationDeletion({ organizationId, by: olga, after: "1 hour" })
        yield* assertTold("WrongRecipient", invitations.accept({ token, person: eve }))
        yield* assertTold("NotAllowed", invitations.accept({ token, person: bob }))
        assert.notProperty(yield* rolesIn(organizationId), "usr_bob")
        yield* organizations.cancelOrganizationDeletion({ organizationId, by: olga })
        yield* invitations.accept({ token, person: bob })
        assert.strictEqual((yield* rolesIn(organizationId))["usr_bob"], "member")
      })
    )

    it.effect("of racing requests with one idempotency key, one invites, and its link stays good", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const invitations = yield* Invitations
        const asked = { organizationId, email: bob.email, role: "member", by: olga, idempotencyKey: "form" } as const
        const racing = Array.from({ length: 5 }, () => Effect.result(invitations.create(asked)))
        const raced = yield* Effect.all(racing, { concurrency: "unbounded" })
        const [made, ...more] = raced.filter(Result.isSuccess).map(({ success }) => success)
        assert.isEmpty(more)
        const id = made?.invitation.id ?? assert.fail("no invitation")
        const refused = raced.filter(Result.isFailure)
        assert.lengthOf(refused, 4)
        for (const { failure } of refused) assert.deepInclude(failure, { _tag: "AlreadyCreated", id })
        yield* invitations.accept({ token: made!.token, person: bob })
      })
    )

    it.effect("owners and admins invite, list and revoke, and only owners where an owner is invited", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const { organizationId: theirs } = yield* organization
        const invitations = yield* Invitations
        const invite = (by: typeof adam | typeof operator, role: "owner" | "member", email: string) =>
          invitations.create({ organizationId, email, role, by })
        for (const by of [olga, operator]) yield* invite(by, "owner", "owner@example.com")
        const owner = (yield* invitations.list({ organizationId, by: adam }))[0]!
        yield* assertTold("NotAllowed", invite(adam, "owner", "other@example.com"))
        yield* assertTold("NotAllowed", invite(adam, "member", "OWNER@example.com"))
        yield* assertTold("NotAllowed", invitations.revoke({ organizationId, id: owner.id, by: adam }))
        assert.deepStrictEqual(yield* invitations.list({ organizationId, by: adam }), [owner])
        const { invitation } = yield* invite(adam, "member", "member@example.com")
        for (const by of [mia, nobody]) {
          const { id } = invitation
          yield* assertTold("NotAllowed", invite(by, "member", "x@example.com"))
          yield* assertTold("NotAllowed", invitations.list({ organizationId, by }))
          const told = yield* refusal(invitations.revoke({ organizationId, id, by }))
          assert.strictEqual(yield* refusal(invitations.revoke({ organizationId: "org_none", id, by })), told)
        }
        const ours = { id: invitation.id, by: olga }
        yield* assertTold("Unknown", invitations.revoke({ organizationId: theirs, ...ours }))
        yield* invitations.revoke({ organizationId, ...ours })
        yield* assertTold("Unknown", invitations.revoke({ organizationId, ...ours }))
        yield* invitations.revoke({ organizationId, id: owner.id, by: olga })
        assert.deepStrictEqual(yield* invitations.list({ organizationId, by: olga }), [])
      })
    )

    it.effect("A5: one that is revoked, replaced or over is one that never was", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const invitations = yield* Invitations
        const invite = (email: string) => invitations.create({ organizationId, email, role: "member", by: adam })
        const replaced = yield* invite("bob@example.com")
        const old = yield* invite("BOB@example.com")
        const revoked = yield* invite("eve@example.com")
        yield* invitations.revoke({ organizationId, id: revoked.invitation.id, by: adam })
        yield* TestClock.adjust(Duration.subtract(Duration.days(days), Duration.seconds(1)))
        assert.deepStrictEqual(yield* invitations.list({ organizationId, by: adam }), [old.invitation])
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(yield* invitations.list({ organizationId, by: adam }), [])
        yield* assertTold("Unknown", invitations.revoke({ organizationId, id: old.invitation.id, by: adam }))
        const told = new Set<string>()
        for (const token of [replaced.token, old.token, revoked.token, Redacted.make("never")]) {
          told.add(yield* refusal(invitations.describe({ token })))
          for (const person of [bob, eve]) told.add(yield* refusal(invitations.accept({ token, person })))
        }
        assert.strictEqual(told.size, 1)
        const { token } = yield* invite("bob@example.com")
        yield* invitations.accept({ token, person: bob })
      })
    )

    it.effect("A5: one that is over is told as one that never was, while another of the organization is open", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const invitations = yield* Invitations
        const invite = (email: string) => invitations.create({ organizationId, email, role: "member", by: adam })
        const over = yield* invite(bob.email)
        yield* TestClock.adjust("1 milli")
        const open = yield* invite(eve.email)
        yield* TestClock.adjust(7 * 86_400_000 - 1)
        for (const person of [bob, eve]) {
          yield* assertTold("Unknown", invitations.accept({ token: over.token, person }))
        }
        yield* assertTold("WrongRecipient", invitations.accept({ token: open.token, person: bob }))
        yield* invitations.accept({ token: open.token, person: eve })
      })
    )

    it.effect("an admin invites an owner's address anew once the owner's invitation is over, and not before", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const invitations = yield* Invitations
        const invite = (by: typeof adam, role: "owner" | "member") =>
          invitations.create({ organizationId, email: bob.email, role, by })
        const at = yield* Clock.currentTimeMillis
        const days = (count: number) => new Date(at + count * 86_400_000).toISOString()
        yield* invite(olga, "owner")
        yield* TestClock.adjust(7 * 86_400_000 - 1)
        yield* assertTold("NotAllowed", invite(adam, "member"))
        yield* TestClock.adjust("1 milli")
        const { invitation, token } = yield* invite(adam, "member")
        assert.deepInclude(invitation, {
          role: "member",
          createdAt: days(7),
          expiresAt: days(14),
          createdBy: { type: "user", id: "usr_admin", name: "admin" }
        })
        assert.strictEqual((yield* invitations.accept({ token, person: bob })).role, "member")
      })
    )

    it.effect("who accepts is a member by the name and the address that they came with", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const invitations = yield* Invitations
        const organizations = yield* Organizations
        const since = new Date(yield* Clock.currentTimeMillis).toISOString()
        for (const person of [bob, { ...bob, name: "Robert", email: "BOB@example.com" }]) {
          const { token } = yield* invitations.create({ organizationId, email: bob.email, role: "member", by: adam })
          yield* invitations.accept({ token, person })
          const members = yield* organizations.members({ organizationId, by: operator })
          assert.deepInclude(members, { ...person, role: "member", since })
        }
      })
    )

    it.effect("a member who accepts one keeps the higher role", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const invitations = yield* Invitations
        const accept = Effect.fnUntraced(function* (role: "owner" | "admin" | "member") {
          const { token } = yield* invitations.create({ organizationId, email: bob.email, role, by: olga })
          return (yield* invitations.accept({ token, person: bob })).role
        })
        for (const [role, kept] of [
          ["member", "member"],
          ["admin", "admin"],
          ["member", "admin"],
          ["owner", "owner"],
          ["admin", "owner"]
        ] as const) {
          assert.strictEqual(yield* accept(role), kept)
          assert.strictEqual((yield* rolesIn(organizationId))["usr_bob"], kept)
        }
      })
    )

    it.effect("of many who accept one at once, one does, and the log says so once", () =>
      rounds(
        6,
        Effect.fnUntraced(function* () {
          const { organizationId } = yield* organization
          const invitations = yield* Invitations
          const { token } = yield* invitations.create({ organizationId, email: bob.email, role: "member", by: adam })
          const people = Array.from({ length: 5 }, (_, n) => ({ ...bob, userId: `usr_bob_${n}` }))
          const outcomes = yield* outcomesOf(people.map((person) => invitations.accept({ token, person })))
          assert.sameMembers([...outcomes], ["ok", ...Array(4).fill("Unknown")])
          const joined = Object.keys(yield* rolesIn(organizationId)).filter((id) => id.startsWith("usr_bob"))
          assert.strictEqual(joined.length, 1)
          const accepted = (yield* logOf(organizationId)).filter(({ action }) => action === "invitation.accepted")
          assert.deepStrictEqual(
            accepted.map(({ actor }) => actor.id),
            joined
          )
        })
      )
    )

    it.effect(
      "one is either accepted or revoked, and of two for one address one is left, the other told as revoked",
      () =>
        rounds(
          6,
          Effect.fnUntraced(function* () {
            const { organizationId } = yield* organization
            const invitations = yield* Invitations
            const invite = (email: string) => invitations.create({ organizationId, email, role: "admin", by: olga })
            const { invitation, token } = yield* invite("ADMIN@example.com")
            // Whoever accepts and revokes is the same person: neither may wait for the other.
            const person = { userId: adam.userId, name: "Adam", email: "admin@example.com" }
            const outcomes = yield* outcomesOf([
              invitations.accept({ token, person }),
              invitations.revoke({ organizationId, id: invitation.id, by: adam })
            ])
            assert.sameMembers([...outcomes], ["ok", "Unknown"])
            yield* outcomesOf([invite("two@example.com"), invite("TWO@example.com")])
            const [left, ...others] = yield* invitations.list({ organizationId, by: olga })
            assert.deepEqual(others, [])
            const told = (yield* logOf(organizationId)).filter(({ subject }) => /^two@/i.test(subject.name))
            const toldAs = (wanted: string) =>
              told.flatMap(({ action, subject }) => (action === wanted ? subject.id : []))
            assert.strictEqual(toldAs("invitation.created").length, 2)
            assert.sameMembers([...toldAs("invitation.revoked"), left!.id], toldAs("invitation.created"))
          })
        )
    )

    it.effect("A5: those that somebody could not make any more end with their role, each told in the log", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const invitations = yield* Invitations
        const organizations = yield* Organizations
        yield* organizations.setMember({ organizationId, userId: "usr_ina", name: "Ina", role: "owner", by: olga })
        const ina = { ...olga, userId: "usr_ina" }
        const invite = (email: string, role: Role, by = ina) =>
          Effect.map(invitations.create({ organizationId, email, role, by }), ({ invitation }) => invitation.id)
        const open = Effect.map(invitations.list({ organizationId, by: olga }), (all) => all.map(({ email }) => email))
        const made = yield* Effect.all([
          invite("owner@example.com", "owner"),
          invite("admin@example.com", "admin"),
          invite("member@example.com", "member")
        ])
        yield* invite("other@example.com", "owner", olga)
        const become = (role: Role) => organizations.changeRole({ organizationId, userId: "usr_ina", role, by: olga })
        yield* become("admin")
        assert.sameMembers(yield* open, ["admin@example.com", "member@example.com", "other@example.com"])
        yield* become("member")
        assert.sameMembers(yield* open, ["other@example.com"])
        const ended = (yield* logOf(organizationId)).filter(({ action }) => action === "invitation.revoked")
        assert.sameMembers(
          ended.map(({ subject }) => subject.id),
          made
        )
        assert.deepEqual(new Set(ended.map(({ actor }) => actor.id)), new Set([olga.userId]))
        for (const end of [
          organizations.removeMember({ organizationId, userId: "usr_ina", by: olga }),
          organizations.leave({ organizationId, userId: "usr_ina" })
        ]) {
          yield* organizations.setMember({ organizationId, userId: "usr_ina", name: "Ina", role: "admin", by: olga })
          yield* invite("again@example.com", "admin")
          yield* end
          assert.sameMembers(yield* open, ["other@example.com"])
        }
      })
    )

    it.effect("A4: neither the tables nor what is told holds a token", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const invitations = yield* Invitations
        const made = yield* invitations.create({ organizationId, email: bob.email, role: "member", by: adam })
        const token = Redacted.value(made.token)
        const said = [
          JSON.stringify(made),
          JSON.stringify(yield* invitations.list({ organizationId, by: adam })),
          JSON.stringify(yield* logOf(organizationId)),
          yield* refusal(invitations.accept({ token: made.token, person: eve })),
          ...(yield* rowsOf())
        ].join("\n")
        for (const form of [token, Buffer.from(token).toString("hex"), Buffer.from(token, "base64url").toString("hex")])
          assert.notInclude(said, form)
      })
    )
  })
})
