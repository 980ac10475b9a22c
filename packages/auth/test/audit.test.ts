import {
  ApiKeys,
  type AuditAction,
  type AuditEvent,
  type AuditFilter,
  AuditLog,
  Invitations,
  Organizations,
  recordAudit
} from "@agent-operations/auth"
import { describeOnPostgres } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Effect, Exit, Redacted, type Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import {
  adam,
  assertTold,
  copyRows,
  logOf,
  mia,
  nobody,
  olga,
  operator,
  organization,
  refusal,
  rowsOf,
  servicesOn
} from "./world.ts"

/** A change of access, and what the log has of it. */
interface Change {
  readonly action: AuditAction
  readonly actor: string
  /** Its type, its ID and its name; what is random in an ID is left out. */
  readonly subject: readonly [string, string, string]
  readonly details?: Schema.JsonObject
  readonly make: Effect.Effect<unknown, unknown>
}

const bob = { userId: "usr_bob", name: "Bob", email: "bob@example.com" }

const actors = [
  { type: "user", id: "usr_owner", name: "Olga" },
  { type: "user", id: "usr_admin", name: "admin" },
  { type: "user", id: "usr_member", name: "Mia" },
  { type: "user", id: "usr_bob", name: "Bob" },
  { type: "operator", id: "operator", name: "Operator" }
] as const

/** What an event says, without what is random in its IDs. */
const told = ({ action, actor, subject, details, at }: AuditEvent): unknown =>
  JSON.parse(JSON.stringify({ action, actor, subject, details, at }).replaceAll(/_[0-9a-hjkmnp-tv-z]{26}/g, "_"))

/** What the services offer that changes nothing of an organization that the log is of. */
const reads: ReadonlyArray<string> = [
  ...[
    "list",
    "page",
    "get",
    "exists",
    "membershipsOf",
    "membership",
    "projects",
    "project",
    "members",
    "member",
    "describe"
  ],
  // Of its own tests: the first event of each log, and the deletions, which are planned by owners.
  ...[
    "create",
    "planProjectDeletion",
    "cancelProjectDeletion",
    "planOrganizationDeletion",
    "cancelOrganizationDeletion"
  ]
]

/** Which of a service's functions were called by their names. */
const watched = <S extends object>(service: S, called: Set<PropertyKey>): S =>
  new Proxy(service, {
    get: (target, name) => {
      called.add(name)
      return Reflect.get(target, name)
    }
  })

