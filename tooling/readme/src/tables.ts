/**
 * Writes the tables of settings and options in the documents, each in the place of the table with its header, from the data
 * that the tests hold the running program to. With `--check` fails if what is committed is another.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
// oxlint-disable-next-line no-restricted-imports -- the server offers nothing as a package
import { absentText, optionText } from "../../../apps/server/src/setting.ts"
// oxlint-disable-next-line no-restricted-imports -- likewise
import { settingsTable } from "../../../apps/server/src/settings.ts"
// oxlint-disable-next-line no-restricted-imports -- what options are said to do is data of the tests that hold them to it
import { described as ofDatabase } from "../../../packages/database/test/options/described.ts"
// oxlint-disable-next-line no-restricted-imports -- likewise
import { described as ofKit } from "../../../packages/kit/test/options/described.ts"
// oxlint-disable-next-line no-restricted-imports -- likewise
import { ofDocs, ofMcp } from "../../../packages/kit/test/options/entries.ts"
import { readDocument, root } from "./documents/blocks.ts"
import { tableOf, withTable } from "./generated-table.ts"

type Described = Readonly<Record<string, { readonly default: string; readonly meaning: string }>>

const described = (first: string, options: Described) =>
  tableOf(
    [first, "default", "meaning"],
    Object.entries(options).map(([name, option]) => [`\`${name}\``, option.default, option.meaning])
  )

/** The tables, by the document that each stands in. */
const tables: Readonly<Record<string, string>> = {
  "README.md": tableOf(
    ["setting", "default", "meaning", "option"],
    settingsTable.map((setting) => [
      `\`${setting.name}\``,
      absentText(setting),
      setting.about,
      setting.becomes.map(optionText).join(", ")
    ])
  ),
  "packages/database/README.md": described("setting", ofDatabase),
  "packages/docs/README.md": described("option", ofDocs),
  "packages/kit/README.md": described("option", ofKit),
  "packages/mcp/README.md": described("option", ofMcp)
}

for (const [path, table] of Object.entries(tables)) {
  const before = readDocument(path)
  const after = withTable(before, table)
  if (!process.argv.includes("--check")) writeFileSync(join(root, path), after)
  else if (before !== after) {
    console.error(`A table of ${path} is not what its source says. Run: npm run generate`)
    process.exitCode = 1
  }
}
