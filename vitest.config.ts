import { availableParallelism } from "node:os"
import { join } from "node:path"
import { configDefaults, defineConfig } from "vitest/config"
import { Covered } from "./tooling/testing/src/run/Covered.ts"
import { LongestFirst } from "./tooling/testing/src/run/LongestFirst.ts"

// Its version is pinned: what a newcomer's first test prints is about the tests.
process.env["VITEST_DISABLE_EXPERIMENTAL_LOG"] ??= "1"

// The workers compile once what they import, and so do the servers that tests start.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, ".cache", "compiled")

// A server or host that a test starts makes no database of its own: it begins with a copy of an empty one.
process.env["PGLITE_EMPTY_IMAGE"] = join(import.meta.dirname, ".cache", "empty-pglite.tar")
const fromImage = new URL("./tooling/testing/src/pglite/preload.mjs", import.meta.url).href

/** Workspace packages resolve to their sources: nothing is built before a test. */
const condition = "@agent-operations/source"
const conditions = [condition, "module", "node", "development|production"]

/** Files that need a process of their own, each with the reason. The others share workers, which import the packages once. */
const alone: Readonly<Record<string, string>> = {
  "apps/server/test/settings/effects.test.ts": "it mocks packages, to note what the server tells each",
  "packages/database/test/values.test.ts": "it sets for the process how pg reads values, as a host may",
  "packages/error-envelope/test/copies.test.ts": "it loads packages twice",
  "packages/kit/test/copies.test.ts": "it is told of all that the process has loaded",
  "packages/operations/test/copies.test.ts": "it records a copy, which no later file may find",
  "packages/operations/test/threads/serve.test.ts": "it mocks modules of Node",
  "packages/kit/test/observability.test.ts": "it listens to the warnings of the process",
  "packages/kit/test/routes.test.ts": "it measures the memory of the process",
  "tooling/fuzz/test/bodies.test.ts": "it measures what the thread computes, of which the heap of others is no part"
}

const include = ["{packages,apps,tooling}/*/test/**/*.test.ts", "tests/**/*.test.ts"]
const exclude = [...configDefaults.exclude, "**/dist/**", "**/*.long.test.ts"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // Here Vitest loads the global setups.
  environments: { __vitest__: { resolve: { conditions } } },
  test: {
    reporters: process.env["CI"]
      ? ["default", ["json", { outputFile: ".cache/test-results.json" }], new Covered("short")]
      : ["default", new Covered("short")],
    setupFiles: [
      "tooling/testing/src/endChildren.ts",
      "tooling/testing/src/leaveNothing.ts",
      "tooling/testing/src/run/cpu.ts"
    ],
    globalSetup: [
      "tooling/testing/src/pglite/globalSetup.ts",
      "tooling/postgres/src/globalSetup.ts",
      "tooling/browser/src/globalSetup.ts",
      "packages/console/scripts/vitest-setup.ts"
    ],
    // Workers live long and keep much: with room for what is young, less of it is looked at again and again.
    execArgv: [`--conditions=${condition}`, "--min-semi-space-size=16", "--max-semi-space-size=64"],
    env: {
      // Worker threads and processes that a test starts are to see the sources too.
      NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --conditions=${condition} --import=${fromImage}`.trim(),
      // Whoever takes a day or a month of this clock for one of UTC is half an hour off at least.
      TZ: "America/St_Johns",
      // No test of a server loses its power, but those that turn this on again; and they all share one disk.
      PGLITE_FSYNC: "false"
    },
    projects: [
      { extends: true, test: { name: "alone", include: Object.keys(alone), exclude } },
      { extends: true, test: { name: "shared", include, exclude: [...exclude, ...Object.keys(alone)], isolate: false } }
    ],
    // Of what is not as expected a failure says all.
    chaiConfig: { truncateThreshold: 2000 },
    sequence: { sequencer: LongestFirst },
    // Where what is committed is missing, a test fails; `-u` writes it.
    update: "none",
    // One more than cores: many tests wait, for a deadline or for a server to start, and would leave theirs idle.
    maxWorkers: availableParallelism() + 1,
    // They only end what hangs: no load makes a test take as long, nor a wait, which says after 60 s what did not come.
    testTimeout: 600_000,
    hookTimeout: 600_000
  }
})
