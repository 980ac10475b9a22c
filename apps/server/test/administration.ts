import type { MadeKey } from "@agent-operations/conformance"
import { assert } from "vitest"
import { Person } from "./identity/person.ts"
import { commandHere, type Started } from "./process.ts"

/** Creates what belongs to an organization, beside a server that runs. */
export interface Administration {
  readonly createOrganization: (name: string) => Promise<string>
  readonly createProject: (organizationId: string, name: string) => Promise<string>
  readonly createKey: (organizationId: string, scopes: ReadonlyArray<string>) => Promise<MadeKey>
}

/** By the commands of the server, each of which opens the database that the settings name. */
export const byCommands = (settings: Record<string, string>): Administration => {
  const run = async (...args: ReadonlyArray<string>) => {
    const { code, stdout, stderr } = await commandHere(args, settings)
    assert.strictEqual(code, 0, stderr)
    return stdout.trim()
  }
  return {
    createOrganization: (name) => run("org", "create", "--name", name),
    createProject: (organizationId, name) => run("project", "create", "--org", organizationId, "--name", name),
    createKey: async (organizationId, scopes) => {
      const made = await run("key", "create", "--org", organizationId, "--scopes", scopes.join(","), "--json")
      const { id, token } = JSON.parse(made) as { readonly id: string; readonly token: string }
      return { key: token, revoke: () => run("key", "revoke", "--org", organizationId, "--key", id) }
    }
  }
}

const foundIn = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? assert.fail(`no ${pattern} in ${text}`)

/** By the console, as the owner of the server: no command opens a directory of PGlite beside the server that has it. */
export const byConsole = async (server: Started): Promise<Administration> => {
  const owner = new Person(server.url)
  await owner.open(server.signInUrl)
  await owner.signIn("owner@localhost")
  return {
    createOrganization: async (name) => foundIn((await owner.submit("/organizations/new", { name })).url, /(org_\w+)/),
    createProject: async (organizationId, name) =>
      foundIn((await owner.submit(`/o/${organizationId}/projects/new`, { name })).url, /(prj_\w+)/),
    createKey: async (organizationId, scopes) => {
      const keys = `/o/${organizationId}/keys`
      const { html } = await owner.submit(`${keys}/new`, { name: "Key", scopes, expires: "30" })
      const key = foundIn(html, /<code id="key">([^<]+)<\/code>/)
      const revoke = async () => {
        const id = foundIn(key, /^aok_([^_]+)_/)
        const { status, html } = await owner.submit(`${keys}/key_${id}/revoke`, {})
        assert.strictEqual(status, 200, html)
      }
      return { key, revoke }
    }
  }
}
