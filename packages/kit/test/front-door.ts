import { operation } from "@agent-operations/contract"
import { type DatabaseOptions, family, implement } from "@agent-operations/kit"
import { createDatabase } from "@agent-operations/postgres-for-tests"
import { emptyImage } from "@agent-operations/testing"
import { Effect, Schema } from "effect"
import { inject } from "vitest"

/** An empty database of each sort, and what drops it. */
export const databases: ReadonlyArray<{
  readonly name: string
  readonly open: () => Promise<{ readonly database: DatabaseOptions; readonly drop: () => Promise<void> }>
}> = [
  {
    name: "PGlite",
    open: async () => ({ database: { memory: true, image: await emptyImage() }, drop: async () => {} })
  },
  {
    name: "PostgreSQL",
    open: async () => {
      const { url, drop } = await createDatabase(inject("postgresUrl"))
      return { database: { url, maxConnections: 4 }, drop }
    }
  }
]

export const access = {
  actor: { type: "user", id: "usr_ada", name: "Ada" },
  organizationId: "acme",
  projectId: "support"
} as const

export const view = (name: string) => ({ name, source: { type: "table" }, settings: { target: "traces" } }) as const

const echo = operation({
  id: "echo",
  summary: "Say a text again",
  description: "For tests.",
  effect: "read",
  scopes: ["system:read"],
  input: Schema.Struct({ text: Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed("pong"))) }),
  result: Schema.Struct({ text: Schema.String }),
  errors: [],
  example: { input: {}, result: { text: "pong" } }
})

/** A family of the host's own: its one operation says a text again, unless `does` does something else. */
export const system = (does: (text: string, signal: AbortSignal) => string | Promise<string> = (text) => text) =>
  family("system", [implement(echo, async ({ text }, _, signal) => ({ text: await does(text, signal) }))], {
    scopes: { "system:read": "Read whether the system works." }
  })
