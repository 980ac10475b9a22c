import { enableCompileCache } from "node:module"
import { fileURLToPath } from "node:url"

/**
 * Keeps what Node compiles of this program beside it, so that later starts take less: there nobody may write who could not
 * change the program as well, as others could in a directory for temporary files. Where nothing can be written, nothing is
 * kept. `NODE_DISABLE_COMPILE_CACHE=1` turns it off, and `NODE_COMPILE_CACHE` names another directory.
 */
export const keepCompiled = () =>
  enableCompileCache(
    process.env["NODE_COMPILE_CACHE"] ?? fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url))
  )