/** Every change that the services know, each on what it finds in the organization. */
const changesIn = Effect.fnUntraced(function* (organizationId: string, id: string) {
  const services = [yield* Organizations, yield* Invitations, yield* ApiKeys] as const
  const called = new Set<PropertyKey>()
  const organizations = watched(services[0], called)
  const invitations = watched(services[1], called)
  const keys = watched(services[2], called)
  const invite = (email: string) => invitations.create({ organizationId, email, role: "member", by: olga })
  const [accepted, revoked] = [yield* invite(bob.email), yield* invite("eve@example.com")]
  const key = (name: string) => keys.create({ organizationId, name, scopes: ["views:read"], by: adam })
  const [one, two, three] = [yield* key("One"), yield* key("Two"), yield* key("Three")]
  const secrets = [accepted.token, revoked.token, one.token, two.token, three.token].map(Redacted.value)
  const mine = { organizationId, userId: "usr_member" }
  const epoch = (millis: number) => new Date(millis).toISOString()
  const changes: ReadonlyArray<Change> = [
    {
      action: "organization.renamed",
      actor: "Olga",
      subject: ["organization", "org_", "New"],
      details: { formerName: "Org" },
      make: organizations.rename({ organizationId, name: "New", by: olga })
    },
    {
      action: "project.created",
      actor: "admin",
      subject: ["project", "prj_", "Second"],
      make: organizations.createProject({ organizationId, name: "Second", by: adam })
    },
    {
      action: "project.renamed",
      actor: "Operator",
      subject: ["project", "prj_", "First"],
      details: { formerName: "Project" },
      make: organizations.renameProject({ organizationId, id, name: "First", by: operator })
    },
    {
      action: "member.added",
      actor: "admin",
      subject: ["member", "usr_carl", "Carl"],
      details: { role: "member" },
      make: organizations.setMember({ organizationId, userId: "usr_carl", name: "Carl", role: "member", by: adam })
    },
    {
      action: "member.role_changed",
      actor: "Olga",
      subject: ["member", "usr_member", "member"],
      details: { role: "admin", formerRole: "member" },
      make: organizations.changeRole({ ...mine, role: "admin", by: olga })
    },
    {
      action: "member.role_changed",
      actor: "Olga",
      subject: ["member", "usr_member", "member"],
      details: { role: "owner", formerRole: "admin" },
      make: organizations.setMember({ ...mine, name: "member", role: "owner", by: olga })
    },
    {
      action: "member.renamed",
      actor: "Olga",
      subject: ["member", "usr_member", "Mia"],
      details: { formerName: "member" },
      make: organizations.setMember({ ...mine, name: "Mia", role: "owner", by: olga })
    },
    {
      action: "member.removed",
      actor: "Olga",
      subject: ["member", "usr_admin", "admin"],
      details: { role: "admin" },
      make: organizations.removeMember({ organizationId, userId: "usr_admin", by: olga })
    },
    {
      action: "member.left",
      actor: "Mia",
      subject: ["member", "usr_member", "Mia"],
      details: { role: "owner" },
      make: organizations.leave(mine)
    },
    {
      action: "invitation.created",
      actor: "Olga",
      subject: ["invitation", "inv_", "new@example.com"],
      details: { role: "owner" },
      make: invitations.create({ organizationId, email: "new@example.com", role: "owner", by: olga })
    },
    {
      action: "invitation.revoked",
      actor: "Olga",
      subject: ["invitation", "inv_", "eve@example.com"],
      details: { role: "member" },
      make: invitations.revoke({ organizationId, id: revoked.invitation.id, by: olga })
    },
    {
      action: "invitation.accepted",
      actor: "Bob",
      subject: ["invitation", "inv_", bob.email],
      details: { role: "member" },
      make: invitations.accept({ token: accepted.token, person: bob })
    },
    {
      action: "key.created",
      actor: "Olga",
      subject: ["key", "key_", "Four"],
      details: { scopes: ["views:read"], expiresAt: null },
      make: keys.create({ organizationId, name: "Four", scopes: ["views:read"], by: olga })
    },
    {
      action: "key.revoked",
      actor: "Operator",
      subject: ["key", "key_", "One"],
      make: keys.revoke({ organizationId, id: one.key.id, by: operator })
    },
    {
      action: "key.replaced",
      actor: "Olga",
      subject: ["key", "key_", "Two"],
      details: { replacedBy: "key_", scopes: ["views:read"], expiresAt: null, worksUntil: epoch(0) },
      make: keys.replace({ organizationId, id: two.key.id, by: olga })
    },
    {
      action: "key.replaced",
      actor: "Olga",
      subject: ["key", "key_", "Three"],
      details: { replacedBy: "key_", scopes: ["views:read"], expiresAt: null, worksUntil: epoch(3_600_000) },
      make: keys.replace({ organizationId, id: three.key.id, overlap: "1 hour", by: olga })
    },
    {
      action: "key.renamed",
      actor: "Olga",
      subject: ["key", "key_", "Third"],
      details: { formerName: "Three" },
      make: keys.rename({ organizationId, id: three.key.id, name: "Third", by: olga })
    }
  ]
  const unlogged = services
    .flatMap((service) => Object.keys(service))
    .filter((name) => !called.has(name) && !reads.includes(name))
  return { changes, secrets, unlogged }
})

