/**
 * Measures what PostgreSQL does by itself with the floor's statements, by `pgbench`.
 *
 * @example
 * node --conditions=@agent-operations/source tooling/bench/src/ceiling.ts --clients 1,32 --rounds 3
 */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { createDatabase, startPostgres } from "@agent-operations/postgres-for-tests"
import { ceilingTable } from "./ceiling-page.ts"
import { measureCeiling } from "./ceiling-race.ts"
import { runCommand } from "./command.ts"
import { openDatabase } from "./fill.ts"
import { makeWorld } from "./world.ts"

const { values: given } = parseArgs({
  options: {
    clients: { type: "string", default: "1,10,32" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "2" },
    json: { type: "string" },
    help: { type: "boolean", default: false }
  }
})

const help = `--clients 1,10,32  at most 190; the kit's pool has 10 connections
--rounds 3 --seconds 2
--json     a file for the results`

const measure = async () => {
  const postgres = await startPostgres({ source: "system" })
  const program = join(postgres.binDirectory, "pgbench")
  if (!existsSync(program)) throw new Error(`${program} is not there: install PostgreSQL's pgbench.`)
  const { url } = await createDatabase(postgres.url)
  const database = openDatabase(url)
  try {
    const world = await makeWorld({ url }, 1)
    return await measureCeiling({ program, url, query: database.query }, world, {
      clients: given.clients.split(",").map(Number),
      rounds: Number(given.rounds),
      seconds: Number(given.seconds)
    })
  } finally {
    await database.close()
    await postgres.stop()
  }
}

await runCommand(given, help, measure, ceilingTable)
