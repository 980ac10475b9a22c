import { availableParallelism } from "node:os"
import { join } from "node:path"
import { configDefaults, defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

// Its version is pinned: what a newcomer's first test prints is about the tests.
process.env["VITEST_DISABLE_EXPERIMENTAL_LOG"] ??= "1"

// The workers compile once what they import, and so do the servers that tests start.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, ".cache", "compiled")

/** Workspace packages resolve to their sources: nothing is built before a test. */
const condition = "@agent-operations/source"

/** What takes longest, longest first: begun last, it would run on beside a core that has nothing left to do. */
const longest = [
  "packages/conformance/test/hosts.test.ts",
  "tooling/faults/test/faults.test.ts",
  "apps/server/test/conformance.test.ts",
  "packages/conformance/test/right-servers.test.ts",
  "packages/conformance/test/faults.test.ts",
  "packages/conformance/test/kit.test.ts",
  "packages/database/test/pglite.test.ts",
  "packages/console/test/looks.test.ts",
  "apps/server/test/server.test.ts",
  "apps/server/test/processes.test.ts",
  "tooling/bench/test/smoke.test.ts",
  "tooling/readme/test/packages.test.ts",
  "apps/server/test/identity/large-pages.test.ts",
  "packages/views/test/validation/hostile.test.ts",
  "packages/conformance/test/transport.test.ts",
  "packages/revision-store/test/events.test.ts",
  "packages/conformance/test/command.test.ts",
  "tooling/fuzz/test/fuzz.test.ts",
  "apps/server/test/identity/walk.test.ts",
  "packages/identity/test/providers.test.ts",
  "apps/server/test/secrets.test.ts",
  "packages/database/test/host-pool-failures.test.ts",
  "packages/conformance/test/own-families.test.ts",
  "tooling/bootstrap/test/bootstrap.test.ts",
  "packages/database/test/migrations.test.ts",
  "packages/database/test/postgres-start.test.ts",
  "packages/database/test/postgres-failures.test.ts",
  "packages/kit/test/processes/events.test.ts"
]

class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>) {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((file) => moduleId.endsWith(file))
      return at === -1 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}

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
    setupFiles: ["tooling/testing/src/endChildren.ts"],
    globalSetup: ["tooling/postgres/src/globalSetup.ts", "packages/console/scripts/vitest-setup.ts"],
    execArgv: [`--conditions=${condition}`],
    env: {
      // Worker threads and processes that a test starts are to see the sources too.
      NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --conditions=${condition}`.trim(),
      // No test of a server loses its power, but those that turn this on again; and they all share one disk.
      PGLITE_FSYNC: "false"
    },
    sequence: { sequencer: LongestFirst },
    // One more than cores: many tests wait, for a deadline or for a server to start, and would leave theirs idle.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 30_000,
    hookTimeout: 60_000
  }
})
