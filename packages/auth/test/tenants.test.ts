import { ApiKeys, AuditLog, Invitations, Organizations, type Role } from "@agent-operations/auth"
import { describeStepsOnBothDatabases } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { assert } from "vitest"
import { assertTold, logOf, member, operator, rolesIn, servicesOn } from "./world.ts"

const [pia, quin, ada] = ["usr_pia", "usr_quin", "usr_ada"].map(member) as [
  ReturnType<typeof member>,
  ReturnType<typeof member>,
  ReturnType<typeof member>
]
const id = "production"

/** An organization with a project of the same ID as that of others, and what the same people are in it. */
const organizationOf = Effect.fnUntraced(function* (name: string, roles: Readonly<Record<string, Role>>) {
  const organizations = yield* Organizations
  const { id: organizationId } = yield* organizations.create({ name })
  const by = { organizationId, by: operator }
  for (const [userId, role] of Object.entries(roles)) {
    yield* organizations.setMember({ ...by, userId, name: userId, email: `${userId}@${name}.example`, role })
  }
  yield* organizations.createProject({ ...by, id: "another", name: "Another", idempotencyKey: "other" })
  yield* organizations.createProject({ ...by, id, name: `${name}'s`, idempotencyKey: "form" })
  return organizationId
})

/** Three of them. In the one between, who owns the others is a member, or nobody. */
const three = Effect.gen(function* () {
  const others: Readonly<Record<string, Role>> = { usr_pia: "owner", usr_quin: "owner", usr_ada: "member" }
  const first = yield* organizationOf("First", others)
  const organizationId = yield* organizationOf("Second", { usr_pia: "member", usr_ada: "admin", usr_olaf: "owner" })
  const third = yield* organizationOf("Third", others)
  return { first, organizationId, third }
})

