import { type Family, kebabCase } from "@agent-operations/contract"
import { watchedOf } from "../watch/watched.ts"
import { wholeOf } from "../whole/whole.ts"
import type { MakeCommand } from "./own-command.ts"

/** How a command of a family that is no operation is made, once it is asked for. */
export type MakeFamilyCommand = (family: Family.Any) => MakeCommand

export interface FamilyCommand {
  readonly name: string
  /** What it does, in a line of `--help`. */
  readonly summary: string
  /** Whether a family has what it takes. */
  readonly isFor: (family: Family.Any) => boolean
  readonly load: () => Promise<{ readonly commandFor: MakeFamilyCommand }>
}

/** The commands of families behind which no single operation stands. Each is loaded when it is asked for. */
const familyCommands: ReadonlyArray<FamilyCommand> = [
  {
    name: "export",
    summary: "Export them with all that they hold, as lines of JSON",
    isFor: (family) => wholeOf(family) !== undefined,
    load: () => import("../whole/command.ts")
  },
  {
    name: "export",
    summary: "Export the items of a version, as lines of JSON that import takes",
    isFor: ({ operations }) => operations["items"]?.id === "list_dataset_items",
    load: () => import("../items/command.ts")
  },
  {
    name: "watch",
    summary: "Show those that are new or changed, as they come",
    isFor: (family) => watchedOf(family) !== undefined,
    load: () => import("../watch/command.ts")
  },
  {
    name: "run",
    summary: "Start a run, wait for its end, and tell how it compares",
    isFor: ({ operations }) => operations["create"]?.id === "create_eval_run",
    load: () => import("../evaluate/command.ts")
  }
]

/** Those of a family, but for names that one of its operations has. */
export const familyCommandsOf = (family: Family.Any): ReadonlyArray<FamilyCommand> => {
  const taken = Object.keys(family.operations).map(kebabCase)
  return familyCommands.filter(({ name, isFor }) => !taken.includes(name) && isFor(family))
}

/** Those that are asked for. */
export const loadFamilyCommands = async (
  families: ReadonlyArray<Family.Any>,
  isAsked: (name: string) => boolean
): Promise<ReadonlyMap<FamilyCommand, MakeFamilyCommand>> => {
  const asked = families.filter(({ name }) => isAsked(kebabCase(name))).flatMap(familyCommandsOf)
  const loaded = [...new Set(asked)].filter(({ name }) => isAsked(name))
  return new Map(
    await Promise.all(loaded.map(async (command) => [command, (await command.load()).commandFor] as const))
  )
}
