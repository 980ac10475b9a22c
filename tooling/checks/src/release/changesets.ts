import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const bumps = ["patch", "minor", "major"] as const

export type Bump = (typeof bumps)[number]

/** A file in `.changeset`, and the bump that it says of each package, by its name. */
export interface Changeset {
  readonly file: string
  readonly bumps: ReadonlyMap<string, Bump>
}

/** The changesets of a tree. */
export const changesetsIn = (tree: string): ReadonlyArray<Changeset> =>
  globSync(".changeset/*.md", { cwd: tree })
    .toSorted()
    .map((file) => {
      const [, head = ""] = /^---\n(.*?)\n---\n/s.exec(readFileSync(join(tree, file), "utf8")) ?? []
      const said = [...head.matchAll(/^"([^"]+)": (patch|minor|major)$/gm)]
      return { file, bumps: new Map(said.map(([, name, bump]) => [name!, bump as Bump])) }
    })
    .filter((changeset) => changeset.bumps.size > 0)

/** The greatest bump that changesets say, by which all packages go on, as they have one version. */
export const greatestBump = (changesets: ReadonlyArray<Changeset>): Bump | undefined => {
  const said = new Set(changesets.flatMap((changeset) => [...changeset.bumps.values()]))
  return bumps.findLast((bump) => said.has(bump))
}

/** The version after one, by a bump. */
export const versionAfter = (version: string, bump: Bump | undefined): string => {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number)
  if (bump === "major") return `${major + 1}.0.0`
  if (bump === "minor") return `${major}.${minor + 1}.0`
  return bump === "patch" ? `${major}.${minor}.${patch + 1}` : version
}

/**
 * Where packages that were never released, which are at 0.0.0, have not one changeset each: a line each. What would change
 * for nobody is told in the note of the first release, and not in a second one.
 */
export const noteFaults = (
  packages: ReadonlyArray<{ readonly name: string; readonly version: string }>,
  changesets: ReadonlyArray<Changeset>
): ReadonlyArray<string> =>
  packages
    .filter(({ version }) => version === "0.0.0")
    .flatMap(({ name }) => {
      const files = changesets.filter((changeset) => changeset.bumps.has(name)).map(({ file }) => file)
      if (files.length === 1) return []
      return files.length === 0
        ? [`${name} was never released, and has no changeset: write the note of its first release in .changeset.`]
        : [
            `${name} was never released, and has ${files.length} changesets: edit one of ${files.join(", ")}, and delete others.`
          ]
    })
