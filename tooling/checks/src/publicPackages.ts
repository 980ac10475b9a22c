import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** A package that is published, with what of its manifest the checks read. */
export interface PublicPackage {
  readonly name: string
  readonly version: string
  readonly directory: string
  readonly exports: Readonly<Record<string, unknown>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, unknown>>
}

export const root = join(import.meta.dirname, "..", "..", "..")

/** Every workspace package of a tree that is not private. */
export const publicPackages = (tree = root): ReadonlyArray<PublicPackage> =>
  globSync("packages/*/package.json", { cwd: tree })
    .toSorted()
    .map((file) => {
      const manifest = JSON.parse(readFileSync(join(tree, file), "utf8"))
      return { ...manifest, directory: join(tree, dirname(file)) }
    })
    .filter((manifest) => manifest.private !== true)
