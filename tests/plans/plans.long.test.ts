import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { startKit } from "../tenancy/host.ts"
import { tablesOf } from "../tenancy/tables.ts"
import { makeWorld } from "../tenancy/world/index.ts"
import { send } from "../tenancy/world/project.ts"
import { makeFindings, openExplained } from "./explain.ts"
import { multiply } from "./multiply.ts"
import { reasons } from "./reasons.ts"

describe("plans where there are no statistics, and 10,000 rows of each table in the project", () => {
  let database: Awaited<ReturnType<typeof openExplained>>
  beforeAll(async () => {
    database = await openExplained()
  }, 120_000)
  afterAll(() => database.close())

  it(
    "no statement of any call reads rows that it does not want, or it is explained why",
    { timeout: 900_000 },
    async () => {
      const { plain, telling, take } = database
      const { place, cases } = await makeWorld(plain)
      await multiply(plain.pool, await tablesOf(plain.pool), place, 10_000)
      const kit = await startKit(telling, false)
      const findings = makeFindings()
      let statements = 0
      try {
        take()
        for (const one of cases) {
          await send(kit, place, one)
          const sent = take()
          statements += sent.length
          findings.look(one.operation, sent)
        }
      } finally {
        await kit.close()
      }
      assert.isAbove(statements, 1000)
      assert.deepStrictEqual(findings.unexplained(), [])
      const used = findings.reasons()
      assert.deepStrictEqual(
        reasons.filter(({ why, isAtTimes }) => isAtTimes !== true && !used.has(why)).map(({ why }) => why),
        [],
        "reasons for what removes none"
      )
    }
  )
})
