import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { ApiKeys, Organizations } from "@agent-operations/auth"
import { type AgentOperationsKit, type AnyModule, createAgentOperations, type KitOptions } from "@agent-operations/kit"
import { views } from "@agent-operations/views"
import { Effect, Redacted } from "effect"
import { assert } from "vitest"
import { kitDatabases } from "@agent-operations/testing/kit"
import { nonconformity } from "@agent-operations/testing/nonconformity"

/** An answer, read whole. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: {
    readonly data?: never
    readonly error?: { code: string; message: string; hint: string; details?: never }
  }
}

// C2: whatever a test asks, the answer must be one that the OpenAPI document promises.
const read = async (operation: string, response: Response): Promise<Answer> => {
  const text = await response.text()
  const answer = { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
  assert.isNull(nonconformity(operation, answer.status, answer.body))
  return answer
}

const operator = { type: "operator" } as const

/** An organization with two projects and a way to make keys, in a kit's database. */
export const makeTenant = (kit: AgentOperationsKit) =>
  kit.run(
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const keys = yield* ApiKeys
      const { id: organizationId } = yield* organizations.create({ name: "Tenant" })
      const project = yield* organizations.createProject({ organizationId, name: "One", by: operator })
      const other = yield* organizations.createProject({ organizationId, name: "Other", by: operator })
      const key = (scopes: ReadonlyArray<string>) =>
        kit.run(
          Effect.map(keys.create({ organizationId, name: "Test", scopes, by: operator }), ({ key, token }) => ({
            id: key.id,
            token: Redacted.value(token)
          }))
        )
      const revoke = (id: string) => kit.run(keys.revoke({ organizationId, id, by: operator }))
      return { organizationId, projectId: project.id, otherProjectId: other.id, key, revoke }
    })
  )

/** Sends a body, given as text, to an operation of a kit. */
export const caller =
  (kit: Pick<AgentOperationsKit, "fetch">, token: string, projectId: string) =>
  (operation: string, body: unknown, headers: Record<string, string | undefined> = {}, query = ""): Promise<Answer> => {
    const all = {
      authorization: `Bearer ${token}`,
      "x-project-id": projectId,
      "content-type": "application/json",
      ...headers
    }
    const kept = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return kit
      .fetch(
        new Request(`http://test/api/agent/${operation}${query}`, {
          method: "POST",
          headers: Object.fromEntries(kept),
          body: typeof body === "string" || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body)
        })
      )
      .then((response) => read(operation, response))
  }

type Families = ReadonlyArray<AnyModule>

/** A database of each sort with the tables of some families, page views unless others are named, and what drops it. */
export const kits = kitDatabases.map(({ name, open }) => ({
  name,
  database: async (families: Families = [views()]) => {
    const { database: config, drop } = await open(families)
    return { config, drop }
  }
}))

/** A kit with one tenant and a key that may do everything. */
export const startKit = async (
  database: (typeof kits)[number]["database"],
  options: Omit<KitOptions, "database" | "families"> = {}
) => {
  const { config, drop } = await database()
  const kit = await createAgentOperations({ families: [views()], ...options, database: config })
  const tenant = await makeTenant(kit)
  const { token } = await tenant.key(["views:read", "views:write"])
  return {
    kit,
    tenant,
    token,
    call: caller(kit, token, tenant.projectId),
    close: async () => {
      await kit.close()
      await drop()
    }
  }
}

/** A real server of a kit's listener, for what only the wire shows. */
export const listen = (kit: AgentOperationsKit) =>
  new Promise<{ port: number; close: () => Promise<void> }>((resolve) => {
    const server = createServer(kit.listener)
    server.listen(0, "127.0.0.1", () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () =>
          new Promise((closed) => {
            server.closeAllConnections()
            server.close(() => closed())
          })
      })
    )
  })
