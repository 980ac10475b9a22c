/** Writes the client of the contract, or with `--check` fails if what is committed is not what the contract says. */
import { clientFiles } from "@agent-operations/client/generate"
import { referenceFamilies } from "@agent-operations/contract/reference"
import { writeGenerated } from "../../../tooling/readme/src/documents/writeGenerated.ts"
import { errorsFile } from "./errors-file.ts"

const files = {
  ...clientFiles(referenceFamilies, { client: "../core.ts", extension: ".ts" }),
  "errors.ts": errorsFile()
}

for (const [name, text] of Object.entries(files)) writeGenerated(`packages/client/src/generated/${name}`, text)
