/**
 * Writes `openapi.json`, or with `--check` fails if the committed one is not what the contract says. Law: C2.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { openApiDocument } from "@agent-operations/contract/openapi"

const path = `${import.meta.dirname}/../openapi.json`
const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`

if (!process.argv.includes("--check")) writeFileSync(path, text)
else if (readFileSync(path, "utf8") !== text) {
  console.error("openapi.json is not what the contract says. Run: node packages/contract/scripts/openapi.ts")
  process.exitCode = 1
}
