import { spawnSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { pack, type Tarball } from "../pack.ts"
import { root } from "../publicPackages.ts"

/** Runs a program to its end and returns what it printed. Throws all of that where it fails. */
export const execute = (cwd: string, program: string, ...parameters: ReadonlyArray<string>): string => {
  const { status, error, stdout, stderr } = spawnSync(program, parameters, {
    cwd,
    encoding: "utf8",
    maxBuffer: 64 << 20
  })
  if (status === 0) return stdout
  throw new Error(`${[program, ...parameters].join(" ")} failed\n${stdout}${stderr}${error?.message ?? ""}`)
}

/** The commit that a revision names; undefined where the clone has none. */
export const commitOf = (revision: string): string | undefined => {
  const parameters = ["rev-parse", "--verify", "--quiet", `${revision}^{commit}`]
  const { status, stdout } = spawnSync("git", parameters, { cwd: root, encoding: "utf8" })
  return status === 0 ? stdout.trim() : undefined
}

/** What a commit is called by people. */
export const titleOf = (commit: string): string => execute(root, "git", "log", "-1", "--format=%h %s", commit).trim()

/** Puts a commit into a folder of its own. */
export const checkOut = (tree: string, commit: string): void => {
  execute(root, "git", "clone", "--quiet", "--no-checkout", root, tree)
  execute(tree, "git", "checkout", "--quiet", commit)
}

/** Brings what a tree depends on. */
export const install = (tree: string): void =>
  void execute(tree, "pnpm", "install", "--frozen-lockfile", "--prefer-offline", "--ignore-scripts")

/** Builds the packages of a tree. It shares turbo's cache with this clone: a package that is the same was built already. */
export const build = (tree: string): void => {
  const repository = execute(root, "git", "rev-parse", "--path-format=absolute", "--git-common-dir").trim()
  const cache = join(dirname(repository), ".turbo", "cache")
  const turbo = join("node_modules", ".bin", "turbo")
  execute(tree, turbo, "run", "build", "--filter=./packages/*", `--cache-dir=${cache}`)
}

/** The public packages of a tree, as they would be published, in a folder of that name. */
export const packInto = (folder: string, tree: string): ReadonlyArray<Tarball> => {
  mkdirSync(folder)
  return pack(folder, tree)
}
