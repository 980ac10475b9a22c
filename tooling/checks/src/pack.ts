import { spawnSync } from "node:child_process"
import { publicPackages } from "./publicPackages.ts"

/** A public package as it would be published. */
export interface Tarball {
  readonly name: string
  readonly file: string
  /** The manifest in the tarball, where `workspace:` and `catalog:` have become versions. */
  readonly manifest: {
    readonly version: string
    readonly dependencies?: Readonly<Record<string, string>>
    readonly peerDependencies?: Readonly<Record<string, string>>
    readonly optionalDependencies?: Readonly<Record<string, string>>
  }
}

/** Packs every public package of a tree, which must be built, into a directory. Throws what pnpm says where it refuses. */
export const pack = (directory: string, tree?: string): ReadonlyArray<Tarball> =>
  publicPackages(tree).map(({ name, directory: cwd }) => {
    const packed = spawnSync("pnpm", ["pack", "--json", "--pack-destination", directory], { cwd, encoding: "utf8" })
    if (packed.status !== 0) throw new Error(`${name} can't be packed\n${packed.stdout}${packed.stderr}`)
    const file: string = JSON.parse(packed.stdout).filename
    const read = spawnSync("tar", ["-xzOf", file, "package/package.json"], { encoding: "utf8" })
    return { name, file, manifest: JSON.parse(read.stdout) }
  })
