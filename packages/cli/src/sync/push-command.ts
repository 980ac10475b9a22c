import { Flag } from "effect/cli"
import { ownCommand } from "../own/own-command.ts"
import { push } from "./push.ts"

/** That of `push` and `plan`. */
export const prune = Flag.Boolean("prune").pipe(
  Flag.withDescription("Delete in the project what was deleted in the folder"),
  Flag.withoutNegation,
  Flag.withDefault(false)
)

export const command = ownCommand({
  name: "push",
  description:
    "Bring what was changed in the folder into the project, each definition at the revision that was pulled. It is not one " +
    "transaction: stopped anywhere, the same push goes on.",
  examples: ["push", "push --prune"],
  config: {
    prune,
    isDryRun: Flag.Boolean("dry-run").pipe(
      Flag.withDescription("Show what it would do, as plan does"),
      Flag.withoutNegation,
      Flag.withDefault(false)
    )
  },
  run: (options, session) => push(session, options)
})