describeStepsOnBothDatabases("A3: what holds in one organization says nothing of another", (database) => {
  layer(servicesOn(database))((it) => {
    it.effect("of what people are in it, what it is called and what it has", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations
        const { first, organizationId, third } = yield* three
        const membership = { organizationId, organizationName: "Second", role: "member" } as const
        assert.deepStrictEqual(yield* organizations.membership({ organizationId, userId: pia.userId }), membership)
        const found = yield* organizations.project({ organizationId, id, userId: pia.userId })
        const project = { organizationId, id, name: "Second's", createdAt: new Date(0).toISOString() }
        assert.deepStrictEqual(found, { project, membership })
        assert.deepStrictEqual(yield* organizations.membershipsOf(pia), [
          { organizationId: first, organizationName: "First", role: "owner" },
          membership,
          { organizationId: third, organizationName: "Third", role: "owner" }
        ])
        assert.deepStrictEqual(
          (yield* organizations.members({ organizationId, by: pia })).map(({ userId, role }) => [userId, role]),
          [
            ["usr_ada", "admin"],
            ["usr_olaf", "owner"],
            ["usr_pia", "member"]
          ]
        )
        assert.deepStrictEqual(
          (yield* organizations.projects({ organizationId, by: pia })).map(({ name }) => name),
          ["Another", "Second's"]
        )
        const { userId } = quin
        yield* assertTold("Unknown", organizations.membership({ organizationId, userId }))
        yield* assertTold("Unknown", organizations.project({ organizationId, id, userId }))
        yield* assertTold("Unknown", organizations.project({ organizationId, id: "none", userId: pia.userId }))
        yield* assertTold("Unknown", organizations.members({ organizationId, by: quin }))
        yield* assertTold("Unknown", organizations.member({ organizationId, userId: "usr_pia", by: quin }))
        yield* assertTold("Unknown", organizations.projects({ organizationId, by: quin }))
        yield* assertTold("Unknown", organizations.leave({ organizationId, userId }))
      })
    )

    it.effect("A1: of what they may do: who owns others administers nothing here", () =>
      Effect.gen(function* () {
        const [organizations, keys, invitations, log] = [
          yield* Organizations,
          yield* ApiKeys,
          yield* Invitations,
          yield* AuditLog
        ]
        const { organizationId } = yield* three
        const asOperator = { organizationId, by: operator }
        const { key } = yield* keys.create({ ...asOperator, name: "Key", scopes: ["views:read"] })
        const { invitation } = yield* invitations.create({ ...asOperator, email: "x@example.com", role: "member" })
        const before = yield* logOf(organizationId)
        for (const by of [pia, quin]) {
          const asked = { organizationId, by }
          const attempts: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
            organizations.rename({ ...asked, name: "X" }),
            organizations.createProject({ ...asked, name: "X" }),
            organizations.renameProject({ ...asked, id, name: "X" }),
            organizations.setMember({ ...asked, userId: "usr_x", name: "X", role: "member" }),
            organizations.changeRole({ ...asked, userId: by.userId, role: "admin" }),
            organizations.removeMember({ ...asked, userId: "usr_ada" }),
            keys.create({ ...asked, name: "X", scopes: ["views:read"] }),
            keys.list(asked),
            keys.revoke({ ...asked, id: key.id }),
            keys.replace({ ...asked, id: key.id }),
            keys.replace({ ...asked, id: key.id, overlap: "1 hour" }),
            invitations.create({ ...asked, email: "y@example.com", role: "member" }),
            invitations.list(asked),
            invitations.get({ ...asked, id: "inv_none" }),
            invitations.revoke({ ...asked, id: invitation.id }),
            log.list({ ...asked, limit: 1 })
          ]
          for (const attempt of attempts) yield* assertTold("NotAllowed", attempt)
        }
        assert.deepStrictEqual(yield* logOf(organizationId), before)
      })
    )

    it.effect("of what becomes of them: who owns others is added, appointed and removed by an admin", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations
        const { first, organizationId, third } = yield* three
        const before = (yield* logOf(organizationId)).length
        const [elsewhere, late] = [yield* rolesIn(first), yield* rolesIn(third)]
        const quinn = { organizationId, by: ada, userId: quin.userId }
        yield* organizations.setMember({ ...quinn, name: "Quin", role: "member" })
        yield* organizations.setMember({ ...quinn, name: "Quin", role: "admin" })
        yield* organizations.changeRole({ ...quinn, role: "member" })
        yield* organizations.changeRole({ ...quinn, userId: pia.userId, role: "admin" })
        yield* organizations.removeMember(quinn)
        assert.deepStrictEqual(
          (yield* logOf(organizationId))
            .slice(before)
            .map(({ action, subject, details }) => [action, subject.name, details]),
          [
            ["member.added", "Quin", { role: "member" }],
            ["member.role_changed", "Quin", { role: "admin", formerRole: "member" }],
            ["member.role_changed", "Quin", { role: "member", formerRole: "admin" }],
            ["member.role_changed", "usr_pia", { role: "admin", formerRole: "member" }],
            ["member.removed", "Quin", { role: "member" }]
          ]
        )
        assert.deepStrictEqual(yield* rolesIn(organizationId), {
          usr_ada: "admin",
          usr_olaf: "owner",
          usr_pia: "admin"
        })
        assert.deepStrictEqual([yield* rolesIn(first), yield* rolesIn(third)], [elsewhere, late])
      })
    )

    it.effect("of its projects, whatever ID and idempotency key they share", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations
        const { organizationId } = yield* three
        const of = { organizationId, id, by: operator }
        const again = yield* organizations.createProject({ ...of, name: "Again", idempotencyKey: "form" })
        assert.deepStrictEqual(again, { id, organizationId, name: "Second's" })
        // The name that the project has in another one is none that it has here.
        yield* organizations.renameProject({ ...of, name: "First's" })
        assert.deepStrictEqual(
          (yield* organizations.projects(of)).map(({ id, name }) => [id, name]),
          [
            ["another", "Another"],
            [id, "First's"]
          ]
        )
        yield* organizations.renameProject({ ...of, name: "Another" })
        yield* organizations.renameProject({ ...of, name: "Another" })
        yield* organizations.rename({ ...of, name: "First" })
        assert.deepStrictEqual(
          (yield* logOf(organizationId)).slice(-3).map(({ action, subject, details }) => [action, subject, details]),
          [
            ["project.renamed", { type: "project", id, name: "First's" }, { formerName: "Second's" }],
            ["project.renamed", { type: "project", id, name: "Another" }, { formerName: "First's" }],
            [
              "organization.renamed",
              { type: "organization", id: organizationId, name: "First" },
              { formerName: "Second" }
            ]
          ]
        )
        const { id: ofItsOwn } = yield* organizations.createProject({ organizationId, name: "X", by: operator })
        assert.match(ofItsOwn, /^prj_/)
      })
    )

    it.effect("of who invites into it", () =>
      Effect.gen(function* () {
        const [organizations, invitations] = [yield* Organizations, yield* Invitations]
        const { first, organizationId } = yield* three
        const person = { userId: quin.userId, name: "Quin", email: "quin@example.com" }
        const invite = (organizationId: string, by: typeof ada | typeof operator) =>
          invitations.create({ organizationId, email: person.email, role: "member", by })
        yield* invite(first, operator)
        const offer = Effect.fnUntraced(function* (by: typeof ada | typeof operator) {
          const { token, invitation } = yield* invite(organizationId, by)
          return { token, id: invitation.id, told: yield* invitations.describe({ token }) }
        })
        const shared = { organizationName: "Second", role: "member", email: person.email } as const
        const byAda = yield* offer(ada)
        const told = { ...shared, id: byAda.id, invitedBy: "usr_ada" }
        assert.deepStrictEqual(byAda.told, { ...told, inviterEmail: "usr_ada@Second.example" })
        yield* organizations.leave({ organizationId, userId: ada.userId })
        // What only a member may make ends with the membership.
        yield* assertTold("Unknown", invitations.describe(byAda))
        const byOperator = yield* offer(operator)
        assert.deepStrictEqual(byOperator.told, {
          ...shared,
          id: byOperator.id,
          invitedBy: "Operator",
          inviterEmail: null
        })
        // Who owns another organization is what they were invited as.
        const joined = yield* invitations.accept({ token: byOperator.token, person })
        assert.deepStrictEqual(joined, { organizationId, organizationName: "Second", role: "member" })
        assert.strictEqual((yield* rolesIn(first))[person.userId], "owner")
        assert.lengthOf(yield* invitations.list({ organizationId: first, by: operator }), 1)
      })
    )
  })
})
