import { configDefaults, defineConfig } from "vitest/config"

// Its version is pinned: what a newcomer's first test prints is about the tests.
process.env["VITEST_DISABLE_EXPERIMENTAL_LOG"] ??= "1"

/** Workspace packages resolve to their sources: nothing is built before a test. */
const condition = "@agent-operations/source"

export default defineConfig({
  resolve: { conditions: [condition, "module", "node", "development|production"] },
  ssr: { resolve: { conditions: [condition, "module", "node", "development|production"] } },
  test: {
    include: ["{packages,apps,tooling}/*/test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, "**/dist/**"],
    typecheck: {
      enabled: true,
      include: ["{packages,apps,tooling}/*/test/**/*.test-d.ts"],
      tsconfig: "tsconfig.json",
      // `check:types` tells of the errors in sources.
      ignoreSourceErrors: true
    },
    reporters: process.env["CI"] ? ["default", ["json", { outputFile: ".cache/test-results.json" }]] : ["default"],
    globalSetup: ["tooling/postgres/src/globalSetup.ts"],
    execArgv: [`--conditions=${condition}`],
    // Worker threads and processes that a test starts are to see the sources too.
    env: { NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --conditions=${condition}`.trim() },
    // By default one core is left free, which of two is half.
    maxWorkers: "100%",
    testTimeout: 30_000,
    hookTimeout: 60_000
  }
})
