/** Writes the client of the contract, or with `--check` fails if what is committed is not what the contract says. */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { clientFiles } from "@agent-operations/client/generate"
import { referenceFamilies } from "@agent-operations/contract/reference"
import { errorsFile } from "./errors-file.ts"

const root = `${import.meta.dirname}/../src/generated`
const files = {
  ...clientFiles(referenceFamilies, { client: "../core.ts", extension: ".ts" }),
  "errors.ts": errorsFile()
}

for (const [name, text] of Object.entries(files)) {
  const path = `${root}/${name}`
  if (!process.argv.includes("--check")) writeFileSync(path, text)
  else if (!existsSync(path) || readFileSync(path, "utf8") !== text) {
    console.error(`packages/client/src/generated/${name} is not what the contract says. Run: npm run generate`)
    process.exitCode = 1
  }
}
