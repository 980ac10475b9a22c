import type { MakeCommand } from "./own-command.ts"

interface Own {
  readonly name: string
  /** What it does, in a line of `--help`. */
  readonly summary: string
  readonly load: () => Promise<{ readonly command: MakeCommand }>
}

/** The commands behind which no single operation stands. Each is loaded when it is asked for. */
export const ownCommands: ReadonlyArray<Own> = [
  {
    name: "diff",
    summary: "Show how a revision of a definition became another",
    load: () => import("../diff/command.ts")
  },
  {
    name: "edit",
    summary: "Edit a definition in an editor",
    load: () => import("../edit/command.ts")
  },
  {
    name: "export",
    summary: "Export a whole list, as a line of JSON per row",
    load: () => import("../export/command.ts")
  },
  {
    name: "login",
    summary: "Sign in, in a browser",
    load: () => import("../login/login-command.ts")
  },
  {
    name: "logout",
    summary: "End the access that login gave",
    load: () => import("../login/logout-command.ts")
  },
  {
    name: "mcp",
    summary: "Serve an assistant, by MCP over standard input and output",
    load: () => import("../mcp/command.ts")
  },
  {
    name: "open",
    summary: "Open a definition in the console",
    load: () => import("../open/command.ts")
  },
  {
    name: "plan",
    summary: "Show what push would do",
    load: () => import("../sync/plan-command.ts")
  },
  {
    name: "pull",
    summary: "Bring the project's definitions into a folder, and merge",
    load: () => import("../sync/pull-command.ts")
  },
  {
    name: "push",
    summary: "Bring what was changed in the folder into the project",
    load: () => import("../sync/push-command.ts")
  },
  {
    name: "skills",
    summary: "Print a SKILL.md that teaches a coding agent",
    load: () => import("../skills/command.ts")
  },
  {
    name: "status",
    summary: "Say who calls, where, and in which project",
    load: () => import("../login/status-command.ts")
  }
]

/** Those that are asked for, by their names. */
export const loadOwn = async (isAsked: (name: string) => boolean): Promise<ReadonlyMap<string, MakeCommand>> =>
  new Map(
    await Promise.all(
      ownCommands
        .filter(({ name }) => isAsked(name))
        .map(async ({ name, load }) => [name, (await load()).command] as const)
    )
  )
