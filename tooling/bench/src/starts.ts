/**
 * Measures how soon the server answers after its start, how long the contract takes to import, and how much memory the
 * server has under load. It wants a build: `npm run pnpm -- run build`.
 *
 * @example
 * node --conditions=@agent-operations/source tooling/bench/src/starts.ts --rounds 3
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { createDatabase, startPostgres } from "@agent-operations/postgres-for-tests"
import { runCommand } from "./command.ts"
import { startsTables } from "./starts-page.ts"
import { type Filled, measureImports, measureMemory, measureStarts } from "./starts-race.ts"
import { makeWorld } from "./world.ts"

const { values: given } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    imports: { type: "string", default: "15" },
    connections: { type: "string", default: "32" },
    seconds: { type: "string", default: "5" },
    json: { type: "string" },
    help: { type: "boolean", default: false }
  }
})

const help = `--rounds 7        starts of each sort
--imports 15      imports of the contract of each sort
--connections 32 --seconds 5    of each work whose memory is looked at
--json            a file for the results`

const measure = async () => {
  const postgres = await startPostgres()
  const directory = join(mkdtempSync(join(tmpdir(), "bench-")), "data")
  try {
    const connections = Number(given.connections)
    const { url } = await createDatabase(postgres.url)
    const server: Filled = {
      database: "PostgreSQL",
      settings: { DATABASE_URL: url },
      world: await makeWorld({ url }, connections)
    }
    const embedded: Filled = {
      database: "PGlite",
      settings: { DATA_DIR: directory },
      world: await makeWorld({ directory }, 1)
    }
    return {
      starts: await measureStarts([server, embedded], Number(given.rounds)),
      imports: await measureImports(Number(given.imports)),
      memory: await measureMemory(server, connections, Number(given.seconds))
    }
  } finally {
    rmSync(join(directory, ".."), { recursive: true, force: true })
    await postgres.stop()
  }
}

await runCommand(given, help, measure, startsTables)
