import { ApiKeys, ApiKeyVerifier, type Client, ClientAddress, CredentialVerifier } from "@agent-operations/auth"
import { describeOnPostgres } from "@agent-operations/testing"
import { eventually } from "@agent-operations/testing/eventually"
import { whileLocked } from "@agent-operations/testing/locked"
import { layer } from "@effect/vitest"
import { Clock, Effect, Exit, Layer, Redacted, Scope, Tracer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { assert } from "vitest"
import { copyRows, operator, organization, servicesOn } from "./world.ts"

/** Leaves what goes on in the background some turns. */
const pause = (milliseconds: number) =>
  // clock: for what is not to happen, of which nothing tells; beside load less is noticed, and nothing is made up
  Effect.promise(() => new Promise((resolve) => setTimeout(resolve, milliseconds)))

/** Waits for what goes on in the background, by the real clock. */
const untilEquals = <A, E, R>(effect: Effect.Effect<A, E, R>, expected: A) =>
  eventually(
    JSON.stringify(expected),
    Effect.map(effect, (found) => {
      assert.deepStrictEqual(found, expected)
      return true
    })
  )

/** A verifier of its own, as every process has one, which counts how often it writes. */
const startVerifier = Effect.gen(function* () {
  const addressOf = yield* ClientAddress
  const spans: Array<Tracer.Span> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  const scope = yield* Scope.make()
  const context = yield* Layer.buildWithScope(Layer.fresh(ApiKeyVerifier.layer), scope).pipe(
    Effect.provideService(Tracer.Tracer, tracer),
    Effect.provideService(ClientAddress, addressOf)
  )
  const writes = () =>
    spans.filter(({ attributes }) => String(attributes.get("db.query.text")).includes("last_used_at"))
  return {
    use: (credential: Redacted.Redacted, client?: Client) =>
      CredentialVerifier.use((verifier) =>
        verifier.verify({ credential, projectId: undefined, audience: "rest", client })
      ).pipe(Effect.provideContext(context)),
    /** Has a statement find that the key still holds, as one of an operation does. */
    useGuarded: (credential: Redacted.Redacted, client: Client) =>
      CredentialVerifier.use((verifier) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.sync(() => {
            const verification = verifier.begin?.({ credential, projectId: undefined, audience: "rest", client })
            verification?.expected?.accepted(now, client)
          })
        )
      ).pipe(Effect.provideContext(context)),
    begun: () => writes().length,
    /** Waits until so many writes have ended, well or not, and the verifier sleeps. */
    written: (count: number) =>
      Effect.andThen(
        untilEquals(
          Effect.sync(() => writes().filter(({ status }) => status._tag === "Ended").length),
          count
        ),
        pause(20)
      ),
    close: Scope.close(scope, Exit.void)
  }
})

/** Keys of a new organization, and when each was last used, in seconds of the test's clock. */
const makeKeys = Effect.fnUntraced(function* (count: number) {
  const { organizationId } = yield* organization
  const keys = yield* ApiKeys
  const start = yield* Clock.currentTimeMillis
  const made = yield* Effect.forEach(Array.from({ length: count }), () =>
    keys.create({ organizationId, name: "Key", scopes: ["views:read"], by: operator })
  )
  const lastUses = Effect.map(keys.list({ organizationId, by: operator }), ({ items: listed }) =>
    made.map(({ key }) => {
      const { lastUsedAt } = listed.find(({ id }) => id === key.id) ?? assert.fail("gone")
      return lastUsedAt === null ? null : (Date.parse(lastUsedAt) - start) / 1000
    })
  )
  const revoke = (n: number) => keys.revoke({ organizationId, id: made[n]!.key.id, by: operator })
  return { organizationId, tokens: made.map(({ token }) => token), lastUses, revoke }
})

/** A client that counts how often anybody looks where it is. */
const clientAt = (address: string | undefined, ...program: ReadonlyArray<string>) => {
  let looks = 0
  const client: Client = {
    peer: () => {
      looks += 1
      return address
    },
    header: (name) => (name === "user-agent" ? program : [])
  }
  return { client, looks: () => looks }
}

