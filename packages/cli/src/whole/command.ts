import { kebabCase } from "@agent-operations/contract"
import { Flag } from "effect/cli"
import * as Option from "effect/Option"
import { pickedFields } from "../call.ts"
import { UsageError } from "../errors.ts"
import { goOnCommand, runExport, wordsOf } from "../export/run-export.ts"
import { text } from "../flags.ts"
import { flagsOf, valuesOf } from "../input/flag-of.ts"
import { readInput } from "../input/input.ts"
import { makeTexts } from "../input/texts.ts"
import type { MakeFamilyCommand } from "../own/family-commands.ts"
import { ownCommand } from "../own/own-command.ts"
import { exportWhole } from "./export-whole.ts"
import { filtersOf, wholeOf } from "./whole.ts"

const most = 100_000

export const commandFor: MakeFamilyCommand = (family) => (context) => {
  const whole = wholeOf(family)!
  const { list, get, record, parts } = whole
  const noun = kebabCase(family.name)
  const path = `${noun} export`
  const filters = filtersOf(whole)
  const members = [record, ...parts.map(({ name }) => name)]
  return ownCommand({
    name: "export",
    description:
      `Export ${noun} with all that they hold, newest start first, as a line of JSON each: ${members.join(", ")}. One that is ` +
      "larger than an answer may be is several lines of that shape, of which all but the last have more: true. A file has " +
      "its name once it is whole; what ends before that says how to go on. --json " +
      `${members.slice(0, 2).join(",")} exports some members.`,
    examples: [`${path} --from 2026-11-20T00:00:00Z -o ${noun}.ndjson`],
    config: {
      filters: flagsOf(filters),
      limit: Flag.Int("limit").pipe(
        Flag.withMetavar("NUMBER"),
        Flag.withDescription(`The most ${noun}. Default: ${most}.`),
        Flag.optional,
        Flag.map(Option.getOrUndefined)
      ),
      output: text("output", "FILE", "The file, instead of standard output.").pipe(Flag.withAlias("o")),
      after: text("after", "PLACE", "Continue where an export ended, in place of --to.")
    },
    run: async ({ filters: given, limit, output, after }, session) => {
      const { terminal, json, program } = session
      if (limit !== undefined && limit < 1) throw new UsageError("--limit: at least 1.", `Leave it out for ${most}.`)
      const values = valuesOf(given)
      if (after !== undefined && values.has("to"))
        throw new UsageError("--after cannot be given beside --to, whose place it takes.", "Leave out --to.")
      const fields = pickedFields(get, json)
      const input = await readInput(
        list,
        `${program} ${path}`,
        filters,
        { file: undefined, values, nulls: [] },
        makeTexts(terminal)
      )
      const asked = wordsOf(
        filters.filter(({ name }) => name !== "to"),
        input as Readonly<Record<string, unknown>>
      )
      await runExport(session, {
        noun,
        output,
        after,
        goOn: (next, rows) =>
          goOnCommand(`${program} ${path}`, [
            ["--after", next],
            ...asked,
            ["--limit", limit === undefined ? undefined : String(limit - rows)],
            ["--json", json || undefined],
            ["-o", output]
          ]),
        steps: (sink) => exportWhole(session, { whole, input, fields, after, limit: limit ?? most }, sink)
      })
    }
  })(context)
}
