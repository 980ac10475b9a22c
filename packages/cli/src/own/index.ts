import { type Family, kebabCase } from "@agent-operations/contract"
import { listOf } from "../export/list-of.ts"
import { isLoaded, type ListedFamily, loadFamily } from "../lazy-family.ts"
import type { MakeCommand } from "./own-command.ts"

type Families = ReadonlyArray<Family.Any>

const hasDefinitions = (families: Families) => families.some(({ kinds }) => kinds.length > 0)

const canImport = (families: Families) =>
  families.some(({ operations }) => Object.values(operations).some(({ id }) => id === "import_resources"))

const hasLists = (families: Families) => families.some((family) => listOf(family) !== undefined)

interface Own {
  readonly name: string
  /** What it does, in a line of `--help`. */
  readonly summary: string
  /** Whether it has something to do with what is served. Default: always. */
  readonly isFor?: (families: Families) => boolean
  readonly load: () => Promise<{ readonly command: MakeCommand }>
}

/** The commands behind which no single operation stands. Each is loaded when it is asked for. */
export const ownCommands: ReadonlyArray<Own> = [
  {
    name: "diff",
    summary: "Show how a revision of a definition became another",
    isFor: hasDefinitions,
    load: () => import("../diff/command.ts")
  },
  {
    name: "edit",
    summary: "Edit a definition in an editor",
    isFor: hasDefinitions,
    load: () => import("../edit/command.ts")
  },
  {
    name: "export",
    summary: "Export a whole list, as a line of JSON per row",
    isFor: hasLists,
    load: () => import("../export/command.ts")
  },
  {
    name: "import",
    summary: "Import files into datasets, whole or not at all",
    isFor: canImport,
    load: () => import("../import/command.ts")
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
    isFor: hasDefinitions,
    load: () => import("../open/command.ts")
  },
  {
    name: "plan",
    summary: "Show what push would do",
    isFor: hasDefinitions,
    load: () => import("../sync/plan-command.ts")
  },
  {
    name: "pull",
    summary: "Bring the project's definitions into a folder, and merge",
    isFor: hasDefinitions,
    load: () => import("../sync/pull-command.ts")
  },
  {
    name: "push",
    summary: "Bring what was changed in the folder into the project",
    isFor: hasDefinitions,
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

/** Those that have something to do with some families, as far as these are known, and no family's name. */
export const ownCommandsOf = (families: ReadonlyArray<ListedFamily>): ReadonlyArray<Own> => {
  const areKnown = families.every(isLoaded)
  return ownCommands.filter(
    ({ name, isFor = () => true }) =>
      (!areKnown || isFor(families)) && !families.some((family) => kebabCase(family.name) === name)
  )
}

/** The families that a command needs: those that it names, or all of them where it is of no family. */
export const loadFamilies = async (
  families: ReadonlyArray<ListedFamily>,
  isAsked: (name: string) => boolean
): Promise<ReadonlyArray<Family.Any>> => {
  const isOfNone = ownCommands.some(({ name }) => isAsked(name))
  return Promise.all(
    families.filter((family) => isOfNone || isLoaded(family) || isAsked(kebabCase(family.name))).map(loadFamily)
  )
}

/** Those that are asked for, by their names. */
export const loadOwn = async (isAsked: (name: string) => boolean): Promise<ReadonlyMap<string, MakeCommand>> =>
  new Map(
    await Promise.all(
      ownCommands
        .filter(({ name }) => isAsked(name))
        .map(async ({ name, load }) => [name, (await load()).command] as const)
    )
  )
