import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { recordedClients } from "../../../tooling/checks/src/compatibility/recorded.ts"
import { officialClients } from "./compatibility/official.ts"
import { walkRecorded } from "./compatibility/recorded.ts"
import { walk, walkOverHttp, walkSignedIn } from "./compatibility/walk.ts"
import { Person } from "./identity/person.ts"
import { startOnPostgres } from "./on-postgres.ts"
import type { Started } from "./process.ts"

let server: Started
let person: Person
beforeAll(async () => {
  server = await startOnPostgres()
  person = new Person(server.url)
  await person.open(server.signInUrl)
  await person.signIn("owner@localhost")
})
afterAll(() => server?.stop())

const url = () => new URL(`${server.url}/api/mcp`)

describe.each(officialClients)("$name $version, $revision", (client) => {
  it("C4: lists, calls, is told of errors, cancels and reads over HTTP, also with output schemas", async () => {
    const headers = { authorization: `Bearer ${server.apiKey}`, "x-project-id": server.projectId }
    assert.include(await walkOverHttp(client, { url: url(), headers }), "output schemas")
  })

  it("C4: does the same over stdio", async () => {
    const program = {
      command: process.execPath,
      args: ["--conditions=@agent-operations/source", join(import.meta.dirname, "processes/mcp-stdio.ts")],
      env: {
        AGENT_OPERATIONS_URL: server.url,
        AGENT_OPERATIONS_API_KEY: server.apiKey,
        AGENT_OPERATIONS_PROJECT_ID: server.projectId
      }
    }
    assert.include(await walk(await client.overStdio(program)), "error")
  })

  it("A6, A9: registers, is let in by a person, and refreshes", async () => {
    assert.include(await walkSignedIn(client, url(), person), "refresh")
  })
})

const registering = recordedClients.flatMap((client) =>
  "registration" in client.as ? [{ ...client, as: client.as }] : []
)

describe.each(registering)("$name", (client) => {
  it("A6, A9: is let in, lists tools with keywords that every host takes, calls, and refreshes", async () => {
    assert.include(await walkRecorded(client, url().href, person), "refresh")
  })
})
