import { type Family, kebabCase } from "@agent-operations/contract"
import { familyCommandsOf } from "./own/family-commands.ts"
import { ownCommands } from "./own/index.ts"

/** Where flags end. */
const endOf = (args: ReadonlyArray<string>) => (args.includes("--") ? args.indexOf("--") : args.length)

const isFlag = (word: string) => /^--[a-z][a-z-]*(=|$)|^-[a-z]$/.test(word)

/** `--cursor -Q3…` as `--cursor=-Q3…`: a value that begins with a dash, as a cursor may, would be read as a flag. */
const joinDashed = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const isJoined = (at: number) => {
    const [word = "", next = ""] = [args[at], args[at + 1]]
    return at < endOf(args) && /^--[a-z][a-z-]*$/.test(word) && /^-[^]/.test(next) && next !== "--" && !isFlag(next)
  }
  return args.flatMap((word, at) => (isJoined(at) ? [`${word}=${args[at + 1]}`] : isJoined(at - 1) ? [] : [word]))
}

/** `--json id,name` as `--json=id,name`: it may also stand alone, before what is left of the command or an ID. */
const joinFields = (args: ReadonlyArray<string>, families: ReadonlyArray<Family.Any>): ReadonlyArray<string> => {
  const end = endOf(args)
  if (!args.slice(0, end).includes("--json")) return args
  const own = new Set(ownCommands.map(({ name }) => name))
  const ofFamilies = new Map(
    families.map((family) => [
      kebabCase(family.name),
      new Set([...Object.keys(family.operations).map(kebabCase), ...familyCommandsOf(family).map(({ name }) => name)])
    ])
  )
  const commands = new Set([...own, ...ofFamilies.keys(), ...[...ofFamilies.values()].flatMap((names) => [...names])])
  /** Whether the command is named before: `page-views delete`, after which `deleted` is no command. */
  const isNamed = (at: number) =>
    args.slice(0, at).some((word, n) => own.has(word) || ofFamilies.get(word)?.has(args[n + 1] ?? ""))
  const areFields = (word: string, at: number) =>
    /^\w+(,\w+)+$/.test(word) || (/^[a-zA-Z]+$/.test(word) && (isNamed(at) || !commands.has(word)))
  const isJoined = (at: number) => at < end && args[at] === "--json" && areFields(args[at + 1] ?? "", at)
  return args.flatMap((word, at) => (isJoined(at) ? [`--json=${args[at + 1]}`] : isJoined(at - 1) ? [] : [word]))
}

/** Arguments as the parser takes them: a flag and its value are one word where they would not be read as such. */
export const joinValues = (args: ReadonlyArray<string>, families: ReadonlyArray<Family.Any>): ReadonlyArray<string> =>
  joinDashed(joinFields(args, families))
