/**
 * Holds every server that is wrong by hand to the kit at ten seeds, and says which of them are caught at each.
 *
 *     node --conditions=@agent-operations/source packages/conformance/test/toy/faults/run.ts --jobs 2 --write
 *
 * `--only <regular expression>` for some of them, `--seeds 3` for fewer; `--write` keeps the figures for
 * docs/conformance.md.
 */
import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"
import type { Check } from "../../../src/check.ts"
import { catchFault, titleOf } from "./catch.ts"
import { faults } from "./index.ts"

interface Work {
  readonly names: ReadonlyArray<string>
  readonly seeds: ReadonlyArray<number>
}

/** How many faults are caught at each of some seeds, and at how many of them the others are. */
export interface SeedFigures {
  readonly seeds: number
  readonly faults: number
  readonly atAll: number
  readonly missed: ReadonlyArray<{ readonly name: string; readonly caught: number }>
  /** The title of the check that caught each fault. */
  readonly caughtBy: Readonly<Record<string, string>>
}

/** The seeds at which a fault is not caught, and what caught it at the last of the others. */
interface Result {
  readonly name: string
  readonly caughtBy: string | undefined
  readonly missed: ReadonlyArray<number>
}

const print = (line: string) => process.stdout.write(`${line}\n`)

const work = async ({ names, seeds }: Work) => {
  for (const name of names) {
    const missed: Array<number> = []
    // The check that caught it at a seed is tried first at the next.
    let first: Check | undefined
    for (const seed of seeds) {
      const { by } = await catchFault(name, faults[name]!, { seed, first })
      first = by ?? first
      if (by === undefined) missed.push(seed)
    }
    const caughtBy = first === undefined ? undefined : titleOf(first)
    parentPort!.postMessage({ name, caughtBy, missed } satisfies Result)
  }
}

const main = async () => {
  const { values } = parseArgs({
    options: {
      seeds: { type: "string", default: "10" },
      jobs: { type: "string", default: "2" },
      only: { type: "string", default: "" },
      write: { type: "boolean", default: false }
    }
  })
  const [jobs, count] = [Number(values.jobs), Number(values.seeds)]
  const names = Object.keys(faults).filter((name) => new RegExp(values.only).test(name))
  const seeds = Array.from({ length: count }, (_, n) => n + 1)
  const results: Array<Result> = []
  const one = (job: number) => {
    const own = names.filter((_, n) => n % jobs === job)
    const worker = new Worker(new URL(import.meta.url), { workerData: { names: own, seeds } satisfies Work })
    worker.on("message", (result: Result) => {
      results.push(result)
      if (result.missed.length > 0) print(`${result.name}: not caught at the seeds ${result.missed.join(", ")}`)
    })
    return new Promise<void>((resolve, reject) => {
      worker.on("error", reject)
      worker.on("exit", () => resolve())
    })
  }
  await Promise.all(Array.from({ length: jobs }, (_, job) => one(job)))
  const missed = results.filter((result) => result.missed.length > 0)
  const atAll = results.length - missed.length
  print(`${atAll} of ${results.length} are caught at all of ${count} seeds`)
  const figures: SeedFigures = {
    seeds: count,
    faults: results.length,
    atAll,
    missed: missed.map(({ name, missed: { length } }) => ({ name, caught: count - length })),
    caughtBy: Object.fromEntries(
      results
        .toSorted((one, other) => names.indexOf(one.name) - names.indexOf(other.name))
        .flatMap(({ name, caughtBy }) => (caughtBy === undefined ? [] : [[name, caughtBy]]))
    )
  }
  if (values.write)
    writeFileSync(new URL("figures.json", import.meta.url), `${JSON.stringify(figures, undefined, 2)}\n`)
}

if (isMainThread) await main()
else await work(workerData as Work)
