import { spawn } from "node:child_process"
import { join } from "node:path"
import { isLong } from "@agent-operations/testing/long"
import { assert, it, onTestFinished } from "vitest"
import { ownUser } from "./own-user.ts"

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
    const user = await ownUser("two_processes")
    onTestFinished(user.drop)
    const both = await Promise.all([1, 2].map(() => run(...server.map(() => user.url))))
    for (const one of both) {
      assert.strictEqual(one.code, 0)
      assert.deepStrictEqual(names(one), ["First 1", "Second 1"])
    }
    assert.deepStrictEqual(await user.copies(), [])
    assert.lengthOf(await user.databases(), server.length, "the template is left, which others copy")
  },
  300_000
)
