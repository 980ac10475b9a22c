import { cpSync } from "node:fs"
import { join } from "node:path"
import type { Tarball } from "../pack.ts"
import { publicPackages, root } from "../publicPackages.ts"
import { scope } from "../registry.ts"
import { changesetsIn, greatestBump } from "./changesets.ts"
import { checkOut, execute, install, packInto } from "./commit.ts"
import { faultsOf } from "./faults.ts"
import { highest } from "./satisfies.ts"

/** The packages of HEAD as they would be published, and what is wrong with them. What was built of them here is packed. */
export const rehearse = (
  tree: string
): { readonly faults: ReadonlyArray<string>; readonly tarballs: ReadonlyArray<Tarball> } => {
  checkOut(tree, "HEAD")
  // A package that is new is released at the version of the others.
  const before = highest(publicPackages(tree).map(({ version }) => version))
  const bump = greatestBump(changesetsIn(tree))
  // With nothing to release, as right after a release, it fails.
  if (bump !== undefined) execute(tree, join(root, "node_modules", ".bin", "changeset"), "version")
  install(tree)
  const after = publicPackages(tree)
  for (const { directory } of after) {
    cpSync(join(root, directory.slice(tree.length), "dist"), join(directory, "dist"), { recursive: true })
  }
  const tarballs = packInto(`${tree}-tarballs`, tree)
  const released = after.map((each, n) => ({
    before,
    bump,
    after: each,
    tarball: tarballs[n]!
  }))
  const names = new Set(after.map(({ name }) => name))
  return { faults: faultsOf(released, (name) => names.has(name) || name.startsWith(`${scope}/`)), tarballs }
}
