import { ApiKeys, ApiKeyVerifier, CredentialVerifier } from "@agent-operations/auth"
import { databases } from "@agent-operations/testing"
import { eventually } from "@agent-operations/testing/eventually"
import { whileLocked } from "@agent-operations/testing/locked"
import { layer } from "@effect/vitest"
import { Context, Duration, Effect, Exit, Layer, Scope } from "effect"
import { assert } from "vitest"
import { operator, organization, servicesOn } from "./world.ts"

// PGlite has one connection, which a transaction has for itself.
const [postgres] = databases.filter(({ name }) => name === "PostgreSQL")

layer(servicesOn(postgres!), { excludeTestServices: true })("when keys were last used", (it) => {
  it.effect("holds up the end of the process for 2 seconds at most, while it cannot be written", () =>
    Effect.gen(function* () {
      const { organizationId } = yield* organization
      const keys = yield* ApiKeys
      const { token } = yield* keys.create({
        organizationId,
        name: "Key",
        scopes: ["views:read"],
        by: operator
      })
      const scope = yield* Scope.make()
      const services = yield* Layer.buildWithScope(Layer.fresh(ApiKeyVerifier.layer), scope)
      const { verify } = Context.get(services, CredentialVerifier)
      const use = verify({ credential: token, projectId: undefined, audience: "rest" })
      // The first use is written at once, the second a minute later or at the end.
      yield* use
      yield* eventually(
        "the first use",
        Effect.map(keys.list({ organizationId, by: operator }), ({ items: [key] }) => key?.lastUsedAt)
      )
      yield* whileLocked(
        (sql) => sql`lock table agent_operations.api_keys in share mode`,
        Effect.gen(function* () {
          yield* use
          const [took] = yield* Effect.timed(Scope.close(scope, Exit.void))
          assert.isAtLeast(Duration.toMillis(took), 1900)
          assert.isBelow(Duration.toMillis(took), 4500)
        })
      )
    })
  )
})
