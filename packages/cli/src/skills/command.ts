import { ownCommand } from "../own/own-command.ts"
import { skillText } from "./skill-text.ts"

export const command = ownCommand({
  name: "skills",
  description:
    "Print a SKILL.md that teaches a coding agent to read, to change, and to settle a conflict, by commands that are " +
    "those of what is served. It belongs into a folder of the program's name, where the agent looks for skills.",
  examples: ["skills"],
  config: {},
  run: async (_, session) => session.terminal.out(skillText(session))
})
