import { type Family, operationsOf } from "@agent-operations/contract"
import { resultNamesOf } from "./input/fields.ts"

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

/** `--json id,name` as `--json=id,name`, where all of the names are fields: `--json` may also stand alone. */
const joinFields = (args: ReadonlyArray<string>, families: ReadonlyArray<Family.Any>): ReadonlyArray<string> => {
  const end = endOf(args)
  if (!args.slice(0, end).includes("--json")) return args
  const fields = new Set(operationsOf(families).flatMap(resultNamesOf))
  // What has a comma was meant for names, and is told where it has none.
  const isMeant = (word: string | undefined) => word !== undefined && (/^\w+(,\w+)+$/.test(word) || fields.has(word))
  const isJoined = (at: number) => at < end && args[at] === "--json" && isMeant(args[at + 1])
  return args.flatMap((word, at) => (isJoined(at) ? [`--json=${args[at + 1]}`] : isJoined(at - 1) ? [] : [word]))
}

/** Arguments as the parser takes them: a flag and its value are one word where they would not be read as such. */
export const joinValues = (args: ReadonlyArray<string>, families: ReadonlyArray<Family.Any>): ReadonlyArray<string> =>
  joinDashed(joinFields(args, families))
