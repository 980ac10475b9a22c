import { globSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { Stryker } from "@stryker-mutator/core"
import { copyTree } from "./copy-tree.ts"
import { drawFaults, type Sample } from "./draw.ts"
import { ofInstrumenter } from "./instrumenter.ts"
import { effectMutator, sqlMutator } from "./mutators.ts"
import type { Target } from "./targets.ts"

const root = join(import.meta.dirname, "../../..")
const require = createRequire(import.meta.url)

/** Stryker has no place for mutators of one's own: they join its list. */
const addMutators = async () => {
  const { allMutators } = await ofInstrumenter<{ allMutators: Array<unknown> }>("mutators/mutate.js")
  allMutators.push(sqlMutator, effectMutator)
}

export interface RunOptions {
  /** How many faults are tried at once. */
  readonly concurrency: number
  /** The sources to change, in place of all of the package's. */
  readonly files: ReadonlyArray<string> | undefined
  /** Whether to try again what has been tried since it or its tests changed. */
  readonly fresh: boolean
  readonly sample: Sample
}

/** The files that globs name, of which those with an exclamation mark are left out. */
const filesOf = (globs: ReadonlyArray<string>): ReadonlyArray<string> => {
  const { without = [], within = [] } = Object.groupBy(globs, (glob) => (glob.startsWith("!") ? "without" : "within"))
  return globSync(within, { exclude: without.map((glob) => glob.slice(1)) })
}

/** What came of a run. */
export interface Ran {
  /** Path of Stryker's report. */
  readonly report: string
  /** How many faults there are, of which the sample was drawn. */
  readonly all: number
}

/** After how many faults of a sample what came of them is kept, so that a run which is ended early goes on there. */
const step = 100

/** Tries faults in a package's sources on its tests. */
export const run = async (
  name: string,
  target: Target,
  { concurrency, files, fresh, sample: { seed, size, mutator } }: RunOptions
): Promise<Ran> => {
  const cache = join(root, ".cache/mutation", mutator === undefined ? name : `${name}-${mutator}`)
  const [tree, report] = [join(cache, "tree"), join(cache, "report.json")]
  copyTree(root, tree)
  process.chdir(tree)
  const mutate = files ?? target.mutate
  process.env["MUTATION_SOURCES"] = JSON.stringify(filesOf(mutate))
  process.env["MUTATION_TESTS"] = JSON.stringify(target.tests)
  // It decides races as PGlite cannot, and starts in a tenth of the time.
  process.env["TEST_DATABASES"] = "PostgreSQL"
  await addMutators()
  const { draw, all } = await drawFaults({ seed, mutator })
  for (let tried = 0; tried < Math.min(size, all());) {
    const next = Number.isFinite(size) ? Math.min(tried + step, size) : size
    draw(next)
    await new Stryker({
      // The tree is a copy: changed in place, packages that resolve to each other find the faults too.
      inPlace: true,
      mutate: [...mutate],
      plugins: [
        require.resolve("@stryker-mutator/vitest-runner"),
        join(import.meta.dirname, "ignore-words.ts"),
        join(import.meta.dirname, "tell-survivors.ts")
      ],
      ignorers: ["words"],
      testRunner: "vitest",
      // A thread has no time zone of its own, which some tests set.
      vitest: { configFile: join(tree, "tooling/mutation/src/vitest-config.ts"), related: false, pool: "forks" },
      coverageAnalysis: "perTest",
      concurrency,
      dryRunTimeoutMinutes: 60,
      timeoutMS: 30_000,
      timeoutFactor: 1.5,
      incremental: true,
      incrementalFile: join(cache, "incremental.json"),
      force: fresh && tried === 0,
      reporters: ["json", "progress-append-only", "survivors"],
      jsonReporter: { fileName: report },
      allowConsoleColors: false,
      tempDirName: join(cache, "backup")
    }).runMutationTest()
    tried = next
  }
  return { report, all: all() }
}
