import { ApiKeys, AuditLog, Invitations, Organizations } from "@agent-operations/auth"
import { describeOnBothDatabases } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { olga, operator, organization, servicesOn } from "./world.ts"

/** Reads tables in the order in which they hold their rows: no index gives a list its order by chance. */
const withoutIndexes = <A, E, R>(read: Effect.Effect<A, E, R>) =>
  SqlClient.SqlClient.use((sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        for (const scan of ["indexscan", "indexonlyscan", "bitmapscan"]) {
          yield* sql`set local ${sql.literal(`enable_${scan}`)} = off`
        }
        return yield* read
      })
    )
  )

describeOnBothDatabases("whatever plan the database chooses", (database) => {
  layer(servicesOn(database))((it) => {
    it.effect("organizations, projects and members are listed by name, whatever its case, then by ID", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations
        const { organizationId } = yield* organization
        const by = { organizationId, by: operator }
        const named = [
          ["c", "Same"],
          ["b", "zoe"],
          ["d", "Adam"],
          ["a", "same"]
        ] as const
        for (const [id, name] of named) {
          yield* organizations.createProject({ ...by, id, name })
          yield* organizations.setMember({ ...by, userId: id, name, role: "member" })
        }
        const projects = yield* withoutIndexes(organizations.projects(by))
        assert.deepStrictEqual(
          projects.map(({ id, name, organizationId, createdAt }) => [id, name, organizationId, createdAt]).slice(0, 2),
          [
            ["d", "Adam", organizationId, new Date(0).toISOString()],
            [projects[1]!.id, "Project", organizationId, new Date(0).toISOString()]
          ]
        )
        assert.deepStrictEqual(
          projects.slice(2).map(({ id }) => id),
          ["a", "c", "b"]
        )
        const members = yield* withoutIndexes(organizations.members(by))
        assert.deepStrictEqual(
          members.map(({ userId }) => userId),
          ["d", "usr_admin", "usr_member", "usr_owner", "a", "c", "b"]
        )
        assert.deepStrictEqual(members[0], {
          userId: "d",
          name: "Adam",
          email: null,
          role: "member",
          since: new Date(0).toISOString()
        })
      })
    )

    it.effect("organizations are listed by name, all of them and those of a person", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations
        const owner = { userId: "usr_several", name: "Several" }
        const made = []
        for (const name of ["Same", "zoo", "Ark", "same"]) made.push(yield* organizations.create({ name, owner }))
        yield* organizations.create({ name: "Another's" })
        const [one, zoo, ark, two] = made.map(({ id }) => id)
        const sorted = [ark, ...[one, two].toSorted(), zoo]
        assert.deepStrictEqual(
          (yield* withoutIndexes(organizations.membershipsOf(owner))).map(({ organizationId }) => organizationId),
          sorted
        )
        const listed = (yield* withoutIndexes(organizations.list)).filter(({ id }) => sorted.includes(id))
        assert.deepStrictEqual(
          listed.map(({ id }) => id),
          sorted
        )
        assert.deepStrictEqual(listed[0], { id: ark, name: "Ark", createdAt: new Date(0).toISOString() })
      })
    )

    it.effect("A1: a list goes on after the last of a part, and begins anew after what is not in it", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations
        const { organizationId } = yield* organization
        const by = { organizationId, by: operator }
        const userId = "usr_of_four"
        const owner = { userId, name: "Olga" }
        for (const name of ["Same", "same", "Ark", "zoo"]) {
          yield* organizations.create({ name, owner })
          yield* organizations.createProject({ ...by, name })
          yield* organizations.setMember({ ...by, userId: `usr_${name}`, name, role: "member" })
          yield* (yield* Invitations).create({ ...by, email: `${name}1@example.com`, role: "member" })
        }
        const { id: foreign } = yield* organizations.create({ name: "Middle" })
        type Part = { readonly after: string | undefined; readonly limit?: number }
        const invitations = yield* Invitations
        const lists = {
          members: (part: Part) =>
            Effect.map(organizations.members({ ...by, ...part }), (all) => all.map((one) => one.userId)),
          projects: (part: Part) =>
            Effect.map(organizations.projects({ ...by, ...part }), (all) => all.map((one) => one.id)),
          organizations: (part: Part) =>
            Effect.map(organizations.membershipsOf({ userId, ...part }), (all) => all.map((one) => one.organizationId)),
          invitations: ({ after, limit }: Part) =>
            Effect.map(invitations.list({ ...by, before: after, limit }), (all) => all.map((one) => one.id))
        }
        for (const [name, list] of Object.entries(lists)) {
          const all = yield* list({ after: undefined })
          assert.isAtLeast(all.length, 3, name)
          const parts: Array<string> = []
          for (let last: string | undefined, more = true; more;) {
            const part: ReadonlyArray<string> = yield* withoutIndexes(list({ after: last, limit: 1 }))
            parts.push(...part)
            last = part.at(-1)
            more = last !== undefined
          }
          assert.deepStrictEqual(parts, all, name)
          if (name === "invitations") continue
          for (const after of ["none", "\uFFFD", foreign]) assert.deepStrictEqual(yield* list({ after }), all, name)
        }
      })
    )

    it.effect("members are found by a part of their name or address, whatever its case, and one by their ID", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations
        const { organizationId } = yield* organization
        const by = { organizationId, by: operator }
        const add = (userId: string, name: string, email?: string) =>
          organizations.setMember({ ...by, userId, name, role: "member", ...(email !== undefined && { email }) })
        yield* add("usr_ada", "Ada 100%", "lovelace@example.com")
        yield* add("usr_grace", "Grace_Lovelace")
        const found = (search: string) =>
          Effect.map(organizations.members({ ...by, search }), (all) => all.map(({ userId }) => userId))
        assert.deepStrictEqual(yield* found("LOVElace"), ["usr_ada", "usr_grace"])
        assert.deepStrictEqual(yield* found("0%"), ["usr_ada"])
        assert.deepStrictEqual(yield* found("e_l"), ["usr_grace"])
        assert.deepStrictEqual(yield* found("%"), ["usr_ada"])
        assert.strictEqual((yield* organizations.member({ ...by, userId: "usr_ada" })).email, "lovelace@example.com")
        const told = yield* Effect.flip(organizations.member({ ...by, userId: "usr_none" }))
        assert.strictEqual(told._tag, "Unknown")
      })
    )

    it.effect("keys, invitations and changes of access are listed newest first", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const of = { organizationId, by: olga }
        const names = ["one", "two", "three"]
        for (const name of names) {
          yield* (yield* ApiKeys).create({ ...of, name, scopes: ["views:read"] })
          yield* (yield* Invitations).create({ ...of, email: `${name}@example.com`, role: "member" })
        }
        const newest = names.toReversed()
        const { items: keys } = yield* withoutIndexes((yield* ApiKeys).list(of))
        assert.deepStrictEqual(
          keys.map(({ name }) => name),
          newest
        )
        const invitations = yield* withoutIndexes((yield* Invitations).list(of))
        assert.deepStrictEqual(
          invitations.map(({ email }) => email),
          newest.map((name) => `${name}@example.com`)
        )
        const { items } = yield* withoutIndexes((yield* AuditLog).list({ ...of, limit: 2 }))
        assert.deepStrictEqual(
          items.map(({ subject }) => subject.name),
          ["three@example.com", "three"]
        )
      })
    )
  })
})
