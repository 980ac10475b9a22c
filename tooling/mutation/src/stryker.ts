import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { Stryker } from "@stryker-mutator/core"
import { copyTree } from "./copy-tree.ts"
import { effectMutator, sqlMutator } from "./mutators.ts"
import type { Target } from "./targets.ts"

const root = join(import.meta.dirname, "../../..")
const require = createRequire(import.meta.url)

/** Stryker has no place for mutators of one's own: they join its list. */
const addMutators = async () => {
  const ofCore = createRequire(require.resolve("@stryker-mutator/core"))
  const instrumenter = dirname(ofCore.resolve("@stryker-mutator/instrumenter/package.json"))
  const module = pathToFileURL(join(instrumenter, "dist/src/mutators/mutate.js")).href
  const { allMutators } = (await import(module)) as { readonly allMutators: Array<unknown> }
  allMutators.push(sqlMutator, effectMutator)
}

export interface RunOptions {
  /** How many faults are tried at once. */
  readonly concurrency: number
  /** The sources to change, in place of all of the package's. */
  readonly files: ReadonlyArray<string> | undefined
  /** Whether to try again what has been tried since it or its tests changed. */
  readonly fresh: boolean
}

/** Tries every fault of a package's sources on its tests. Resolves with the path of Stryker's report. */
export const run = async (name: string, target: Target, { concurrency, files, fresh }: RunOptions): Promise<string> => {
  const cache = join(root, ".cache/mutation", name)
  const [tree, report] = [join(cache, "tree"), join(cache, "report.json")]
  copyTree(root, tree)
  process.chdir(tree)
  process.env["MUTATION_TESTS"] = JSON.stringify(target.tests)
  // It decides races as PGlite cannot, and starts in a tenth of the time.
  process.env["TEST_DATABASES"] = "PostgreSQL"
  await addMutators()
  await new Stryker({
    // The tree is a copy: changed in place, packages that resolve to each other find the faults too.
    inPlace: true,
    mutate: [...(files ?? target.mutate)],
    plugins: [
      require.resolve("@stryker-mutator/vitest-runner"),
      join(import.meta.dirname, "ignore-words.ts"),
      join(import.meta.dirname, "tell-survivors.ts")
    ],
    ignorers: ["words"],
    testRunner: "vitest",
    vitest: { configFile: join(tree, "tooling/mutation/src/vitest-config.ts"), related: false },
    coverageAnalysis: "perTest",
    concurrency,
    timeoutMS: 60_000,
    timeoutFactor: 2,
    incremental: true,
    incrementalFile: join(cache, "incremental.json"),
    force: fresh,
    reporters: ["json", "progress-append-only", "survivors"],
    jsonReporter: { fileName: report },
    allowConsoleColors: false,
    tempDirName: join(cache, "backup")
  }).runMutationTest()
  return report
}
