import {
  ApiKeys,
  CredentialVerifier,
  makeAuthorize,
  Organizations,
  RateLimit,
  UsageBudget
} from "@agent-operations/auth"
import { contractOf, viewFamilies } from "@agent-operations/contract"
import { newTypeId } from "@agent-operations/database"
import { describeOnPostgres } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Clock, Effect, Redacted, Result } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { assert } from "vitest"
import { limits } from "../../../tooling/readme/src/limits.ts"
import { parse, write } from "../src/keys/format.ts"
import { logOf, member, operator, organization, outcomesOf, rounds, servicesOn } from "./world.ts"

const { most } = limits.access["keys of an organization that work"]

describeOnPostgres("API keys", (database) => {
  const verify = (credential: Redacted.Redacted, projectId: string | undefined) =>
    CredentialVerifier.use((verifier) => verifier.verify({ credential, projectId, audience: "rest" }))

  layer(servicesOn(database))((it) => {
    it.effect("owners, admins and the operator manage keys; members and strangers do not", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const keys = yield* ApiKeys
        const make = (by: ReturnType<typeof member> | typeof operator) =>
          keys.create({ organizationId, name: "Key", scopes: ["views:read"], by })
        for (const by of [member("usr_owner"), member("usr_admin"), operator]) {
          const { key } = yield* make(by)
          assert.strictEqual(key.createdBy.id, by.type === "operator" ? "operator" : by.userId)
          assert.include(
            (yield* keys.list({ organizationId, by })).items.map(({ id }) => id),
            key.id
          )
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
        assert.strictEqual((yield* keys.list({ organizationId, by: operator })).items.length, 3)
      })
    )

    it.effect("K3: a scope that is named often is kept, logged and told once", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const keys = yield* ApiKeys
        const scopes = Array.from({ length: 4000 }, (_, n) => (n % 2 === 0 ? "views:write" : "views:read"))
        const { key } = yield* keys.create({ organizationId, name: "Key", scopes, by: operator })
        assert.deepStrictEqual(key.scopes, ["views:write", "views:read"])
        assert.deepStrictEqual((yield* keys.list({ organizationId, by: operator })).items[0]?.scopes, key.scopes)
        const logged = (yield* logOf(organizationId)).find(({ action }) => action === "key.created")
        assert.deepInclude(logged?.details, { scopes: ["views:write", "views:read"] })
      })
    )

    it.effect(
      "K3: members create keys until so many work, also of racing ones; those that no longer work leave room",
      () =>
        Effect.gen(function* () {
          const { organizationId } = yield* organization
          const keys = yield* ApiKeys
          const sql = yield* SqlClient.SqlClient
          const by = member("usr_owner")
          const create = keys.create({ organizationId, name: "Key", scopes: ["views:read"], by })
          const first = yield* create
          const copies = (count: number) => sql`
          insert into agent_operations.api_keys
          select (jsonb_populate_record(k, jsonb_build_object('id', 'key_0' || n))).* from agent_operations.api_keys as k,
            generate_series(1, ${count}::int) as n
          where k.organization_id = ${organizationId} and k.id = ${first.key.id}`
          yield* copies(most - 2)
          const outcomes = yield* outcomesOf([create, create, create])
          assert.sameMembers([...outcomes], ["ok", "TooManyKeys", "TooManyKeys"])
          const { id } = first.key
          const refused = yield* Effect.flip(keys.replace({ organizationId, id, by, overlap: "1 hour" }))
          assert.include(refused.message, `${most} keys that work`)
          assert.isNull((yield* keys.get({ organizationId, id, by })).replacedBy)
          const { key } = yield* keys.replace({ organizationId, id, by })
          assert.strictEqual((yield* Effect.flip(create))._tag, "TooManyKeys")
          yield* keys.revoke({ organizationId, id: key.id, by })
          yield* create
          yield* keys.create({ organizationId, name: "Key", scopes: ["views:read"], by: operator })
          yield* sql`
          update agent_operations.api_keys set expires_at = to_timestamp(0)
          where organization_id = ${organizationId} and id like 'key_0%'`
          yield* create
        })
    )

    it.effect("P1: pages list keys newest first, each once: all, those that work, and those that no longer do", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const keys = yield* ApiKeys
        const by = member("usr_owner")
        assert.isFalse(yield* keys.exists({ organizationId, by }))
        const made: Array<string> = []
        for (let n = 0; n < 7; n++) {
          made.unshift((yield* keys.create({ organizationId, name: `${n}`, scopes: ["views:read"], by })).key.id)
        }
        assert.isTrue(yield* keys.exists({ organizationId, by }))
        const revoked = made.filter((_, n) => n % 3 === 0)
        for (const id of revoked) yield* keys.revoke({ organizationId, id, by })
        const walked = Effect.fnUntraced(function* (works?: boolean) {
          const found: Array<string> = []
          let before: string | null | undefined
          while (before !== null) {
            const asked = { organizationId, by, limit: 2, before, ...(works !== undefined && { works }) }
            const page: Effect.Success<ReturnType<typeof keys.list>> = yield* keys.list(asked)
            assert.isAtMost(page.items.length, 2)
            found.push(...page.items.map(({ id }) => id))
            before = page.nextBefore
          }
          return found
        })
        assert.deepStrictEqual(yield* walked(), made)
        assert.deepStrictEqual(yield* walked(false), revoked)
        assert.deepStrictEqual(
          yield* walked(true),
          made.filter((id) => !revoked.includes(id))
        )
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          insert into agent_operations.api_keys
            (organization_id, id, name, scopes, secret_hash, preview, created_at, created_by, revoked_at)
          select ${organizationId}, 'key_00' || n, 'K', '{}', '', '', now(), '{}', now() from generate_series(1, 1000) as n`
        const first = yield* keys.list({ organizationId, by })
        assert.deepStrictEqual([first.items.length, first.nextBefore], [1000, first.items[999]!.id])
        const { items: rest, nextBefore } = yield* keys.list({ organizationId, by, before: first.items[999]!.id })
        assert.deepStrictEqual([rest.length, nextBefore], [7, null])
        const theirs = yield* organization
        const of = { organizationId: theirs.organizationId, by }
        assert.strictEqual((yield* Effect.flip(keys.get({ ...of, id: made[0]! })))._tag, "Unknown")
        assert.isFalse(yield* keys.exists(of))
        for (const attempt of [
          keys.get({ organizationId, id: made[0]!, by: member("usr_member") }),
          keys.list({ organizationId, limit: 1, by: member("usr_member") }),
          keys.exists({ organizationId, by: member("usr_member") })
        ]) {
          assert.strictEqual(
            (yield* Effect.flip<unknown, { readonly _tag: string }, never>(attempt))._tag,
            "NotAllowed"
          )
        }
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

    it.effect("of racing requests with one idempotency key, one creates a key, and the others are told which", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const keys = yield* ApiKeys
        const [by, other] = [member("usr_owner"), member("usr_admin")]
        const create = (by: ReturnType<typeof member>, idempotencyKey: string) =>
          Effect.result(keys.create({ organizationId, name: "Key", scopes: ["views:read"], by, idempotencyKey }))
        const racing = Array.from({ length: 8 }, () => create(by, "form"))
        const raced = yield* Effect.all(racing, { concurrency: "unbounded" })
        const [made, ...more] = raced.filter(Result.isSuccess).map(({ success }) => success.key.id)
        assert.isEmpty(more)
        const refused = raced.filter(Result.isFailure)
        assert.lengthOf(refused, 7)
        for (const { failure } of refused) assert.deepInclude(failure, { _tag: "AlreadyCreated", id: String(made) })
        const of = { organizationId, id: String(made), by, overlap: "1 hour", idempotencyKey: "form" } as const
        const { key } = yield* keys.replace(of)
        assert.deepInclude(yield* Effect.flip(keys.replace(of)), { _tag: "AlreadyCreated", id: key.id })
        // Another's key, or another of one's own, is another request.
        assert.isTrue(Result.isSuccess(yield* create(other, "form")))
        assert.isTrue(Result.isSuccess(yield* create(by, "form 2")))
        assert.lengthOf((yield* keys.list({ organizationId, by })).items, 4)
        const actions = (yield* logOf(organizationId))
          .map(({ action }) => action)
          .filter((each) => each.startsWith("key"))
        assert.deepStrictEqual(actions, ["key.created", "key.replaced", "key.created", "key.created"])
        // What is claimed is kept under the names of actions: processes of another release look for it there.
        const sql = yield* SqlClient.SqlClient
        const claimed = yield* sql<{ action: string }>`
          select action from agent_operations.idempotency_keys
          where organization_id = ${organizationId} order by action`
        assert.deepStrictEqual(
          claimed.map(({ action }) => action),
          ["key.created", "key.created", "key.created", "key.replaced"]
        )
        // What failed has claimed nothing.
        const gone = { ...of, id: "key_none", idempotencyKey: "late" }
        for (let time = 0; time < 2; time++) {
          assert.strictEqual((yield* Effect.flip(keys.replace(gone)))._tag, "Unknown")
        }
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
        const logged = (yield* logOf(organizationId)).at(-1)
        const worksUntil = new Date(yield* Clock.currentTimeMillis).toISOString()
        const made = { replacedBy: second.key.id, scopes: ["views:write"], expiresAt: null }
        assert.deepStrictEqual(logged?.details, { ...made, worksUntil })
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
        const authorize = yield* Effect.provide(makeAuthorize, [RateLimit.unlimited, UsageBudget.unlimited])
        const { scopes } = yield* authorize(contractOf(viewFamilies).byId.get_page_view, {
          authorization: [`Bearer ${Redacted.value(token)}`],
          project: { header: [projectId], query: [] },
          audience: "rest"
        }).access
        assert.deepStrictEqual(scopes, ["views:read", "views:write"])
        yield* sql`update agent_operations.api_keys set secret_hash = ${new Uint8Array(32)} where id = ${key.id}`
        assert.strictEqual((yield* Effect.flip(verify(token, projectId)))._tag, "UNAUTHENTICATED")
      })
    )

    it.effect("a key with a name of any length is let in, and acts by the beginning of its name", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const { id: header } = yield* (yield* Organizations).createProject({ organizationId, name: "P", by: operator })
        const name = "😀".repeat(300)
        const { token } = yield* (yield* ApiKeys).create({ organizationId, name, scopes: ["views:read"], by: operator })
        const authorize = yield* Effect.provide(makeAuthorize, [RateLimit.unlimited, UsageBudget.unlimited])
        const { actor } = yield* authorize(contractOf(viewFamilies).byId.get_page_view, {
          authorization: [`Bearer ${Redacted.value(token)}`],
          project: { header: [header], query: [] },
          audience: "rest"
        }).access
        assert.strictEqual(actor.name, "😀".repeat(200))
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

    it.effect("A1, A3: of keys that are shown at once, each stands for itself and reaches its own project", () =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        const [ours, theirs] = [yield* organization, yield* organization]
        const create = (organizationId: string, name: string) =>
          keys.create({ organizationId, name, scopes: [`views:${name}`], by: operator })
        const made = [
          { ...ours, ...(yield* create(ours.organizationId, "read")) },
          { ...ours, ...(yield* create(ours.organizationId, "write")) },
          { ...theirs, ...(yield* create(theirs.organizationId, "read")) }
        ]
        const shown = made.flatMap(({ organizationId, projectId: own, key, token }) =>
          [ours.projectId, theirs.projectId, "prj_none", undefined].map((projectId) => ({
            token,
            projectId,
            expected: {
              actor: { type: "api_key", id: key.id, name: key.name },
              organizationId,
              scopes: key.scopes,
              credential: { type: "api_key", id: key.id },
              projectId: projectId === own ? own : null
            }
          }))
        )
        const { secret } = parse(Redacted.value(made[0]!.token)) ?? assert.fail("not parsed")
        const forged = made.slice(1).map(({ key }) => Redacted.make(write(key.id, secret)))
        const [accepted, refused] = yield* Effect.all(
          [
            Effect.forEach(shown, ({ token, projectId }) => verify(token, projectId), { concurrency: "unbounded" }),
            Effect.forEach(forged, (token) => Effect.flip(verify(token, ours.projectId)), { concurrency: "unbounded" })
          ],
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(
          accepted,
          shown.map(({ expected }) => expected as (typeof accepted)[number])
        )
        for (const { _tag } of refused) assert.strictEqual(_tag, "UNAUTHENTICATED")
      })
    )

    it.effect("A1: a key that nobody has, or the ID of one with another's secret, is refused", () =>
      Effect.gen(function* () {
        const { organizationId, projectId } = yield* organization
        const create = (yield* ApiKeys).create({ organizationId, name: "Key", scopes: ["views:read"], by: operator })
        const [one, two] = [yield* create, yield* create]
        const { secret } = parse(Redacted.value(two.token)) ?? assert.fail("not parsed")
        for (const text of [write(one.key.id, secret), write(newTypeId("key"), secret), "aok_", ""]) {
          const refused = yield* Effect.flip(verify(Redacted.make(text), projectId))
          assert.strictEqual(refused._tag, "UNAUTHENTICATED")
        }
        assert.strictEqual((yield* verify(two.token, projectId)).actor.id, two.key.id)
      })
    )

    it.effect("A3: nobody ends or replaces a key of another organization, or one that has ended", () =>
      Effect.gen(function* () {
        const [ours, theirs] = [yield* organization, yield* organization]
        const keys = yield* ApiKeys
        const { organizationId } = ours
        const create = { organizationId, name: "Key", scopes: ["views:read"], by: operator } as const
        const [kept, ended] = [yield* keys.create(create), yield* keys.create(create)]
        const revoked = yield* keys.revoke({ organizationId, id: ended.key.id, by: operator })
        assert.strictEqual(revoked.revokedAt, new Date(yield* Clock.currentTimeMillis).toISOString())
        for (const which of [
          { organizationId: theirs.organizationId, id: kept.key.id, by: operator },
          { organizationId, id: ended.key.id, by: operator },
          { organizationId, id: "key_none", by: operator }
        ]) {
          for (const attempt of [
            keys.revoke(which),
            keys.replace(which),
            keys.replace({ ...which, overlap: "1 hour" })
          ]) {
            assert.strictEqual((yield* Effect.flip<unknown, { readonly _tag: string }, never>(attempt))._tag, "Unknown")
          }
        }
        // Of one millisecond, neither is the newer one. Before it is used: its last use is written beside what goes on.
        assert.sameDeepMembers([...(yield* keys.list({ organizationId, by: operator })).items], [revoked, kept.key])
        assert.deepStrictEqual((yield* keys.list({ organizationId: theirs.organizationId, by: operator })).items, [])
        assert.strictEqual((yield* verify(kept.token, ours.projectId)).actor.id, kept.key.id)
      })
    )

    it.effect("A2: a key with a scope that nobody offers is not created, and the log holds what is", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const keys = yield* ApiKeys
        const create = (...scopes: ReadonlyArray<string>) =>
          keys.create({ organizationId, name: "Key", scopes, expiresAt: new Date(1), by: operator })
        const refused = yield* Effect.flip(create("views:read", "no:such", "views:write", "nor:this"))
        assert.deepInclude(refused, {
          _tag: "ScopesNotOffered",
          scopes: ["no:such", "nor:this"],
          offered: Object.keys(contractOf(viewFamilies).scopes)
        })
        assert.deepStrictEqual((yield* keys.list({ organizationId, by: operator })).items, [])
        const { key, token } = yield* create("views:read")
        assert.match(key.id, /^key_/)
        const shown = {
          id: key.id,
          name: "Key",
          scopes: ["views:read"],
          preview: `aok_…${Redacted.value(token).slice(-4)}`,
          createdAt: new Date(yield* Clock.currentTimeMillis).toISOString(),
          createdBy: { type: "operator", id: "operator", name: "Operator" },
          expiresAt: new Date(1).toISOString(),
          revokedAt: null,
          lastUsedAt: null,
          lastUsedFrom: null,
          replacedBy: null
        } as const
        assert.deepStrictEqual(key, shown)
        assert.deepStrictEqual((yield* keys.list({ organizationId, by: operator })).items, [shown])
        const { action, subject, details } = (yield* logOf(organizationId)).at(-1) ?? assert.fail("nothing is logged")
        assert.deepStrictEqual(
          { action, subject, details },
          {
            action: "key.created",
            subject: { type: "key", id: key.id, name: "Key" },
            details: { scopes: ["views:read"], expiresAt: new Date(1).toISOString() }
          }
        )
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

    it.effect("A5: with an overlap a replaced key works that long, unless it ends before or is revoked", () =>
      Effect.gen(function* () {
        const { organizationId, projectId } = yield* organization
        const keys = yield* ApiKeys
        const make = (expiresAt?: Date) =>
          keys.create({ organizationId, name: "Key", scopes: ["views:read"], expiresAt, by: operator })
        const replace = (id: string, overlap: "0 millis" | "1 hour" | "2 days" | "Infinity") =>
          keys.replace({ organizationId, id, overlap, by: operator })
        const hours = (count: number) => new Date(count * 3_600_000)
        const [plain, short, long, cut, endless] = [
          yield* make(),
          yield* make(hours(1)),
          yield* make(hours(48)),
          yield* make(),
          yield* make()
        ]
        const next = yield* replace(plain.key.id, "1 hour")
        assert.strictEqual((yield* replace(short.key.id, "2 days")).key.expiresAt, hours(1).toISOString())
        assert.strictEqual((yield* replace(long.key.id, "1 hour")).key.expiresAt, hours(48).toISOString())
        yield* replace(cut.key.id, "0 millis")
        yield* replace(endless.key.id, "Infinity")
        const ends = new Map(
          (yield* keys.list({ organizationId, by: operator })).items.map((key) => [key.id, key.expiresAt])
        )
        assert.deepStrictEqual(
          [plain, short, long, cut, endless, next].map(({ key }) => ends.get(key.id)),
          [hours(1).toISOString(), hours(1).toISOString(), hours(1).toISOString(), hours(0).toISOString(), null, null]
        )
        const works = ({ token }: { readonly token: Redacted.Redacted }) => Effect.isSuccess(verify(token, projectId))
        assert.deepStrictEqual([yield* works(plain), yield* works(next), yield* works(cut)], [true, true, false])
        yield* TestClock.adjust("59 minutes")
        assert.isTrue(yield* works(plain))
        yield* keys.revoke({ organizationId, id: long.key.id, by: operator })
        assert.isFalse(yield* works(long))
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual([yield* works(plain), yield* works(next)], [false, true])
        const replaced = (yield* logOf(organizationId)).filter(({ action }) => action === "key.replaced")
        const { id: replacedBy, scopes, expiresAt } = next.key
        const worksUntil = hours(1).toISOString()
        assert.deepStrictEqual(replaced[0]?.details, { replacedBy, scopes: [...scopes], expiresAt, worksUntil })
        assert.deepStrictEqual(
          replaced.map(({ details }) => details["worksUntil"]),
          [...[1, 1, 1, 0].map((count) => hours(count).toISOString()), null]
        )
      })
    )

    it.effect("a key is renamed while it works, which the log tells, and its secret stays", () =>
      Effect.gen(function* () {
        const { organizationId, projectId } = yield* organization
        const keys = yield* ApiKeys
        const { key, token } = yield* keys.create({ organizationId, name: "CI", scopes: ["views:read"], by: operator })
        const which = { organizationId, id: key.id }
        for (const name of ["Nightly import", "Nightly import"]) yield* keys.rename({ ...which, name, by: operator })
        assert.strictEqual((yield* verify(token, projectId)).actor.name, "Nightly import")
        const renamed = (yield* logOf(organizationId)).filter(({ action }) => action === "key.renamed")
        assert.deepStrictEqual(
          renamed.map(({ subject, details }) => [subject, details]),
          [[{ type: "key", id: key.id, name: "Nightly import" }, { formerName: "CI" }]]
        )
        const refused = [
          keys.rename({ ...which, name: "Mine", by: member("usr_member") }),
          keys.rename({ organizationId, id: "key_none", name: "Mine", by: operator }),
          Effect.andThen(keys.revoke({ ...which, by: operator }), keys.rename({ ...which, name: "Mine", by: operator }))
        ]
        for (const [n, tag] of ["NotAllowed", "Unknown", "Unknown"].entries()) {
          assert.strictEqual((yield* Effect.flip(refused[n]!))._tag, tag)
        }
        assert.deepStrictEqual(
          (yield* keys.list({ organizationId, by: operator })).items.map(({ name }) => name),
          ["Nightly import"]
        )
      })
    )

    it.effect("a replaced key says by which, and the new one expires when the old one would have, or as is asked", () =>
      Effect.gen(function* () {
        const { organizationId } = yield* organization
        const keys = yield* ApiKeys
        const expiresAt = new Date((yield* Clock.currentTimeMillis) + 86_400_000)
        const farAway = new Date(expiresAt.getTime() + 86_400_000)
        for (const [asked, expected] of [
          [undefined, expiresAt.toISOString()],
          [null, null],
          [farAway, farAway.toISOString()]
        ] as const) {
          const { key } = yield* keys.create({
            organizationId,
            name: "K",
            scopes: ["views:read"],
            by: operator,
            expiresAt
          })
          const which = { organizationId, id: key.id, by: operator }
          const made = yield* keys.replace({
            ...which,
            overlap: "1 hour",
            ...(asked !== undefined && { expiresAt: asked })
          })
          assert.strictEqual(made.key.expiresAt, expected)
          const old = (yield* keys.list({ organizationId, by: operator })).items.find(({ id }) => id === key.id)
          assert.deepInclude(old, { replacedBy: made.key.id, revokedAt: null })
          assert.strictEqual(made.key.replacedBy, null)
        }
      })
    )

    it.effect("a key that several replace or revoke at once is replaced or revoked once", () =>
      rounds(
        5,
        Effect.fnUntraced(function* () {
          const { organizationId } = yield* organization
          const keys = yield* ApiKeys
          const { key } = yield* keys.create({ organizationId, name: "Key", scopes: ["views:read"], by: operator })
          const which = { organizationId, id: key.id, by: operator }
          const outcomes = yield* outcomesOf([keys.replace(which), keys.revoke(which), keys.replace(which)])
          assert.sameMembers([...outcomes], ["ok", "Unknown", "Unknown"])
        })
      )
    )
  })
})
