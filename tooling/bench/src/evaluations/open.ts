import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ApiKeys, Organizations } from "@agent-operations/auth"
import { familiesOf, type FamilySource, operationsOf } from "@agent-operations/contract"
import { createAgentOperations, type KitOptions } from "@agent-operations/kit"
import { createDatabase } from "@agent-operations/postgres-for-tests"
import { Effect, Redacted } from "effect"
import { evaluationsModules } from "./modules.ts"
import { type Running, startSubject, type Subject, subjects } from "../subjects.ts"

/** A project that evaluations run in. */
export interface EvaluationsProject {
  readonly organizationId: string
  readonly projectId: string
  readonly headers: Readonly<Record<string, string>>
}

const scopesOf = (families: ReadonlyArray<FamilySource>) => [
  ...new Set(operationsOf(familiesOf(families)).flatMap(({ scopes }) => scopes))
]

/** An organization with a project in an empty database, and a key for all of it. */
const openProject = async (database: KitOptions["database"]): Promise<EvaluationsProject> => {
  const families = evaluationsModules()
  const kit = await createAgentOperations({ families, database })
  const by = { type: "operator" } as const
  const made = await kit.run(
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const { id: organizationId } = yield* organizations.create({ name: "Bench" })
      const project = yield* organizations.createProject({ organizationId, name: "Bench", by })
      const scopes = scopesOf(families)
      const { token } = yield* (yield* ApiKeys).create({ organizationId, name: "Bench", scopes, by })
      return { organizationId, projectId: project.id, token: Redacted.value(token) }
    })
  )
  await kit.close()
  const { token, ...project } = made
  return { ...project, headers: { authorization: `Bearer ${token}`, "x-project-id": project.projectId } }
}

export type Ask = <A extends object>(operation: string, input: object) => Promise<A>

/** Calls the operations of a server. */
const askOf =
  (url: string, { headers }: EvaluationsProject): Ask =>
  async (operation, input) => {
    const response = await fetch(`${url}/api/agent/${operation}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(input)
    })
    const { data, error } = (await response.json()) as { data?: never; error?: unknown }
    if (data === undefined) throw new Error(`${operation} answered ${response.status} ${JSON.stringify(error)}`)
    return data
  }

/** The server on a database of its own. */
export interface OpenKit {
  readonly project: EvaluationsProject
  readonly running: Running
  readonly ask: Ask
  readonly close: () => Promise<void>
}

/** Starts the server with an empty project. It may call apps of an origin on this machine. */
export const openKit = async (
  database: "PGlite" | { readonly postgres: string },
  origin: string,
  subject: Subject = subjects.kit
): Promise<OpenKit> => {
  const parent = mkdtempSync(join(tmpdir(), "bench-"))
  const directory = join(parent, "data")
  const url = database === "PGlite" ? undefined : (await createDatabase(database.postgres)).url
  const project = await openProject(url === undefined ? { directory } : { url })
  const at = url === undefined ? { DATA_DIR: directory } : { DATABASE_URL: url }
  const running = await startSubject(subject, project, { ...at, EGRESS_ALLOW: origin })
  return {
    project,
    running,
    ask: askOf(running.url, project),
    close: async () => {
      await running.stop()
      rmSync(parent, { recursive: true, force: true })
    }
  }
}
