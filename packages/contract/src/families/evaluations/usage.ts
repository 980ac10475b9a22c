import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { limit } from "../../definition/primitives.ts"
import { rangeIssues } from "../time-range.ts"
import { cursor, Time } from "../traces/primitives.ts"
import { Micros } from "./primitives.ts"

const Account = Schema.Struct({
  account: Schema.Literals(["organization", "project"]).annotateKey({ description: "Whose budget it is." }),
  limitMicros: Schema.NullOr(Micros).annotate({
    description: "What may be spent in the current period, in micro-units; null for no limit."
  }),
  spentMicros: Micros.annotateKey({ description: "Spent in the current period, in micro-units." }),
  heldMicros: Micros.annotate({ description: "Held for calls in flight, in micro-units." }),
  resetsAt: Schema.NullOr(Schema.String).annotate({
    description: "When the next month begins; null if the limit has no period."
  })
}).annotate({ identifier: "UsageAccount", description: "A budget, and what was spent of it, in micro-units." })

/** What was spent, and on what. Law: U3. */
export const getUsage = operation({
  id: "get_usage",
  summary: "Read usage",
  description:
    "Reads the budgets that the project draws on, and what its runs spent in a time range, by run, app, scorer or day. " +
    "Attempts count when they ended, scores when their target ended. Pass nextCursor back as cursor, and the rest " +
    "unchanged, until it is null.",
  scopes: ["evals:read"],
  effect: "read",
  paging: "cursor",
  input: Schema.Struct({
    from: Time.annotateKey({ description: "The start of the time range: what ended then or later counts." }),
    to: Time.annotateKey({
      description: "The end of the time range: what ended before counts. At most 400 days after from."
    }),
    groupBy: Schema.Literals(["run", "app", "scorer", "day"]).annotateKey({
      description: "What to sum the spending up by."
    }),
    limit: Schema.optionalKey(limit(200, 50)),
    cursor: Schema.optionalKey(cursor)
  }).check(Schema.makeFilter(rangeIssues)),
  result: Schema.Struct({
    accounts: Schema.Array(Account).annotateKey({ description: "The budgets that the project draws on." }),
    items: Schema.Array(
      Schema.Struct({
        key: Schema.String.annotate({ description: "The ID of a run, an app or a scorer, or a day in UTC." }),
        spentMicros: Micros.annotateKey({ description: "What was spent, in micro-units." })
      }).annotate({ identifier: "UsageEntry" })
    ).annotateKey({ description: "What was spent per run, app, scorer or day." }),
    nextCursor: Schema.NullOr(Schema.String).annotateKey({
      description: "Pass it back as cursor for the next page; null on the last one."
    })
  }),
  errors: [],
  example: {
    input: { from: "2026-11-01T00:00:00.000Z", to: "2026-12-01T00:00:00.000Z", groupBy: "day" },
    result: {
      accounts: [
        { account: "organization", limitMicros: 50_000_000, spentMicros: 288_000, heldMicros: 0, resetsAt: null },
        { account: "project", limitMicros: null, spentMicros: 288_000, heldMicros: 0, resetsAt: null }
      ],
      items: [{ key: "2026-11-23", spentMicros: 288_000 }],
      nextCursor: null
    }
  }
})
