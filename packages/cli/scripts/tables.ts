/** Writes the tables of the README that the code has, or with `--check` fails if what is committed is not what it says. */
import { writeTables } from "../../../tooling/readme/src/documents/tables.ts"
import { endings } from "../src/endings.ts"
import { exitTable } from "../src/errors.ts"
import { ownFlags } from "./own-flags.ts"

/** What is typed, in a description. */
const typed = /--[a-z-]+(?: id,name)?|@FILE|AGENT_OPERATIONS_\w+|\b(?:jsonl|json|csv|yaml)\b|page-views, [a-z, -]+/g

writeTables("packages/cli/README.md", [
  {
    heads: ["command", "flag", "what it does"],
    rows: ownFlags.map(({ command, flag, effect }) => [
      command === "" ? "every command" : `\`${command}\``,
      `\`${flag}\``,
      effect.replace(/\.$/, "").replace(typed, "`$&`")
    ])
  },
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
