import { globSync, statSync } from "node:fs"
import { join } from "node:path"

const megabyte = 2 ** 20

/** How large the files below a directory are, in megabytes. */
export const sizeOf = (directory: string): number =>
  globSync("**", { cwd: directory })
    .map((path) => statSync(join(directory, path), { throwIfNoEntry: false }))
    .reduce((sum, file) => sum + (file?.isFile() ? file.size : 0), 0) / megabyte
