import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"

/**
 * Copies what git knows of a project, and the links of its workspaces to each other, so that what is changed in the copy is
 * what each package and each process of the copy runs. Third parties' code stays where it is.
 */
export const copyTree = (from: string, to: string): void => {
  rmSync(to, { recursive: true, force: true })
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: from,
    encoding: "utf8",
    maxBuffer: 1e8
  })
  const files = listed.split("\0").filter((file) => file !== "" && existsSync(join(from, file)))
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(from, file), join(to, file), { verbatimSymlinks: true })
  }
  const workspaces = files.filter((file) => file.endsWith("/package.json")).map(dirname)
  for (const modules of workspaces.map((workspace) => join(workspace, "node_modules"))) {
    if (existsSync(join(from, modules)))
      cpSync(join(from, modules), join(to, modules), { recursive: true, verbatimSymlinks: true })
  }
  symlinkSync(join(from, "node_modules"), join(to, "node_modules"))
}
