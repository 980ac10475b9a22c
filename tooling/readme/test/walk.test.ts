import { createDatabase } from "@agent-operations/postgres-for-tests"
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { isLong } from "../../testing/src/long.ts"
import { blocksOf, linesOf, readDocument, root, sectionOf, shown } from "../src/documents/blocks.ts"
import { matching } from "../src/documents/matching.ts"
import { startServer } from "../src/documents/server.ts"

/** Runs a script in bash and gives it an environment; resolves to its whole output. */
const bash = (script: string, env: NodeJS.ProcessEnv, cwd = process.cwd()): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn("bash", ["-s"], { cwd, env: { ...process.env, ...env } })
    let output = ""
    child.stdout.on("data", (chunk) => (output += String(chunk)))
    child.stderr.on("data", (chunk) => (output += String(chunk)))
    child.once("error", reject)
    child.once("close", () => resolve(output))
    child.stdin.end(script)
  })

const onPglite = async () => {
  const directory = mkdtempSync(join(tmpdir(), "walk-"))
  const remove = async () => rmSync(directory, { recursive: true, force: true })
  return { env: { DATA_DIR: directory }, remove }
}

const onPostgres = async () => {
  const { url, drop } = await createDatabase(inject("postgresUrl"))
  return { env: { DATABASE_URL: url }, remove: drop }
}

const blocks = blocksOf(sectionOf(readDocument("README.md"), "## A walk with curl"))
const steps = blocks.filter(({ language }) => language === "bash").map(({ text }) => text)
const answers = blocks.filter(({ language }) => language === "json").map(({ text }) => JSON.parse(text) as unknown)

const separator = "--- next block ---"

const commandLine = shown(sectionOf(readDocument("README.md"), "## On the command line"), "sh", "text")

/** The command line as `npx` finds it once it is installed. */
const npx = `npx() { shift; "${process.execPath}" --conditions=@agent-operations/source "${join(root, "packages/cli/src/main.ts")}" "$@"; }`

const databases = [
  { name: "PostgreSQL", database: onPostgres },
  { name: "PGlite", database: onPglite }
]

describe.each(isLong ? databases : databases.slice(0, 1))("the README's walk on $name", ({ database }) => {
  let outputs: ReadonlyArray<string> = []
  let printed = ""
  const cleanups: Array<() => Promise<void>> = []

  beforeAll(async () => {
    const { env, remove } = await database()
    cleanups.push(remove)
    const { exports, stop } = await startServer(env)
    cleanups.push(stop)
    const folder = mkdtempSync(join(tmpdir(), "walk-"))
    cleanups.push(async () => rmSync(folder, { recursive: true, force: true }))
    const script = [npx, ...commandLine.map(({ code }) => code)].join("\n")
    printed = await bash(script, { ...exports, XDG_CONFIG_HOME: folder }, folder)
    // Errors are printed in their place among the answers.
    const output = await bash(`exec 2>&1\n${steps.join(`\necho '${separator}'\n`)}`, exports)
    outputs = output.split(separator).slice(1)
  })

  afterAll(async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup()
  })

  test("the command line prints what is shown", () => {
    expect(commandLine).toHaveLength(3)
    expect(printed.trim()).toMatch(linesOf(commandLine.map(({ output }) => output.trim()).join("\n")))
  })

  // The first block makes the helpers, and answers nothing.
  test.each(answers.map((answer, at) => [at + 1, answer] as const))(
    "R1, R2, R3, R5, R6, R7: step %d answers as shown",
    (at, answer) => {
      const [line = ""] = outputs[at - 1]?.trim().split("\n") ?? []
      expect(JSON.parse(line)).toEqual(matching(answer))
    }
  )

  test("shows an answer for every step", () => {
    expect(answers.length).toBe(steps.length - 1)
    expect(outputs).toHaveLength(answers.length)
  })
})
