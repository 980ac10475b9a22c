/** Writes the client of this product's families: `node write-client.ts`, after each change of them. */
import { mkdirSync, writeFileSync } from "node:fs"
import { clientFiles } from "@agent-operations/client/generate"
import { families } from "./alert-rules.ts"

const folder = new URL("generated/", import.meta.url)
mkdirSync(folder, { recursive: true })
for (const [name, text] of Object.entries(clientFiles(families, { extension: ".ts" }))) {
  writeFileSync(new URL(name, folder), text)
}
