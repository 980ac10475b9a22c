import { spawnSync } from "node:child_process"
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { slowFiles } from "../../testing/src/run/slowFiles.ts"

const root = join(import.meta.dirname, "..", "..", "..")

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "ci-"))
  mkdirSync(join(directory, ".ci"))
  mkdirSync(join(directory, ".cache"))
  mkdirSync(join(directory, "bin"))
  cpSync(join(root, ".ci", "run"), join(directory, ".ci", "run"))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

interface Outcome {
  /** What vitest leaves for machines; undefined if it died before. */
  readonly results?: unknown
  readonly testsExit: number
  readonly checks: string
}

/** What is printed, its last line and the exit code of `.ci/run` when npm behaves like that. */
const runWith = ({ results, testsExit, checks }: Outcome) => {
  const leave = results === undefined ? "" : `printf %s '${JSON.stringify(results)}' > .cache/test-results.json`
  const npm = `#!/bin/sh\nif [ "$1" = test ]; then ${leave || ":"}; exit ${testsExit}; fi\nprintf '%b' '${checks}'\n`
  writeFileSync(join(directory, "bin", "npm"), npm)
  chmodSync(join(directory, "bin", "npm"), 0o755)
  const path = [join(directory, "bin"), dirname(process.execPath), process.env["PATH"]].join(delimiter)
  const { stdout, status } = spawnSync(join(directory, ".ci", "run"), {
    env: { ...process.env, PATH: path },
    encoding: "utf8"
  })
  const lines = stdout.trimEnd().split("\n")
  return { lines, last: lines.at(-1), status }
}

const file = (status: string, tests: number) => ({
  status,
  name: "some.test.ts",
  startTime: 0,
  endTime: 1,
  assertionResults: Array.from({ length: tests }, () => ({}))
})
const good = { numPassedTests: 40, numFailedTests: 0, testResults: [file("passed", 40)] }
const checks = "ok    lint (1.0 s)\\n9 passed, 0 failed\\n"

const cases: ReadonlyArray<readonly [string, Outcome, string, number]> = [
  ["adds the checks to the tests", { results: good, testsExit: 0, checks }, "49 passed, 0 failed", 0],
  [
    "fails with a failed test",
    { results: { ...good, numFailedTests: 2 }, testsExit: 1, checks },
    "49 passed, 2 failed",
    1
  ],
  [
    "counts a file of tests that can't be loaded as one failed",
    { results: { ...good, testResults: [file("failed", 0)] }, testsExit: 1, checks },
    "49 passed, 1 failed",
    1
  ],
  ["counts tests that died before counting as one failed", { testsExit: 134, checks }, "9 passed, 1 failed", 1],
  [
    "counts an error outside of any test as one failed",
    { results: good, testsExit: 1, checks },
    "49 passed, 1 failed",
    1
  ],
  [
    "fails when no test ran at all",
    { results: { ...good, numPassedTests: 0 }, testsExit: 0, checks },
    "9 passed, 1 failed",
    1
  ],
  [
    "fails with a failed check",
    { results: good, testsExit: 0, checks: "8 passed, 1 failed\\n" },
    "48 passed, 1 failed",
    1
  ],
  [
    "counts checks that died before counting as one failed",
    { results: good, testsExit: 0, checks: "ok    lint\\n" },
    "40 passed, 1 failed",
    1
  ],
  [
    "counts checks that said nothing as one failed",
    { results: good, testsExit: 0, checks: "" },
    "40 passed, 1 failed",
    1
  ]
]

it.each(cases)(".ci/run %s", (_title, outcome, last, status) => {
  expect(runWith(outcome)).toMatchObject({ last, status })
})

it(".ci/run tells the ten slowest files of tests before the count", () => {
  const timed = (name: string, seconds: number) => ({
    ...file("passed", 1),
    name: join(directory, name),
    startTime: 1000,
    endTime: 1000 + seconds * 1000
  })
  const files = Array.from({ length: 12 }, (_, n) => timed(`${n}.test.ts`, n === 3 ? 150.25 : n))
  const { lines } = runWith({ results: { ...good, testResults: files }, testsExit: 0, checks })
  expect(lines.slice(-12)).toEqual([
    "The ten slowest test files, in seconds:",
    "  150.3  3.test.ts",
    ...[11, 10, 9, 8, 7, 6, 5, 4, 2].map((n) => `${n}.0`.padStart(7) + `  ${n}.test.ts`),
    "49 passed, 0 failed"
  ])
})

it(".ci/run names what failed before the count, by file, title and the first line of why", () => {
  const ended = (status: string, fullName: string, ...failureMessages: ReadonlyArray<string>) => ({
    status,
    fullName,
    failureMessages
  })
  const assertionResults = [
    ended("passed", "is right"),
    ended("failed", "of racing updates one wins", "two won\nat line 5")
  ]
  const testResults = [
    { ...file("failed", 2), name: join(directory, "a.test.ts"), assertionResults },
    { ...file("failed", 0), name: join(directory, "b.test.ts"), message: "no such module" }
  ]
  const { lines } = runWith({ results: { ...good, numFailedTests: 1, testResults }, testsExit: 1, checks })
  expect(lines.slice(-3)).toEqual([
    "FAILED: b.test.ts: can't be loaded: no such module",
    "FAILED: a.test.ts: of racing updates one wins: two won",
    "49 passed, 2 failed"
  ])
})

it(".ci/run does not count the results of an earlier run", () => {
  writeFileSync(join(directory, ".cache", "test-results.json"), JSON.stringify(good))
  expect(runWith({ testsExit: 1, checks })).toMatchObject({ last: "9 passed, 1 failed", status: 1 })
})

it("the files that may take long are there, each with its reason", () => {
  expect(Object.keys(slowFiles)).not.toHaveLength(0)
  expect(Object.keys(slowFiles).filter((file) => !existsSync(join(root, file)))).toEqual([])
  expect(Object.values(slowFiles).filter((reason) => !/^[A-Z].{20,}\.$/.test(reason))).toEqual([])
})