/** From where the keys of an organization were used, oldest first. */
const usedFrom = (organizationId: string) =>
  Effect.map(
    ApiKeys.use((keys) => keys.list({ organizationId, by: operator })),
    ({ items }) => items.map(({ lastUsedFrom }) => lastUsedFrom).toReversed()
  )

describeOnPostgres("when keys were last used", (database) => {
  layer(servicesOn(database))((it) => {
    it.effect("is written at once, then at most once a minute, for all keys with one statement", () =>
      Effect.gen(function* () {
        const { tokens, lastUses } = yield* makeKeys(3)
        const { use, written, close } = yield* startVerifier
        yield* use(tokens[0]!)
        yield* written(1)
        assert.deepStrictEqual(yield* lastUses, [0, null, null])
        yield* TestClock.adjust("20 seconds")
        for (const token of [...tokens, ...tokens]) yield* use(token)
        yield* TestClock.adjust("20 seconds")
        yield* use(tokens[1]!)
        yield* pause(50)
        assert.deepStrictEqual(yield* lastUses, [0, null, null])
        yield* TestClock.adjust("20 seconds")
        yield* written(2)
        assert.deepStrictEqual(yield* lastUses, [20, 40, 20])
        // A minute without a use costs nothing, and the use after it is written at once again.
        yield* TestClock.adjust("10 minutes")
        yield* use(tokens[2]!)
        yield* written(3)
        assert.deepStrictEqual(yield* lastUses, [20, 40, 660])
        yield* close
      })
    )

    it.effect("is kept with from where and by which program, which is looked at once a minute", () =>
      Effect.gen(function* () {
        const { organizationId, tokens } = yield* makeKeys(3)
        const { use, useGuarded, written, close } = yield* startVerifier
        const [first, later] = [clientAt("::ffff:203.0.113.7", "curl/8.5.0"), clientAt("2001:db8::1", "x".repeat(500))]
        yield* use(tokens[0]!, first.client)
        yield* written(1)
        yield* TestClock.adjust("5 seconds")
        for (let times = 0; times < 50; times++) {
          yield* use(tokens[0]!, later.client)
          yield* useGuarded(tokens[0]!, later.client)
        }
        yield* use(tokens[1]!)
        yield* use(tokens[2]!, clientAt(undefined, "Mozilla/5.0 (KHTML", "like Gecko)").client)
        assert.deepStrictEqual([first.looks(), later.looks()], [1, 1])
        const before = { address: "203.0.113.7", program: "curl/8.5.0" }
        assert.deepStrictEqual(yield* usedFrom(organizationId), [before, null, null])
        yield* TestClock.adjust("1 minute")
        yield* written(2)
        assert.deepStrictEqual(yield* usedFrom(organizationId), [
          { address: "2001:db8::1", program: "x".repeat(200) },
          null,
          { address: null, program: "Mozilla/5.0 (KHTML, like Gecko)" }
        ])
        yield* close
      })
    )

    it.effect("is where the host says that clients are, behind a proxy", () =>
      Effect.gen(function* () {
        const { organizationId, tokens } = yield* makeKeys(1)
        const { use, close } = yield* Effect.provideService(
          startVerifier,
          ClientAddress,
          ({ header }) => header("x-real-ip")[0]
        )
        yield* use(tokens[0]!, {
          peer: () => "10.0.0.1",
          header: (name) => (name === "x-real-ip" ? ["198.51.100.4"] : [])
        })
        yield* close
        assert.deepStrictEqual(yield* usedFrom(organizationId), [{ address: "198.51.100.4", program: null }])
      })
    )

    it.effect("is written a last time when the process ends", () =>
      Effect.gen(function* () {
        const { organizationId, tokens, lastUses } = yield* makeKeys(2)
        const { organizationId: theirs } = yield* organization
        const { use, written, close } = yield* startVerifier
        yield* use(tokens[0]!)
        yield* written(1)
        yield* TestClock.adjust("5 seconds")
        for (const token of tokens) yield* use(token)
        // Keys of the same IDs in another organization are other keys.
        yield* copyRows("api_keys", organizationId, { organization_id: theirs, last_used_at: null })
        yield* close
        yield* written(2)
        assert.deepStrictEqual(yield* lastUses, [5, 5])
        const { items: copies } = yield* (yield* ApiKeys).list({ organizationId: theirs, by: operator })
        assert.deepStrictEqual(
          copies.map(({ lastUsedAt }) => lastUsedAt),
          [null, null]
        )
      })
    )

    it.effect("is not touched by a credential that is refused, nor set back by a process that is behind", () =>
      Effect.gen(function* () {
        const { tokens, lastUses, revoke } = yield* makeKeys(2)
        const [early, late] = [yield* startVerifier, yield* startVerifier]
        for (const { use } of [early, late]) yield* use(tokens[0]!)
        for (const { written } of [early, late]) yield* written(1)
        yield* TestClock.adjust("5 seconds")
        yield* early.use(tokens[0]!)
        yield* TestClock.adjust("5 seconds")
        yield* late.use(tokens[0]!)
        yield* revoke(1)
        yield* Effect.flip(late.use(tokens[1]!))
        yield* Effect.flip(late.use(Redacted.make(`${Redacted.value(tokens[1]!)}x`)))
        yield* late.close
        yield* early.close
        assert.deepStrictEqual(yield* lastUses, [10, null])
      })
    )

    it.effect("costs no request anything when it cannot be written, and is tried again at the next use", () =>
      Effect.gen(function* () {
        const { tokens, lastUses } = yield* makeKeys(1)
        const { use, written, close } = yield* startVerifier
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          alter table agent_operations.api_keys add constraint unused check (last_used_at is null) not valid`
        yield* use(tokens[0]!)
        yield* written(1)
        yield* use(tokens[0]!)
        yield* TestClock.adjust("1 minute")
        yield* written(2)
        yield* sql`alter table agent_operations.api_keys drop constraint unused`
        assert.deepStrictEqual(yield* lastUses, [null])
        yield* TestClock.adjust("1 minute")
        yield* use(tokens[0]!)
        yield* written(3)
        assert.deepStrictEqual(yield* lastUses, [120])
        yield* close
      })
    )

    // PGlite has one connection, which a transaction has for itself.
    if (database.name === "PostgreSQL") {
      it.effect("of a key whose row somebody holds is left out, and the others are written", () =>
        Effect.gen(function* () {
          const { tokens, lastUses } = yield* makeKeys(2)
          const other = yield* makeKeys(1)
          const { use, written, close } = yield* startVerifier
          yield* use(other.tokens[0]!)
          yield* written(1)
          yield* whileLocked(
            (sql) => sql`
              select 1 from agent_operations.api_keys where last_used_at is null order by id desc limit 1 for update`,
            Effect.gen(function* () {
              yield* TestClock.adjust("5 seconds")
              for (const token of tokens) yield* use(token)
              yield* close
              assert.sameMembers([...(yield* lastUses)], [null, 5])
            })
          )
        })
      )

      it.effect("holds up no request while it is stuck, and the end of the process for a while at most", () =>
        Effect.gen(function* () {
          const { tokens, lastUses } = yield* makeKeys(1)
          const [stuck, ending] = [yield* startVerifier, yield* startVerifier]
          for (const { use } of [stuck, ending]) yield* use(tokens[0]!)
          for (const { written } of [stuck, ending]) yield* written(1)
          yield* whileLocked(
            (sql) => sql`lock table agent_operations.api_keys in share mode`,
            Effect.gen(function* () {
              for (const { use } of [stuck, ending]) yield* use(tokens[0]!)
              // It would last for as long as the lock, which is held until this is over.
              yield* ending.close
              yield* TestClock.adjust("1 minute")
              yield* untilEquals(Effect.sync(stuck.begun), 2)
              yield* stuck.use(tokens[0]!)
              assert.deepStrictEqual(yield* lastUses, [0])
            })
          )
          yield* stuck.close
          assert.deepStrictEqual(yield* lastUses, [60])
        })
      )
    }
  })
})
