import { curlOf } from "@agent-operations/contract/calls"
import { kebabCase } from "@agent-operations/contract"
import { Argument, Flag } from "effect/cli"
import * as Option from "effect/Option"
import { pickedFields } from "../call.ts"
import { UsageError } from "../errors.ts"
import { text } from "../flags.ts"
import { jsonOf } from "../input/input.ts"
import { makeTexts } from "../input/texts.ts"
import { isObject } from "../is-object.ts"
import { type MakeCommand, ownCommand } from "../own/own-command.ts"
import { exportRows } from "./export-rows.ts"
import { listOf } from "./list-of.ts"
import { goOnCommand, runExport } from "./run-export.ts"

const mostRows = 100_000

export const command: MakeCommand = (context) => {
  const lists = new Map(
    context.families.flatMap((family) => {
      const list = listOf(family)
      return list === undefined ? [] : [[kebabCase(family.name), list] as const]
    })
  )
  const names = [...lists.keys()]
  return ownCommand({
    name: "export",
    description:
      "Export a whole list, as a line of JSON per row. A file has its name once it is whole; what ends before that says how " +
      "to go on. --json id,name exports some fields.",
    examples: [`export ${names[0]} --limit 100000 -o rows.ndjson`],
    config: {
      family: Argument.Literals("FAMILY", names).pipe(Argument.withDescription(`One of ${names.join(", ")}.`)),
      limit: Flag.Int("limit").pipe(
        Flag.withMetavar("NUMBER"),
        Flag.withDescription(`The most rows. Default: ${mostRows}.`),
        Flag.optional,
        Flag.map(Option.getOrUndefined)
      ),
      output: text("output", "FILE", "The file, instead of standard output.").pipe(Flag.withAlias("o")),
      after: text("after", "CURSOR", "Continue where an export ended."),
      input: text("input", "JSON", "What else the list takes. JSON, @FILE or -.")
    },
    run: async ({ family, limit, output, after, input }, session) => {
      const { terminal, isCurl, json, program } = session
      const operation = lists.get(family)!
      if (limit !== undefined && limit < 1)
        throw new UsageError("--limit: at least 1.", `Leave it out for ${mostRows}.`)
      const given = input === undefined ? {} : await jsonOf(input, "--input", makeTexts(terminal))
      if (!isObject(given))
        throw new UsageError("--input: this is no JSON object.", `See ${program} ${family} list --help.`)
      const fields = pickedFields(operation, json)
      if (isCurl) return terminal.out(`${curlOf(operation.id, given, session.settings())}\n`)

      const asked = { operation, input: given, fields, after, limit: limit ?? mostRows }
      await runExport(session, {
        noun: "rows",
        output,
        after,
        goOn: (next, rows) =>
          goOnCommand(`${program} export ${family}`, [
            ["--after", next],
            ["--limit", limit === undefined ? undefined : String(limit - rows)],
            ["--input", input === undefined ? undefined : JSON.stringify(given)],
            ["--json", json || undefined],
            ["-o", output]
          ]),
        steps: (sink) => exportRows(session, asked, sink)
      })
    }
  })(context)
}
