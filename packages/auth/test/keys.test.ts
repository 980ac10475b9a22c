import { ApiKeys, ApiKeyVerifier, CredentialVerifier, migrations, Organizations } from "@agent-operations/auth"
import { migrate } from "@agent-operations/database"
import { describeOnBothDatabases } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"

const member = (userId: string) => ({ type: "member", userId }) as const
const operator = { type: "operator" } as const

describeOnBothDatabases("API keys", (database) => {
  const services = Layer.mergeAll(Organizations.layer, ApiKeys.layer, ApiKeyVerifier.layer).pipe(
    Layer.provideMerge(Layer.effectDiscard(migrate([migrations])).pipe(Layer.provideMerge(database.layer)))
  )

  /** An organization with one of each role and a project. */
  const organization = Effect.gen(function* () {
    const organizations = yield* Organizations
    const { id } = yield* organizations.create({ name: "Org", owner: { userId: "usr_owner", name: "Olga" } })
    for (const role of ["admin", "member"] as const) {
      yield* organizations.setMember({
        organizationId: id,
        userId: `usr_${role}`,
        name: role,
        role,
        by: member("usr_owner")
      })
    }
    const project = yield* organizations.createProject({ organizationId: id, name: "Project", by: member("usr_admin") })
    return { organizationId: id, projectId: project.id }
  })

  const verify = (credential: Redacted.Redacted, projectId: string | undefined) =>
    CredentialVerifier.use((verifier) => verifier.verify({ credential, projectId, audience: "rest" }))

  layer(services, { timeout: 60_000 })((it) => {
    it.effect("owners, admins and the operator manage keys; members and strangers do not", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const keys = yield* ApiKeys
        const make = (by: ReturnType<typeof member> | typeof operator) =>
          keys.create({ organizationId, name: "Key", scopes: ["views:read"], by })
        for (const by of [member("usr_owner"), member("usr_admin"), operator]) {
          const { key } = yield* make(by)
          assert.strictEqual(key.createdBy.id, by.type === "operator" ? "operator" : by.userId)
          assert.strictEqual((yield* keys.list({ organizationId, by })).at(0)?.id, key.id)
        }
        for (const by of [member("usr_member"), member("usr_nobody")]) {
          for (const attempt of [
            Effect.flip(make(by)),
            Effect.flip(keys.list({ organizationId, by })),
            Effect.flip(keys.revoke({ organizationId, id: "key_x", by })),
            Effect.flip(keys.replace({ organizationId, id: "key_x", by })),
            Effect.flip((yield* Organizations).createProject({ organizationId, name: "P", by }))
          ]) {
            assert.strictEqual((yield* attempt)._tag, "NotAllowed")
          }
        }
        assert.strictEqual((yield* keys.list({ organizationId, by: operator })).length, 3)
      })
    )

    it.effect("A4: neither the table nor a listing holds a secret", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const keys = yield* ApiKeys
        const { token } = yield* keys.create({ organizationId, name: "Key", scopes: ["views:read"], by: operator })
        const secret = Redacted.value(token).split("_").slice(2).join("_").slice(0, 43)
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{ text: string }>`
          select k::text as text from agent_operations.api_keys k where organization_id = ${organizationId}`
        assert.notInclude(row?.text, secret)
        assert.notInclude(JSON.stringify(yield* keys.list({ organizationId, by: operator })), secret)
      })
    )

    it.effect("A5: a revoked key fails at the next request, and a replaced one lives on in another", () =>
      Effect.gen(function* () {
        const { organizationId, projectId } = yield* organization
        const keys = yield* ApiKeys
        const first = yield* keys.create({ organizationId, name: "Key", scopes: ["views:write"], by: operator })
        assert.strictEqual((yield* verify(first.token, projectId)).actor.id, first.key.id)
        const second = yield* keys.replace({ organizationId, id: first.key.id, by: operator })
        assert.strictEqual((yield* Effect.flip(verify(first.token, projectId)))._tag, "UNAUTHENTICATED")
        const principal = yield* verify(second.token, projectId)
        assert.deepStrictEqual([principal.actor.name, principal.scopes], ["Key", ["views:write"]])
        yield* keys.revoke({ organizationId, id: second.key.id, by: operator })
        assert.strictEqual((yield* Effect.flip(verify(second.token, projectId)))._tag, "UNAUTHENTICATED")
        assert.strictEqual(
          (yield* Effect.flip(keys.revoke({ organizationId, id: second.key.id, by: operator })))._tag,
          "Unknown"
        )
      })
    )

    it.effect("A1, A2: an expired or forged key fails, and the scopes are those of now", () =>
      Effect.gen(function* () {
        const { organizationId, projectId } = yield* organization
        const keys = yield* ApiKeys
        const past = new Date(0)
        const expired = yield* keys.create({
          organizationId,
          name: "Old",
          scopes: ["views:read"],
          expiresAt: past,
          by: operator
        })
        // The test's clock stands at the epoch, which is when the key ends.
        assert.strictEqual((yield* Effect.flip(verify(expired.token, projectId)))._tag, "UNAUTHENTICATED")
        const { key, token } = yield* keys.create({ organizationId, name: "Now", scopes: ["views:read"], by: operator })
        const sql = yield* SqlClient.SqlClient
        yield* sql`update agent_operations.api_keys set scopes = array['views:read', 'views:write', 'no:such'] where id = ${key.id}`
        assert.deepStrictEqual((yield* verify(token, projectId)).scopes, ["views:read", "views:write"])
        yield* sql`update agent_operations.api_keys set secret_hash = ${new Uint8Array(32)} where id = ${key.id}`
        assert.strictEqual((yield* Effect.flip(verify(token, projectId)))._tag, "UNAUTHENTICATED")
      })
    )

    it.effect("A3: a key reaches its own organization's projects, and no other alike whether it exists", () =>
      Effect.gen(function* () {
        const [ours, theirs] = [yield* organization, yield* organization]
        const { token } = yield* (yield* ApiKeys).create({
          organizationId: ours.organizationId,
          name: "Ours",
          scopes: ["views:read"],
          by: operator
        })
        const reached = (projectId: string | undefined) =>
          Effect.map(verify(token, projectId), (principal) => principal.projectId)
        assert.strictEqual(yield* reached(ours.projectId), ours.projectId)
        for (const other of [theirs.projectId, "prj_none", undefined]) assert.isNull(yield* reached(other))
      })
    )

    it.effect("two organizations may use one project ID, and each reaches its own", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations
        const [one, two] = [yield* organization, yield* organization]
        for (const { organizationId } of [one, two]) {
          const made = organizations.createProject({
            organizationId,
            id: "production",
            name: "Production",
            by: operator
          })
          yield* made
          assert.strictEqual((yield* Effect.flip(made))._tag, "AlreadyExists")
        }
      })
    )
  })
})
