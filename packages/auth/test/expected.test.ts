import {
  type AccessDecision,
  ApiKeys,
  CredentialVerifier,
  makeAuthorize,
  Organizations,
  type Principal,
  RateLimit,
  UsageBudget
} from "@agent-operations/auth"
import { contractOf, type Operation, viewFamilies } from "@agent-operations/contract"
import { conditionOf, strangerAt, WorkFor } from "@agent-operations/database"
import { RateLimited } from "@agent-operations/error-envelope"
import { describeOnPostgres } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Clock, Effect, Layer, Redacted } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { TestClock } from "effect/testing"
import { assert } from "vitest"
import { parse, write } from "../src/keys/format.ts"
import { copyRows, operator, organization, servicesOn } from "./world.ts"

const { get_page_view: get, update_page_view: update } = contractOf(viewFamilies).byId

/** A key of an organization with a project, and the access decision about requests. */
const world = Effect.gen(function* () {
  const { organizationId, projectId } = yield* organization
  const made = yield* (yield* ApiKeys).create({ organizationId, name: "Key", scopes: ["views:read"], by: operator })
  const limits = { check: (_: Principal): Effect.Effect<void, RateLimited> => Effect.void }
  const authorize = yield* Effect.provide(
    makeAuthorize,
    Layer.merge(Layer.succeed(RateLimit, { check: (principal) => limits.check(principal) }), UsageBudget.unlimited)
  )
  const token = Redacted.value(made.token)
  const ask = (operation: Operation.Any = get, project = projectId, credential = token, address?: string) =>
    authorize(operation, {
      authorization: [`Bearer ${credential}`],
      project: { header: [project], query: [] },
      audience: "rest",
      client: { peer: () => address, header: () => [] }
    })
  const sql = yield* SqlClient.SqlClient
  /** Whether a statement that keeps the guard of who is expected finds that it holds. */
  const holds = ({ expected }: AccessDecision) =>
    Effect.gen(function* () {
      assert.isDefined(expected)
      const [row] = yield* sql<{ held: boolean }>`select ${yield* conditionOf(sql, expected.guard)} as held`
      return row!.held
    })
  return { organizationId, projectId, keyId: made.key.id, token, ask, limits, holds, sql }
})

/** For whom each look-up of keys is made of decisions that are made at once. */
const lookUpsOf = Effect.fnUntraced(function* (decisions: ReadonlyArray<AccessDecision>) {
  const parties: Array<string | undefined> = []
  const lookingOn: Statement.Transformer = (statement, _, fiber) => {
    const [text] = statement.compile()
    if (text.includes("api_keys as k on k.id = asked.key_id")) parties.push(fiber.getRef(WorkFor))
    return Effect.succeed(statement)
  }
  yield* Effect.forEach(decisions, ({ access }) => Effect.exit(access), { concurrency: "unbounded" }).pipe(
    Effect.provideService(Statement.CurrentTransformer, lookingOn)
  )
  return parties
})

