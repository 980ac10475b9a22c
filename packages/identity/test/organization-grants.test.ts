import { AuditLog, Organizations } from "@agent-operations/auth"
import { Grants } from "@agent-operations/identity"
import { describeOnPostgres } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { assert } from "vitest"
import { connected, identityOn, jsonOf, newTeam, refresh, signIn, type Team, works } from "./support/world.ts"

/** Somebody else of a team. */
const joined = Effect.fnUntraced(function* (team: Team, role: "admin" | "member") {
  const person = yield* signIn(`${role}-${team.organizationId}@example.com`)
  const { id: userId, name, email } = person.user
  yield* (yield* Organizations).setMember({
    organizationId: team.organizationId,
    userId,
    name,
    email,
    role,
    by: team.by
  })
  return { ...team, ...person, by: { type: "member", userId } as const }
})

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onSuccess: () => "ok", onFailure: ({ _tag }) => _tag })

describeOnPostgres("the programs that members of an organization connected", (database) => {
  layer(identityOn(database), { excludeTestServices: true })((it) => {
    it.effect("A3: are seen, and ended, by its owners and admins, by nobody else, page by page", () =>
      Effect.gen(function* () {
        const [owner, other] = [yield* newTeam, yield* newTeam]
        const [admin, member] = [yield* joined(owner, "admin"), yield* joined(owner, "member")]
        const connections = [yield* connected(member), yield* connected(owner), yield* connected(member)]
        const grants = yield* Grants
        const { organizationId } = owner
        for (const { by } of [owner, admin]) {
          const first = yield* grants.listOfOrganization({ organizationId, by, limit: 2 })
          assert.deepStrictEqual(
            first.items.map(({ person }) => person.email),
            [member.user.email, owner.user.email]
          )
          const before = first.nextBefore ?? assert.fail("no second page")
          const second = yield* grants.listOfOrganization({ organizationId, by, limit: 2, before })
          assert.deepStrictEqual(
            second.items.map(({ person, projectName, scopes }) => [person.id, projectName, scopes]),
            [[member.user.id, "Support", ["views:read", "views:write"]]]
          )
          assert.isNull(second.nextBefore)
        }
        const { items } = yield* grants.listOfOrganization({ organizationId, by: owner.by, limit: 9 })
        const id = items[0]!.id
        for (const [by, tag] of [
          [member.by, "NotAllowed"],
          [other.by, "NotAllowed"]
        ] as const) {
          assert.strictEqual(yield* tagOf(grants.listOfOrganization({ organizationId, by, limit: 9 })), tag)
          assert.strictEqual(yield* tagOf(grants.ofOrganization({ organizationId, by, id })), tag)
          assert.strictEqual(yield* tagOf(grants.revokeOfOrganization({ organizationId, by, id })), tag)
        }
        const theirs = { organizationId: other.organizationId, by: other.by, id }
        assert.strictEqual(yield* tagOf(grants.ofOrganization(theirs)), "Unknown")
        assert.strictEqual(yield* tagOf(grants.revokeOfOrganization(theirs)), "Unknown")
        for (const { accessToken } of connections) assert.isTrue(yield* works(accessToken, owner.projectId))
      })
    )

    it.effect("A5, A8: one that is ended ends at once with all its tokens, and the log says who ended whose", () =>
      Effect.gen(function* () {
        const owner = yield* newTeam
        const [admin, member] = [yield* joined(owner, "admin"), yield* joined(owner, "member")]
        const given = yield* connected(member)
        const rotated = yield* jsonOf(yield* refresh(given, given.refreshToken))
        const kept = yield* connected(owner)
        const grants = yield* Grants
        const { organizationId, projectId } = owner
        const [, { id }] = (yield* grants.listOfOrganization({ organizationId, by: admin.by, limit: 9 })).items as [
          unknown,
          { id: string }
        ]
        yield* grants.revokeOfOrganization({ organizationId, by: admin.by, id })
        assert.strictEqual(yield* tagOf(grants.revokeOfOrganization({ organizationId, by: admin.by, id })), "Unknown")
        for (const token of [given.accessToken, rotated["access_token"]!])
          assert.isFalse(yield* works(token, projectId))
        assert.strictEqual((yield* refresh(given, rotated["refresh_token"]!)).status, 400)
        assert.isTrue(yield* works(kept.accessToken, projectId))
        assert.deepStrictEqual(yield* grants.list({ userId: member.user.id }), [])
        const [ended, ...more] = yield* grants.listEnded({ userId: member.user.id })
        assert.deepInclude(ended, { clientName: "Tool", organizationName: "Acme" })
        assert.deepStrictEqual([ended?.endedBy.id, more], [admin.user.id, []])
        assert.deepStrictEqual(yield* grants.listEnded({ userId: admin.user.id }), [])
        const { items } = yield* (yield* AuditLog).list({ organizationId, by: owner.by, limit: 1 })
        assert.deepInclude(items[0], {
          actor: { type: "user", id: admin.user.id, name: admin.user.name },
          action: "application.disconnected",
          subject: { type: "application", id, name: "Tool" },
          details: { projectId, endedBy: "administrator", person: member.user.name, personId: member.user.id }
        })
      })
    )

    it.effect("A5: a refresh at the same time leaves no token behind, and neither waits for the other", () =>
      Effect.gen(function* () {
        const owner = yield* newTeam
        const member = yield* joined(owner, "member")
        const grants = yield* Grants
        const { organizationId, projectId } = owner
        for (let round = 0; round < 8; round++) {
          const given = yield* connected(member)
          const [grant] = (yield* grants.listOfOrganization({ organizationId, by: owner.by, limit: 1 })).items
          const end = grants.revokeOfOrganization({ organizationId, by: owner.by, id: grant!.id })
          const [answer, outcome] = yield* Effect.all([refresh(given, given.refreshToken), tagOf(end)], {
            concurrency: "unbounded"
          })
          assert.strictEqual(outcome, "ok")
          const token = (yield* jsonOf(answer))["access_token"]
          assert.strictEqual(answer.status, token === undefined ? 400 : 200)
          for (const each of [given.accessToken, ...(token === undefined ? [] : [token])]) {
            assert.isFalse(yield* works(each, projectId))
          }
        }
      })
    )
  })
})
