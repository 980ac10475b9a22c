/**
 * Holds servers that a machine made wrong to the kit, and says how many of them are caught.
 *
 *     node --conditions=@agent-operations/source packages/conformance/test/toy/machine/run.ts --sample 200 --jobs 2
 *
 * `--only <regular expression>` for some of them, `--minutes 10` to end by then, `--seed 2` for another sample,
 * `--write` to keep the figures for docs/conformance.md. `replay.ts` says in less time which of all could not be caught, as
 * they answer nothing wrong to what the kit asks.
 */
import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"
import { groupNames, mutants, sampleOf } from "./index.ts"
import { isCaughtBy, makeJudge } from "./judge.ts"

interface Result {
  readonly index: number
  readonly caughtBy: string | undefined
  readonly fired: number | undefined
  readonly millis: number
}

interface Work {
  readonly indexes: ReadonlyArray<number>
  readonly minutes: number
}

const print = (line: string) => process.stdout.write(`${line}\n`)

const work = async ({ indexes, minutes }: Work) => {
  const judge = await makeJudge()
  for (const index of indexes) {
    if (performance.now() > minutes * 60_000) return
    const { caughtBy, fired, millis } = await judge(mutants[index]!.mutant)
    parentPort!.postMessage({ index, caughtBy, fired, millis } satisfies Result)
  }
}

const tally = (results: ReadonlyArray<Result>) => ({
  held: results.length,
  caught: results.filter(({ caughtBy }) => caughtBy !== undefined).length,
  /** Not caught, and no answer to any call of the kit was other than the right server's. */
  without: results.filter(({ caughtBy, fired }) => caughtBy === undefined && fired === 0).length
})

const main = async () => {
  const { values } = parseArgs({
    options: {
      sample: { type: "string" },
      seed: { type: "string", default: "1" },
      jobs: { type: "string", default: "2" },
      minutes: { type: "string", default: "Infinity" },
      only: { type: "string" },
      verbose: { type: "boolean", default: false },
      write: { type: "boolean", default: false }
    }
  })
  const only = new RegExp(values.only ?? "")
  const wanted = mutants.filter(({ title, equivalent }) => equivalent === undefined && only.test(title))
  const sample = sampleOf(wanted, Number(values.sample ?? wanted.length), Number(values.seed))
  const [jobs, minutes] = [Number(values.jobs), Number(values.minutes)]
  const results: Array<Result> = []
  const told = ({ index, caughtBy, fired, millis }: Result) =>
    `${mutants[index]!.title} (${fired ?? "?"} wrong answers, ${Math.round(millis)} ms${caughtBy === undefined ? "" : `, ${caughtBy}`})`
  const one = (job: number) => {
    const indexes = sample.filter((_, n) => n % jobs === job).map(({ index }) => index)
    const worker = new Worker(new URL(import.meta.url), { workerData: { indexes, minutes } satisfies Work })
    worker.on("message", (result: Result) => {
      results.push(result)
      if (result.caughtBy === undefined) print(`survived: ${told(result)}`)
      else if (values.verbose) print(`caught:   ${told(result)}`)
    })
    return new Promise<void>((resolve, reject) => {
      worker.on("error", reject)
      worker.on("exit", () => resolve())
    })
  }
  await Promise.all(Array.from({ length: jobs }, (_, job) => one(job)))

  const byGroup = groupNames.map((group) => ({
    group,
    made: mutants.filter((one) => one.group === group && one.equivalent === undefined).length,
    ...tally(results.filter(({ index }) => mutants[index]!.group === group))
  }))
  for (const { group, held, caught, without } of byGroup)
    print(`${group}: ${caught} of ${held} caught, ${without} made no answer wrong`)
  const left = mutants.filter(({ equivalent }) => equivalent !== undefined)
  for (const why of new Set(left.map(({ equivalent }) => equivalent)))
    print(`left out: ${left.filter(({ equivalent }) => equivalent === why).length}, as ${why}`)
  const all = tally(results)
  const millis = Math.round(results.reduce((sum, { millis: took }) => sum + took, 0) / results.length)
  print(`${all.caught} of ${all.held} caught, of ${mutants.length - left.length} that can be told, ${millis} ms each`)
  const survivors = results
    .filter(({ caughtBy }) => caughtBy === undefined)
    .toSorted((a, b) => a.index - b.index)
    .map(({ index, fired }) => ({ title: mutants[index]!.title, fired: fired ?? null }))
  if (!values.write) return
  const figures = {
    seed: Number(values.seed),
    made: mutants.length,
    equivalent: left.length,
    byGroup,
    survivors,
    examples: await examplesOf(results)
  }
  writeFileSync(new URL("figures.json", import.meta.url), `${JSON.stringify(figures, undefined, 2)}\n`)
}

/** So many of each sort are held at every change, by checks that catch them with the random cases of each of some seeds. */
const [examplesOfSort, exampleSeeds] = [4, [1, 2, 3, 4, 5]]

/** Of each sort some that were caught, as they are drawn, with the checks that caught them. */
const examplesOf = async (results: ReadonlyArray<Result>) => {
  const drawn = sampleOf(mutants, mutants.length, 1)
  const examples: Array<{ readonly title: string; readonly caughtBy: string }> = []
  for (const group of groupNames) {
    let left = examplesOfSort
    for (const { index, title, mutant, group: its } of drawn) {
      const caughtBy = results.find((result) => result.index === index)?.caughtBy
      if (its !== group || caughtBy === undefined || left === 0) continue
      const caught: Array<boolean> = []
      for (const seed of exampleSeeds) caught.push(await isCaughtBy(mutant, caughtBy, seed))
      if (caught.includes(false)) print(`caught by luck: ${title}, ${caughtBy}`)
      if (caught.includes(false)) continue
      examples.push({ title, caughtBy })
      left--
    }
  }
  return examples
}

if (isMainThread) await main()
else await work(workerData as Work)
