import { ownCommand } from "../own/own-command.ts"
import { prune } from "./push-command.ts"
import { push } from "./push.ts"

export const command = ownCommand({
  name: "plan",
  description:
    "Show what push would do: what it creates, updates and deletes, what was changed on both sides, and what validation " +
    "says of each draft.",
  examples: ["plan", "plan --prune"],
  config: { prune },
  run: (options, session) => push(session, { ...options, isDryRun: true })
})
