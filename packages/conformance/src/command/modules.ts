import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { isObject } from "../json.ts"
import type { FamilyList } from "../served.ts"
import type { StartedTarget } from "../target.ts"
import { UsageError } from "./UsageError.ts"

/** What a module exports by a name, or else by default. */
const exportOf = async (file: string, name: string): Promise<unknown> => {
  const exported: Record<string, unknown> = await import(pathToFileURL(resolve(file)).href)
  return exported[name] ?? exported["default"]
}

const isFamily = (one: unknown) =>
  isObject(one) && ("operations" in one || ("families" in one && Array.isArray(one["families"])))

/** The families that a module exports, in a list of them or as what the server is given. */
export const familiesIn = async (file: string | undefined): Promise<FamilyList | undefined> => {
  if (file === undefined) return undefined
  const families = await exportOf(file, "families")
  if (Array.isArray(families) && families.every(isFamily)) return families
  throw new UsageError(
    `${file} has to export the list of what is served, by the name families or as its default: export default [views(), …]`
  )
}

/** What a module exports of a target, or a function in it makes. */
export const targetIn = async (file: string | undefined): Promise<Partial<StartedTarget>> => {
  if (file === undefined) return {}
  const exported = await exportOf(file, "target")
  const target: unknown = typeof exported === "function" ? await exported() : exported
  if (isObject(target)) return target
  throw new UsageError(
    `${file} has to export a target, or a function that resolves with one, by the name target or as its default: export default { makeKey }`
  )
}
