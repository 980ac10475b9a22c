import { Organizations } from "@agent-operations/auth"
import { describeOnPostgres } from "@agent-operations/testing"
import { racing } from "@agent-operations/testing/locked"
import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { limits } from "../../../tooling/readme/src/limits.ts"
import {
  adam,
  assertTold,
  logOf,
  member,
  mia,
  nobody,
  olga,
  operator,
  organization,
  outcomeOf,
  outcomesOf,
  refusal,
  rolesIn,
  rounds,
  servicesOn
} from "./world.ts"

const { most } = limits.access["projects of an organization that still exist"]

describeOnPostgres("organizations", (database) => {
  layer(servicesOn(database))((it) => {
    it.effect("people see what they are in each of theirs, by name, and the members and projects of those", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations
        const owner = { userId: "usr_twice", name: "Two" }
        const second = yield* organizations.create({ name: "beta", owner })
        const first = yield* organizations.create({ name: "Alpha", owner })
        assert.deepStrictEqual(yield* organizations.membershipsOf(owner), [
          { organizationId: first.id, organizationName: "Alpha", role: "owner" },
          { organizationId: second.id, organizationName: "beta", role: "owner" }
        ])
        const { organizationId, projectId } = yield* organization
        const membership = yield* organizations.membership({ organizationId, userId: "usr_member" })
        assert.deepStrictEqual(membership, { organizationId, organizationName: "Org", role: "member" })
        const found = yield* organizations.project({ organizationId, id: projectId, userId: "usr_member" })
        assert.deepStrictEqual(found, {
          project: { organizationId, id: projectId, name: "Project", createdAt: new Date(0).toISOString() },
          membership
        })
        for (const by of [olga, adam, mia, operator]) {
          assert.deepStrictEqual(yield* organizations.projects({ organizationId, by }), [found.project])
          const members = yield* organizations.members({ organizationId, by })
          assert.deepStrictEqual(
            members.map(({ name, email, role }) => [name, email, role]),
            [
              ["admin", null, "admin"],
              ["member", null, "member"],
              ["Olga", "Olga@Example.com", "owner"]
            ]
          )
        }
      })
    )

    it.effect(
      "K3: members create projects until so many exist, also of racing ones, and lists read no more than is asked",
      () =>
        Effect.gen(function* () {
          const organizations = yield* Organizations
          const { organizationId } = yield* organization
          const sql = yield* SqlClient.SqlClient
          const create = organizations.createProject({ organizationId, name: "Another", by: adam })
          yield* sql`
          insert into agent_operations.projects (organization_id, id, name, created_at)
          select ${organizationId}, 'prj_' || n, 'Copy', now() from generate_series(1, ${most - 2}::int) as n`
          const outcomes = yield* outcomesOf([create, create, create])
          assert.sameMembers([...outcomes], ["ok", "TooManyProjects", "TooManyProjects"])
          const logged = (yield* logOf(organizationId)).filter(({ action }) => action === "project.created")
          assert.lengthOf(logged, 2)
          assert.lengthOf(yield* organizations.projects({ organizationId, by: mia }), most)
          const first = yield* organizations.projects({ organizationId, by: mia, limit: 2 })
          assert.deepStrictEqual(
            first.map(({ name }) => name),
            ["Another", "Copy"]
          )
          yield* organizations.createProject({ organizationId, name: "Of the operator", by: operator })
          yield* sql`delete from agent_operations.projects where organization_id = ${organizationId} and id in ('prj_1', 'prj_2')`
          yield* create
        })
    )

    it.effect("K3: one person creates at most so many that still exist, however many requests race", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations
        const owner = { userId: "usr_many", name: "Many" }
        const create = (idempotencyKey?: string) =>
          organizations.create({ name: "Org", owner, most: 3, idempotencyKey })
        const first = yield* create("first")
        yield* create()
        const outcomes = yield* racing(
          database,
          (sql) => sql`lock table agent_operations.memberships in share mode`,
          [create(), create()].map(outcomeOf)
        )
        assert.deepStrictEqual(outcomes.toSorted(), ["TooManyOrganizations", "ok"])
        assert.lengthOf(yield* organizations.membershipsOf(owner), 3)
        // The form of one that there is, sent again, is no further one.
        assert.deepStrictEqual(yield* create("first"), { id: first.id, name: "Org" })
        // A planned deletion can be cancelled, and what was handed on is still what this person created.
        const handedOn = (yield* organizations.membershipsOf(owner)).find((one) => one.organizationId !== first.id)
        yield* organizations.planOrganizationDeletion({
          organizationId: first.id,
          by: member(owner.userId),
          after: "7 days"
        })
        const { organizationId } = handedOn!
        yield* organizations.setMember({
          ...{ organizationId, userId: "usr_friend", name: "Friend", role: "owner" },
          by: member(owner.userId)
        })
        yield* organizations.leave({ organizationId, userId: owner.userId })
        const { message } = yield* Effect.flip(create())
        assert.match(message, /created 3 organizations that still exist.*Delete one/)
        assert.isString(
          (yield* organizations.create({ name: "Another's", owner: { ...owner, userId: "usr_other" }, most: 1 })).id
        )
        const sql = yield* SqlClient.SqlClient
        for (const table of ["memberships", "audit_events", "organizations"])
          yield* sql`delete from agent_operations.${sql.literal(table)} where organization_id = ${organizationId}`
        assert.strictEqual(yield* outcomeOf(create()), "ok")
      })
    )

    it.effect("of racing requests with one idempotency key, one creates, and all answer with what it created", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations
        const owner = { userId: "usr_once", name: "Once" }
        yield* organizations.create({ name: "There before" })
        const racing = <A, E, R>(create: (name: string) => Effect.Effect<A, E, R>) =>
          Effect.all(["A", "B", "C", "D"].map(create), { concurrency: "unbounded" })
        const once = { owner, idempotencyKey: "form" }
        const [first, ...same] = yield* racing((name) => organizations.create({ name, ...once }))
        for (const other of same) assert.deepStrictEqual(other, first)
        assert.lengthOf(yield* organizations.membershipsOf(owner), 1)
        const of = { organizationId: first!.id, by: member("usr_once"), idempotencyKey: "form" }
        const [project, ...more] = yield* racing((name) => organizations.createProject({ name, ...of }))
        for (const other of more) assert.deepStrictEqual(other, project)
        assert.lengthOf(yield* organizations.projects(of), 1)
        assert.lengthOf(yield* logOf(first!.id), 2)
        // Another's request, or another of one's own, is another, whoever sent the same key.
        const others = yield* Effect.forEach(
          [
            { ...once, idempotencyKey: "form 2" },
            { ...once, owner: { userId: "usr_else", name: "Else" } },
            { idempotencyKey: "form" },
            { idempotencyKey: "form 2" }
          ],
          (request, n) => organizations.create({ name: `Other ${n}`, ...request })
        )
        const ids = new Set([first!, ...others].map(({ id }) => id))
        assert.strictEqual(ids.size, 5)
        for (const id of ids) assert.match(id, /^org_[0-9a-hjkmnp-tv-z]{26}$/)
        assert.deepStrictEqual(yield* organizations.create({ name: "Again", ...once }), first)
        assert.deepStrictEqual(
          (yield* logOf(others[2]!.id)).map(({ actor, details }) => [actor.type, details]),
          [["operator", { owner: null }]]
        )
        // Without a key, each is another.
        yield* organizations.create({ name: "A", owner })
        yield* organizations.create({ name: "A", owner })
        assert.lengthOf(yield* organizations.membershipsOf(owner), 4)
      })
    )

    it.effect("A5, A8: a role is changed, but nobody who was removed comes back by it", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations
        const { organizationId } = yield* organization
        const change = { organizationId, userId: "usr_member", role: "admin" } as const
        yield* organizations.changeRole({ ...change, by: olga })
        assert.strictEqual((yield* rolesIn(organizationId))["usr_member"], "admin")
        assert.strictEqual((yield* logOf(organizationId)).at(-1)?.action, "member.role_changed")
        yield* assertTold("NotAllowed", organizations.changeRole({ ...change, role: "owner", by: adam }))
        yield* assertTold("LastOwner", organizations.changeRole({ ...change, userId: "usr_owner", by: olga }))
        yield* organizations.removeMember({ ...change, by: olga })
        yield* assertTold("Unknown", organizations.changeRole({ ...change, by: olga }))
        assert.notProperty(yield* rolesIn(organizationId), "usr_member")
      })
    )

    it.effect("A3: what a person may not see is told as what does not exist", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations
        const { organizationId, projectId } = yield* organization
        const { organizationId: theirs } = yield* organization
        const none = "org_none"
        /** Refusals of the same question about two organizations, each with its own ID taken out. */
        const alike = Effect.fnUntraced(function* <A, E extends { readonly _tag: string; readonly message: string }>(
          ask: (organizationId: string) => Effect.Effect<A, E>
        ) {
          const [here, nowhere] = [yield* refusal(ask(organizationId)), yield* refusal(ask(none))]
          assert.strictEqual(here.replaceAll(organizationId, ""), nowhere.replaceAll(none, ""))
        })
        const { userId } = nobody
        const person = { userId, name: "Nobody", role: "owner" } as const
        yield* alike((organizationId) => organizations.membership({ organizationId, userId }))
        yield* alike((organizationId) => organizations.projects({ organizationId, by: nobody }))
        yield* alike((organizationId) => organizations.members({ organizationId, by: nobody }))
        yield* alike((organizationId) => organizations.leave({ organizationId, userId }))
        yield* alike((organizationId) => organizations.rename({ organizationId, name: "X", by: nobody }))
        yield* alike((organizationId) => organizations.createProject({ organizationId, name: "X", by: nobody }))
        yield* alike((organizationId) => organizations.setMember({ organizationId, ...person, by: nobody }))
        yield* alike((organizationId) => organizations.removeMember({ organizationId, userId, by: nobody }))
        const project = (organizationId: string, userId: string) =>
          refusal(organizations.project({ organizationId, id: projectId, userId }))
        const told = yield* project(organizationId, userId)
        assert.strictEqual(yield* project(none, userId), told)
        assert.strictEqual(yield* project(theirs, "usr_owner"), told)
        yield* assertTold(
          "Unknown",
          organizations.renameProject({ organizationId: theirs, id: projectId, name: "X", by: olga })
        )
        assert.deepStrictEqual(yield* organizations.membershipsOf({ userId }), [])
      })
    )

    it.effect("owners and admins rename the organization and its projects; members and strangers do not", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations
        const { organizationId, projectId: id } = yield* organization
        for (const by of [olga, adam, operator]) {
          const name = `Named by ${by.type === "member" ? by.userId : by.type}`
          yield* organizations.rename({ organizationId, name, by })
          yield* organizations.renameProject({ organizationId, id, name, by })
          const found = yield* organizations.project({ organizationId, id, userId: "usr_member" })
          assert.deepStrictEqual([found.project.name, found.membership.organizationName], [name, name])
        }
        for (const by of [mia, nobody]) {
          yield* assertTold("NotAllowed", organizations.rename({ organizationId, name: "X", by }))
          yield* assertTold("NotAllowed", organizations.renameProject({ organizationId, id, name: "X", by }))
        }
        yield* assertTold("Unknown", organizations.rename({ organizationId: "org_none", name: "X", by: operator }))
      })
    )

    it.effect("admins manage members but not who is an owner; members manage nobody", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations
        const { organizationId } = yield* organization
        const set = (userId: string, role: "owner" | "admin" | "member", by: typeof adam | typeof operator) =>
          organizations.setMember({ organizationId, userId, name: userId, role, by })
        const remove = (userId: string, by: typeof adam) => organizations.removeMember({ organizationId, userId, by })
        yield* set("usr_new", "member", adam)
        yield* set("usr_new", "admin", adam)
        for (const attempt of [
          set("usr_new", "owner", adam),
          set("usr_admin", "owner", adam),
          set("usr_owner", "member", adam),
          set("usr_owner", "owner", adam),
          remove("usr_owner", adam),
          set("usr_new", "member", mia),
          set("usr_member", "admin", mia),
          remove("usr_new", mia),
          remove("usr_member", mia)
        ]) {
          yield* assertTold("NotAllowed", attempt)
        }
        yield* remove("usr_new", adam)
        yield* assertTold("Unknown", remove("usr_new", adam))
        yield* set("usr_member", "owner", operator)
        yield* set("usr_owner", "member", mia)
        yield* remove("usr_owner", adam)
        assert.deepStrictEqual(yield* rolesIn(organizationId), { usr_admin: "admin", usr_member: "owner" })
      })
    )

    it.effect("an e-mail address is kept as given, and stays where a later change names none", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations
        const { organizationId } = yield* organization
        const set = (change: { readonly name: string; readonly email?: string }) =>
          organizations.setMember({ organizationId, userId: "usr_member", role: "member", by: olga, ...change })
        const emailOf = Effect.map(organizations.members({ organizationId, by: olga }), (members) =>
          members.filter(({ userId }) => userId === "usr_member").map(({ name, email }) => [name, email])
        )
        yield* set({ name: "Mia", email: "Mia.M@Example.COM" })
        yield* set({ name: "Mia M" })
        assert.deepStrictEqual(yield* emailOf, [["Mia M", "Mia.M@Example.COM"]])
      })
    )

    it.effect("the last owner can neither leave nor be removed nor demoted, by whomever, and others can", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations
        const { organizationId } = yield* organization
        const last = { organizationId, userId: "usr_owner", name: "Olga" }
        yield* assertTold("LastOwner", organizations.leave(last))
        for (const by of [olga, operator]) {
          yield* assertTold("LastOwner", organizations.removeMember({ ...last, by }))
          yield* assertTold("LastOwner", organizations.setMember({ ...last, role: "admin", by }))
        }
        yield* organizations.leave({ organizationId, userId: "usr_member" })
        yield* assertTold("Unknown", organizations.leave({ organizationId, userId: "usr_member" }))
        yield* organizations.setMember({ organizationId, userId: "usr_admin", name: "Adam", role: "owner", by: olga })
        yield* organizations.leave(last)
        assert.deepStrictEqual(yield* rolesIn(organizationId), { usr_admin: "owner" })
      })
    )

    it.effect("an organization that never had an owner lets its members go", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations
        const { id: organizationId } = yield* organizations.create({ name: "Ownerless" })
        yield* organizations.setMember({ organizationId, userId: "usr_x", name: "X", role: "admin", by: operator })
        yield* organizations.leave({ organizationId, userId: "usr_x" })
        assert.deepStrictEqual(yield* rolesIn(organizationId), {})
      })
    )

    it.effect("of two owners who go at once, however they go, exactly one stays", () =>
      rounds(
        16,
        Effect.fnUntraced(function* (round) {
          const organizations = yield* Organizations
          const { id: organizationId } = yield* organizations.create({
            name: "Race",
            owner: { userId: "usr_a", name: "A" }
          })
          const owner = { organizationId, userId: "usr_b", name: "B", role: "owner" } as const
          yield* organizations.setMember({ ...owner, by: member("usr_a") })
          const go = (userId: string, other: string) =>
            [
              organizations.leave({ organizationId, userId }),
              organizations.removeMember({ organizationId, userId, by: member(other) }),
              organizations.setMember({ organizationId, userId, name: userId, role: "member", by: member(other) }),
              organizations.setMember({ organizationId, userId, name: userId, role: "admin", by: member(userId) })
            ] as const
          const outcomes = yield* outcomesOf([
            go("usr_a", "usr_b")[round % 4]!,
            go("usr_b", "usr_a")[Math.floor(round / 4) % 4]!
          ])
          assert.sameMembers(
            outcomes.map((outcome) => (outcome === "NotAllowed" ? "LastOwner" : outcome)),
            ["ok", "LastOwner"]
          )
          const owners = Object.values(yield* rolesIn(organizationId)).filter((role) => role === "owner")
          assert.strictEqual(owners.length, 1)
        })
      )
    )

    it.effect("changes of every sort at once wait for each other and none fails for it", () =>
      rounds(
        5,
        Effect.fnUntraced(function* (round) {
          const organizations = yield* Organizations
          const { organizationId, projectId: id } = yield* organization
          const before = (yield* logOf(organizationId)).length
          const outcomes = yield* outcomesOf([
            organizations.rename({ organizationId, name: `Renamed ${round}`, by: adam }),
            organizations.renameProject({ organizationId, id, name: `Renamed ${round}`, by: olga }),
            organizations.createProject({ organizationId, name: "Other", by: olga }),
            organizations.setMember({ organizationId, userId: "usr_new", name: "New", role: "admin", by: olga }),
            organizations.setMember({ organizationId, userId: "usr_admin", name: "Adam", role: "owner", by: olga }),
            organizations.leave({ organizationId, userId: "usr_member" })
          ])
          assert.deepStrictEqual(outcomes, Array(6).fill("ok"))
          // One of them has another role and another name.
          assert.strictEqual((yield* logOf(organizationId)).length, before + 7)
        })
      )
    )

    it.effect("who was demoted first administers no more, however close behind they try", () =>
      rounds(
        6,
        Effect.fnUntraced(function* () {
          const organizations = yield* Organizations
          const { organizationId } = yield* organization
          yield* outcomesOf([
            organizations.setMember({ organizationId, userId: "usr_admin", name: "Adam", role: "member", by: olga }),
            organizations.createProject({ organizationId, name: "Late", by: adam })
          ])
          const actions = (yield* logOf(organizationId)).slice(4).map(({ action }) => action)
          const demoted = actions.indexOf("member.role_changed")
          assert.notInclude(actions.slice(demoted), "project.created")
        })
      )
    )
  })
})
