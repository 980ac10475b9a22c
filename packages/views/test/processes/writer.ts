/**
 * A process of its own that writes to a database. Told what by its parent, one message an attempt; or, where `CRASH` is
 * set, makes definitions and revisions for as long as it lives, printing each once it is acknowledged.
 */
import type { Access } from "@agent-operations/auth"
import { Database } from "@agent-operations/database"
import { Invoker } from "@agent-operations/operations"
import { Effect, ManagedRuntime, Redacted } from "effect"
import { callsAs, viewsOver } from "../laws/setting.ts"

const url = process.env["WRITER_URL"]
const runtime = ManagedRuntime.make(
  viewsOver(
    Database.layer({
      url: url === undefined ? undefined : Redacted.make(url),
      directory: process.env["WRITER_DIRECTORY"]
    })
  )
)
const access: Access = {
  actor: { type: "user", id: `usr_${process.pid}`, name: "Writer" },
  organizationId: "org_raced",
  projectId: "prj_raced",
  scopes: "all",
  credential: null
}

const invoker = await runtime.runPromise(Invoker)
const run = <A, E extends { readonly _tag: string }>(effect: Effect.Effect<A, E>) =>
  runtime.runPromise(
    effect.pipe(Effect.match({ onSuccess: (ok) => ({ ok }), onFailure: ({ _tag }) => ({ code: _tag as string }) }))
  )

const answer = async ({ operation, input }: { operation: string; input: unknown }) =>
  process.send?.(await run(invoker.invoke(operation, input, access)))

process.on("message", (asked: Parameters<typeof answer>[0]) => void answer(asked))

const forEver = async () => {
  const { customFields } = callsAs(invoker, access)
  const settings = { target: "trace", valueType: "json", unit: null, extra: {} } as const
  for (let n = 0; ; n++) {
    const name = `Written by ${process.pid}, ${n}`
    const made = await run(
      customFields.create({
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
        customFields.update({
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
