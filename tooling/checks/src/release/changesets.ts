import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const bumps = ["patch", "minor", "major"] as const

export type Bump = (typeof bumps)[number]

/** The greatest bump that the changesets of a tree say of each package, by its name. */
export const bumpsIn = (tree: string): ReadonlyMap<string, Bump> => {
  const said = globSync(".changeset/*.md", { cwd: tree }).flatMap((file) => {
    const [, head = ""] = /^---\n(.*?)\n---\n/s.exec(readFileSync(join(tree, file), "utf8")) ?? []
    return [...head.matchAll(/^"([^"]+)": (patch|minor|major)$/gm)].map(
      ([, name, bump]) => [name!, bump as Bump] as const
    )
  })
  const greatest = new Map<string, Bump>()
  for (const bump of bumps) for (const [name, own] of said) if (own === bump) greatest.set(name, bump)
  return greatest
}

/** The version after one, by a bump. */
export const versionAfter = (version: string, bump: Bump | undefined): string => {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number)
  if (bump === "major") return `${major + 1}.0.0`
  if (bump === "minor") return `${major}.${minor + 1}.0`
  return bump === "patch" ? `${major}.${minor}.${patch + 1}` : version
}
