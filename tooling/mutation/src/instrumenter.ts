import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"

const require = createRequire(import.meta.url)
const ofCore = createRequire(require.resolve("@stryker-mutator/core"))
const folder = dirname(ofCore.resolve("@stryker-mutator/instrumenter/package.json"))

/** A module of what makes Stryker's faults, which has no place for mutators or a choice of one's own. */
export const ofInstrumenter = <Module>(path: string): Promise<Module> =>
  import(pathToFileURL(join(folder, "dist/src", path)).href) as Promise<Module>
