import { type ChildProcess, fork } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { createDatabase } from "@agent-operations/postgres-for-tests"
import { isLong } from "@agent-operations/testing/long"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { afterEach, assert, describe, inject, it } from "vitest"

type Message = "ready" | { readonly made: string } | { readonly begun: string } | { readonly told: string }

const children: Array<ChildProcess> = []

/** A process that is told of changes, with what it said so far. */
const listener = (env: Record<string, string>) =>
  new Promise<{ child: ChildProcess; made: Array<string>; begun: Array<string>; told: Array<string> }>((resolve) => {
    const child = fork(`${import.meta.dirname}/listener.ts`, {
      execArgv: ["--conditions=@agent-operations/source"],
      env: { ...process.env, ...env },
      stdio: ["ignore", "ignore", "inherit", "ipc"]
    })
    children.push(child)
    const said = { child, made: [] as Array<string>, begun: [] as Array<string>, told: [] as Array<string> }
    child.on("message", (message: Message) => {
      if (message === "ready") resolve(said)
      else if ("made" in message) said.made.push(message.made)
      else if ("begun" in message) said.begun.push(message.begun)
      else said.told.push(message.told)
    })
  })

const until = (condition: () => boolean) => waitUntil("what the processes are to say", condition)

const kill = async ({ child }: { readonly child: ChildProcess }) => {
  if (child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once("exit", resolve))
  child.kill("SIGKILL")
  await gone
}

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix} ${n}`)

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL")
})

describe.each(isLong ? (["PGlite", "PostgreSQL"] as const) : (["PostgreSQL"] as const))(
  "a process on %s that is killed",
  (kind) => {
    it("R10: between a commit and the end of what is told, after which it is told at the next start", async () => {
      const directory = mkdtempSync(join(tmpdir(), "events-"))
      const database = kind === "PostgreSQL" ? await createDatabase(inject("postgresUrl")) : undefined
      const place = database === undefined ? { LISTENER_DIRECTORY: directory } : { LISTENER_URL: database.url }
      try {
        const first = await listener({ ...place, LISTENER_HANGS: "1" })
        first.child.send(names("Unheard", 3))
        await until(() => first.made.length === 3 && first.begun.length === 1)
        await kill(first)
        const next = await listener(place)
        await until(() => next.told.length >= 3)
        assert.deepStrictEqual(next.told.toSorted(), first.made.map((id) => `${id}/1`).toSorted())
        assert.lengthOf(first.told, 0)
        await kill(next)
      } finally {
        await database?.drop()
        rmSync(directory, { recursive: true, force: true })
      }
    })
  }
)

describe("two processes on one PostgreSQL", () => {
  it("R10: tell each event once, and all of them where the one that tells is killed", async () => {
    const database = await createDatabase(inject("postgresUrl"))
    try {
      const place = { LISTENER_URL: database.url }
      const both = await Promise.all([listener(place), listener(place)])
      const [one, other] = both
      const all = (what: "made" | "told") => both.flatMap((said) => said[what])
      one.child.send(names("Of one", 30))
      other.child.send(names("Of the other", 30))
      await until(() => all("told").length >= 60)
      // clock: for what is told twice and is not to be, of which nothing tells
      await setTimeout(300)
      assert.deepStrictEqual(
        all("told").toSorted(),
        all("made")
          .map((id) => `${id}/1`)
          .toSorted()
      )
      // One tells, and the other goes on where it dies; on a busy machine they may have changed places before.
      const [telling, waiting] = one.told.length > other.told.length ? [one, other] : [other, one]
      waiting.child.send(names("At the end", 200))
      await until(() => all("told").length > 70)
      await kill(telling)
      await until(() => waiting.made.length === 230 && new Set(all("told")).size === 260)
      // At most what was being told when it died is told again, a batch.
      assert.isAtMost(all("told").length, 360)
    } finally {
      for (const child of children) await kill({ child })
      await database.drop()
    }
  })
})
