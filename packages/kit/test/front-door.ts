import { operation } from "@agent-operations/contract"
import { type AnyModule, type DatabaseOptions, family, implement } from "@agent-operations/kit"
import { memoryWith, serverWith } from "@agent-operations/testing/kit"
import { views } from "@agent-operations/views"
import { Effect, Schema } from "effect"

/** A database of each sort with the tables of some families, page views unless others are named, and what drops it. */
export const databases: ReadonlyArray<{
  readonly name: string
  readonly open: (
    families?: ReadonlyArray<AnyModule>
  ) => Promise<{ readonly database: DatabaseOptions; readonly drop: () => Promise<void> }>
}> = [
  {
    name: "PGlite",
    open: async (families = [views()]) => ({ database: await memoryWith(families), drop: async () => {} })
  },
  {
    name: "PostgreSQL",
    open: async (families = [views()]) => {
      const { database, drop } = await serverWith(families)
      return { database: { ...database, maxConnections: 4 }, drop }
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
