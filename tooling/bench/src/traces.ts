/**
 * Measures how fast spans are taken and traces are read, and what they take on disk and in memory.
 *
 * @example
 * node --conditions=@agent-operations/source tooling/bench/src/traces.ts --rounds 3 --json traces.json
 */
import { parseArgs } from "node:util"
import { startPostgres } from "@agent-operations/postgres-for-tests"
import { runCommand } from "./command.ts"
import { tracesTables } from "./traces-page.ts"
import { measureDisk, measureMemory, raceIngestion } from "./traces/ingestion.ts"
import { measureReads } from "./traces/reads.ts"

const { values: given } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    spans: { type: "string", default: "10240" },
    singles: { type: "string", default: "2000" },
    requests: { type: "string", default: "40" },
    sizes: { type: "string", default: "100000,1000000" },
    json: { type: "string" },
    help: { type: "boolean", default: false }
  }
})

const help = `--rounds 3
--spans 10240      of each turn, in requests of 512
--singles 2000     spans of each turn that are sent one by one
--sizes 100000,1000000
                   spans of the projects that are read, from the smallest to the largest
--requests 40      of each read, at each size in each round
--json             a file for the results`

const measure = async () => {
  const postgres = await startPostgres()
  const [rounds, spans] = [Number(given.rounds), Number(given.spans)]
  try {
    return {
      ingestion: await raceIngestion(postgres.url, { rounds, spans, singles: Number(given.singles) }),
      memory: await measureMemory(postgres.url),
      disk: [
        await measureDisk(postgres.url, "conversation", 2 * spans),
        await measureDisk(postgres.url, "unrelated", 2 * spans)
      ],
      reads: await measureReads(postgres.url, {
        spans: given.sizes.split(",").map(Number),
        rounds,
        requests: Number(given.requests)
      })
    }
  } finally {
    await postgres.stop()
  }
}

await runCommand(given, help, measure, tracesTables)
