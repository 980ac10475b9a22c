import { Argument, Flag } from "effect/cli"
import * as Option from "effect/Option"
import { pickedFields } from "../call.ts"
import { curlOf, quoted } from "../curl.ts"
import { UsageError } from "../errors.ts"
import { text } from "../flags.ts"
import { kebabCase } from "../input/fields.ts"
import { jsonOf } from "../input/input.ts"
import { makeTexts } from "../input/texts.ts"
import { shown } from "../output/people.ts"
import { type MakeCommand, ownCommand } from "../own/own-command.ts"
import { exportRows } from "./export-rows.ts"
import { listOf } from "./list-of.ts"
import { openFile, standardOutput } from "./sink.ts"
import { isObject } from "../is-object.ts"

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
      after: text("after", "CURSOR", "Go on where an export ended."),
      input: text("input", "JSON", "What else the list takes. JSON, @FILE or -.")
    },
    run: async ({ family, limit, output, after, input }, session) => {
      const { terminal, agent, isCurl, json, program } = session
      const operation = lists.get(family)!
      if (limit !== undefined && limit < 1)
        throw new UsageError("--limit: at least 1.", `Leave it out for ${mostRows}.`)
      const given = input === undefined ? {} : await jsonOf(input, "--input", makeTexts(terminal))
      if (!isObject(given))
        throw new UsageError("--input: this is no JSON object.", `See ${program} ${family} list --help.`)
      const fields = pickedFields(operation, json)
      if (isCurl) return terminal.out(`${curlOf(operation.id, given, session.settings())}\n`)

      const file = output === undefined ? undefined : await openFile(output, after, terminal)
      const goOn = (cursor: string, rows: number) =>
        [
          `${program} export ${family} --after ${quoted(cursor)}`,
          ...(limit === undefined ? [] : [`--limit ${limit - rows}`]),
          ...(input === undefined ? [] : [`--input ${quoted(JSON.stringify(given))}`]),
          ...(json ? [`--json ${json}`] : []),
          ...(output === undefined ? [] : [`-o ${quoted(output)}`])
        ].join(" ")
      const isShown = terminal.isWatched === true && !agent && json === undefined
      const progress = (text: string) => (isShown ? terminal.error(`\r\u001b[K${text}`) : undefined)
      try {
        const asked = { operation, input: given, fields, after, limit: limit ?? mostRows, goOn }
        const { rows, cursor } = await exportRows(session, asked, file ?? standardOutput(terminal), (rows) =>
          progress(`${rows} rows`)
        )
        progress("")
        const isRest = after !== undefined && file?.isContinued === false
        if (output !== undefined)
          terminal.error(`${rows} rows in ${output}${isRest ? ", of those after --after" : ""}\n`)
        if (cursor !== undefined) terminal.error(`There are more: --after ${shown(quoted(cursor))}\n`)
      } catch (error) {
        progress("")
        throw error
      }
    }
  })(context)
}
