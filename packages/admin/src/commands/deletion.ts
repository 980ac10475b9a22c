import type { Deletion } from "@agent-operations/auth"
import { Duration, Schema } from "effect"
import { Flag } from "effect/cli"

/** The flag `--after` of commands that plan a deletion. */
export const after = Flag.String("after").pipe(
  Flag.withDescription('How long the deletion can be cancelled, such as "7 days"'),
  Flag.withSchema(Schema.DurationFromString.check(Schema.makeFilter(Duration.isFinite))),
  Flag.withDefault(Duration.days(7))
)

/** What a command that plans a deletion says. */
export const willBeDeleted = (id: string, { at }: Deletion): string =>
  `${id} will be deleted after ${at}. Keys and programs are refused from now on.`
