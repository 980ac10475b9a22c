import { UsageError } from "../errors.ts"
import { pick } from "./json.ts"

/** The fields of a result that `--json` names, or all of it. Throws a `UsageError` where it has no such field. */
export const pickOwn = (result: object, json: string): unknown => {
  const names = json.split(",").filter((name) => name !== "")
  const unknown = names.find((name) => !Object.hasOwn(result, name))
  if (unknown === undefined) return pick(result, names)
  throw new UsageError(
    `--json: there is no field ${JSON.stringify(unknown)}.`,
    `There are ${Object.keys(result).join(", ")}.`
  )
}
