/**
 * Measures how the time of each operation grows with what is in the database.
 *
 * @example
 * node --conditions=@agent-operations/source tooling/bench/src/growth.ts --definitions 1000,100000 --rounds 3
 */
import { parseArgs } from "node:util"
import { createDatabase, startPostgres } from "@agent-operations/postgres-for-tests"
import { runCommand } from "./command.ts"
import { openDatabase } from "./fill.ts"
import { growthTables, isOver } from "./growth-page.ts"
import { measureGrowth } from "./growth-race.ts"
import { makePlaces } from "./places.ts"
import { startSubject, subjects } from "./subjects.ts"

const { values: given } = parseArgs({
  options: {
    definitions: { type: "string", default: "1000,100000,1000000" },
    revisions: { type: "string", default: "10,10000" },
    referrers: { type: "string", default: "10,10000" },
    pages: { type: "string", default: "1,10000" },
    projects: { type: "string", default: "1,10000" },
    connections: { type: "string", default: "4" },
    rounds: { type: "string", default: "3" },
    requests: { type: "string", default: "50" },
    json: { type: "string" },
    help: { type: "boolean", default: false }
  }
})

const help = `--definitions 1000,100000,1000000 --revisions 10,10000 --referrers 10,10000 --pages 1,10000 --projects 1,10000
               each from the smallest to the largest
--connections 4 --rounds 3
--requests 50  of each connection, at each size in each round
--json         a file for the results`

const numbers = (list: string) => list.split(",").map(Number)

const measure = async () => {
  const postgres = await startPostgres()
  const { url } = await createDatabase(postgres.url)
  const database = openDatabase(url)
  try {
    const began = performance.now()
    const places = await makePlaces(database.query, url, {
      definitions: numbers(given.definitions),
      revisions: numbers(given.revisions),
      referrers: numbers(given.referrers),
      pages: numbers(given.pages),
      projects: numbers(given.projects)
    })
    const seconds = Math.round((performance.now() - began) / 1000)
    const [size] = await database.query<{ text: string }>(
      "select pg_size_pretty(pg_database_size(current_database())) as text"
    )
    console.log(`Filled ${size!.text} in ${seconds} s.\n`)
    const kit = await startSubject(subjects.kit, { organizationId: "", projectId: "" }, { DATABASE_URL: url })
    try {
      return await measureGrowth(kit.url, places, {
        connections: Number(given.connections),
        rounds: Number(given.rounds),
        requests: Number(given.requests)
      })
    } finally {
      await kit.stop()
    }
  } finally {
    await database.close()
    await postgres.stop()
  }
}

const results = await runCommand(given, help, measure, growthTables)
process.exitCode = results?.some(isOver) ? 1 : 0
