import { allowHeldBack, heldBack, type HeldBack } from "@agent-operations/database"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { administer } from "../Installation.ts"
import { json, print, table } from "../io.ts"

const rowsOf = (held: ReadonlyArray<HeldBack>) =>
  table(held.map(({ of, count, reason }) => [String(count), of, `held back, as ${reason}`]))

const list = Command.make("list", { json }, ({ json }) =>
  administer(
    Effect.flatMap(heldBack, (held) =>
      print(json, { heldBack: held }, held.length === 0 ? "Nothing is held back." : rowsOf(held))
    )
  )
).pipe(Command.withDescription("List what upkeep holds back, and why"))

const allow = Command.make("allow", { json }, ({ json }) =>
  administer(
    Effect.flatMap(allowHeldBack, (held) =>
      print(
        json,
        { allowed: held },
        held.length === 0
          ? "Nothing was held back. The clock is taken as it is now."
          : `${rowsOf(held)}\nThe next round of upkeep drops it for good, at latest in an hour.`
      )
    )
  )
).pipe(
  Command.withDescription("Have upkeep drop for good what it holds back, by the clock and the settings as they are now")
)

/** The commands `retention list` and `retention allow`. */
export const retention = Command.make("retention").pipe(
  Command.withDescription("What upkeep holds back, and the word to drop it"),
  Command.withSubcommands([list, allow])
)