describeOnPostgres("who is expected to be let in", (database) => {
  layer(servicesOn(database))((it) => {
    it.effect("K3: credentials that were accepted are looked up together, and none waits for those of strangers", () =>
      Effect.gen(function* () {
        const { keyId, projectId, ask } = yield* world
        const [here, there] = ["203.0.113.1", "203.0.113.2"]
        assert.notStrictEqual(strangerAt(here), strangerAt(there))
        const from = (address: string, credential?: string) => ask(get, projectId, credential, address)
        assert.deepStrictEqual(yield* lookUpsOf([from(here)]), [strangerAt(here)])
        const forged = Array.from({ length: 600 }, (_, n) => write(keyId, `${n}`.padStart(43, "x")))
        const decisions = [
          from(here, forged[0]),
          from(there),
          from(here),
          ...forged.map((credential) => from(here, credential)),
          from(there, forged[1]),
          from(there)
        ]
        assert.sameMembers(yield* lookUpsOf(decisions), [
          undefined,
          strangerAt(here),
          strangerAt(here),
          strangerAt(there)
        ])
        // Where the address is not known, there is nobody to tell them from.
        assert.deepStrictEqual(yield* lookUpsOf([ask(get, projectId, forged[0])]), [undefined])
      })
    )

    it.effect("A1: whoever was let in before with the same credential, project and scopes, and nobody else", () =>
      Effect.gen(function* () {
        const { organizationId, keyId, ask } = yield* world
        const other = yield* (yield* Organizations).createProject({ organizationId, name: "Other", by: operator })
        const foreign = yield* organization
        assert.isUndefined(ask().expected)
        const access = yield* ask().access
        assert.strictEqual(ask().expected?.access, access)
        assert.strictEqual(yield* ask().access, access)

        const stranger = write(keyId, "x".repeat(43))
        assert.isDefined(parse(stranger))
        assert.isUndefined(ask(get, access.projectId, stranger).expected)
        assert.isUndefined(ask(get, access.projectId, "no key at all").expected)
        assert.isUndefined(ask(get, other.id).expected)
        assert.isUndefined(ask(get, foreign.projectId).expected)
        assert.isUndefined(ask(get, "").expected)
        assert.isUndefined(ask(update).expected)
        assert.isUndefined(ask({ ...get, incursUsage: true }).expected)
        assert.strictEqual(ask().expected?.access, access)
      })
    )

    it.effect("A1, A5: a key that is none any more is expected once at most, and never let in", () =>
      Effect.gen(function* () {
        const { organizationId, keyId, ask, holds } = yield* world
        yield* ask().access
        assert.isTrue(yield* holds(ask()))
        yield* (yield* ApiKeys).revoke({ organizationId, id: keyId, by: operator })
        const decision = ask()
        assert.isFalse(yield* holds(decision))
        assert.strictEqual((yield* Effect.flip(decision.access))._tag, "UNAUTHENTICATED")
        assert.isUndefined(ask().expected)
      })
    )

    it.effect("A2, A3: who is let in is what the database says now, whoever was expected", () =>
      Effect.gen(function* () {
        const { organizationId, keyId, projectId, ask, holds, sql } = yield* world
        const organizations = yield* Organizations
        // Neither another of the same organization nor one of the same ID elsewhere stands for the project.
        yield* organizations.createProject({ organizationId, name: "Other", by: operator })
        const foreign = yield* organization
        yield* organizations.createProject({ ...foreign, id: projectId, name: "Elsewhere", by: operator })
        yield* ask().access
        yield* sql`update agent_operations.api_keys set name = 'New' where id = ${keyId}`
        const renamed = ask()
        assert.isFalse(yield* holds(renamed))
        const access = yield* renamed.access
        assert.strictEqual(renamed.expected?.access.actor.name, "Key")
        assert.strictEqual(access.actor.name, "New")
        assert.strictEqual(ask().expected?.access, access)
        assert.isTrue(yield* holds(ask()))

        yield* sql`update agent_operations.api_keys set scopes = array[]::text[] where id = ${keyId}`
        const narrowed = ask()
        assert.strictEqual(narrowed.expected?.access, access)
        assert.isFalse(yield* holds(narrowed))
        assert.strictEqual((yield* Effect.flip(narrowed.access))._tag, "MISSING_SCOPE")
        assert.isUndefined(ask().expected)

        yield* sql`update agent_operations.api_keys set scopes = array['views:read'] where id = ${keyId}`
        yield* ask().access
        yield* sql`delete from agent_operations.projects where organization_id = ${organizationId} and id = ${projectId}`
        const gone = ask()
        assert.isFalse(yield* holds(gone))
        assert.strictEqual((yield* Effect.flip(gone.access))._tag, "PROJECT_ACCESS_DENIED")
        assert.isUndefined(ask().expected)
      })
    )

    it.effect("A2: under a guard of its own for each set of particulars, since statements are shared by name", () =>
      Effect.gen(function* () {
        const { keyId, ask, holds, sql } = yield* world
        yield* ask().access
        const before = ask()
        yield* sql`update agent_operations.api_keys set scopes = array['views:read', 'views:write'] where id = ${keyId}`
        yield* ask().access
        const after = ask()
        assert.deepStrictEqual([yield* holds(before), yield* holds(after)], [false, true])
        assert.notStrictEqual(before.expected!.guard.name, after.expected!.guard.name)
      })
    )

    it.effect("A5: a key that has expired, or another secret, is not what the guard holds for", () =>
      Effect.gen(function* () {
        const { keyId, ask, holds, sql } = yield* world
        yield* ask().access
        const later = new Date((yield* Clock.currentTimeMillis) + 1000)
        yield* sql`update agent_operations.api_keys set expires_at = ${later} where id = ${keyId}`
        assert.isTrue(yield* holds(ask()))
        yield* TestClock.adjust("1 second")
        assert.isFalse(yield* holds(ask()))
        yield* sql`update agent_operations.api_keys set expires_at = null where id = ${keyId}`
        assert.isTrue(yield* holds(ask()))
        yield* sql`update agent_operations.api_keys set secret_hash = ${new Uint8Array(32)} where id = ${keyId}`
        assert.isFalse(yield* holds(ask()))
      })
    )

    it.effect(
      "A3, A5: under a guard that holds for this key alone, not for one that is the same but for its ID or place",
      () =>
        Effect.gen(function* () {
          const { organizationId, projectId, keyId, ask, holds } = yield* world
          yield* ask().access
          const before = ask()
          const foreign = yield* organization
          yield* (yield* Organizations).createProject({ ...foreign, id: projectId, name: "Same", by: operator })
          yield* copyRows("api_keys", organizationId, { id: "key_other" })
          yield* copyRows("api_keys", organizationId, { organization_id: foreign.organizationId })
          assert.isTrue(yield* holds(before))
          yield* (yield* ApiKeys).revoke({ organizationId, id: keyId, by: operator })
          assert.isFalse(yield* holds(before))
        })
    )

    it.effect("nobody by a verifier to which the credential was not shown for the project", () =>
      Effect.gen(function* () {
        const { projectId, token } = yield* world
        const { begin } = yield* CredentialVerifier
        const show = (projectId: string | undefined) =>
          begin!({ credential: Redacted.make(token), audience: "rest", projectId })
        const projects = [projectId, "prj_none", undefined]
        for (const [n, shown] of projects.entries()) {
          const principal = yield* show(shown).principal
          assert.strictEqual(show(shown).expected?.principal, principal)
          for (const other of projects.slice(n + 1)) assert.isUndefined(show(other).expected)
        }
        for (const shown of projects) assert.strictEqual(show(shown).expected?.principal, yield* show(shown).principal)
      })
    )

    it.effect("who is expected is counted once, before a statement is tried or when access is decided", () =>
      Effect.gen(function* () {
        const { ask, limits } = yield* world
        yield* ask().access
        let counted = 0
        limits.check = () => Effect.sync(() => void counted++)
        const tried = ask()
        yield* tried.expected!.admit
        yield* tried.access
        assert.strictEqual(counted, 1)
        yield* ask().access
        assert.strictEqual(counted, 2)
      })
    )

    it.effect("who turns out to be another than was expected is counted as well", () =>
      Effect.gen(function* () {
        const { keyId, ask, limits, sql } = yield* world
        yield* ask().access
        const counted: Array<string> = []
        limits.check = ({ actor }) => Effect.sync(() => void counted.push(actor.name))
        const tried = ask()
        yield* tried.expected!.admit
        yield* sql`update agent_operations.api_keys set name = 'New' where id = ${keyId}`
        yield* tried.access
        assert.deepStrictEqual(counted, ["Key", "New"])
      })
    )

    it.effect("who calls too often is not let in, whoever was expected", () =>
      Effect.gen(function* () {
        const { ask, limits } = yield* world
        yield* ask().access
        limits.check = () => Effect.fail(new RateLimited({ message: "Too often.", retryAfter: 1 }))
        assert.strictEqual((yield* Effect.flip(ask().access))._tag, "RATE_LIMITED")
        assert.strictEqual((yield* Effect.flip(ask().expected!.admit))._tag, "RATE_LIMITED")
      })
    )

    it.effect("nobody where a host says whom a credential stands for", () =>
      Effect.gen(function* () {
        const { verify } = yield* CredentialVerifier
        const { ask } = yield* Effect.provide(world, Layer.succeed(CredentialVerifier, { verify }))
        yield* ask().access
        assert.isUndefined(ask().expected)
      })
    )
  })
})
