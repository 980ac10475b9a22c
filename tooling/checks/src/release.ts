/**
 * Rehearses a release of HEAD: versions and changelogs from the changesets, and tarballs as they would be published; a host on
 * both databases that has the tarballs of the commit before, is filled, and is upgraded to those of the release over its data;
 * and the examples, installed from the release. What was built is what is released.
 *
 * `--from REF` begins with another commit. Where the clone has none before HEAD, the host begins with what was built of this
 * one, at the versions of now.
 */
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { startPostgres } from "@agent-operations/postgres-for-tests"
import { exampleDependencies, examples, starts } from "./examples.ts"
import type { Tarball } from "./pack.ts"
import { root } from "./publicPackages.ts"
import { scope } from "./registry.ts"
import { build, checkOut, commitOf, install, packInto, titleOf } from "./release/commit.ts"
import { rehearse } from "./release/rehearse.ts"
import { complaint, installInto, makeHost, tell, type Told } from "./release/upgraded.ts"
import { report } from "./report.ts"
import { twoAtATime } from "./two-at-a-time.ts"

const { from } = parseArgs({ options: { from: { type: "string" } } }).values
const directory = mkdtempSync(join(tmpdir(), "release-"))

/** The tarballs that hosts have until then. */
const tarballsBefore = (): ReadonlyArray<Tarball> => {
  const commit = commitOf(from ?? "HEAD~1")
  if (commit === undefined && from !== undefined) throw new Error(`This clone has no commit ${from}.`)
  const begun = performance.now()
  const tree = join(directory, "before")
  if (commit === undefined) {
    console.log("This clone has no commit before HEAD: the upgrade begins with what was built of HEAD itself.")
    return packInto(tree, root)
  }
  checkOut(tree, commit)
  install(tree)
  build(tree)
  const tarballs = packInto(`${tree}-tarballs`, tree)
  report(`built ${titleOf(commit)}`, begun, undefined, "")
  return tarballs
}

const postgres = await startPostgres()
const databases = { PGlite: {}, PostgreSQL: { DATABASE_URL: postgres.url } }
const host = join(directory, "host")

/** Fills a host of what was before, and upgrades it. */
const upgrades = async (tarballs: ReadonlyArray<Tarball>): Promise<ReadonlyArray<boolean>> => {
  makeHost(host)
  const before = tarballsBefore()
  await installInto(host, before)
  const filled = new Map<string, Told>()
  for (const [name, variables] of Object.entries(databases)) filled.set(name, await tell(host, "fill", variables))

  await installInto(host, tarballs, { published: before, others: exampleDependencies })
  const results: Array<boolean> = []
  for (const [name, variables] of Object.entries(databases)) {
    const begun = performance.now()
    const [before, after] = [filled.get(name)!, await tell(host, "look", variables)]
    const output = JSON.stringify([before, after], undefined, 2)
    results.push(report(`upgraded over data, ${name}`, begun, complaint(before, after), output))
  }
  return results
}

/** Runs the examples as the release has them. */
const examplesStart = (): Promise<ReadonlyArray<boolean>> => {
  cpSync(join(host, "node_modules", scope, "kit", "examples"), join(host, "examples"), { recursive: true })
  return twoAtATime(examples(postgres.url), (each) => starts(host, each))
}

try {
  const begun = performance.now()
  const { faults, tarballs } = rehearse(join(directory, "release"))
  const isRight = report("versions, changelogs and tarballs", begun, faults[0], faults.join("\n"))
  console.log(tarballs.map(({ name, manifest }) => `${name} ${manifest.version}`).join("\n"))
  const results = [isRight, ...(await upgrades(tarballs)), ...(await examplesStart())]
  process.exitCode = results.every(Boolean) ? 0 : 1
} finally {
  await postgres.stop()
  rmSync(directory, { recursive: true, force: true })
}
