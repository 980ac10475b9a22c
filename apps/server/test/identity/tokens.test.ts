import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, it } from "vitest"
import { contract } from "../../src/services.ts"
import { byConsole } from "../administration.ts"
import { start, type Started } from "../process.ts"
import { Person } from "./person.ts"
import { Program } from "./program.ts"

const every = Object.keys(contract.scopes)
const without = (scopes: ReadonlyArray<string>) => every.filter((scope) => !scopes.includes(scope))

/** Who calls, of those that no key is: what each is refused with. Laws: A1, A2, A3, A9. */
const refusals = {
  "a token": undefined,
  "a token without a scope": "MISSING_SCOPE",
  "a token of another project": "PROJECT_ACCESS_DENIED",
  "a token of another organization": "PROJECT_ACCESS_DENIED",
  "a token of the MCP server": "UNAUTHENTICATED",
  "a token whose program was disconnected": "UNAUTHENTICATED",
  "the session of a browser": "UNAUTHENTICATED"
} as const
type Caller = keyof typeof refusals

const directory = mkdtempSync(join(tmpdir(), "tokens-"))
let server: Started
const credentials = new Map<string, Readonly<Record<string, string>>>()
const nameOf = (caller: Caller, scopes: ReadonlyArray<string>) =>
  caller === "a token without a scope" ? `${caller}: ${scopes.join()}` : caller

beforeAll(async () => {
  server = await start([], { PORT: "0", DATA_DIR: directory })
  const { createOrganization, createProject } = await byConsole(server)
  const person = new Person(server.url)
  await person.open(server.signInUrl)
  await person.signIn("owner@localhost")
  const connect = async (
    name: string,
    { projectId = server.projectId, scopes = every, audience = "rest" as "rest" | "mcp" } = {}
  ) => {
    const program = new Program(server.url, "http://127.0.0.1:7777/callback")
    const asked = await program.ask(audience, name, scopes.join(" "))
    await program.take(new URL(await person.allow(asked.href, projectId)))
    credentials.set(name, { authorization: `Bearer ${program.accessToken}` })
    return program
  }
  const ended = "a token whose program was disconnected" satisfies Caller
  const program = await connect(ended)
  assert.strictEqual(await program.list(program.accessToken, server.projectId), 200)
  const { html } = await person.open(`/o/${server.organizationId}/applications`)
  const [disconnect] = /\/o\/[^"]+\/disconnect/.exec(html) ?? []
  assert.isDefined(disconnect, html)
  await person.submit(disconnect!, {})
  await connect("a token" satisfies Caller)
  await connect("a token of another project" satisfies Caller, {
    projectId: await createProject(server.organizationId, "Other")
  })
  const theirs = await createOrganization("Theirs")
  await connect("a token of another organization" satisfies Caller, { projectId: await createProject(theirs, "Own") })
  await connect("a token of the MCP server" satisfies Caller, { audience: "mcp" })
  for (const { scopes } of contract.operations) {
    const name = nameOf("a token without a scope", scopes)
    if (!credentials.has(name)) await connect(name, { scopes: without(scopes) })
  }
  credentials.set("the session of a browser" satisfies Caller, { cookie: person.cookie })
}, 300_000)
afterAll(async () => {
  await server?.stop()
  rmSync(directory, { recursive: true, force: true })
})

const codeOf = async (operation: string, headers: Readonly<Record<string, string>>) => {
  const response = await fetch(`${server.url}/api/agent/${operation}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-project-id": server.projectId, ...headers },
    body: "{}"
  })
  const { error } = (await response.json()) as { readonly error?: { readonly code: string } }
  return error?.code ?? "done"
}

it.each(contract.operations.map(({ id, scopes }) => ({ id, scopes })))(
  "A1, A2, A3, A9: $id lets in no token but those that it has to",
  async ({ id, scopes }) => {
    const byKey = await codeOf(id, { authorization: `Bearer ${server.apiKey}` })
    // A token is a person's, whose input is then looked at.
    const allowed = byKey === "HUMAN_REQUIRED" ? "VALIDATION_ERROR" : byKey
    for (const [caller, refusal] of Object.entries(refusals) as ReadonlyArray<[Caller, string | undefined]>) {
      const code = await codeOf(id, credentials.get(nameOf(caller, scopes))!)
      assert.strictEqual(code, refusal ?? allowed, `${id} by ${caller}`)
    }
  }
)
