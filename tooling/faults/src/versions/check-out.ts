import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"

/** This version, from which others are checked out. */
export const root = join(import.meta.dirname, "..", "..", "..", "..")

export const git = (...parameters: ReadonlyArray<string>): string =>
  execFileSync("git", parameters, { cwd: root, encoding: "utf8" }).trim()

/** The commit before the last one that added a step of a migration. */
export const beforeLastMigration = (): string =>
  `${git("log", "-1", "--format=%H", "-G", "^ +\\{ number: [0-9]+, name: ", "--", "packages/*/src/migrations.ts")}^`

/** Writes the files of a commit into `.cache/versions`, installs what they need, and says where; once for each commit. */
export const checkOut = (commit: string): string => {
  const directory = join(root, ".cache", "versions", commit)
  if (existsSync(directory)) return directory
  // What was broken off is not taken for whole.
  const unfinished = `${directory}.unfinished`
  const archive = `${directory}.tar`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  git("archive", "--output", archive, commit)
  execFileSync("tar", ["-xf", archive, "-C", unfinished])
  rmSync(archive)
  execFileSync("npm", ["run", "--silent", "pnpm", "--", "install", "--frozen-lockfile"], {
    cwd: unfinished,
    stdio: ["ignore", process.stderr, process.stderr]
  })
  renameSync(unfinished, directory)
  return directory
}
