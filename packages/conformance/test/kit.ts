import { ApiKeys, Organizations } from "@agent-operations/auth"
import { type AgentOperationsKit, createAgentOperations, type KitOptions } from "@agent-operations/kit"
import { kitDatabases } from "@agent-operations/testing/kit"
import { Effect, Redacted } from "effect"
import type { Target } from "../src/index.ts"
import { servedOf } from "../src/served.ts"
import { modules } from "./families.ts"

const by = { type: "operator" } as const

/** Each sort of database. */
export const databases = kitDatabases

/** An organization with two projects, and what makes keys of it. */
const makeTenant = (kit: AgentOperationsKit, all: ReadonlyArray<string>) =>
  kit.run(
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const keys = yield* ApiKeys
      const { id: organizationId } = yield* organizations.create({ name: "Tenant" })
      const project = yield* organizations.createProject({ organizationId, name: "One", by })
      const other = yield* organizations.createProject({ organizationId, name: "Other", by })
      const key = (scopes: ReadonlyArray<string> = all) =>
        kit.run(
          Effect.map(keys.create({ organizationId, name: "Test", scopes, by }), ({ key, token }) => ({
            key: Redacted.value(token),
            revoke: () => kit.run(keys.revoke({ organizationId, id: key.id, by }))
          }))
        )
      return { projectId: project.id, otherProjectId: other.id, key }
    })
  )

/** A kit with all that a target can offer, to be reached where the caller mounts it. */
export const startKit = async (
  { open }: (typeof databases)[number],
  {
    families = modules,
    ...options
  }: Omit<KitOptions, "database" | "families"> & Partial<Pick<KitOptions, "families">> = {}
) => {
  const { database, drop } = await open(families)
  const kit = await createAgentOperations({ requestsPerMinute: "off", ...options, families, database })
  const { all, read } = servedOf(families).scopes
  const [ours, theirs] = [await makeTenant(kit, all), await makeTenant(kit, all)]
  const credentials: Omit<Target, "url"> = {
    key: (await ours.key()).key,
    projectId: ours.projectId,
    readOnlyKey: (await ours.key(read)).key,
    otherProjectId: ours.otherProjectId,
    foreign: { key: (await theirs.key()).key, projectId: theirs.projectId },
    makeKey: ours.key
  }
  return {
    kit,
    credentials,
    /** A key of the target's organization. */
    keyWith: ours.key,
    close: async () => {
      await kit.close()
      await drop()
    }
  }
}
