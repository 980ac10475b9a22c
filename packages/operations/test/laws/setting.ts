import { type Access, Caller } from "@agent-operations/auth"
import { migrate } from "@agent-operations/database"
import { migrations, Operations } from "@agent-operations/operations"
import { databases } from "@agent-operations/testing"
import { Effect, Layer, ManagedRuntime } from "effect"

/** The operations over an empty, migrated database of each sort. */
export const settings = databases.map(({ name, layer }) => ({
  name,
  start: async () => {
    const runtime = ManagedRuntime.make(
      Operations.layer().pipe(
        Layer.provideMerge(Layer.effectDiscard(migrate(migrations)).pipe(Layer.provideMerge(layer))),
        Layer.orDie
      )
    )
    const operations = await runtime.runPromise(Operations)
    return { operations, runtime, close: () => runtime.dispose() }
  }
}))

export type Setting = Awaited<ReturnType<(typeof settings)[number]["start"]>>

/** Somebody who works in a project of their own. */
export const access = (projectId: string): Access => ({
  actor: { type: "user", id: "usr_ada", name: "Ada" },
  organizationId: "org_analytical",
  projectId
})

/** What an operation answered: its result, or the code and details of its error. */
export type Outcome = { readonly ok: unknown } | { readonly code: string; readonly details: unknown }

/** Runs an operation for a caller, and tells its outcome as data. */
export const outcome = <A, E extends { readonly _tag: string; readonly details?: unknown }>(
  setting: Setting,
  caller: Access,
  effect: Effect.Effect<A, E, Caller>
): Promise<Outcome> =>
  setting.runtime.runPromise(
    effect.pipe(
      Effect.provideService(Caller, caller),
      Effect.match({
        onSuccess: (ok): Outcome => ({ ok }),
        onFailure: ({ _tag, details }): Outcome => ({ code: _tag, details })
      })
    )
  )
