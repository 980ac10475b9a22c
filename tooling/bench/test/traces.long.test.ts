import { createDatabase } from "@agent-operations/postgres-for-tests"
import { assert, inject, it } from "vitest"
import { openProjects, startFloor, startKit } from "../src/traces/open.ts"
import { send } from "../src/traces/send.ts"
import { requestsOf, spansOf, spansOfTrace } from "../src/traces/sent.ts"

it("the floor of traces keeps what the kit keeps", async () => {
  const { url, drop } = await createDatabase(inject("postgresUrl"))
  const projects = await openProjects({ url }, ["Kit", "Floor"])
  const [ofKit, ofFloor] = [projects[0]!, projects[1]!]
  const [kit, floor] = await Promise.all([
    startKit(ofKit, { DATABASE_URL: url }),
    startFloor(ofFloor, { DATABASE_URL: url })
  ])
  const spans = spansOf(3 * spansOfTrace)
  const requests = requestsOf(spans, 20)
  const ask = async (headers: Readonly<Record<string, string>>, operation: string, input: object) => {
    const response = await fetch(`${kit.url}/api/agent/${operation}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(input)
    })
    return ((await response.json()) as { data: never }).data
  }
  try {
    const seen = []
    for (const [taker, { headers }] of [
      [kit, ofKit],
      [floor, ofFloor]
    ] as const) {
      await send(taker.url, { headers }, requests, 1)
      const filters = [{ field: "trace.attributes.ticket.id", operator: "exists" }]
      const { items } = (await ask(headers, "list_traces", { filters })) as { items: ReadonlyArray<object> }
      const shown = [
        "id",
        "name",
        "status",
        "userId",
        "sessionId",
        "startNano",
        "endNano",
        "spanCount",
        "inputTokens",
        "input"
      ]
      seen.push(items.map((item) => Object.fromEntries(Object.entries(item).filter(([name]) => shown.includes(name)))))
    }
    assert.lengthOf(seen[0]!, 3)
    assert.deepStrictEqual(seen[1], seen[0])
  } finally {
    await kit.stop()
    await floor.stop()
    await drop()
  }
})
