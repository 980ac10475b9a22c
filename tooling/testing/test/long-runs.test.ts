import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { type LongRun, longRunsFile, readLongRuns, writeLongRuns } from "../src/run/longRuns.ts"

it("a long run of some files leaves what is known of the others, but for those that are gone", () => {
  const root = mkdtempSync(join(tmpdir(), "long-runs-"))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, dirname(longRunsFile)), { recursive: true })
  const run: LongRun = { date: "2016-11-26", commit: "abc", passed: 9, failed: 0, skipped: 1, seconds: 70 }
  expect(readLongRuns(root)).toEqual({})
  for (const file of ["a", "b"]) writeFileSync(join(root, file), "")
  writeLongRuns(root, { b: run, a: run, gone: run })
  expect(Object.keys(readLongRuns(root))).toEqual(["a", "b"])
  writeLongRuns(root, { a: { ...run, failed: 2 } })
  expect(readLongRuns(root)).toEqual({ a: { ...run, failed: 2 }, b: run })
})
