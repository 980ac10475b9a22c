import { configDefaults, defineConfig } from "vitest/config"
import { Covered } from "./tooling/testing/src/run/Covered.ts"
import { longFilesIn } from "./tooling/testing/src/run/longRuns.ts"
import short from "./vitest.config.ts"

const { projects: _, ...test } = short.test ?? {}

/** `npm run test:long`: whatever measures time, input by the thousand, power cuts, the hosts of every framework. */
export default defineConfig({
  ...short,
  test: {
    ...test,
    include: [...longFilesIn(import.meta.dirname)],
    exclude: [...configDefaults.exclude, "**/dist/**"],
    env: { ...test.env, LONG_RUN: "true" },
    reporters: ["default", new Covered("long")],
    // One after the other: each has the cores to itself.
    fileParallelism: false
  }
})
