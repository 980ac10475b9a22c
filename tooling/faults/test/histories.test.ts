import type { Answered, Send } from "@agent-operations/conformance/history"
import { createDatabase } from "@agent-operations/postgres-for-tests"
import { afterAll, assert, beforeAll, describe, inject, it } from "vitest"
import { playHistory, tellHistory } from "../src/histories/play.ts"
import { disturbed, type Pair, startPair } from "../src/histories/pair.ts"
import { runHistories } from "../src/histories/run.ts"
import { eventsOf, startSimulation } from "../src/histories/simulate.ts"

/** Lists, each other time, what it listed before. */
const forgetful = (send: Send): Send => {
  let [lists, last] = [0, undefined as Answered | undefined]
  return async (operation, input) => {
    if (!operation.startsWith("list_page_views")) return send(operation, input)
    return lists++ % 2 === 1 && last !== undefined ? last : (last = await send(operation, input))
  }
}

describe("histories of many definitions, at two processes on one PostgreSQL", () => {
  let pair: Pair
  let drop = async () => {}
  beforeAll(async () => {
    const database = await createDatabase(inject("postgresUrl"))
    drop = database.drop
    pair = await startPair(database.url)
  }, 60_000)
  afterAll(async () => {
    await pair.stop()
    await drop()
  })

  const seed = Math.floor(Math.random() * 2 ** 31)

  it(
    `R4, R6, R7, R8, R9, P4: are each explained by one order, whatever becomes of connections (seed ${seed})`,
    { timeout: 120_000 },
    async () => {
      const { figures, failures } = await runHistories(disturbed(pair), {
        seed,
        isOver: (histories) => histories === 3
      })
      assert.deepStrictEqual(failures, [])
      const of = (part: string) => Number(figures.find(([label]) => label.includes(part))?.[1])
      assert.isAbove(of("connections killed"), 0)
      assert.strictEqual(of("pauses"), 1)
      assert.isAbove(of("calls in them"), 3 * 80)
      assert.isBelow(of("not answered"), of("calls in them") / 4)
    }
  )

  it(
    "R4: are told as what to look at and how to see it again, where there is no order",
    { timeout: 60_000 },
    async () => {
      const { history, isExplained } = await playHistory(7, pair.sends.map(forgetful))
      assert.isFalse(isExplained)
      const lines = tellHistory(history, "--same --seed 7").split("\n")
      assert.match(lines[0]!, /^R4: no order explains/)
      assert.isTrue(lines.some((line) => / list .* -> listed /.test(line)))
      assert.isBelow(lines.length, history.length / 3)
      assert.match(lines.at(-1)!, /histories --same --seed 7$/)
    }
  )
})

describe("histories of many definitions, statement by statement", () => {
  let simulation: Awaited<ReturnType<typeof startSimulation>>
  let drop = async () => {}
  beforeAll(async () => {
    const database = await createDatabase(inject("postgresUrl"))
    drop = database.drop
    simulation = await startSimulation(database.url)
  }, 60_000)
  afterAll(async () => {
    await simulation.close()
    await drop()
  })

  it("R4: are explained by one order, and go the same way again by their seed", { timeout: 120_000 }, async () => {
    const { play, again } = simulation.player
    const events: Array<string> = []
    for (const seed of [1, 2, 3, 2]) {
      const { history, isExplained } = await play(seed)
      assert.isTrue(isExplained, tellHistory(history, `${again} --seed ${seed}`))
      events.push(eventsOf(history))
    }
    assert.strictEqual(events[3], events[1])
    assert.strictEqual(new Set(events).size, 3)
  })
})
