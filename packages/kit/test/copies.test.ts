import { ApiKeyVerifier, RateLimit, UsageBudget } from "@agent-operations/auth"
import { recordCopy } from "@agent-operations/error-envelope"
import { compose } from "@agent-operations/kit"
import { it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"

it.effect("a kit tells of a package with an effect of its own before it opens the database", () =>
  Effect.gen(function* () {
    const elsewhere = "file:///elsewhere/node_modules/effect/dist/index.js"
    recordCopy("@agent-operations/views", "file:///elsewhere/views.js", "another effect", () => elsewhere)
    const kit = compose({
      families: [],
      database: Layer.effect(SqlClient.SqlClient, Effect.die("The database was opened.")),
      access: Layer.mergeAll(ApiKeyVerifier.layer, RateLimit.unlimited, UsageBudget.unlimited)
    })
    const exit = yield* Effect.exit(Effect.scoped(Layer.build(kit)))
    assert.isTrue(Exit.isFailure(exit))
    const told = Exit.isFailure(exit) ? Cause.pretty(exit.cause) : ""
    assert.include(told, "SecondCopy")
    assert.include(told, elsewhere)
    assert.notInclude(told, "The database was opened.")
  })
)
