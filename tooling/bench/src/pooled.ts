/**
 * Runs the kit's server straight on PostgreSQL, prepared and unprepared, and through PgBouncer in transaction mode, as
 * one process and as two on one port, in turns. `docs/pgbouncer.md` has its figures.
 *
 * @example
 * node --conditions=@agent-operations/source tooling/bench/src/pooled.ts --rounds 5 --seconds 3
 */
import { parseArgs } from "node:util"
import { createDatabase, startPgBouncer, startPostgres } from "@agent-operations/postgres-for-tests"
import { race } from "./race.ts"
import { renderResult } from "./report.ts"
import { type Running, startSubject, type Subject, subjects } from "./subjects.ts"
import { namesIn, workNamed } from "./works.ts"
import { makeWorld } from "./world.ts"

const { values: given } = parseArgs({
  options: {
    works: { type: "string", default: "get current,update,80 reads to 20 writes" },
    connections: { type: "string", default: "32" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    warmup: { type: "string", default: "4" }
  }
})
const connections = Number(given.connections)
const pace = { rounds: Number(given.rounds), seconds: Number(given.seconds), warmup: Number(given.warmup) }

const postgres = await startPostgres()
const { url } = await createDatabase(postgres.url)
const world = await makeWorld({ url }, connections)
const pooler = await startPgBouncer(url)
console.log(`PgBouncer ${pooler.version} before ${postgres.description}\n`)

const kit = (name: string, ...args: ReadonlyArray<string>): Subject => ({
  ...subjects.kit,
  name,
  args: [...subjects.kit.args, ...args]
})
const straight = { DATABASE_URL: url }
const pooled = { DATABASE_URL: pooler.url }
const unprepared = { PREPARE_STATEMENTS: "false" }
const starts = [
  [kit("kit"), straight],
  [kit("unnamed"), { ...straight, ...unprepared }],
  [kit("pooled"), { ...pooled, ...unprepared }],
  [kit("two", "--workers", "2"), straight],
  [kit("2 pooled", "--workers", "2"), { ...pooled, ...unprepared }],
  // Before 1.21 PgBouncer keeps no statements in transaction mode.
  ...(Number(pooler.version.split(".")[1]) >= 21 ? [[kit("named"), pooled] as const] : [])
] as const

const running: Array<Running> = []
try {
  for (const [subject, settings] of starts) running.push(await startSubject(subject, world, settings))
  for (const name of namesIn(given.works)) {
    console.log(renderResult(await race(running, workNamed(name), world, connections, pace)))
  }
} finally {
  await Promise.all(running.map(({ stop }) => stop()))
  await pooler.stop()
  await postgres.stop()
}
