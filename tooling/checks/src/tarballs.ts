/**
 * Packs every public package as a release would, and has a tool look at each tarball: `tarballs.ts publint run --strict`.
 */
import { spawnSync } from "node:child_process"
import { globSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { publicPackages, root } from "./publicPackages.ts"

const [tool = "", ...parameters] = process.argv.slice(2)
const directory = mkdtempSync(join(tmpdir(), "packed-"))
const run = (cwd: string, ...command: ReadonlyArray<string>) =>
  spawnSync("pnpm", command, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })

/** Whether the tool finds nothing to complain of in the tarball; a failure is told. */
const accepts = (name: string, { status, stdout, stderr }: ReturnType<typeof run>): boolean => {
  if (status !== 0) console.log(`${name}\n${stdout}${stderr}`)
  return status === 0
}

try {
  const results = publicPackages().map((each) =>
    accepts(each.name, run(each.directory, "pack", "--pack-destination", directory))
  )
  for (const tarball of globSync(join(directory, "*.tgz"))) {
    results.push(accepts(tarball, run(root, "exec", tool, ...parameters, tarball)))
  }
  console.log(`${results.length} answers from packing and ${tool}`)
  process.exitCode = results.every(Boolean) ? 0 : 1
} finally {
  rmSync(directory, { recursive: true, force: true })
}
