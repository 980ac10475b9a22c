import { commandFieldsOf } from "@agent-operations/contract/calls"
import { kebabCase } from "@agent-operations/contract"
import { DatasetItemInput } from "@agent-operations/contract/datasets"
import { Flag } from "effect/cli"
import { pickedFields } from "../call.ts"
import { exportRows } from "../export/export-rows.ts"
import { goOnCommand, runExport, wordsOf } from "../export/run-export.ts"
import { text } from "../flags.ts"
import { flagsOf, valuesOf } from "../input/flag-of.ts"
import { readInput } from "../input/input.ts"
import { makeTexts } from "../input/texts.ts"
import type { MakeFamilyCommand } from "../own/family-commands.ts"
import { ownCommand } from "../own/own-command.ts"

/** What an import takes of an item. */
const members = Object.keys(DatasetItemInput.fields)

const hasContent = (item: unknown) => (item as { readonly purged?: boolean }).purged !== true

export const commandFor: MakeFamilyCommand = (family) => (context) => {
  const list = family.operations["items"]!
  const noun = kebabCase(family.name)
  const path = `${noun} export`
  const filters = commandFieldsOf(list).filter(({ name }) => ![list.paging, "limit", "includeTotal"].includes(name))
  return ownCommand({
    name: "export",
    description:
      "Export the items of a dataset at one version, as a line of JSON each, by their position: JSON Lines that import takes " +
      "as the same items. Items whose content was purged are left out. A file has its name once it is whole; what ends " +
      "before that says how to go on. --json input,expected exports some members.",
    examples: [`${path} --dataset-id ds_01k9x3m2h8e7v9q4t6w5z0r1ca -o items.jsonl`],
    config: {
      filters: flagsOf(filters),
      output: text("output", "FILE", "The file, instead of standard output.").pipe(Flag.withAlias("o")),
      after: text("after", "CURSOR", "Continue where an export ended.")
    },
    run: async ({ filters: given, output, after }, session) => {
      const { terminal, json, program } = session
      const picked = pickedFields(list, json)
      const command = `${program} ${path}`
      const values = { file: undefined, values: valuesOf(given), nulls: [] }
      const input = (await readInput(list, command, filters, values, makeTexts(terminal))) as Readonly<
        Record<string, unknown>
      >
      const fields = picked.length > 0 ? picked : members
      await runExport(session, {
        noun: "items",
        omittedAs: "purged",
        output,
        after,
        goOn: (next) =>
          goOnCommand(command, [
            ["--after", next],
            ...wordsOf(filters, input),
            ["--json", json || undefined],
            ["-o", output]
          ]),
        steps: (sink) =>
          exportRows(session, { operation: list, input, fields, after, limit: Infinity, isRow: hasContent }, sink)
      })
    }
  })(context)
}
