/** Writes the client of this product's families: `node write-client.ts`, after each change of them. */
import { writeFileSync } from "node:fs"
import { clientFiles } from "@agent-operations/client/generate"
import { families } from "./alert-rules.ts"

for (const [name, text] of Object.entries(clientFiles(families, { extension: ".ts" }))) {
  writeFileSync(new URL(`generated/${name}`, import.meta.url), text)
}
