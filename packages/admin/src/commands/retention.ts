import { recordEverywhere } from "@agent-operations/auth"
import { allowHeldBack, heldBack, type HeldBack } from "@agent-operations/database"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { SqlClient } from "effect/sql"
import { administer } from "../Installation.ts"
import { json, print, table } from "../io.ts"

const nothing = "Nothing is held back."

const rowsOf = (held: ReadonlyArray<HeldBack>) =>
  table(held.map(({ of, count, reason }) => [String(count), of, `held back, as ${reason}`]))

const list = Command.make("list", { json }, ({ json }) =>
  administer(
    Effect.flatMap(heldBack, (held) => print(json, { heldBack: held }, held.length === 0 ? nothing : rowsOf(held)))
  )
).pipe(Command.withDescription("List what upkeep holds back, and why"))

/**
 * The word, and that it was given, in the log of each organization: what is held back is of any of them. Where nothing is,
 * it changes nothing, and has no event.
 */
const allowed = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  allowHeldBack.pipe(
    Effect.tap((held) =>
      held.length === 0
        ? Effect.void
        : recordEverywhere(sql, {
            action: "retention.allowed",
            subject: { type: "retention", id: "retention", name: "Upkeep" },
            details: { heldBack: held.map(({ of }) => of) }
          })
    ),
    sql.withTransaction
  )
)

const allow = Command.make("allow", { json }, ({ json }) =>
  administer(
    Effect.flatMap(allowed, (held) =>
      print(
        json,
        { allowed: held },
        held.length === 0
          ? nothing
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
