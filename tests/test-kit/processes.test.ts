import { spawn } from "node:child_process"
import { join } from "node:path"
import { query } from "@agent-operations/postgres-for-tests"
import { isLong } from "@agent-operations/testing/long"
import { assert, inject, it, onTestFinished } from "vitest"

const program = join(import.meta.dirname, "processes", "two-kits.ts")

/** What a process of its own writes until it ends by itself. */
const run = (...parameters: ReadonlyArray<string>) =>
  new Promise<{
    readonly code: number | null
    readonly lines: ReadonlyArray<{ readonly name: string; readonly total: number }>
  }>((resolve) => {
    const child = spawn(process.execPath, ["--conditions=@agent-operations/source", program, ...parameters], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    let output = ""
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
    child.once("close", (code) =>
      resolve({
        code,
        lines: output
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as never)
      })
    )
  })

const names = ({ lines }: Awaited<ReturnType<typeof run>>) => lines.map(({ name, total }) => `${name} ${total}`)

const [onPglite, onPostgres] = [["PGlite", []] as const, ["PostgreSQL", [0]] as const]

// In memory each process has its own in any case.
it.each(isLong ? [onPglite, onPostgres] : [onPostgres])(
  "two processes at once have kits of their own, and end once these are closed (%s)",
  async (_, server) => {
    const url = new URL(inject("postgresUrl"))
    const admin = url.href
    // Other tests have databases there, too: these are of a user of their own.
    await query(admin, "create role two_processes login createdb password 'two'")
    const databases = async () => {
      const owned = "select datname from pg_database where pg_get_userbyid(datdba) = 'two_processes'"
      return (await query(admin, owned)).map(({ datname }) => String(datname))
    }
    onTestFinished(async () => {
      for (const name of await databases()) await query(admin, `drop database "${name}" with (force)`)
      await query(admin, "drop role two_processes")
    })
    url.username = "two_processes"
    url.password = "two"
    const both = await Promise.all([1, 2].map(() => run(...server.map(() => url.href))))
    for (const one of both) {
      assert.strictEqual(one.code, 0)
      assert.deepStrictEqual(names(one), ["First 1", "Second 1"])
    }
    const left = await databases()
    assert.deepStrictEqual(
      left.filter((name) => /^agent_operations_test_\d/.test(name)),
      []
    )
    assert.lengthOf(left, server.length, "the template is left, which others copy")
  },
  300_000
)
