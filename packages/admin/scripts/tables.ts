/** Writes the exit codes of the README, or with `--check` fails if what is committed is not what the code says. */
import { writeTables } from "../../../tooling/readme/src/documents/tables.ts"
import { exitCodes } from "../src/exit-codes.ts"

writeTables("packages/admin/README.md", [{ heads: ["exit code", "meaning"], rows: Object.entries(exitCodes) }])
