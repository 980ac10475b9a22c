import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** Inside node_modules, so that it goes when they go. @param {string} root */
const stampFile = (root) => join(root, "node_modules", ".agent-operations-installed")

/**
 * A hash of all that decides what an installation holds.
 *
 * @param {string} root
 * @param {import("./tools.mjs").Tools} tools
 */
export const fingerprint = (root, tools) => {
  const hash = createHash("sha256").update(`${tools.pnpm.spec} ${process.platform} ${process.arch}\n`)
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml", ...manifests(root)]) {
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(root, file)))
      .update("\0")
  }
  return hash.digest("hex")
}

/** @param {string} root @param {string} print */
export const isStamped = (root, print) => existsSync(stampFile(root)) && readFileSync(stampFile(root), "utf8") === print

/** @param {string} root @param {string} print */
export const stamp = (root, print) => {
  mkdirSync(dirname(stampFile(root)), { recursive: true })
  writeFileSync(stampFile(root), print)
}

/** The package.json of the root and of every workspace package. @param {string} root */
const manifests = (root) =>
  ["packages", "apps", "tooling"]
    .filter((group) => existsSync(join(root, group)))
    .flatMap((group) =>
      readdirSync(join(root, group))
        .sort()
        .map((name) => join(group, name, "package.json"))
    )
    .concat("package.json")
    .filter((file) => existsSync(join(root, file)))
