/**
 * Measures what it costs a host to have what nobody asks for, MCP, documentation or evaluations: how soon it is ready, and its memory at rest,
 * to the same host without. It wants a build: `npm run pnpm -- run build`.
 *
 * @example
 * node --conditions=@agent-operations/source tooling/bench/src/mounted.ts --with evaluations --rounds 15
 */
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { createDatabase, startPostgres } from "@agent-operations/postgres-for-tests"
import { runCommand } from "./command.ts"
import { markdownTable } from "./markdown.ts"
import { startMounted } from "./mounted-host.ts"
import { quantile } from "./quantile.ts"
import type { Running } from "./subjects.ts"

/** A host's starts, one a round. */
interface Mounted {
  readonly added: string
  /** Milliseconds until `/readyz` answered 200. */
  readonly ready: ReadonlyArray<number>
  /** Resident memory a second later, in megabytes. */
  readonly atRest: ReadonlyArray<number>
  /** The same once MCP was asked for its tools, where that is what is added. */
  readonly asked: ReadonlyArray<number>
}

const { values: given } = parseArgs({
  options: {
    with: { type: "string", default: "mcp" },
    rounds: { type: "string", default: "15" },
    json: { type: "string" },
    help: { type: "boolean", default: false }
  }
})

const askForTools = async ({ url }: Running) => {
  const response = await fetch(`${url}/api/mcp`, {
    method: "POST",
    headers: { authorization: "Bearer x", "x-project-id": "bench", "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })
  })
  if (response.status !== 200) throw new Error(`MCP answered ${response.status} ${await response.text()}`)
  await response.text()
}

/** The two hosts take turns; the first turn warms up. */
const measure = async (): Promise<ReadonlyArray<Mounted>> => {
  const postgres = await startPostgres()
  try {
    const { url } = await createDatabase(postgres.url)
    const hosts = ["", given.with].map((added) => ({
      added,
      ready: [] as Array<number>,
      atRest: [] as Array<number>,
      asked: [] as Array<number>
    }))
    for (let round = 0; round <= Number(given.rounds); round++) {
      for (const { added, ready, atRest, asked } of hosts) {
        const running = await startMounted(added, url)
        await sleep(1000)
        const resting = running.megabytes()
        if (added === "mcp") await askForTools(running)
        const afterwards = running.megabytes()
        await running.stop()
        if (round === 0) continue
        ready.push(running.readyAt - running.startedAt)
        atRest.push(resting)
        asked.push(afterwards)
      }
    }
    return hosts
  } finally {
    await postgres.stop()
  }
}

const median = (numbers: ReadonlyArray<number>) => quantile(numbers, 0.5)

const spread = (numbers: ReadonlyArray<number>) =>
  `${Math.round(median(numbers))} (${Math.round(Math.min(...numbers))} to ${Math.round(Math.max(...numbers))})`

const table = ([without, mounted]: ReadonlyArray<Mounted>): string => {
  const row = (name: string, of: (host: Mounted) => ReadonlyArray<number>) => [
    name,
    spread(of(without!)),
    spread(of(mounted!)),
    (median(of(mounted!)) / median(of(without!))).toFixed(2)
  ]
  return markdownTable(
    ["", "without", `with ${mounted!.added}`, "ratio"],
    [
      row("ready, ms", ({ ready }) => ready),
      row("memory at rest, MB", ({ atRest }) => atRest),
      ...(mounted!.added === "mcp" ? [row("memory once MCP was asked, MB", ({ asked }) => asked)] : [])
    ]
  )
}

await runCommand(
  given,
  "--with mcp      or docs, or evaluations\n--rounds 15    starts of each host\n--json         a file for the results",
  measure,
  table
)
