import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { limit } from "../../definition/primitives.ts"
import { rangeIssues } from "../time-range.ts"
import { cursor, Time } from "../traces/primitives.ts"
import { Micros } from "./primitives.ts"

const Account = Schema.Struct({
  account: Schema.Literals(["organization", "project"]),
  limitMicros: Schema.NullOr(Micros).annotate({ description: "Null where nothing limits it." }),
  spentMicros: Micros,
  heldMicros: Micros.annotate({ description: "For what is in flight." }),
  resetsAt: Schema.NullOr(Schema.String).annotate({ description: "When a new month begins; null of a limit for good." })
}).annotate({ identifier: "UsageAccount", description: "What may be spent, and what was, in micro-units." })

/** What was spent, and on what. Law: U3. */
export const getUsage = operation({
  id: "get_usage",
  summary: "Read what evaluations cost",
  description:
    "Reads the budgets that the project draws on, and what its runs spent in a range of time, by run, app, scorer or day: " +
    "attempts count when they ended, and scores when their target did. Pass nextCursor back as cursor, and the rest " +
    "unchanged, until it is null.",
  scopes: ["evals:read"],
  effect: "read",
  paging: "cursor",
  input: Schema.Struct({
    from: Time,
    to: Time,
    groupBy: Schema.Literals(["run", "app", "scorer", "day"]),
    limit: Schema.optionalKey(limit(200, 50)),
    cursor: Schema.optionalKey(cursor)
  }).check(Schema.makeFilter(rangeIssues)),
  result: Schema.Struct({
    accounts: Schema.Array(Account),
    items: Schema.Array(
      Schema.Struct({
        key: Schema.String.annotate({ description: "An ID of a run, an app or a scorer, or a day in UTC." }),
        spentMicros: Micros
      }).annotate({ identifier: "UsageEntry" })
    ),
    nextCursor: Schema.NullOr(Schema.String)
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
