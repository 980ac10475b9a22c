import { type Access, migrations as auth } from "@agent-operations/auth"
import { viewFamilies } from "@agent-operations/contract"
import { migrate } from "@agent-operations/database"
import { Cursors, Invoker, makeCalls, migrations as operations } from "@agent-operations/operations"
import { EncodedRevisionStore, migrations as revisionStore } from "@agent-operations/revision-store"
import { databases } from "@agent-operations/testing"
import { Effect, Layer, ManagedRuntime } from "effect"
import { views, type ViewsOptions } from "../../src/index.ts"

const tables = [auth, revisionStore, operations]

/** The operations over what is in a database, which is migrated first. */
export const viewsOver = <A, E>(database: Layer.Layer<A, E>, options?: ViewsOptions) =>
  Invoker.layer(viewFamilies).pipe(
    Layer.provideMerge(views(options).layer),
    Layer.provideMerge(Layer.mergeAll(EncodedRevisionStore.layer, Cursors.layer)),
    Layer.provideMerge(Layer.effectDiscard(migrate(tables)).pipe(Layer.provideMerge(database)))
  )

/** The operations as functions, for somebody. */
export const callsAs = (invoker: Invoker["Service"], access: Access) =>
  makeCalls(viewFamilies, (id, input) => invoker.invoke(id, input, access))

/** The operations over an empty, migrated database of each sort. */
export const settings = databases.map(({ name, migrated }) => ({
  name,
  start: async () => {
    const runtime = ManagedRuntime.make(viewsOver(migrated(tables)).pipe(Layer.orDie))
    const invoker = await runtime.runPromise(Invoker)
    return { as: (access: Access) => callsAs(invoker, access), runtime, close: () => runtime.dispose() }
  }
}))

export type Setting = Awaited<ReturnType<(typeof settings)[number]["start"]>>

/** Somebody who works in a project of their own. */
export const access = (projectId: string): Access => ({
  actor: { type: "user", id: "usr_ada", name: "Ada" },
  organizationId: "org_analytical",
  projectId,
  scopes: "all",
  credential: null
})

/** What an operation answered: its result, or the code and details of its error. */
export type Outcome = { readonly ok: unknown } | { readonly code: string; readonly details: unknown }

/** Runs a call, and tells its outcome as data. */
export const outcome = <A, E extends { readonly _tag: string; readonly details?: unknown }>(
  setting: Setting,
  effect: Effect.Effect<A, E>
): Promise<Outcome> =>
  setting.runtime.runPromise(
    effect.pipe(
      Effect.match({
        onSuccess: (ok): Outcome => ({ ok }),
        onFailure: ({ _tag, details }): Outcome => ({ code: _tag, details })
      })
    )
  )
