/**
 * A process of its own that writes to a database. Told what by its parent, one message an attempt; or, where `CRASH` is
 * set, makes definitions and revisions for as long as it lives, printing each once it is acknowledged.
 */
import { Caller } from "@agent-operations/auth"
import { Database, migrate } from "@agent-operations/database"
import { migrations, Operations } from "@agent-operations/operations"
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"

const url = process.env["WRITER_URL"]
const runtime = ManagedRuntime.make(
  Operations.layer().pipe(
    Layer.provideMerge(
      Layer.effectDiscard(migrate(migrations)).pipe(
        Layer.provideMerge(
          Database.layer({
            url: url === undefined ? undefined : Redacted.make(url),
            directory: process.env["WRITER_DIRECTORY"]
          })
        )
      )
    )
  )
)
const caller = {
  actor: { type: "user", id: `usr_${process.pid}`, name: "Writer" },
  organizationId: "org_raced",
  projectId: "prj_raced"
} as const

const operations = await runtime.runPromise(Operations)
const run = <A, E extends { readonly _tag: string }>(effect: Effect.Effect<A, E, Caller>) =>
  runtime.runPromise(
    effect.pipe(
      Effect.provideService(Caller, caller),
      Effect.match({ onSuccess: (ok) => ({ ok }), onFailure: ({ _tag }) => ({ code: _tag as string }) })
    )
  )

const answer = async ({ operation, input }: { operation: keyof typeof operations; input: never }) =>
  process.send?.(await run(operations[operation](input) as Effect.Effect<unknown, { readonly _tag: string }, Caller>))

process.on("message", (asked: Parameters<typeof answer>[0]) => void answer(asked))

const forEver = async () => {
  const settings = { target: "trace", valueType: "json", unit: null, extra: {} } as const
  for (let n = 0; ; n++) {
    const name = `Written by ${process.pid}, ${n}`
    const made = await run(
      operations.create_custom_field({
        name,
        description: null,
        source: { type: "attribute", pointer: "/a" },
        settings,
        references: {}
      })
    )
    if (!("ok" in made)) continue
    console.log(JSON.stringify({ id: made.ok.id, revision: 1 }))
    for (let revision = 1; revision < 4; revision++) {
      const updated = await run(
        operations.update_custom_field({
          id: made.ok.id,
          expectedRevision: revision,
          description: `Revision ${revision + 1}`
        })
      )
      if ("ok" in updated) console.log(JSON.stringify({ id: made.ok.id, revision: updated.ok.revision }))
    }
  }
}

if (process.env["CRASH"] === undefined) process.send?.("ready")
else await forEver()
