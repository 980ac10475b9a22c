/**
 * What a request asks of PostgreSQL under load: statements, bytes and CPU. `docs/capacity.md` has its figures.
 *
 * @example
 * node --conditions=@agent-operations/source tooling/bench/src/demand.ts --connections 32,256
 */
import { parseArgs } from "node:util"
import { createDatabase, startPostgres } from "@agent-operations/postgres-for-tests"
import { load } from "./load.ts"
import { cpuSecondsOf, startSubject, subjects } from "./subjects.ts"
import { startMeter } from "./wire-meter.ts"
import { namesIn, type Work, workNamed } from "./works.ts"
import { makeWorld, openKit, smallContent, type World } from "./world.ts"

const { values: given } = parseArgs({
  options: {
    works: { type: "string", default: "get current,update,80 reads to 20 writes" },
    connections: { type: "string", default: "1,32,256" },
    seconds: { type: "string", default: "5" },
    "each-its-tenant": { type: "boolean", default: false }
  }
})
const connections = given.connections.split(",").map(Number)
const seconds = Number(given.seconds)

const postgres = await startPostgres()
const { url } = await createDatabase(postgres.url)

/** A tenant of one definition. */
const makeTenant = async (): Promise<World> => {
  const { kit, organizationId, projectId, headers, call } = await openKit({ url })
  const { id } = await call("create_page_view", { name: "Only", ...smallContent })
  await kit.close()
  return {
    organizationId,
    projectId,
    headers,
    tokenHeaders: headers,
    small: [id],
    large: [],
    revised: id,
    referenced: [id]
  }
}

const most = Math.max(...connections)
const shared = await makeWorld({ url }, most)
const tenants: Array<World> = []
for (let n = 0; given["each-its-tenant"] && n < most; n++) tenants.push(await makeTenant())
const meter = await startMeter(new URL(url))
const kit = await startSubject(subjects.kit, shared, { DATABASE_URL: meter.url })

/** How many requests some connections make in the time, all in one project or each in a tenant's of its own. */
const requestsOf = async (work: Work, count: number, duration: number): Promise<number> => {
  const began = performance.now()
  const rounds = given["each-its-tenant"]
    ? await Promise.all(tenants.slice(0, count).map((tenant) => load(kit, work, tenant, 1, duration)))
    : [await load(kit, work, shared, count, duration)]
  const took = (performance.now() - began) / 1000
  return rounds.reduce((sum, { perSecond }) => sum + perSecond, 0) * took
}

const show = (name: string, value: number) => `${name} ${value.toFixed(2)}`
try {
  for (const name of namesIn(given.works)) {
    const work = workNamed(name)
    for (const count of connections) {
      await requestsOf(work, count, 3)
      meter.take()
      const before = [cpuSecondsOf(postgres.serverPid), kit.cpuSeconds()] as const
      const requests = await requestsOf(work, count, seconds)
      const { statements, bytesTo, bytesFrom } = meter.take()
      const cpu = [cpuSecondsOf(postgres.serverPid) - before[0], kit.cpuSeconds() - before[1]] as const
      console.log(
        [
          `${name.trim()}, ${count} connections: ${Math.round(requests / seconds)} a second; for each request`,
          show("statements", statements / requests),
          show("bytes to", bytesTo / requests),
          show("bytes from", bytesFrom / requests),
          show("CPU µs of PostgreSQL", (cpu[0] / requests) * 1e6),
          show("CPU µs of the server", (cpu[1] / requests) * 1e6)
        ].join(", ")
      )
    }
  }
} finally {
  await kit.stop()
  await meter.close()
  await postgres.stop()
}
