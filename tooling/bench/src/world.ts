import { ApiKeys, Organizations } from "@agent-operations/auth"
import { createAgentOperations, type KitOptions } from "@agent-operations/kit"
import { views } from "@agent-operations/views"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { makeToken } from "./token.ts"

/** What every subject works on: the same rows, whoever reads or writes them. */
export interface World {
  readonly organizationId: string
  readonly projectId: string
  /** What lets a caller in where keys are looked at. */
  readonly headers: Readonly<Record<string, string>>
  /** The same with an access token in place of the API key. */
  readonly tokenHeaders: Readonly<Record<string, string>>
  /** Page views of about 1 KB, one for each connection. */
  readonly small: ReadonlyArray<string>
  /** Page views of about 200 KB. */
  readonly large: ReadonlyArray<string>
  /** A page view with 60 revisions. */
  readonly revised: string
  /** Page views with 100 referrers each. */
  readonly referenced: ReadonlyArray<string>
}

export const smallContent = {
  source: { type: "table" },
  settings: {
    target: "traces",
    columns: Array.from({ length: 10 }, (_, i) => ({
      field: `trace.attributes.key_${i}`,
      label: `Column ${i}`,
      width: 120
    })),
    filters: [{ field: "trace.durationMs", operator: "gt", value: 2000 }]
  }
}

export const largeContent = {
  source: { type: "react", code: `export default () => <p>hello</p>\n// ${"x".repeat(200_000)}` },
  settings: { target: "traces" }
}

/** Calls an operation of a kit and takes what it returns. */
const callerOf =
  (fetch: (request: Request) => Promise<Response>, headers: Readonly<Record<string, string>>) =>
  async <T extends object = { id: string; revision: number }>(operation: string, input: object): Promise<T> => {
    const response = await fetch(
      new Request(`http://bench.test/api/agent/${operation}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(input)
      })
    )
    const { data, error } = (await response.json()) as { data?: T; error?: unknown }
    if (data === undefined) throw new Error(`${operation}: ${JSON.stringify(error)}`)
    return data
  }

/** An organization with a project and a key, in a kit's database. */
export const openKit = async (database: KitOptions["database"]) => {
  const kit = await createAgentOperations({ families: [views()], database })
  const by = { type: "operator" } as const
  const made = await kit.run(
    Effect.gen(function* () {
      const { id: organizationId } = yield* (yield* Organizations).create({ name: "Bench" })
      const project = yield* (yield* Organizations).createProject({ organizationId, name: "Bench", by })
      const scopes = ["views:read", "views:write"] as const
      const { token } = yield* (yield* ApiKeys).create({ organizationId, name: "Bench", scopes, by })
      return { organizationId, projectId: project.id, token: Redacted.value(token) }
    })
  )
  const headers = { authorization: `Bearer ${made.token}`, "x-project-id": made.projectId }
  return { ...made, kit, headers, call: callerOf(kit.fetch, headers) }
}

/** Fills a database. */
export const makeWorld = async (database: KitOptions["database"], connections: number): Promise<World> => {
  const { kit, organizationId, projectId, headers, call } = await openKit(database)
  const many = (count: number, name: string, content: object) =>
    Promise.all(
      Array.from({ length: count }, async (_, n) => {
        const { id } = await call("create_page_view", { name: `${name} ${n}`, ...content })
        return id
      })
    )
  // A table of some pages, as there is behind a server that is in use: PostgreSQL reads a smaller one whole.
  await many(1000, "Other", smallContent)
  // Before the small ones, so that a list of the newest has those alone.
  const large = await many(32, "Large", largeContent)
  const [revised, ...referenced] = await many(9, "Special", smallContent)
  for (let revision = 1; revision < 60; revision++) {
    await call("update_page_view", {
      id: revised!,
      expectedRevision: revision,
      description: `Revision ${revision + 1}`
    })
  }
  for (const [n, id] of referenced.entries()) {
    const references = { used: { kind: "page_view", id, revision: null } }
    await many(100, `Referrer of ${n},`, { ...smallContent, references })
  }
  const world = {
    organizationId,
    projectId,
    headers,
    tokenHeaders: { ...headers, authorization: `Bearer ${await kit.run(makeToken(organizationId, projectId))}` },
    small: await many(connections, "Small", smallContent),
    large,
    revised: revised!,
    referenced
  }
  // As the database does by itself, minutes later: like meets like, whoever leaves the planner a choice.
  await kit.run(SqlClient.SqlClient.use((sql) => sql`analyze`))
  await kit.close()
  return world
}
