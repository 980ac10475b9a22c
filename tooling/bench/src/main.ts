/**
 * Runs the kit's server against a floor written by hand and against servers as users of other libraries write them, in
 * turns, on one database that it starts itself.
 *
 * @example
 * node --conditions=@agent-operations/source tooling/bench/src/main.ts --works update --connections 32 --rounds 5
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { createDatabase, startPostgres } from "@agent-operations/postgres-for-tests"
import { race, type Result } from "./race.ts"
import { renderResult } from "./report.ts"
import { defaultSubjects, startSubject, subjects } from "./subjects.ts"
import { namesIn, works } from "./works.ts"
import { makeWorld } from "./world.ts"

const { values: given } = parseArgs({
  options: {
    works: { type: "string" },
    subjects: { type: "string", default: defaultSubjects.join(",") },
    connections: { type: "string", default: "1,32,256" },
    database: { type: "string", default: "postgresql" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    warmup: { type: "string", default: "4" },
    "kit-flags": { type: "string" },
    profile: { type: "string" },
    json: { type: "string" },
    help: { type: "boolean", default: false }
  }
})

const help = `--works      ${works.map(({ name }) => `"${name}"`).join(", ")}
--subjects   ${Object.keys(subjects).join(",")}
--connections 1,32,256       those of other libraries run at 32 alone
--database   postgresql, or pglite (the kit alone)
--rounds 5 --seconds 3 --warmup 4
--kit-flags  for the kit's Node: --max-semi-space-size=8
--profile    a directory for the kit's CPU profile
--json       a file for the results`

const only = given.works === undefined ? undefined : namesIn(given.works)
const connections = given.connections.split(",").map(Number)
const pace = { rounds: Number(given.rounds), seconds: Number(given.seconds), warmup: Number(given.warmup) }
const embedded = given.database === "pglite"
const chosen = (embedded ? ["kit"] : given.subjects.split(",")) as ReadonlyArray<keyof typeof subjects>

const startDatabase = async () => {
  if (embedded) {
    const directory = join(mkdtempSync(join(tmpdir(), "bench-")), "data")
    return {
      config: { directory },
      settings: { DATA_DIR: directory },
      stop: async () => rmSync(directory, { recursive: true, force: true })
    }
  }
  const postgres = await startPostgres()
  const { url } = await createDatabase(postgres.url)
  return { config: { url }, settings: { DATABASE_URL: url }, stop: postgres.stop }
}

const bench = async () => {
  const database = await startDatabase()
  const world = await makeWorld(database.config, Math.max(...connections))
  const running = []
  const results: Array<Result> = []
  try {
    for (const name of chosen) {
      const profile = given.profile !== undefined && name === "kit"
      const flags = name === "kit" ? (given["kit-flags"]?.split(" ") ?? []) : []
      const options = profile ? [...flags, "--cpu-prof", `--cpu-prof-dir=${given.profile}`] : flags
      running.push(await startSubject(subjects[name], world, database.settings, options))
    }
    for (const work of works.filter(({ name }) => only?.includes(name) ?? true)) {
      for (const count of connections) {
        const able = running.filter(
          ({ subject: { name } }) =>
            name === "kit" ||
            (work.by === "all" &&
              (["floor", "kit2", "tokens"].includes(name) || count === 32 || connections.length === 1))
        )
        const result = await race(able, work, world, count, pace)
        results.push(result)
        console.log(renderResult(result))
      }
    }
  } finally {
    await Promise.all(running.map(({ stop }) => stop()))
    await database.stop()
  }
  return results
}

if (given.help) console.log(help)
else {
  const results = await bench()
  if (given.json !== undefined) writeFileSync(given.json, JSON.stringify(results))
  process.exitCode = results.some(({ wrong }) => Object.keys(wrong).length > 0) ? 1 : 0
}
