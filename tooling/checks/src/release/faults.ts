import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Tarball } from "../pack.ts"
import type { PublicPackage } from "../publicPackages.ts"
import { type Bump, versionAfter } from "./changesets.ts"
import { satisfies } from "./satisfies.ts"

/** Of a package that is released: what was, what the changesets say, and what came of it. */
export interface Released {
  /** The version of all packages before. */
  readonly before: string
  readonly bump: Bump | undefined
  /** Its folder as the release leaves it. */
  readonly after: PublicPackage
  readonly tarball: Tarball
}

/** Every package goes on by the greatest bump of all changesets, and nothing is published as what was never released. */
const versionFault = ({ before, bump, after, tarball }: Released): string | undefined => {
  const { version } = tarball.manifest
  if (version !== after.version) return `its tarball says ${version}, and its folder ${after.version}`
  if (version === "0.0.0") return "it would be published as 0.0.0"
  return version === versionAfter(before, bump)
    ? undefined
    : `it goes from ${before} to ${version}, and the changesets say ${bump ?? "nothing"}`
}

const changelogFault = ({ before, after }: Released): string | undefined => {
  if (after.version === before) return undefined
  const changelog = join(after.directory, "CHANGELOG.md")
  const isTold = existsSync(changelog) && readFileSync(changelog, "utf8").includes(`\n## ${after.version}\n`)
  return isTold ? undefined : `${after.version} is not in its changelog`
}

/** Each package of the release that one depends on is asked for in a range that has its version of the release. */
const rangeFaults = (
  { tarball: { manifest } }: Released,
  versions: ReadonlyMap<string, string>,
  ours: (name: string) => boolean
): ReadonlyArray<string> =>
  [manifest.dependencies, manifest.peerDependencies, manifest.optionalDependencies]
    .flatMap((dependencies = {}) => Object.entries(dependencies))
    .flatMap(([name, range]) => {
      if (/^(workspace|catalog|link|file):/.test(range)) return [`it depends on ${name} by ${range}`]
      const version = versions.get(name)
      if (!ours(name) || (version !== undefined && satisfies(version, range))) return []
      return [`it asks for ${name} ${range}, which is released as ${version ?? "nothing"}`]
    })

/** What is wrong with the versions, changelogs and ranges of a release, a line each. `ours`: whether a name is of this repository. */
export const faultsOf = (released: ReadonlyArray<Released>, ours: (name: string) => boolean): ReadonlyArray<string> => {
  const versions = new Map(released.map(({ tarball }) => [tarball.name, tarball.manifest.version]))
  return released.flatMap((each) =>
    [versionFault(each), changelogFault(each), ...rangeFaults(each, versions, ours)]
      .filter((fault) => fault !== undefined)
      .map((fault) => `${each.after.name}: ${fault}`)
  )
}
