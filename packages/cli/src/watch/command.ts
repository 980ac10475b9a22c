import { commandFieldsOf } from "@agent-operations/contract/calls"
import { kebabCase } from "@agent-operations/contract"
import { Flag } from "effect/cli"
import * as Option from "effect/Option"
import { pickedFields } from "../call.ts"
import { UsageError } from "../errors.ts"
import { flagsOf, valuesOf } from "../input/flag-of.ts"
import { readInput } from "../input/input.ts"
import { makeTexts } from "../input/texts.ts"
import { now } from "../now.ts"
import { jsonText, pick } from "../output/json.ts"
import { makeTable, shown } from "../output/people.ts"
import type { MakeFamilyCommand } from "../own/family-commands.ts"
import { ownCommand } from "../own/own-command.ts"
import { watch } from "./watch.ts"
import { watchedOf } from "./watched.ts"

const usualSeconds = 2

/** What changes began not long ago, and more than that need not be looked at each time. */
const days = 7

export const commandFor: MakeFamilyCommand = (family) => (context) => {
  const watched = watchedOf(family)!
  const { list } = watched
  const noun = kebabCase(family.name)
  const path = `${noun} watch`
  const filters = commandFieldsOf(list).filter(({ name }) => ["from", "search", "filters"].includes(name))
  return ownCommand({
    name: "watch",
    description:
      `Show ${noun} that are new or changed, as they come, until Ctrl-C. The list is asked for again ` +
      "and again; a server that is busy or away is waited for, and nothing is left out or told twice. Without --from it is those that " +
      `started in the ${days} days before. --json prints a line of JSON each, and --json id,name some fields.`,
    examples: [`${path} --limit 1 --json id,status`],
    config: {
      filters: flagsOf(filters),
      interval: Flag.Finite("interval").pipe(
        Flag.withMetavar("SECONDS"),
        Flag.withDescription(`How often the list is asked for. Default: ${usualSeconds}.`),
        Flag.withDefault(usualSeconds)
      ),
      limit: Flag.Int("limit").pipe(
        Flag.withMetavar("NUMBER"),
        Flag.withDescription("End after so many, instead of by Ctrl-C."),
        Flag.optional,
        Flag.map(Option.getOrElse(() => Infinity))
      )
    },
    run: async ({ filters: flags, interval, limit }, session) => {
      const { terminal, json, agent, program, style } = session
      if (!(interval >= 0.1 && interval <= 3600))
        throw new UsageError("--interval: 0.1 to 3600 seconds.", `Leave it out for ${usualSeconds}.`)
      if (limit < 1) throw new UsageError("--limit: at least 1.", "Leave it out to end by Ctrl-C.")
      const fields = pickedFields(list, json)
      const asked = { file: undefined, values: valuesOf(flags), nulls: [] }
      const given = await readInput(list, `${program} ${path}`, filters, asked, makeTexts(terminal))
      const input = { from: new Date(now() - days * 86_400_000).toISOString(), ...given }
      const tell = (text: string) => (json === undefined && !agent ? terminal.error(`${text}\n`) : undefined)
      const table = makeTable(style)
      let left = limit
      for await (const told of watch(session, { watched, input, intervalMs: interval * 1000 })) {
        if (told.is === "watching") tell(`Watching ${noun}. Ctrl-C ends it.`)
        else if (told.is === "away")
          tell(`${shown(told.error.message)} Asking again in ${Math.ceil(told.waitMs / 1000)} s.`)
        else {
          const items = told.items.slice(0, left)
          const lines = json === undefined ? [table(items)] : items.map((item) => jsonText(pick(item, fields), true))
          terminal.out(`${lines.join("\n")}\n`)
          left -= items.length
          if (left === 0) return
        }
      }
    }
  })(context)
}