describeOnPostgres("the audit log", (database) => {
  layer(servicesOn(database))((it) => {
    it.effect("A8: has every change of access, once, with who made it, when and of what", () =>
      Effect.gen(function* () {
        const { organizationId, projectId } = yield* organization
        const first = (yield* logOf(organizationId))[0] ?? assert.fail("nothing is logged")
        assert.match(first.id, /^aud_/)
        assert.deepStrictEqual(told(first), {
          action: "organization.created",
          actor: actors[0],
          subject: { type: "organization", id: "org_", name: "Org" },
          details: { owner: "usr_owner" },
          at: "1970-01-01T00:00:00.000Z"
        })
        const { changes, unlogged } = yield* changesIn(organizationId, projectId)
        assert.deepStrictEqual(unlogged, [], "each function is a change of this list, or is stated to be none")
        for (const { action, actor, subject, details = {}, make } of changes) {
          const before = yield* logOf(organizationId)
          yield* make
          const events = (yield* logOf(organizationId)).slice(before.length)
          const [type, id, name] = subject
          assert.deepStrictEqual(events.map(told), [
            {
              action,
              actor: actors.find((one) => one.name === actor),
              subject: { type, id, name },
              details,
              at: "1970-01-01T00:00:00.000Z"
            }
          ])
        }
        const actions = new Set((yield* logOf(organizationId)).map(({ action }) => action))
        assert.strictEqual(actions.size, 16)
      })
    )

    it.effect("A3: no change in one organization shows in another of the same people and the same IDs", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations
        const { organizationId: theirs } = yield* organization
        const { organizationId, projectId: id } = yield* organization
        yield* organizations.createProject({ organizationId: theirs, id, name: "Project", by: operator })
        const { changes } = yield* changesIn(organizationId, id)
        yield* copyRows("api_keys", organizationId, { organization_id: theirs })
        yield* copyRows("invitations", organizationId, { organization_id: theirs, token_hash: "\\x00" })
        const before = yield* rowsOf(theirs)
        for (const { action, make } of changes) {
          yield* make
          assert.deepStrictEqual(yield* rowsOf(theirs), before, action)
        }
      })
    )

    it.effect("A8: no change of access is made where it cannot be written", () =>
      Effect.gen(function* () {
        const { organizationId, projectId } = yield* organization
        const { changes } = yield* changesIn(organizationId, projectId)
        const before = yield* rowsOf(organizationId)
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          alter table agent_operations.audit_events
          add constraint full_log check (organization_id <> ${sql.literal(`'${organizationId}'`)}) not valid`
        for (const { action, make } of changes) {
          assert.isTrue(Exit.isFailure(yield* Effect.exit(make)), action)
          assert.deepStrictEqual(yield* rowsOf(organizationId), before, action)
        }
        yield* sql`alter table agent_operations.audit_events drop constraint full_log`
      })
    )

    it.effect("A8: what was refused, or changed nothing, is not in it", () =>
      Effect.gen(function* () {
        const { organizationId, projectId: id } = yield* organization
        const organizations = yield* Organizations
        const before = yield* logOf(organizationId)
        const owner = { organizationId, userId: "usr_owner", name: "Olga" }
        yield* organizations.rename({ organizationId, name: "Org", by: olga })
        yield* organizations.renameProject({ organizationId, id, name: "Project", by: olga })
        yield* organizations.setMember({ ...owner, role: "owner", by: olga })
        yield* assertTold("LastOwner", organizations.leave(owner))
        yield* assertTold("LastOwner", organizations.removeMember({ ...owner, by: olga }))
        yield* assertTold("NotAllowed", organizations.removeMember({ ...owner, by: adam }))
        yield* assertTold("AlreadyExists", organizations.createProject({ organizationId, name: "X", id, by: adam }))
        yield* assertTold(
          "Unknown",
          ApiKeys.use((keys) => keys.revoke({ organizationId, id: "key_x", by: adam }))
        )
        assert.deepStrictEqual(yield* logOf(organizationId), before)
      })
    )

    it.effect("A4: has no secret", () =>
      Effect.gen(function* () {
        const { organizationId, projectId } = yield* organization
        const { changes, secrets } = yield* changesIn(organizationId, projectId)
        for (const { make } of changes) yield* make
        const text = [...(yield* rowsOf()), JSON.stringify(yield* logOf(organizationId))].join("\n")
        assert.include(text, "key.replaced")
        // Of a key its end, which is in the preview, says nothing of the secret.
        for (const secret of secrets) assert.notInclude(text, secret.slice(-43, -6))
      })
    )

    it.effect("is narrowed by who, what and when, counted, and names who did something", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        yield* organization
        const log = yield* AuditLog
        const asked = { organizationId, by: olga }
        const { key } = yield* ApiKeys.use((keys) =>
          keys.create({ organizationId, name: "CI", scopes: ["views:read"], by: adam })
        )
        const renamed = {
          organizationId,
          userId: "usr_owner",
          name: "Olga Ladyzhenskaya",
          role: "owner",
          by: olga
        } as const
        yield* Organizations.use((organizations) => organizations.setMember(renamed))
        yield* ApiKeys.use((keys) => keys.rename({ organizationId, id: key.id, name: "Nightly", by: olga }))
        const all = (yield* logOf(organizationId)).toReversed()
        for (const [filter, keeps] of [
          [{}, () => true],
          [{ actorId: "usr_admin" }, ({ actor }) => actor.id === "usr_admin"],
          [
            { actions: ["key.created", "member.added"] },
            ({ action }) => ["key.created", "member.added"].includes(action)
          ],
          [{ actions: [] }, () => false],
          [{ subjectId: key.id }, ({ subject }) => subject.id === key.id],
          [{ subjectType: "member", actorId: "usr_owner" }, ({ subject }) => subject.type === "member"],
          [{ since: new Date(1) }, () => false],
          [{ since: new Date(0), until: new Date(1) }, () => true],
          [{ until: new Date(0) }, () => false],
          [{ actorId: "' or true --" }, () => false]
        ] as ReadonlyArray<readonly [AuditFilter, (event: AuditEvent) => boolean]>) {
          const expected = all.filter(keeps)
          const { items } = yield* log.list({ ...asked, limit: 100, filter })
          assert.deepStrictEqual(items, expected, JSON.stringify(filter))
          assert.strictEqual(yield* log.count({ ...asked, filter }), expected.length)
          const [first, second] = expected
          if (first === undefined) continue
          const page = yield* log.list({ ...asked, limit: 1, filter })
          assert.deepStrictEqual(page, { items: [first], nextBefore: second === undefined ? null : first.id })
        }
        assert.deepStrictEqual(yield* log.actors(asked), [actors[1], { ...actors[0], name: renamed.name }])
        for (const by of [adam, nobody]) {
          yield* assertTold("NotAllowed", log.count({ organizationId, by }))
          yield* assertTold("NotAllowed", log.actors({ organizationId, by }))
        }
      })
    )

    it.effect("is for owners and the operator to read, page by page, newest first", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const { organizationId: theirs } = yield* organization
        const log = yield* AuditLog
        const all = (yield* logOf(organizationId)).toReversed()
        for (const limit of [1, 2, 4, 5]) {
          const pages = []
          let before: string | undefined
          do {
            const page = yield* log.list({
              organizationId,
              by: olga,
              limit,
              ...(before === undefined ? {} : { before })
            })
            pages.push(...page.items)
            // The last page says that it is the last, even where it is full.
            const isLast = pages.length === all.length
            assert.lengthOf(page.items, isLast ? ((all.length - 1) % limit) + 1 : limit)
            assert.strictEqual(page.nextBefore, isLast ? null : pages.at(-1)!.id)
            before = page.nextBefore ?? undefined
          } while (before !== undefined)
          assert.deepStrictEqual(pages, all)
        }
        assert.deepStrictEqual(
          all.map(({ action }) => action),
          ["project.created", "member.added", "member.added", "organization.created"]
        )
        for (const by of [adam, mia, nobody]) {
          const told = yield* refusal(log.list({ organizationId, by, limit: 1 }))
          assert.match(told, /^NotAllowed/)
          assert.strictEqual(yield* refusal(log.list({ organizationId: "org_none", by, limit: 1 })), told)
        }
        const { items } = yield* log.list({ organizationId: theirs, by: olga, limit: 9 })
        for (const foreign of [
          { organizationId: theirs, before: all[0]!.id },
          { organizationId, before: items[0]!.id }
        ]) {
          assert.deepStrictEqual(yield* log.list({ ...foreign, by: olga, limit: 9 }), { items: [], nextBefore: null })
        }
        assert.deepStrictEqual(yield* log.list({ organizationId, by: olga, limit: 0 }), { items: [], nextBefore: null })
      })
    )

    it.effect("takes entries of others, in their transactions", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const sql = yield* SqlClient.SqlClient
        const entry = {
          organizationId,
          actor: { type: "user", id: "usr_owner", name: "Olga" },
          action: "application.connected",
          subject: { type: "application", id: "grt_1", name: "Editor" },
          details: { scopes: ["views:read"], nested: { "a b": [1, null] } }
        } as const
        const before = yield* logOf(organizationId)
        yield* Effect.flip(sql.withTransaction(Effect.andThen(recordAudit(sql, entry), Effect.fail("no"))))
        assert.deepStrictEqual(yield* logOf(organizationId), before)
        yield* sql.withTransaction(recordAudit(sql, entry))
        const { organizationId: _, ...shown } = entry
        assert.deepInclude((yield* logOf(organizationId)).at(-1), shown)
      })
    )
  })
})
