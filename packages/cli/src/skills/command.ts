import { ownCommand } from "../own/own-command.ts"
import { skillText } from "./skill-text.ts"

export const command = ownCommand({
  name: "skills",
  description: "Print a SKILL.md that teaches a coding agent to read, to change, and to settle a conflict.",
  examples: ["skills"],
  config: {},
  run: async (_, { terminal, families }) => terminal.out(skillText(families))
})
