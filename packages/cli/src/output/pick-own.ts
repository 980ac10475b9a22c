import { UsageError } from "../errors.ts"
import { pick } from "./json.ts"

/** The fields that `--json` names; none for all of them. */
export const fieldNames = (json: string): ReadonlyArray<string> => json.split(",").filter((name) => name !== "")

/** The fields that `--json` names, of those that there are. Throws a `UsageError` where it names another. */
export const askedFields = (json: string, known: ReadonlyArray<string>): ReadonlyArray<string> => {
  const names = fieldNames(json)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return names
  throw new UsageError(`--json: there is no field ${JSON.stringify(unknown)}.`, `There are ${known.join(", ")}.`)
}

/** The fields of a result that `--json` names, or all of it. Throws a `UsageError` where it has no such field. */
export const pickOwn = (result: object, json: string): unknown => pick(result, askedFields(json, Object.keys(result)))
