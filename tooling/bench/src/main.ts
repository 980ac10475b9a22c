/**
 * Reads and updates a second of the server against the floor, alternating in one run.
 *
 * @example
 * node --conditions=@agent-operations/source tooling/bench/src/main.ts --rounds 3 --seconds 4 --connections 32
 */
import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { ApiKeys, Organizations } from "@agent-operations/auth"
import { createAgentOperations } from "@agent-operations/http"
import { createDatabase, startPostgres } from "@agent-operations/postgres-for-tests"
import { Effect, Redacted } from "effect"
import { load, reads, type Round, type Target, updates } from "./load.ts"

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "4" },
    warmup: { type: "string", default: "8" },
    connections: { type: "string", default: "32" }
  }
})
const [rounds, seconds, warmup, connections] = [
  options.rounds,
  options.seconds,
  options.warmup,
  options.connections
].map(Number) as [number, number, number, number]

/** A definition of about a kilobyte. */
const pageView = (n: number) => ({
  name: `Benchmark ${n}`,
  source: { type: "table" },
  settings: {
    target: "traces",
    columns: Array.from({ length: 10 }, (_, i) => ({
      field: `trace.attributes.key_${i}`,
      label: `Column ${i}`,
      width: 120
    })),
    filters: [{ field: "trace.durationMs", operator: "gt", value: 2000 }]
  }
})

const prepare = async (url: string) => {
  const kit = await createAgentOperations({ database: { url } })
  const { organization, project, token } = await kit.run(
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const by = { type: "operator" } as const
      const organization = yield* organizations.create({ name: "Benchmark" })
      const project = yield* organizations.createProject({ organizationId: organization.id, name: "Benchmark", by })
      const keys = yield* ApiKeys
      const { token } = yield* keys.create({
        organizationId: organization.id,
        name: "Benchmark",
        scopes: ["views:read", "views:write"],
        by
      })
      return { organization, project, token: Redacted.value(token) }
    })
  )
  const headers = { authorization: `Bearer ${token}`, "x-project-id": project.id }
  const made = async (n: number) => {
    const response = await kit.fetch(
      new Request("http://bench/api/agent/create_page_view", {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(pageView(n))
      })
    )
    const { data } = (await response.json()) as { data: { id: string } }
    return { id: data.id, revision: 1 }
  }
  const definitions = await Promise.all(Array.from({ length: connections * 2 }, (_, n) => made(n)))
  await kit.close()
  return { organization, project, headers, definitions }
}

const start = async (script: string, args: ReadonlyArray<string>, port: number, env: Record<string, string>) => {
  const child = spawn(process.execPath, ["--conditions=@agent-operations/source", script, ...args], {
    env: { ...process.env, PORT: String(port), ...env },
    stdio: ["ignore", "ignore", "inherit"]
  })
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; ; attempt++) {
    try {
      await fetch(`${url}/readyz`, { method: "POST", body: "{}" })
      return { child, url }
    } catch (error) {
      if (attempt === 100 || child.exitCode !== null) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

const stop = (child: ChildProcess) =>
  new Promise((resolve) => {
    child.once("exit", resolve)
    child.kill("SIGTERM")
  })

const memory = ({ pid }: ChildProcess) => {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}

const median = (numbers: ReadonlyArray<number>) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN

const report = (title: string, ours: ReadonlyArray<Round>, floor: ReadonlyArray<Round>) => {
  const ratios = ours.map(({ perSecond }, i) => perSecond / (floor[i]?.perSecond ?? NaN))
  const line = (name: string, all: ReadonlyArray<Round>) =>
    `  ${name.padEnd(8)} ${Math.round(median(all.map((r) => r.perSecond)))} /s, p50 ${median(all.map((r) => r.p50))} ms, ` +
    `p99 ${median(all.map((r) => r.p99))} ms`
  console.log(`${title}\n${line("server", ours)}\n${line("floor", floor)}`)
  console.log(
    `  ratio    ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`
  )
}

const postgres = await startPostgres()
const database = await createDatabase(postgres.url)
try {
  const { organization, project, headers, definitions } = await prepare(database.url)
  const env = { DATABASE_URL: database.url, TENANT: organization.id, PROJECT: project.id, LOG_LEVEL: "warn" }
  const server = await start(`${import.meta.dirname}/../../../apps/server/src/main.ts`, ["serve"], 45_001, env)
  const floor = await start(`${import.meta.dirname}/floor.ts`, [], 45_002, env)
  try {
    const own = { ours: definitions.slice(0, connections), floor: definitions.slice(connections) }
    const targets: Record<"ours" | "floor", Target> = {
      ours: { url: server.url, headers },
      floor: { url: floor.url, headers: {} }
    }
    for (const [title, work] of [
      ["reads", reads],
      ["updates", updates]
    ] as const) {
      await load(targets.ours, work, own.ours, warmup)
      await load(targets.floor, work, own.floor, warmup)
      const seen: Record<"ours" | "floor", Array<Round>> = { ours: [], floor: [] }
      for (let round = 0; round < rounds; round++) {
        seen.ours.push(await load(targets.ours, work, own.ours, seconds))
        seen.floor.push(await load(targets.floor, work, own.floor, seconds))
      }
      report(`${title}, ${connections} connections`, seen.ours, seen.floor)
    }
    console.log(`memory after the load: server ${memory(server.child)} MB, floor ${memory(floor.child)} MB`)
  } finally {
    await Promise.all([stop(server.child), stop(floor.child)])
  }
} finally {
  await database.drop()
  await postgres.stop()
}
