import { type Family, operationsOf } from "@agent-operations/contract"
import { resultNamesOf } from "./input/fields.ts"

/** `--json id,name` as `--json=id,name`, where all of the names are fields: `--json` may also stand alone. */
export const joinFields = (args: ReadonlyArray<string>, families: ReadonlyArray<Family.Any>): ReadonlyArray<string> => {
  const end = args.includes("--") ? args.indexOf("--") : args.length
  if (!args.slice(0, end).includes("--json")) return args
  const fields = new Set(operationsOf(families).flatMap(resultNamesOf))
  // What has a comma was meant for names, and is told where it has none.
  const isMeant = (word: string | undefined) => word !== undefined && (/^\w+(,\w+)+$/.test(word) || fields.has(word))
  const isJoined = (at: number) => at < end && args[at] === "--json" && isMeant(args[at + 1])
  return args.flatMap((word, at) => (isJoined(at) ? [`--json=${args[at + 1]}`] : isJoined(at - 1) ? [] : [word]))
}
