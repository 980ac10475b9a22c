import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** A file of the long runs, as it ended last. */
export interface LongRun {
  /** The day, as in `2026-11-26`. */
  readonly date: string
  /** The commit, which ends in `-dirty` where there were changes that it does not have. */
  readonly commit: string
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** On the wall. */
  readonly seconds: number
}

/** By path from the root. */
export type LongRuns = Readonly<Record<string, LongRun>>

/** The files of the long run, from the root: its own, and those of the short run that test more in it. */
export const longFilesIn = (root: string): ReadonlyArray<string> =>
  globSync(["{packages,apps,tooling}/*/test/**/*.test.ts", "tests/**/*.test.ts"], {
    cwd: root,
    exclude: ["**/node_modules/**"]
  })
    .filter(
      (path) =>
        path.endsWith(".long.test.ts") ||
        /\b(?:isLong|describeOnPostgres)\b/.test(readFileSync(join(root, path), "utf8"))
    )
    .toSorted()

/** The committed file that `npm run test:long` writes, from the root. */
export const longRunsFile = "tooling/testing/long-runs.json"

export const readLongRuns = (root: string): LongRuns =>
  existsSync(join(root, longRunsFile)) ? (JSON.parse(readFileSync(join(root, longRunsFile), "utf8")) as LongRuns) : {}

/** Notes those that ran, and drops those whose file is gone. */
export const writeLongRuns = (root: string, ran: LongRuns): void => {
  const kept = Object.entries({ ...readLongRuns(root), ...ran })
    .filter(([file]) => existsSync(join(root, file)))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(join(root, longRunsFile), `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
}
