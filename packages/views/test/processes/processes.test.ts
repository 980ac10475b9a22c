import { type ChildProcess, fork } from "node:child_process"
import { createDatabase } from "@agent-operations/postgres-for-tests"
import { afterAll, assert, beforeAll, describe, inject, it } from "vitest"
import { execArgv, loseNothing, script } from "./deaths.ts"

interface Answer {
  readonly ok?: { readonly id: string; readonly revision: number }
  readonly code?: string
}

const ask = (child: ChildProcess, operation: string, input: object) =>
  new Promise<Answer>((resolve) => {
    child.once("message", (answer) => resolve(answer as Answer))
    child.send({ operation, input })
  })

describe("races of several processes on one PostgreSQL", () => {
  let database: Awaited<ReturnType<typeof createDatabase>>
  let writers: ReadonlyArray<ChildProcess> = []

  beforeAll(async () => {
    database = await createDatabase(inject("postgresUrl"))
    writers = await Promise.all(
      Array.from(
        { length: 3 },
        () =>
          new Promise<ChildProcess>((resolve) => {
            const child = fork(script, {
              execArgv,
              env: { ...process.env, WRITER_URL: database.url },
              stdio: ["ignore", "ignore", "inherit", "ipc"]
            })
            child.once("message", () => resolve(child))
          })
      )
    )
  })
  afterAll(async () => {
    for (const writer of writers) writer.kill("SIGKILL")
    await database.drop()
  })

  const field = (name: string) => ({
    name,
    description: null,
    source: { type: "attribute", pointer: "/a" },
    settings: { target: "trace", valueType: "json", unit: null, extra: {} },
    references: {}
  })
  const [first, second, third] = [() => writers[0]!, () => writers[1]!, () => writers[2]!]
  const wins = (answers: ReadonlyArray<Answer>) => answers.filter(({ ok }) => ok !== undefined).length

  it("R4: of updates, restores and deletes that race on one expectedRevision, exactly one wins", async () => {
    for (let round = 0; round < 40; round++) {
      const { ok } = await ask(first(), "create_custom_field", field(`Raced ${round}`))
      const id = ok?.id ?? assert.fail("not made")
      const answers = await Promise.all([
        ask(first(), "update_custom_field", { id, expectedRevision: 1, description: "first" }),
        ask(second(), "restore_custom_field", { id, revision: 1, expectedRevision: 1 }),
        round % 2 === 0
          ? ask(third(), "delete_custom_field", { id, expectedRevision: 1 })
          : ask(third(), "update_custom_field", { id, expectedRevision: 1, description: "third" })
      ])
      assert.strictEqual(wins(answers), 1, JSON.stringify(answers))
      // Whoever loses to a deletion finds nothing, and to another a newer revision.
      const lost = round % 2 === 0 && answers[2]!.ok !== undefined ? "NOT_FOUND" : "CONFLICT"
      assert.deepStrictEqual(
        answers.filter(({ ok }) => ok === undefined).map(({ code }) => code),
        [lost, lost]
      )
    }
  })

  it("R1, R4: restores without expectedRevision all win, one after the other, and leave no gap", async () => {
    const { ok } = await ask(first(), "create_custom_field", field("Restored by all"))
    const id = ok?.id ?? assert.fail("not made")
    const revisions: Array<number> = []
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(
        writers.map((writer) => ask(writer, "restore_custom_field", { id, revision: 1 }))
      )
      revisions.push(...answers.map(({ ok }) => ok?.revision ?? 0))
    }
    assert.deepStrictEqual(
      revisions.sort((a, b) => a - b),
      Array.from({ length: 30 }, (_, n) => n + 2)
    )
  })

  it("R6: of creates, copies and renames that race to one name, one wins and the rest are NAME_TAKEN", async () => {
    const origin = (await ask(first(), "create_custom_field", field("Origin"))).ok?.id ?? assert.fail("not made")
    for (let round = 0; round < 25; round++) {
      const other = (await ask(first(), "create_custom_field", field(`Other ${round}`))).ok?.id
      const answers = await Promise.all([
        ask(first(), "create_custom_field", field(`Wanted ${round}`)),
        ask(second(), "copy_custom_field", { id: origin, name: `WANTED ${round}` }),
        ask(third(), "update_custom_field", { id: other, expectedRevision: 1, name: `wanted ${round}` })
      ])
      assert.strictEqual(wins(answers), 1, JSON.stringify(answers))
      assert.strictEqual(answers.filter(({ code }) => code === "NAME_TAKEN").length, 2)
    }
  })

  it("R7: a delete that races an attach never leaves a reference to nothing, nor renames that refer to each other a deadlock", async () => {
    for (let round = 0; round < 25; round++) {
      const [a, b] = await Promise.all([
        ask(first(), "create_custom_field", field(`Held ${round}`)),
        ask(second(), "create_custom_field", field(`Holder ${round}`))
      ])
      const [held, holder] = [a.ok?.id, b.ok?.id]
      const uses = { it: { kind: "custom_field", id: held, revision: null } }
      const [removed, attached] = await Promise.all([
        ask(first(), "delete_custom_field", { id: held, expectedRevision: 1 }),
        ask(second(), "update_custom_field", {
          id: holder,
          expectedRevision: 1,
          references: uses,
          name: `Held by ${round}`
        })
      ])
      assert.strictEqual(wins([removed, attached]), 1, JSON.stringify([removed, attached]))
      assert.deepStrictEqual(
        [removed.code, attached.code],
        removed.ok === undefined ? ["STILL_REFERENCED", undefined] : [undefined, "REFERENCE_NOT_FOUND"]
      )
    }
  })
})

describe.each(["PGlite", "PostgreSQL"] as const)("the death of a process that writes to %s", (kind) => {
  it("R9: loses no acknowledged write, and leaves none half made", () => loseNothing(kind, 2))
})
