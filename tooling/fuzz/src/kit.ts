import { ApiKeys, Organizations } from "@agent-operations/auth"
import { createAgentOperations, type KitOptions } from "@agent-operations/kit"
import { views } from "@agent-operations/views"
import { Effect, Redacted } from "effect"

const by = { type: "operator" } as const

/**
 * A kit over a database, with an organization, a project, and the headers that open it. Its deadlines are long: a machine
 * that is busy is no fault, and what is slow is looked for by how much slower it is than other input.
 */
export const startKit = async (database: KitOptions["database"]) => {
  const kit = await createAgentOperations({
    families: [views({ validation: { deadline: "60 seconds" } })],
    database,
    deadline: "150 seconds",
    requestsPerMinute: "off",
    logLevel: "None"
  })
  const headers = await kit.run(
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const { id: organizationId } = yield* organizations.create({ name: "Fuzzed" })
      const project = yield* organizations.createProject({ organizationId, name: "Fuzzed", by })
      const scopes = ["views:read", "views:write"] as const
      const { token } = yield* (yield* ApiKeys).create({ organizationId, name: "Fuzz", scopes, by })
      return { authorization: `Bearer ${Redacted.value(token)}`, "x-project-id": project.id }
    })
  )
  return { kit, headers }
}

/** Answers a request to an operation, whose credential and project it adds. */
export type Send = (
  operation: string,
  request: { readonly body: string | Uint8Array; readonly headers: Readonly<Record<string, string>> }
) => Promise<Response>

/** Sends in process. */
export const inProcess =
  ({ kit, headers }: Awaited<ReturnType<typeof startKit>>): Send =>
  (operation, { body, headers: own }) =>
    kit.fetch(
      new Request(`http://fuzz.test/api/agent/${operation}`, {
        method: "POST",
        headers: { ...headers, ...own },
        body: body as BodyInit
      })
    )

const json = { "content-type": "application/json" }

/** What an operation returns; undefined where it is refused. */
export const result = async (send: Send, operation: string, input: object): Promise<object | undefined> => {
  const response = await send(operation, { body: JSON.stringify(input), headers: json })
  return ((await response.json()) as { data?: object }).data
}
