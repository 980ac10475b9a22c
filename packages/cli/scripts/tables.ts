/** Writes the tables of the README that the code has, or with `--check` fails if what is committed is not what it says. */
import { writeTables } from "../../../tooling/readme/src/documents/tables.ts"
import { endings } from "../src/endings.ts"
import { exitTable } from "../src/errors.ts"

writeTables("packages/cli/README.md", [
  {
    heads: ["exit code", "meaning", "status", "error codes"],
    rows: exitTable.map(({ exit, meaning, statuses, codes }) => [
      String(exit),
      meaning,
      statuses.join(", "),
      codes.map((code) => `\`${code}\``).join(", ")
    ])
  },
  {
    heads: ["command", "exit code", "when"],
    rows: Object.entries(endings).flatMap(([command, rows]) =>
      rows.map(([exit, when]) => [`\`${command}\``, String(exit), when])
    )
  }
])
