/**
 * Measures the console: what its pages take the server and a slow browser, and what looking at them takes from the API.
 *
 * @example
 * node --conditions=@agent-operations/source tooling/bench/src/console.ts --before ../before --json console.json
 */
import { loadavg } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { findChromium } from "@agent-operations/browser-for-tests"
import { createDatabase, startPostgres } from "@agent-operations/postgres-for-tests"
import { runCommand } from "./command.ts"
import { before, type ConsoleResults, consoleTables } from "./console-page.ts"
import { measurePaint } from "./console/browser.ts"
import { measureCrowd } from "./console/crowd.ts"
import { fillDefinitions, fillTrace } from "./console/fill.ts"
import { looksAt } from "./console/looks.ts"
import { type Lane, racePages } from "./console/pages.ts"
import { measureRows } from "./console/rows.ts"
import { type ConsoleServer, startConsole } from "./console/server.ts"

const { values: given } = parseArgs({
  options: {
    before: { type: "string" },
    definitions: { type: "string", default: "10000" },
    spans: { type: "string", default: "5000" },
    rounds: { type: "string", default: "5" },
    requests: { type: "string", default: "40" },
    paints: { type: "string", default: "5" },
    changes: { type: "string", default: "40" },
    seconds: { type: "string", default: "4" },
    pause: { type: "string", default: "2000" },
    readers: { type: "string", default: "32" },
    json: { type: "string" },
    help: { type: "boolean", default: false }
  }
})

const help = `--before             a checkout of an earlier commit, installed: pages are compared with its list
--definitions 10000  of the large project
--spans 5000         of the trace
--rounds 5 --requests 40
                     of each page, in turns
--paints 5           visits of each page in Chromium, with a processor six times slower
--changes 40         in the builder
--seconds 4 --readers 32 --pause 2000
                     how long the API is read, by how many connections, and how long each of 32 people looks at a page
--json               a file for the results`

const here = join(import.meta.dirname, "..", "..", "..")
const [small, people] = [60, 32]

/** The list that others are compared with: that of an earlier commit. */
const laneBefore = async (server: ConsoleServer): Promise<Lane> => ({
  name: before,
  server,
  path: (await fillDefinitions(server, small)).list
})

/** The same on either database: pages of a small project and of a large one, beside those of an earlier commit. */
const measurePages = async (database: () => Promise<Readonly<Record<string, string>>>) => {
  const servers = [await startConsole(here, await database()), await startConsole(here, await database())]
  const [little, much] = servers as [(typeof servers)[number], (typeof servers)[number]]
  const earlier = given.before === undefined ? undefined : await startConsole(given.before, await database())
  try {
    const filled = await fillDefinitions(little, small)
    const trace = await fillTrace(little, Number(given.spans))
    const large = await fillDefinitions(much, Number(given.definitions))
    const compared = earlier === undefined ? [] : [await laneBefore(earlier)]
    const own = (name: string, path: string): Lane => ({ name, server: little, path })
    const ofMany = (name: string, path: string): Lane => ({ name: `${name}, of many`, server: much, path })
    const lanes = [
      ...compared,
      own("list", filled.list),
      own("definition", filled.definition),
      own("builder", filled.edit),
      own("trace of many spans", trace),
      ofMany("list", large.list),
      ofMany("list by name", `${large.list}?sort=name_desc`),
      ofMany("list by update", `${large.list}?sort=updated_asc`),
      ofMany("search", `${large.list}?search=latency`),
      ofMany("filtered", `${large.list}?target=traces&sourceType=table`),
      ofMany("found", "/find?q=errors"),
      ofMany("start", "")
    ]
    const pace = { rounds: Number(given.rounds), requests: Number(given.requests) }
    return { pages: await racePages(lanes, pace), little, filled, trace }
  } finally {
    await Promise.all([much.stop(), earlier?.stop()])
  }
}

const measureOn = async (database: () => Promise<Readonly<Record<string, string>>>) => {
  const { pages, little, filled, trace } = await measurePages(database)
  try {
    const crowd = await measureCrowd(little, [filled.list, filled.definition, trace, "/traces", filled.edit], {
      rounds: Math.ceil(Number(given.rounds) / 2),
      seconds: Number(given.seconds),
      visitors: people,
      pause: Number(given.pause),
      readers: Number(given.readers)
    })
    return { pages, crowd }
  } finally {
    await little.stop()
  }
}

const measureInBrowser = async (chromium: string) => {
  const server = await startConsole(here, { DEMO: "true" })
  try {
    const filled = await fillDefinitions(server, small)
    const looks = looksAt(filled, await fillTrace(server, Number(given.spans)))
    return {
      paint: await measurePaint(chromium, server, looks, Number(given.paints)),
      rows: await measureRows(chromium, server, filled.edit, Number(given.changes))
    }
  } finally {
    await server.stop()
  }
}

const measure = async (): Promise<ConsoleResults> => {
  const load = loadavg()[0]!
  const chromium = await findChromium()
  const postgres = await startPostgres()
  try {
    return {
      load,
      postgres: await measureOn(async () => ({ DATABASE_URL: (await createDatabase(postgres.url)).url })),
      pglite: await measureOn(async () => ({})),
      browser: chromium.path === undefined ? undefined : await measureInBrowser(chromium.path)
    }
  } finally {
    await postgres.stop()
  }
}

await runCommand(given, help, measure, consoleTables)
