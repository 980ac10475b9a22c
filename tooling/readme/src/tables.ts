/** Writes the limits of the README and the tables of retries, or with `--check` fails if what is committed is not what the data says. */
import { writeTables } from "./documents/tables.ts"
import { limitRows } from "./limits.ts"
import { retries } from "./retries.ts"

writeTables("README.md", [{ heads: ["limit", "at most", "beyond"], rows: limitRows }])

const afterFailure = {
  heads: ["What happened", "Read", "Write"],
  rows: Object.entries(retries).map(([what, { read, write }]) => [what, read, write])
}
for (const page of ["docs/http.md", "packages/client/README.md"]) writeTables(page, [afterFailure])
