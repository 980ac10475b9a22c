import { spawnSync } from "node:child_process"
import { createAgentOperations } from "@agent-operations/kit"
import { createDatabase, query } from "@agent-operations/postgres-for-tests"
import { views } from "@agent-operations/views"
import { assert, inject, it } from "vitest"
import { run } from "./run.ts"

/** Runs what a command printed as `psql --file` would. */
const psql = (url: string, script: string) => {
  const ran = spawnSync("psql", ["--set=ON_ERROR_STOP=1", "--quiet", "--output=/dev/null", "--file=-", url], {
    input: script,
    encoding: "utf8"
  })
  assert.deepStrictEqual([ran.status, ran.stderr], [0, ""])
}

const noPsql = spawnSync("psql", ["--version"]).error && "psql is not installed here"

it.skipIf(noPsql)(
  `serves as a role that has only the printed grants, over a database made by the printed statements${noPsql ? ` (${noPsql})` : ""}`,
  async () => {
    const database = await createDatabase(inject("postgresUrl"))
    const role = `${new URL(database.url).pathname.slice(1)}_app`
    const asRole = new URL(database.url)
    asRole.username = role
    asRole.password = "p"
    const admin = async (variables: Record<string, string>, ...args: ReadonlyArray<string>) => {
      const { code, stdout, stderr } = await run(variables, ...args)
      assert.strictEqual(code, 0, stderr)
      return stdout
    }
    try {
      psql(database.url, await admin({}, "sql"))
      psql(database.url, `create role ${role} login password 'p';\n${await admin({}, "sql", "--grants", role)}`)

      const limited = { DATABASE_URL: asRole.href }
      assert.include(await admin(limited, "migrate", "--check"), "up to date")
      const organizationId = (await admin(limited, "org", "create", "--name", "Acme")).trim()
      const of = ["--org", organizationId]
      const projectId = (await admin(limited, "project", "create", ...of, "--name", "Support")).trim()
      const key = (await admin(limited, "key", "create", ...of, "--scopes", "views:read,views:write")).trim()

      await using kit = await createAgentOperations({ families: [views()], database: { url: asRole.href } })
      const call = (operation: string, body: object) =>
        kit.fetch(
          new Request(`http://in-process.test/api/agent/${operation}`, {
            method: "POST",
            headers: { authorization: `Bearer ${key}`, "x-project-id": projectId, "content-type": "application/json" },
            body: JSON.stringify(body)
          })
        )
      const created = await call("create_page_view", {
        name: "Slow traces",
        source: { type: "table" },
        settings: { target: "traces" }
      })
      assert.strictEqual(created.status, 200, await created.text())
      assert.strictEqual((await call("list_page_views", {})).status, 200)
    } finally {
      await query(database.url, `drop owned by ${role}`)
      await query(database.url, `drop role ${role}`)
      await database.drop()
    }
  }
)
