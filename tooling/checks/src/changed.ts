import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join, matchesGlob } from "node:path"

/** A check with the program that runs it. */
export interface Job {
  readonly name: string
  readonly command: ReadonlyArray<string>
}

/** The files that a branch changed, relative to the root; those that it removed are among them. */
export interface Changes {
  /** The commit that they are compared with, such as `main (b841c16b)`. */
  readonly since: string
  readonly files: ReadonlyArray<string>
}

/** Beyond so many, a check reads all files: a command line has an end. */
const most = 400

/**
 * What differs from the commit where the branch left `main` or `origin/main`, whichever is nearer: what was committed,
 * what was not, and files that git does not know yet. On `main` itself it is what `origin/main` lacks, and where there is no
 * such branch, what is not committed.
 */
export const changesIn = (tree: string): Changes => {
  const git = (...parameters: ReadonlyArray<string>): string => {
    const { status, stdout } = spawnSync("git", parameters, { cwd: tree, encoding: "utf8", maxBuffer: 64 << 20 })
    return status === 0 ? stdout.trim() : ""
  }
  const branch = git("branch", "--show-current")
  const [nearest] = ["main", "origin/main"]
    .filter((name) => name !== branch)
    .map((name) => ({ name, commit: git("merge-base", "HEAD", name) }))
    .filter(({ commit }) => commit !== "")
    .map((each) => ({ ...each, distance: Number(git("rev-list", "--count", `${each.commit}..HEAD`)) }))
    .toSorted((a, b) => a.distance - b.distance)
  const { name, commit } = nearest ?? { name: "HEAD", commit: "HEAD" }
  const listed = [
    git("diff", "--name-only", "--no-renames", "-z", commit),
    git("ls-files", "--others", "--exclude-standard", "-z")
  ].flatMap((names) => names.split("\0").filter((file) => file !== ""))
  return { since: `${name} (${git("rev-parse", "--short", commit)})`, files: [...new Set(listed)].toSorted() }
}

/** Runs a script of package.json. pnpm would put it into a process group that an interruption does not reach. */
export const scriptOf = (name: string, files: ReadonlyArray<string> = []): ReadonlyArray<string> => [
  ...[process.execPath, "--run", name],
  ...(files.length > 0 ? ["--", ...files] : [])
]

interface Quick {
  readonly name: string
  readonly reads: (file: string) => boolean
  /** The file whose change concerns all others. */
  readonly settings: string
  /** The program that checks these files, or without any, all. */
  readonly command: (files: ReadonlyArray<string>) => ReadonlyArray<string>
  /** `all` where it can't be told of a file by itself whether it holds; `removed` where one that is gone is to be named. */
  readonly scope?: "all" | "removed"
}

const isCode = (file: string) => /\.[jt]s$|\.mjs$/.test(file)
const node = (script: string) => (files: ReadonlyArray<string>) => [process.execPath, script, ...files]
const program =
  (...parameters: ReadonlyArray<string>) =>
  (files: ReadonlyArray<string>) => [process.execPath, "tooling/bootstrap/run.mjs", "exec", ...parameters, ...files]
const oneOf = (patterns: ReadonlyArray<string>) => (file: string) => patterns.some((each) => matchesGlob(file, each))

/** The checks that are quick, by what they read. */
const quick = (tree: string): ReadonlyArray<Quick> => {
  const read = (file: string) => JSON.parse(readFileSync(join(tree, file), "utf8"))
  const { pages, exact, exclude, sources } = read("prose.json")
  const hasProse = oneOf([...pages, ...exact, ...Object.keys(sources)])
  const hasNone = oneOf(exclude)
  return [
    {
      name: "check:types",
      reads: (file) => isCode(file) || /(^|\/)(package|tsconfig[^/]*)\.json$|^pnpm-lock\.yaml$/.test(file),
      settings: "tooling/typescript/base.json",
      scope: "all",
      command: () => scriptOf("check:types")
    },
    {
      name: "lint",
      reads: isCode,
      settings: "oxlint.config.ts",
      command: program("oxlint", "--no-error-on-unmatched-pattern")
    },
    {
      name: "conventions",
      reads: oneOf(["{{packages,apps,tooling}/*/{src,test,examples,scripts},tests}/**/*.{ts,js,mjs}"]),
      settings: "tooling/checks/src/conventions.ts",
      scope: "removed",
      command: node("tooling/checks/src/conventions.ts")
    },
    {
      name: "check:prose",
      reads: (file) => hasProse(file) && !hasNone(file),
      settings: "prose.json",
      command: node("tooling/checks/src/prose/main.ts")
    },
    {
      name: "check:spelling",
      reads: oneOf(read("cspell.json").files),
      settings: "cspell.json",
      command: (files) => scriptOf("check:spelling", files)
    },
    {
      name: "format:check",
      reads: () => true,
      settings: ".oxfmtrc.json",
      command: program("oxfmt", "--check", "--no-error-on-unmatched-pattern")
    }
  ]
}

/** The quick checks that some changed files concern, each over those alone. */
export const jobsOf = (tree: string, { files }: Changes): ReadonlyArray<Job> =>
  quick(tree).flatMap(({ name, reads, settings, command, scope }) => {
    const concerned = files.filter(reads)
    const isWhole = files.includes(settings) || concerned.length > most
    if (isWhole || (scope === "all" && concerned.length > 0)) return [{ name, command: command([]) }]
    const left = scope === "removed" ? concerned : concerned.filter((file) => existsSync(join(tree, file)))
    return left.length === 0 ? [] : [{ name: `${name}, ${left.length} files`, command: command(left) }]
  })
