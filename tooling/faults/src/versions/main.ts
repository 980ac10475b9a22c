/**
 * Upgrades from the last version before the newest migration to this one, under load. The older one is checked out and
 * installed in `.cache/versions`; `--older` names another commit or tag.
 *
 * @example
 * node --conditions=@agent-operations/source tooling/faults/src/versions/main.ts --rounds 10
 */
import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { upgrade } from "./upgrade.ts"

const root = join(import.meta.dirname, "..", "..", "..", "..")
const git = (...parameters: ReadonlyArray<string>) =>
  execFileSync("git", parameters, { cwd: root, encoding: "utf8" }).trim()

/** The commit before the last one that added a step. */
const beforeLastMigration = () =>
  `${git("log", "-1", "--format=%H", "-G", "^ +\\{ number: [0-9]+, name: ", "--", "packages/*/src/migrations.ts")}^`

const { values: given } = parseArgs({
  options: {
    older: { type: "string", default: beforeLastMigration() },
    rounds: { type: "string", default: "10" },
    writes: { type: "string", default: "200" },
    json: { type: "boolean", default: false }
  }
})

/** Checks a commit out, installs what it needs, and says where. */
const checkOut = (commit: string) => {
  const directory = join(root, ".cache", "versions", commit)
  if (!existsSync(directory)) {
    git("worktree", "add", "--detach", directory, commit)
    execFileSync("npm", ["run", "--silent", "pnpm", "--", "install", "--frozen-lockfile"], {
      cwd: directory,
      stdio: "inherit"
    })
  }
  return directory
}

const began = performance.now()
const commit = git("rev-parse", given.older)
const outcome = await upgrade({
  older: checkOut(commit),
  rounds: Number(given.rounds),
  writes: Number(given.writes),
  tell: (line) => console.error(line)
})
const report = {
  tool: "versions",
  seconds: Math.round((performance.now() - began) / 1000),
  figures: [["older version", git("log", "-1", "--format=%h, %cs", commit)], ...outcome.figures],
  failures: outcome.failures
}
if (given.json) console.log(JSON.stringify(report))
else {
  for (const [label, value] of report.figures) console.log(`${String(value).padStart(24)}  ${label}`)
  for (const failure of report.failures) console.log(`FAILED  ${failure}`)
}
process.exitCode = report.failures.length === 0 ? 0 : 1
