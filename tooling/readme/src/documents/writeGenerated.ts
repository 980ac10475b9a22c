import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { root } from "./blocks.ts"

/**
 * Writes a file that is generated, by its path in the repository. With `--check` on the command line it writes nothing, and the
 * process fails if what is committed is another.
 */
export const writeGenerated = (path: string, text: string): void => {
  const file = join(root, path)
  if (!process.argv.includes("--check")) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  } else if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
    console.error(`${path} is not what its sources say. Run: npm run generate`)
    process.exitCode = 1
  }
}
