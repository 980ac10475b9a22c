import { createDatabase } from "@agent-operations/postgres-for-tests"
import { assert, inject, it } from "vitest"
import { race } from "../src/race.ts"
import { startSubject, subjects } from "../src/subjects.ts"
import { works } from "../src/works.ts"
import { makeWorld } from "../src/world.ts"

it("every subject answers every work rightly", { timeout: 900_000 }, async () => {
  const database = await createDatabase(inject("postgresUrl"))
  const world = await makeWorld({ url: database.url }, 4)
  // Beside other work, a statement that is well may take long.
  const settings = { DATABASE_URL: database.url, STATEMENT_TIMEOUT: "60 seconds" }
  const running = await Promise.all(Object.values(subjects).map((subject) => startSubject(subject, world, settings)))
  for (const work of works) {
    const able = running.filter(({ subject }) => work.by === "all" || subject.name === "kit")
    const { wrong, rounds } = await race(able, work, world, 4, { rounds: 1, seconds: 0.05, warmup: 0.02 })
    assert.deepStrictEqual(wrong, {})
    assert.lengthOf(Object.keys(rounds), able.length)
  }
  await Promise.all(running.map(({ stop }) => stop()))
  await database.drop()
})
