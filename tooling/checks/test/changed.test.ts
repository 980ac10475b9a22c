import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { changesIn, jobsOf } from "../src/changed.ts"

const root = join(import.meta.dirname, "..", "..", "..")

let tree: string
const git = (...parameters: ReadonlyArray<string>) => {
  const identity = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
  const { status, stderr } = spawnSync("git", [...identity, ...parameters], { cwd: tree, encoding: "utf8" })
  if (status !== 0) throw new Error(stderr)
}
const write = (file: string, text = "") => {
  mkdirSync(dirname(join(tree, file)), { recursive: true })
  writeFileSync(join(tree, file), text)
}
const commit = (file: string) => {
  write(file)
  git("add", ".")
  git("commit", "--quiet", "--message", file)
}

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), "changed-"))
  git("init", "--quiet", "--initial-branch=main")
  for (const file of ["prose.json", "cspell.json"]) cpSync(join(root, file), join(tree, file))
  commit("packages/a/src/old.ts")
})
afterEach(() => rmSync(tree, { recursive: true, force: true }))

describe("what differs from main", () => {
  it("is what a branch committed, what it did not, what git does not know, and what is gone", () => {
    git("switch", "--quiet", "--create", "branch")
    commit("committed.ts")
    write("prose.json", "{}")
    write("a name.md")
    rmSync(join(tree, "packages/a/src/old.ts"))
    const { since, files } = changesIn(tree)
    expect(files).toEqual(["a name.md", "committed.ts", "packages/a/src/old.ts", "prose.json"])
    expect(since).toMatch(/^main \([0-9a-f]+\)$/)
  })

  it("is not what main has since", () => {
    git("switch", "--quiet", "--create", "branch")
    commit("ours.ts")
    git("switch", "--quiet", "main")
    commit("theirs.ts")
    git("switch", "--quiet", "branch")
    expect(changesIn(tree).files).toEqual(["ours.ts"])
  })

  it("is told by origin/main where main is behind it, and on main", () => {
    git("switch", "--quiet", "--create", "branch")
    commit("theirs.ts")
    git("update-ref", "refs/remotes/origin/main", "HEAD")
    commit("ours.ts")
    expect(changesIn(tree).files).toEqual(["ours.ts"])
    git("branch", "--force", "main", "HEAD")
    git("switch", "--quiet", "main")
    expect(changesIn(tree)).toMatchObject({ files: ["ours.ts"], since: expect.stringMatching(/^origin\/main /) })
  })

  it("is on main without a remote what is not committed", () => {
    write("new.ts")
    expect(changesIn(tree)).toMatchObject({ files: ["new.ts"], since: expect.stringMatching(/^HEAD /) })
  })
})

describe("the checks of what changed", () => {
  const jobs = (...files: ReadonlyArray<string>) =>
    Object.fromEntries(jobsOf(tree, { since: "", files }).map(({ name, command }) => [name.split(",")[0], command]))

  it("read a page for its prose, spelling and format, and no code", () => {
    write("README.md")
    expect(Object.keys(jobs("README.md"))).toEqual(["check:prose", "check:spelling", "format:check"])
  })

  it("read code for its types as a whole, and for the rest by itself", () => {
    const { "check:types": types, lint } = jobs("packages/a/src/old.ts")
    expect(types).toEqual([process.execPath, "--run", "check:types"])
    expect(lint?.at(-1)).toBe("packages/a/src/old.ts")
  })

  it("tell the conventions of a file that is gone, and nobody else", () => {
    expect(Object.keys(jobs("packages/a/src/gone.ts"))).toEqual(["check:types", "conventions"])
  })

  it("read all files where their settings changed", () => {
    write("oxlint.config.ts")
    expect(jobs("oxlint.config.ts")["lint"]?.at(-1)).toBe("--no-error-on-unmatched-pattern")
  })

  it("are none where nothing changed", () => {
    expect(jobs()).toEqual({})
  })
})
