import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { createDatabase, query } from "@agent-operations/postgres-for-tests"
import { afterAll, assert, describe, inject, it, vi } from "vitest"
import { run } from "./run.ts"

const main = join(import.meta.dirname, "..", "src", "main.ts")
const host = join(import.meta.dirname, "host", "agent-operations.config.mjs")
const empty = mkdtempSync(join(tmpdir(), "admin-"))
afterAll(() => rmSync(empty, { recursive: true, force: true }))

/** What commands over a database print; each has to succeed. */
const printing =
  (variables: Record<string, string>) =>
  async (...args: ReadonlyArray<string>) => {
    const { code, stdout, stderr } = await run(variables, ...args)
    assert.strictEqual(code, 0, stderr)
    return stdout.trim()
  }

// The session of the README runs on PGlite: tooling/readme/test/admin.test.ts.
describe("on PostgreSQL", () => {
  it("creates, lists, replaces and ends what is asked for, once the database is migrated", async () => {
    const { url, drop } = await createDatabase(inject("postgresUrl"))
    const variables = { DATABASE_URL: url }
    try {
      const printed = printing(variables)
      const early = await run(variables, "org", "create", "--name", "Acme")
      assert.deepStrictEqual([early.code, early.stdout], [1, ""])
      assert.match(early.stderr, /^The database lacks \d+ migrations: auth 1 [^\n]+\nRun `migrate` [^\n]+\n$/)
      const lacking = await run(variables, "migrate", "--check")
      assert.strictEqual(lacking.code, 1)
      assert.include(lacking.stderr, "revision-store 1 (definitions)")
      assert.include(await printed("sql", "--pending"), "create table agent_operations.organizations ")
      assert.include(JSON.parse(await printed("migrate", "--json")).steps[0], { owner: "auth", number: 1 })
      assert.strictEqual(await printed("migrate", "--check"), "The database is up to date.")
      assert.strictEqual(await printed("sql", "--pending"), "-- The database is up to date.")

      assert.strictEqual(await printed("retention", "list"), "Nothing is held back.")
      assert.strictEqual(await printed("retention", "allow"), "Nothing is held back.")
      const held = { of: "traces", count: 60, reason: "the clock went ahead by 400d that no server saw pass" }
      const removals = JSON.stringify({ traces: { age: 1, held: held.count, reason: held.reason } })
      const hold = () =>
        query(
          url,
          `update agent_operations.upkeep set removals = '${removals}', observed = now() - interval '400 days'`
        )
      await hold()
      assert.strictEqual(await printed("retention", "list"), `60  traces  held back, as ${held.reason}`)
      assert.deepStrictEqual(JSON.parse(await printed("retention", "allow", "--json")), { allowed: [held] })
      assert.deepStrictEqual(JSON.parse(await printed("retention", "list", "--json")), { heldBack: [] })

      const organizationId = await printed("org", "create", "--name", "Acme")
      const { createdAt, ...organization } = JSON.parse(await printed("org", "list", "--json"))[0]
      assert.deepStrictEqual(organization, { id: organizationId, name: "Acme" })
      assert.isAbove(Date.parse(createdAt), 0)
      const logged = () =>
        query(
          url,
          `select organization_id, actor::jsonb ->> 'type' as by, details from agent_operations.audit_events
          where action = 'retention.allowed'`
        )
      await printed("retention", "allow")
      assert.deepStrictEqual(await logged(), [])
      await hold()
      await printed("retention", "allow")
      assert.deepStrictEqual(await logged(), [
        { organization_id: organizationId, by: "operator", details: `{"heldBack":["traces"]}` }
      ])
      const org = ["--org", organizationId]
      assert.strictEqual(await printed("project", "create", ...org, "--name", "Support", "--id", "support"), "support")
      assert.strictEqual(await printed("project", "list", ...org), "support  Support")

      const { id } = JSON.parse(await printed("key", "create", ...org, "--scopes", "views:read", "--json"))
      const token = await printed("key", "replace", ...org, "--key", id, "--overlap", "1 hour")
      assert.match(token, /^aok_/)
      assert.strictEqual(await printed("key", "revoke", ...org, "--key", id), `${id} is revoked.`)
      const listed = await printed("key", "list", ...org)
      assert.notInclude(listed, token.slice(-40))
      assert.match(listed, new RegExp(`^key_\\w+ {2}aok_….{4} {2}active {2}views:read .*\n${id} .* revoked `))

      await printed("key", "create", ...org, "--scopes", "views:read", "--expires-in", "90 days")
      const [newest, former] = JSON.parse(await printed("key", "list", ...org, "--json"))
      assert.match(await printed("key", "list", ...org, "--before", newest.id), new RegExp(`^${former.id} `))
      const count = 1000
      await query(
        url,
        `insert into agent_operations.api_keys
          (organization_id, id, name, scopes, secret_hash, preview, created_at, created_by)
        select '${organizationId}', 'key_00' || n, 'K', '{}', '', '', now(), '{}' from generate_series(1, ${count}) as n`
      )
      const many = await run(variables, "key", "list", ...org, "--json")
      const oldest = JSON.parse(many.stdout).at(-1).id
      assert.strictEqual(JSON.parse(many.stdout).length, count)
      assert.include(many.stderr, `\nThere are older keys. List them with --before ${oldest}\n`)
      await printed("org", "create", "--name", "Mallory\u001b[2J\u202e\norg_x  Acme")
      assert.match(
        await printed("org", "list"),
        /^org_\w+ {2}Acme\norg_\w+ {2}Mallory\\u001b\[2J\\u202e\\u000aorg_x {2}Acme$/
      )
      assert.deepInclude(newest, { scopes: ["views:read"], name: "Created on the command line", revokedAt: null })
      assert.closeTo(Date.parse(newest.expiresAt) - Date.parse(newest.createdAt), 90 * 24 * 3600 * 1000, 60_000)

      const twice = await run(variables, "key", "revoke", ...org, "--key", id)
      assert.deepStrictEqual([twice.code, twice.stdout], [1, ""])
      assert.include(twice.stderr, `no key ${id}`)
    } finally {
      await drop()
    }
  })
})

describe("a host's families", () => {
  it("are what is migrated and what keys can be allowed", async () => {
    const { code, stdout, stderr } = await run({}, "--families", host, "sql")
    assert.deepStrictEqual([code, stderr], [0, ""])
    for (const table of ["pings", "orders", "organizations"]) assert.include(stdout, `agent_operations.${table} `)
    assert.notInclude(stdout, "revisions")
    const refused = await run({}, "--families", host, "key", "create", "--org", "org_a", "--scopes", "views:read")
    assert.deepStrictEqual(
      [refused.code, refused.stderr],
      [2, 'There is no scope "views:read".\nScopes: system:read\n']
    )
  })

  it("are in the schema that is named, in all that is printed", async () => {
    const { stdout } = await run({ DATABASE_SCHEMA: "Kit" }, "--families", host, "sql", "--json")
    assert.include(JSON.parse(stdout).sql, 'create table "Kit".pings (')
    assert.notInclude(stdout, "agent_operations")
    const grants = await run(
      { DATABASE_SCHEMA: "Kit" },
      "--families",
      host,
      "sql",
      "--grants",
      "app",
      "--schema",
      "Other"
    )
    assert.include(grants.stdout, 'grant usage on schema "Other" to "app";')
    assert.notInclude(grants.stdout, "also those of others")
  })

  it("say which grants reach tables of others too", async () => {
    const file = join(mkdtempSync(join(empty, "families-")), "families.mjs")
    writeFileSync(
      file,
      'export default []; export const migrations = [{ owner: "app", steps: [], schemas: ["public"] }]'
    )
    const { stdout } = await run({}, "sql", "--families", file, "--grants", "app")
    assert.match(
      stdout,
      /-- Every table of the schema public, also those of others[^\n]+\ngrant usage on schema public /
    )
  })

  it("are told to be those of the installed views where there is no file", async () => {
    const { code, stdout, stderr } = await run({}, "sql")
    assert.strictEqual(code, 0)
    assert.match(stderr, /^Using the families of @agent-operations\/views\. [^\n]+\n$/)
    assert.include(stdout, "agent_operations.revisions ")
  })

  it.each([
    ["is not there", undefined, "There is no file "],
    ["cannot be read", "export default [", "families.mjs cannot be loaded: "],
    ["throws", 'throw new Error("Not today")', "families.mjs cannot be loaded: Not today"],
    ["imports what is not installed", 'import "not-installed"', "families.mjs cannot be loaded: Cannot find package"],
    ["exports nothing", "export const families = undefined", "families.mjs does not export a list of families."],
    ["exports something else", "export default [{ families: [] }]", "families.mjs does not export a list of families."],
    ["throws what is no error", "throw { no: 1 }", "families.mjs cannot be loaded: { no: 1 }"],
    ["has a getter that throws", 'export default [{ get families() { throw new Error("No.") } }]', "No."],
    [
      "has members that are no migrations",
      "export default [{ families: [], migrations: [null] }]",
      "families.mjs does not export a list of families."
    ],
    [
      "exports migrations that are none",
      'export default []; export const migrations = [{ owner: "a", steps: [{ number: 1 }] }]',
      "families.mjs exports migrations that are not a list"
    ]
  ])("are asked for where the file %s", async (title, text, said) => {
    const directory = mkdtempSync(join(empty, "families-"))
    const file = join(directory, "families.mjs")
    if (text !== undefined) writeFileSync(file, text)
    const { code, stdout, stderr } = await run({}, "sql", "--families", file)
    assert.deepStrictEqual([code, stdout], [2, ""], title)
    assert.include(stderr, said)
    assert.match(stderr, /^[^\n]+\nIts default export is the list [^\n]+\n$/)
  })

  it("are asked for where the file is not loaded in time", async () => {
    const file = join(mkdtempSync(join(empty, "families-")), "families.mjs")
    writeFileSync(file, "await new Promise(() => {})")
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const turning = setInterval(() => vi.advanceTimersByTime(1000))
    const { code, stderr } = await run({}, "sql", "--families", file).finally(() => {
      clearInterval(turning)
      vi.useRealTimers()
    })
    assert.strictEqual(code, 2)
    assert.match(stderr, /families\.mjs was not loaded within 30 seconds\.\nIts default export [^\n]+\n$/)
  })

  it("are a list whose declarations contradict each other, and it is they that are to be corrected", async () => {
    const file = join(mkdtempSync(join(empty, "families-")), "families.mjs")
    writeFileSync(
      file,
      `const set = () => ({ owner: "auth", steps: [] })
       export const families = [{ families: [], migrations: [set()] }]`
    )
    const { code, stdout, stderr } = await run({}, "sql", "--families", file)
    assert.deepStrictEqual([code, stdout], [2, ""])
    assert.match(stderr, /^Two sets of migrations have the owner "auth"\.[^\n]*\nCorrect the declaration [^\n]+\n$/)
  })
})

it("reads the families of the working directory, and ends a process with its exit code", async () => {
  const { NODE_OPTIONS: _, DATABASE_URL: __, DATA_DIR: ___, ...env } = process.env
  const node = (...args: ReadonlyArray<string>) =>
    promisify(execFile)(process.execPath, ["--conditions=@agent-operations/source", main, ...args], {
      cwd: dirname(host),
      env
    })
  const [printed, refused] = await Promise.all([
    node("sql"),
    node("org", "list").catch(({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }))
  ])
  assert.include(printed.stdout, "agent_operations.pings ")
  assert.deepInclude(refused, { code: 2 })
})

describe("a command line that is wrong", () => {
  it.each<[string, ReadonlyArray<string>, object, string]>([
    ["no database", ["org", "list"], {}, "No database is given."],
    ["an empty one", ["org", "list"], { DATABASE_URL: "" }, "No database is given."],
    ["two", ["org", "list", "--database-url", "postgres://h/d", "--data-dir", "d"], {}, "name two databases"],
    [
      "a password among the arguments",
      ["org", "list", "--database-url", "postgres://u:hidden@127.0.0.1:1/d"],
      {},
      "Set the environment variable DATABASE_URL"
    ],
    [
      "one in its query",
      ["org", "list", "--database-url", "postgres://127.0.0.1:1/d?password=hidden"],
      {},
      "Set the environment variable DATABASE_URL"
    ],
    ["an option that there is not", ["org", "list", "--no-such"], {}, "See agent-operations-admin org list --help."],
    ["a command that there is not", ["key", "creat"], {}, "Did you mean this? create"],
    ["an option that is missing", ["project", "list"], {}, "Missing required flag: --org"],
    ...["", "n".repeat(501), "a\0b", "\ud800"].flatMap(
      (text): Array<[string, ReadonlyArray<string>, object, string]> => [
        [
          `the name ${JSON.stringify(text.slice(0, 5))}`,
          ["org", "create", "--name", text],
          {},
          "well-formed text of 1 to 200"
        ],
        [
          `the ID ${JSON.stringify(text.slice(0, 5))}`,
          ["project", "create", "--org", "o", "--name", "n", "--id", text],
          {},
          "well-formed text of 1 to 200"
        ]
      ]
    ),
    ...["", "a\0b", "r".repeat(64), "é".repeat(32)].map((role): [string, ReadonlyArray<string>, object, string] => [
      `the role ${JSON.stringify(role.slice(0, 5))}`,
      ["sql", "--grants", role],
      {},
      "A role is named in 1 to 63 bytes"
    ]),
    ["two kinds of statements", ["sql", "--pending", "--grants", "app"], {}, "print different things"],
    ...["Infinity", "0 seconds", "99999999 days"].map((lifetime): [string, ReadonlyArray<string>, object, string] => [
      `a key that ends in ${lifetime}`,
      ["key", "create", "--org", "o", "--scopes", "views:read", "--expires-in", lifetime],
      {},
      '"90 days"'
    ]),
    ["no duration", ["key", "create", "--org", "o", "--scopes", "views:read", "--expires-in", "soon"], {}, '"90 days"']
  ])("is told: %s, with what to do, and ends with 2", async (_, args, variables, said) => {
    const { code, stdout, stderr } = await run({ ...variables }, ...args)
    assert.deepStrictEqual([code, stdout], [2, ""], stderr)
    assert.include(stderr, said)
    assert.notInclude(stderr, "hidden")
    assert.notInclude(stderr, "    at ")
  })

  it("is no failure of the database or of a schema that there cannot be: these end with 1", async () => {
    const urls = ["mysql://u:hidden@127.0.0.1/d", "postgres:u:hidden@127.0.0.1/d", "postgres:///u:hidden@127.0.0.1/d"]
    const ended = await Promise.all([
      ...urls.map((url) => run({ DATABASE_URL: url }, "org", "list")),
      run({}, "sql", "--schema", 'x"; drop')
    ])
    for (const { code, stdout, stderr } of ended) {
      assert.deepStrictEqual([code, stdout], [1, ""], stderr)
      assert.notInclude(stderr, "hidden")
      assert.notInclude(stderr, "    at ")
    }
  })

  it("is helped: with every command, variable and exit code", async () => {
    const { code, stdout } = await run({}, "--help")
    assert.strictEqual(code, 0)
    for (const word of ["migrate", "sql", "org", "project", "key", "DATABASE_URL", "DATA_DIR", "Exit codes"]) {
      assert.include(stdout, word)
    }
  })
})
