import { Flag } from "effect/cli"
import { ownCommand } from "../own/own-command.ts"
import { pull } from "./pull.ts"

export const command = ownCommand({
  name: "pull",
  description:
    "Bring the project's definitions into the folder: a JSON file each, with its code beside it. What was changed in both " +
    "is merged; what clashes is marked in the file.",
  examples: ["pull", "pull --discard"],
  config: {
    discard: Flag.Boolean("discard").pipe(
      Flag.withDescription("Replace what was changed here by what the project has"),
      Flag.withoutNegation,
      Flag.withDefault(false)
    )
  },
  run: ({ discard }, session) => pull(session, { discard })
})
