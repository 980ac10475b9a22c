/**
 * Packs every public package as a release would, and has a tool look at each tarball: `tarballs.ts publint run --strict`.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pack } from "./pack.ts"
import { root } from "./publicPackages.ts"

const [tool = "", ...parameters] = process.argv.slice(2)
const directory = mkdtempSync(join(tmpdir(), "packed-"))

/** Whether the tool finds nothing to complain of in the tarball; a failure is told. */
const accepts = (tarball: string): boolean => {
  const command = ["exec", tool, ...parameters, tarball]
  const { status, stdout, stderr } = spawnSync("pnpm", command, { cwd: root, encoding: "utf8" })
  if (status !== 0) console.log(`${tarball}\n${stdout}${stderr}`)
  return status === 0
}

try {
  const results = pack(directory).map(({ file }) => accepts(file))
  console.log(`${results.length} answers from ${tool}`)
  process.exitCode = results.every(Boolean) ? 0 : 1
} finally {
  rmSync(directory, { recursive: true, force: true })
}
