import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { withLock } from "../../../tooling/bootstrap/lock.mjs"

const root = join(import.meta.dirname, "..", "..", "..")

/** Where the bundled browser scripts are: chunks named by their content, and the manifest. */
export const directory = join(import.meta.dirname, "..", "assets", "browser")

const manifestFile = join(directory, "manifest.json")

/** What a bundle was made of and what it holds. */
export interface Manifest {
  /** The chunk that every page has. */
  readonly main: string
  /** The other chunks that each loads with it. */
  readonly imports: Readonly<Record<string, ReadonlyArray<string>>>
  /** The chunks that each loads later. */
  readonly loads: Readonly<Record<string, ReadonlyArray<string>>>
  /** Hashes of the modules that were bundled and of what decides how, by paths of the repository. */
  readonly inputs: Readonly<Record<string, string>>
}

/** Modules of packages change with the lockfile alone. */
const settings = ["pnpm-lock.yaml", "packages/console/scripts/bundle.ts"]

const hashOf = (file: string) =>
  createHash("sha256")
    .update(existsSync(join(root, file)) ? readFileSync(join(root, file)) : "")
    .digest("base64url")

/** The hashes of modules, by their paths in the repository, and of the settings. */
export const hashesOf = (modules: ReadonlyArray<string>): Manifest["inputs"] =>
  Object.fromEntries([...modules, ...settings].toSorted().map((file) => [file, hashOf(file)]))

const isCurrent = () => {
  if (!existsSync(manifestFile)) return false
  const { main, inputs }: Manifest = JSON.parse(readFileSync(manifestFile, "utf8"))
  return existsSync(join(directory, main)) && Object.entries(inputs).every(([file, hash]) => hashOf(file) === hash)
}

/** Bundles the browser scripts unless nothing changed. Processes that do so at once wait for the first. */
export const ensureBrowserScripts = async (): Promise<void> => {
  if (isCurrent()) return
  await withLock(
    join(root, ".cache", "browser-scripts.lock"),
    async () => {
      if (isCurrent()) return
      const { bundle } = await import("./bundle.ts")
      await bundle()
    },
    () => {}
  )
}
