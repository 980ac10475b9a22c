import { ApiKeys, Organizations } from "@agent-operations/auth"
import { createAgentOperations, type KitOptions } from "@agent-operations/kit"
import { traces } from "@agent-operations/traces"
import { views } from "@agent-operations/views"
import { Effect, Redacted } from "effect"
import { startSubject, subjects } from "../subjects.ts"

/** A project that spans are sent to. */
export interface TracesProject {
  readonly organizationId: string
  readonly projectId: string
  readonly headers: Readonly<Record<string, string>>
}

/** An organization in an empty database, with some projects and a key for all of them. */
export const openProjects = async (
  database: KitOptions["database"],
  names: ReadonlyArray<string>
): Promise<ReadonlyArray<TracesProject>> => {
  const kit = await createAgentOperations({ families: [views(), traces()], database })
  const by = { type: "operator" } as const
  const made = await kit.run(
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const { id: organizationId } = yield* organizations.create({ name: "Bench" })
      const projects = yield* Effect.forEach(names, (name) => organizations.createProject({ organizationId, name, by }))
      const { token } = yield* (yield* ApiKeys).create({
        organizationId,
        name: "Bench",
        scopes: ["traces:read", "traces:write"],
        by
      })
      return { organizationId, ids: projects.map(({ id }) => id), token: Redacted.value(token) }
    })
  )
  await kit.close()
  return made.ids.map((projectId) => ({
    organizationId: made.organizationId,
    projectId,
    headers: { authorization: `Bearer ${made.token}`, "x-project-id": projectId }
  }))
}

const floor = {
  name: "floor",
  script: `${import.meta.dirname}/../subjects/traces-floor.ts`,
  protocol: subjects.floor.protocol
} as const

export const startKit = (project: TracesProject, database: Readonly<Record<string, string>>) =>
  startSubject(subjects.kit, project, database)

export const startFloor = (project: TracesProject, database: Readonly<Record<string, string>>) =>
  startSubject(floor, project, database)
