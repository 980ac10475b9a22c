import type { Terminal } from "./terminal.ts"

/** What coding agents set in the commands that they run. */
const variables = ["AI_AGENT", "CLAUDECODE", "CODEX_SANDBOX", "CURSOR_AGENT", "GEMINI_CLI", "OPENCODE"] as const

/** Whether an agent runs it: as `--agent` says, else as the environment tells. */
export const isAgent = (env: Terminal["env"], asked: "auto" | "yes" | "no"): boolean =>
  asked === "auto" ? variables.some((name) => (env[name] ?? "") !== "") : asked === "yes"
