import { databases } from "@agent-operations/testing"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { Deferred, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { origin, type Setting, start } from "./kit.ts"

let setting: Setting
beforeAll(async () => {
  // As many as a server has by default. What waits for a lock waits for as long as the test.
  setting = await start(origin, "", { maxConnections: 10, statementTimeout: "10 minutes" })
})
afterAll(() => setting.close())

const locked = (organizationId: string, until: Deferred.Deferred<void>) =>
  SqlClient.SqlClient.use((sql) =>
    sql`select 1 from agent_operations.organizations where organization_id = ${organizationId} for update`.pipe(
      Effect.andThen(Deferred.await(until)),
      sql.withTransaction
    )
  )

const waiting = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    (rows) => rows.length
  )
)

describe.runIf(databases.some(({ name }) => name === "PostgreSQL"))("organizations that share a console", () => {
  it("K3: changes of one that wait for a lock keep nobody in another from a change", async () => {
    const [rival, victim] = [await setting.makeTeam("Rival"), await setting.makeTeam("Victim")]
    const rename = async (of: typeof rival) =>
      of.owner.press(await of.owner.get(`${of.path}/settings`), { name: "Other" })
    const end = Deferred.makeUnsafe<void>()
    const holds = setting.run(locked(rival.organizationId, end))
    const form = await rival.owner.get(`${rival.path}/settings`)
    let answered = 0
    const pile = Array.from({ length: 12 }, async (_, n) => {
      const { status } = await rival.owner.press(form, { name: `Renamed ${n}` })
      answered++
      return status
    })
    await waitUntil("those that wait to have most connections", async () => (await setting.run(waiting)) >= 4)
    assert.include((await rename(victim)).location, "done=renamed")
    assert.strictEqual(answered, 0)
    await setting.run(Deferred.succeed(end, undefined))
    await holds
    assert.deepStrictEqual(
      await Promise.all(pile),
      Array.from({ length: 12 }, () => 303)
    )
  })
})
