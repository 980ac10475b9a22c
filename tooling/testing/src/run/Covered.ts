import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from "vitest/node"
import { findChromium } from "../../../browser/src/findChromium.ts"
import { lawsIn } from "./laws.ts"
import { type LongRun, longFilesIn, readLongRuns, writeLongRuns } from "./longRuns.ts"
import { maxShare, slowFiles } from "./slowFiles.ts"
import { type Ended, longLines, skippedLines, tooSlow } from "./summary.ts"

/** The CPU seconds of each file of the last run, from the root: what `slowFiles` is to be made from. */
const cpuSecondsFile = ".cache/cpu-seconds.json"

/** The titles of a test and of the suites that it stands in. */
const titlesOf = (test: TestCase): ReadonlyArray<string> => {
  const titles = [test.name]
  for (let at: TestCase["parent"] = test.parent; at.type !== "module"; at = at.parent) titles.push(at.name)
  return titles
}

const endedOf = (test: TestCase): Ended => {
  const result = test.result()
  const state = result.state === "pending" ? "skipped" : result.state
  return { title: test.fullName, state, note: result.state === "skipped" ? result.note : undefined }
}

const commitOf = (root: string) => {
  const git = (...args: ReadonlyArray<string>) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim()
  return git("rev-parse", "--short=8", "HEAD") + (git("status", "--porcelain", "-uno") === "" ? "" : "-dirty")
}

/** Writes a file that later runs may read. What came of the tests is told all the same where it can't be written. */
const noted = (path: string, text: string): ReadonlyArray<string> => {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return []
  } catch (cause) {
    return [`Not noted in ${path}: ${String(cause)}`]
  }
}

const longRunOf = (module: TestModule): Omit<LongRun, "date" | "commit"> => {
  const tests = [...module.children.allTests()].map(endedOf)
  const count = (of: Ended["state"]) => tests.filter(({ state }) => state === of).length
  return {
    passed: count("passed"),
    // A file that can't be loaded has no tests to fail.
    failed: count("failed") + (module.state() === "failed" && count("failed") === 0 ? 1 : 0),
    skipped: count("skipped"),
    seconds: Math.round(module.diagnostic().duration / 1000)
  }
}

/**
 * A reporter of vitest: its last lines are what a run covered, what it skipped and why, and what it leaves to the long
 * runs. It fails a whole run with a file of tests that takes too long, and notes how long runs end.
 */
export class Covered implements Reporter {
  readonly #kind: "short" | "long"
  #vitest: Vitest | undefined
  #isWhole = false

  constructor(kind: "short" | "long") {
    this.#kind = kind
  }

  onInit(vitest: Vitest) {
    this.#vitest = vitest
  }

  async onTestRunStart(specifications: ReadonlyArray<TestSpecification>) {
    const { config } = this.#vitest!
    const all = await this.#vitest!.globTestSpecifications()
    this.#isWhole = config.testNamePattern === undefined && specifications.length === all.length
  }

  async onTestRunEnd(modules: ReadonlyArray<TestModule>) {
    const vitest = this.#vitest!
    const { root } = vitest.config
    const pathOf = ({ moduleId }: TestModule) => relative(root, moduleId)
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const ended = tests.map(endedOf)
    const laws = new Set(
      tests.filter((test) => test.result().state === "passed").flatMap((test) => titlesOf(test).flatMap(lawsIn))
    )
    const files = new Set(modules.map(pathOf))
    const lines = [
      `Covered: ${files.size} files, ${ended.filter(({ state }) => state === "passed").length} tests, ${laws.size} laws`
    ]
    if (this.#isWhole) lines.push(`On: ${[...this.#databases(), await this.#browser()].join("; ")}`)
    if (vitest.config.testNamePattern === undefined) lines.push(...skippedLines(ended))

    if (this.#kind === "short") {
      const { seed, shuffle } = vitest.config.sequence
      if (shuffle === true) lines.push(`Order: random; again with --sequence.shuffle --sequence.seed=${seed}`)
      if (this.#isWhole) lines.push(...longLines(longFilesIn(root), readLongRuns(root)))
      const seconds = modules.flatMap((module) => [[pathOf(module), module.meta().cpuSeconds ?? 0] as const])
      lines.push(...noted(join(root, cpuSecondsFile), `${JSON.stringify(Object.fromEntries(seconds), null, 2)}\n`))
      const slow = this.#isWhole ? tooSlow(Object.fromEntries(seconds), slowFiles) : []
      if (slow.length > 0) {
        lines.push(
          `FAILED: over ${maxShare * 100} % of the CPU seconds, and not in tooling/testing/src/run/slowFiles.ts:`,
          ...slow
        )
        process.exitCode = 1
      }
    } else if (vitest.config.testNamePattern === undefined) {
      const when = { date: new Date().toISOString().slice(0, 10), commit: commitOf(root) }
      writeLongRuns(
        root,
        Object.fromEntries(modules.map((module) => [pathOf(module), { ...when, ...longRunOf(module) }]))
      )
    }
    console.log(lines.join("\n"))
  }

  #databases(): ReadonlyArray<string> {
    const { root } = this.#vitest!.config
    const pglite = join(root, "packages/database/node_modules/@electric-sql/pglite/package.json")
    const { version } = JSON.parse(readFileSync(pglite, "utf8")) as { readonly version: string }
    const { postgresDescription } = this.#vitest!.getRootProject().getProvidedContext()
    return [`PGlite ${version}`, postgresDescription]
  }

  async #browser(): Promise<string> {
    const chromium = await findChromium()
    return chromium.path === undefined ? `no browser: ${chromium.reason}` : `Chromium at ${chromium.path}`
  }
}
