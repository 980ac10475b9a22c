/**
 * Measures how fast evaluation runs are worked on, how long large ones take to create and to read, and what they take from others.
 *
 * @example
 * node --conditions=@agent-operations/source tooling/bench/src/evaluations.ts --rounds 3 --json evaluations.json
 */
import { parseArgs } from "node:util"
import { startPostgres } from "@agent-operations/postgres-for-tests"
import { runCommand } from "./command.ts"
import { evaluationsTables } from "./evaluations-page.ts"
import { raceRuns } from "./evaluations/pace.ts"
import { measureRunReads } from "./evaluations/reads.ts"
import { measureScoring } from "./evaluations/scoring.ts"

const { values: given } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    items: { type: "string", default: "1000" },
    sizes: { type: "string", default: "1000,10000,50000" },
    requests: { type: "string", default: "100" },
    beside: { type: "string", default: "3000" },
    scores: { type: "string", default: "2000" },
    json: { type: "string" },
    help: { type: "boolean", default: false }
  }
})

const help = `--rounds 5
--items 1000       of each run that is timed
--sizes 1000,10000,50000
                   targets of the runs that are created and read
--requests 100     of each page
--beside 3000      targets of the run beside which others read
--scores 2000      of a scorer of code
--json             a file for the results`

const measure = async () => {
  const postgres = await startPostgres()
  const rounds = Number(given.rounds)
  const pace = {
    rounds,
    sizes: given.sizes.split(",").map(Number),
    requests: Number(given.requests),
    targets: Number(given.beside)
  }
  try {
    return {
      scoring: await measureScoring(Number(given.scores)),
      runs: await raceRuns(postgres.url, { rounds, items: Number(given.items) }),
      reads: [
        await measureRunReads(postgres.url, "PostgreSQL", pace),
        await measureRunReads(postgres.url, "PGlite", pace)
      ]
    }
  } finally {
    await postgres.stop()
  }
}

await runCommand(given, help, measure, evaluationsTables)
