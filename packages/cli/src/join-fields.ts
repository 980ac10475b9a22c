import { type Family, operationsOf } from "@agent-operations/contract"
import { resultNamesOf } from "./input/fields.ts"

/** `--json id,name` as `--json=id,name`, where all of the names are fields: `--json` may also stand alone. */
export const joinFields = (args: ReadonlyArray<string>, families: ReadonlyArray<Family.Any>): ReadonlyArray<string> => {
  const at = args.indexOf("--json")
  const end = args.indexOf("--")
  const next = args[at + 1]
  if (at === -1 || next === undefined || (end !== -1 && end < at)) return args
  const fields = new Set(operationsOf(families).flatMap(resultNamesOf))
  // What has a comma was meant for names, and is told where it has none.
  const isMeant = /^\w+(,\w+)+$/.test(next) || fields.has(next)
  return isMeant ? [...args.slice(0, at), `--json=${next}`, ...args.slice(at + 2)] : args
}
