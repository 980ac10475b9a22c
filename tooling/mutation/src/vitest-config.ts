import { configDefaults, defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import base from "../../../vitest.config.ts"

const effectVitest = `${import.meta.dirname}/effect-vitest.ts`

/**
 * A fault is found by the first test that fails: what found one lately is tried first, as the next fault is mostly one
 * beside it, then what takes least.
 */
class LikelyFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>) {
    const rank = (file: TestSpecification) => {
      const { failed = false, duration = 0 } = this.ctx.cache.getTestSpecificationResult(file) ?? {}
      return failed ? duration - 1e9 : duration
    }
    return files.toSorted((a, b) => rank(a) - rank(b))
  }
}

const { projects: _, ...test } = base.test!

/** The tests of one package, as `src/main.ts` names them, without what costs time and finds no fault. */
export default defineConfig({
  ...base,
  plugins: [
    {
      name: "layers-before-tests",
      enforce: "pre",
      resolveId: (source, importer) =>
        source === "@effect/vitest" && importer !== effectVitest ? effectVitest : undefined
    }
  ],
  test: {
    ...test,
    root: process.cwd(),
    exclude: [...configDefaults.exclude, "**/*.long.test.ts"],
    include: JSON.parse(process.env["MUTATION_TESTS"] ?? "[]") as Array<string>,
    setupFiles: [`${import.meta.dirname}/setup.ts`],
    reporters: [],
    isolate: false,
    sequence: { sequencer: LikelyFirst },
    // What waits for ever fails here. What runs for ever is ended by Stryker, by how long the tests took without a fault.
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
