/** Writes the limits of the README, or with `--check` fails if what is committed is not what the data says. */
import { writeTables } from "./documents/tables.ts"
import { limitRows } from "./limits.ts"

writeTables("README.md", [{ heads: ["limit", "at most", "beyond"], rows: limitRows }])
