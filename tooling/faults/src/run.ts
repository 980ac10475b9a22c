import { clock } from "./scenarios/clock.ts"
import { disk } from "./scenarios/disk.ts"
import { fsyncCost } from "./scenarios/fsync-cost.ts"
import { idleConnections } from "./scenarios/idle-connections.ts"
import { ingestionDisk } from "./scenarios/ingestion-disk.ts"
import { ingestionOverload } from "./scenarios/ingestion-overload.ts"
import { ioErrors } from "./scenarios/io-errors.ts"
import { killIngestion } from "./scenarios/kill-ingestion.ts"
import { killMigration } from "./scenarios/kill-migration.ts"
import { killWrites } from "./scenarios/kill-writes.ts"
import { network } from "./scenarios/network.ts"
import { powerCut } from "./scenarios/power-cut.ts"
import { postgresAway } from "./scenarios/postgres-away.ts"
import { secondProcess } from "./scenarios/second-process.ts"
import { sigterm } from "./scenarios/sigterm.ts"
import { slowClients } from "./scenarios/slow-clients.ts"
import { writeAheadLog } from "./scenarios/write-ahead-log.ts"
import { endLeftovers } from "./leftovers.ts"
import { type Outcome, randomFrom, type Scenario, type Setting } from "./scenario.ts"

/** Every scenario, with how often its fault happens in a short and in a long run, on each database that it is for; 0
 * where there is nothing to hold in a short one. */
export const scenarios: Readonly<
  Record<string, { readonly run: Scenario; readonly short: number; readonly long: number }>
> = {
  "kill-writes": { run: killWrites, short: 1, long: 100 },
  "kill-ingestion": { run: killIngestion, short: 1, long: 70 },
  "kill-migration": { run: killMigration, short: 1, long: 25 },
  "postgres-away": { run: postgresAway, short: 1, long: 10 },
  network: { run: network, short: 1, long: 10 },
  sigterm: { run: sigterm, short: 1, long: 10 },
  "slow-clients": { run: slowClients, short: 300, long: 2000 },
  // The most that a process takes, but for those of the other callers.
  "idle-connections": { run: idleConnections, short: 300, long: 9900 },
  "second-process": { run: secondProcess, short: 1, long: 10 },
  clock: { run: clock, short: 1, long: 1 },
  disk: { run: disk, short: 1, long: 5 },
  "ingestion-disk": { run: ingestionDisk, short: 1, long: 5 },
  "ingestion-overload": { run: ingestionOverload, short: 1, long: 10 },
  "io-errors": { run: ioErrors, short: 1, long: 20 },
  "power-cut": { run: powerCut, short: 1, long: 40 },
  "fsync-cost": { run: fsyncCost, short: 0, long: 10 },
  "write-ahead-log": { run: writeAheadLog, short: 2, long: 24 }
}

export interface Report extends Outcome {
  readonly tool: "faults"
  readonly seed: number
  readonly seconds: number
}

export interface Options {
  readonly only: ReadonlyArray<string>
  readonly seed: number
  readonly count?: number | undefined
  readonly long: boolean
}

/** Runs a scenario, of which nothing is left afterwards. What it throws is a failure. */
export const runScenario = (run: Scenario, setting: Setting): Promise<Outcome> =>
  endLeftovers(() => run(setting)).catch((error: unknown): Outcome => ({
    figures: [],
    failures: [error instanceof Error ? (error.stack ?? error.message) : String(error)]
  }))

/** Runs scenarios one after the other. */
export const runFaults = async (options: Options, tell: (line: string) => void): Promise<Report> => {
  const began = performance.now()
  const random = randomFrom(options.seed)
  const figures: Array<readonly [string, number | string]> = []
  const failures: Array<string> = []
  for (const name of options.only) {
    const { run, short, long } = scenarios[name]!
    const count = options.count ?? (options.long ? long : short)
    const setting = {
      count,
      long: options.long,
      // Beside other work, a time says more of that than of the server.
      within: (millis: number) => (options.long ? millis : Math.max(millis, 60_000)),
      random,
      tell: (line: string) => tell(`${name}: ${line}`)
    }
    const outcome = await runScenario(run, setting)
    figures.push(...outcome.figures)
    failures.push(...outcome.failures.map((failure) => `${name}: ${failure}`))
  }
  return {
    tool: "faults",
    seed: options.seed,
    seconds: Math.round((performance.now() - began) / 1000),
    figures,
    failures
  }
}
