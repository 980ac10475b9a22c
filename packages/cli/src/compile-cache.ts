import module from "node:module"
import { cacheDirectory } from "./directories.ts"

/** Has what is imported from now on compiled once, and not at each start. */
export const keepCompiled = (): void => {
  const directory = cacheDirectory(process.env)
  if (directory !== undefined) module.enableCompileCache(directory)
}
