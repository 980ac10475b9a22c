import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "@agent-operations/postgres-for-tests"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { gather } from "../src/crowd.ts"
import { emptyPglite } from "../src/databases.ts"
import { runScenario } from "../src/run.ts"
import type { Scenario } from "../src/scenario.ts"
import { launch } from "../src/server.ts"

const setting = { long: false, count: 1, within: (millis: number) => millis, random: () => 0, tell: () => {} }

describe("a scenario that fails", () => {
  let requests = 0
  /** Creates definitions, and does nothing with them. */
  const standing = createServer((request, response) => {
    requests++
    const made = request.url?.endsWith("create_page_view") === true
    response.writeHead(made ? 200 : 503, { "content-type": "application/json" })
    response.end(JSON.stringify(made ? { data: { id: "pgv", revision: 1 } } : { error: { code: "UNAVAILABLE" } }))
  })
  let url = ""
  beforeAll(async () => {
    await new Promise<void>((resolve) => standing.listen(0, "127.0.0.1", resolve))
    url = `http://127.0.0.1:${(standing.address() as AddressInfo).port}`
  })
  afterAll(() => standing.close())

  it("says that no write is acknowledged any more, and leaves neither clients nor servers", async () => {
    const place = await emptyPglite()
    const ended: Array<Promise<unknown>> = []
    const stuck: Scenario = async () => {
      ended.push(launch(place.settings, await freePort()).exited)
      const crowd = await gather(() => ({ url, key: "k", projectId: "p" }), { patienceMillis: 200 })
      await crowd.until(1)
      throw new Error("There was a write")
    }
    const { failures } = await runScenario(stuck, setting)
    assert.match(failures.join(), /^Error: Only 0 of 1 writes, and none for 200 ms/)
    // clock: for what is not to be asked any more, of which nothing tells
    const [before] = [requests, await sleep(200)]
    assert.strictEqual(requests, before)
    assert.isAbove(requests, 3)
    assert.deepStrictEqual(await Promise.all(ended), [null])
    await place.remove()
  })
})
