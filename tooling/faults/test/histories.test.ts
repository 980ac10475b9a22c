import type { ManyRecorded, Send } from "@agent-operations/conformance/history"
import { createDatabase } from "@agent-operations/postgres-for-tests"
import { afterAll, assert, beforeAll, describe, inject, it } from "vitest"
import { playHistory, tellHistory } from "../src/histories/play.ts"
import { disturbed, type Pair, startPair } from "../src/histories/pair.ts"
import { runHistories } from "../src/histories/run.ts"
import { walkFaults } from "../src/histories/walk.ts"
import { eventsOf, startSimulation } from "../src/histories/simulate.ts"

/** Lists nothing, whatever there is. */
const forgetful =
  (send: Send): Send =>
  async (operation, input) => {
    const answered = await send(operation, input)
    if (!operation.startsWith("list_page_views") || !("data" in answered)) return answered
    return { ...answered, data: { items: [], nextCursor: null, total: 0 } }
  }

describe("histories of many definitions, at two processes on one PostgreSQL", () => {
  let pair: Pair
  let drop = async () => {}
  beforeAll(async () => {
    const database = await createDatabase(inject("postgresUrl"))
    drop = database.drop
    pair = await startPair(database.url)
  })
  afterAll(async () => {
    await pair.stop()
    await drop()
  })

  const seed = Math.floor(Math.random() * 2 ** 31)

  it(`R4, R6, R7, R8, R9, P1, P4: are each explained by one order, and walks beside them too, whatever becomes of connections (seed ${seed})`, async () => {
    const { figures, failures } = await runHistories(disturbed(pair), {
      seed,
      isOver: (histories) => histories === 3
    })
    assert.deepStrictEqual(failures, [])
    const of = (part: string) => Number(figures.find(([label]) => label.includes(part))?.[1])
    assert.isAbove(of("connections killed"), 0)
    assert.strictEqual(of("pauses"), 1)
    assert.isAbove(of("walks"), 3)
    assert.isAbove(of("calls in them"), 3 * 80)
    assert.isBelow(of("not answered"), of("calls in them") / 4)
  })

  it("R4: are told as what to look at and how to see it again, where there is no order", async () => {
    const { history, isExplained } = await playHistory(7, pair.sends.map(forgetful))
    assert.isFalse(isExplained)
    const lines = tellHistory(history, "--same --seed 7").split("\n")
    assert.match(lines[0]!, /^R4: no order explains/)
    assert.isTrue(lines.some((line) => / list .* -> listed /.test(line)))
    assert.isBelow(lines.length, history.length / 2)
    assert.match(lines.at(-1)!, /histories --same --seed 7$/)
  })
})

describe("walks beside a history", () => {
  const kind = "page_view"
  const create = (id: string, at: number): ManyRecorded => ({
    client: "a",
    act: { type: "create", kind, name: id, token: id, uses: {} },
    reply: { type: "shown", seen: { id, revision: 1, name: id, token: id, uses: {} } },
    invoked: at,
    returned: at + 1
  })
  const remove = (id: string, at: number): ManyRecorded => ({
    client: "a",
    act: { type: "delete", kind, id, expectedRevision: 1 },
    reply: { type: "deleted" },
    invoked: at,
    returned: at + 1
  })
  const history = [create("a", 0), create("b", 2), create("c", 12), remove("b", 14), create("d", 18)]
  const walk = (ids: ReadonlyArray<string>, ...totals: ReadonlyArray<number>) =>
    walkFaults({ kind, began: 10, ended: 20, ids, totals }, history).map((fault) => fault.slice(0, 2))

  it("P1, P4: are wrong by an item twice, one that was there throughout and is not told, and a total of fewer", () => {
    assert.deepStrictEqual(walk(["b", "a"], 2, 1), [])
    assert.deepStrictEqual(walk(["c", "a"], 3), [])
    assert.deepStrictEqual(walk(["a", "b", "a"], 2), ["P1"])
    assert.deepStrictEqual(walk(["d", "c"], 2), ["P1"])
    assert.deepStrictEqual(walk(["a"], 1, 0), ["P4"])
  })
})

describe("histories of many definitions, statement by statement", () => {
  let simulation: Awaited<ReturnType<typeof startSimulation>>
  let drop = async () => {}
  beforeAll(async () => {
    const database = await createDatabase(inject("postgresUrl"))
    drop = database.drop
    simulation = await startSimulation(database.url)
  })
  afterAll(async () => {
    await simulation.close()
    await drop()
  })

  it("R4: are explained by one order, and go the same way again by their seed", async () => {
    const { play, again } = simulation.player
    const events: Array<string> = []
    for (const seed of [1, 2, 3, 2]) {
      const { history, isExplained, walkFaults: faults } = await play(seed)
      assert.deepStrictEqual(faults, [])
      assert.isTrue(isExplained, tellHistory(history, `${again} --seed ${seed}`))
      events.push(eventsOf(history))
    }
    assert.strictEqual(events[3], events[1])
    assert.strictEqual(new Set(events).size, 3)
  })
})
