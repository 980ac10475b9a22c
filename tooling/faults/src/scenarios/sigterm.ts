import { request } from "node:http"
import { json } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import { inspect } from "node:util"
import { gather } from "../crowd.ts"
import { places } from "../databases.ts"
import type { Scenario } from "../scenario.ts"
import { type Access, call, type Running, start, stop } from "../server.ts"

const endWithin = 20_000
const inFlight = 10

/** Sends a write but for the end of its body, and resolves with what sends that and waits for the answer. */
const beginWrite = async ({ url, key, projectId }: Access, name: string) => {
  const headers = { authorization: `Bearer ${key}`, "x-project-id": projectId, "content-type": "application/json" }
  const body = JSON.stringify({ name, source: { type: "table" }, settings: { target: "traces" } })
  const sending = request(`${url}/api/agent/create_page_view`, { method: "POST", headers, agent: false })
  const answered = new Promise<{ data?: { id: string }; error?: unknown }>((resolve, reject) => {
    sending.on("response", (response) => resolve(json(response) as Promise<object>)).on("error", reject)
  })
  // It is looked at only when the rest is sent.
  answered.catch(() => {})
  await new Promise((resolve) => sending.write(body.slice(0, -10), resolve))
  return () => {
    sending.end(body.slice(-10))
    return answered
  }
}

/** SIGTERM under load: what was taken is answered, what was acknowledged is there. Law: R9. */
export const sigterm: Scenario = async ({ count, within, tell }) => {
  const failures: Array<string> = []
  let [longest, acknowledged] = [0, 0]
  for (const [name, open] of places) {
    const { settings, known, remove } = await open()
    let server: Running = await start(settings, known)
    const { key, projectId } = server
    for (let n = 0; n < count; n++) {
      const crowd = await gather(() => server, { clients: 16, definitions: 8 })
      const writes = await Promise.all(
        Array.from({ length: inFlight }, (_, write) => beginWrite(server, `In flight ${n} ${write}`))
      )
      await sleep(300)
      const began = performance.now()
      const stopped = stop(server, "SIGTERM")
      await sleep(100)
      const answers = await Promise.allSettled(writes.map((finish) => finish()))
      const code = await stopped
      const took = performance.now() - began
      longest = Math.max(longest, took)
      if (code !== 0 || took > within(endWithin))
        failures.push(`R9: ${name}: ended with ${code} after ${Math.round(took)} ms`)
      server = await start(settings, { key, projectId })
      for (const answer of answers) {
        const id = answer.status === "fulfilled" ? answer.value.data?.id : undefined
        if (id === undefined) failures.push(`R9: ${name}: a write in flight was answered ${inspect(answer)}`)
        else if ((await call(server, "get_page_view", { id })).status !== 200)
          failures.push(`R9: ${name}: ${id}, acknowledged after SIGTERM, is not there`)
      }
      await crowd.stop()
      const verdict = await crowd.verify()
      acknowledged += verdict.acknowledged
      failures.push(...verdict.failures.map((failure) => `${name}: ${failure}`))
      tell(`${name}: ${n + 1} of ${count} stops under load`)
    }
    await stop(server)
    await remove()
  }
  return {
    figures: [
      ["stops under load", count * places.length],
      ["writes begun before a stop and ended after it, all answered and there", count * places.length * inFlight],
      ["longest until it ended, ms", Math.round(longest)],
      ["writes acknowledged before them", acknowledged]
    ],
    failures
  }
}
