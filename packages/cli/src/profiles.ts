import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { configDirectory } from "./directories.ts"
import { messageOf, UsageError } from "./errors.ts"
import { isObject } from "./is-object.ts"
import type { Terminal } from "./terminal.ts"

/** What a folder or a profile says of where to call. */
export interface Place {
  readonly url?: string
  readonly projectId?: string
  readonly profile?: string
}

/** Where the tokens of a profile are. */
export type TokenPlace = "keychain" | "file"

/** A profile: where to call, and where its tokens are, if somebody signed in. */
export interface Profile extends Place {
  readonly name: string
  readonly tokens?: TokenPlace
}

const readObject = (file: string): Readonly<Record<string, unknown>> => {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, "utf8"))
  } catch (error) {
    throw new UsageError(`${file}: ${messageOf(error)}`, "Correct it, or remove it.")
  }
  if (isObject(value)) return value
  throw new UsageError(`${file}: this is no JSON object.`, "Correct it, or remove it.")
}

const placeOf = (value: unknown, file: string): Place => {
  const members = isObject(value) ? value : {}
  for (const name of ["url", "projectId", "profile"]) {
    if (members[name] === undefined || typeof members[name] === "string") continue
    throw new UsageError(`${file}: ${name} must be a string.`, "Correct it, or remove it.")
  }
  return members
}

/** What `agent-operations.json` in a folder says; one that is not there says nothing. */
export const readPlace = (file: string): Place | undefined =>
  existsSync(file) ? placeOf(readObject(file), file) : undefined

/** A file of what is this person's. Throws a `UsageError` where there is no home directory. */
export const configFile = (env: Terminal["env"], name: string): string => {
  const directory = configDirectory(env)
  if (directory !== undefined) return join(directory, name)
  throw new UsageError("There is no home directory.", "Set HOME, or XDG_CONFIG_HOME, to a folder that is yours alone.")
}

/** Where profiles are: `{ "profile": "work", "profiles": { "work": { "url": …, "projectId": … } } }` */
export const profilesFile = (env: Terminal["env"]): string => configFile(env, "config.json")

/** What the file of profiles has; nothing where there is none. */
export const readProfiles = (file: string): Readonly<Record<string, unknown>> =>
  existsSync(file) ? readObject(file) : {}

/** The profile of a name, else the one that is used by default. One that is named must be there, unless it `mayBeNew`. */
export const readProfile = (env: Terminal["env"], asked: string | undefined, mayBeNew = false): Profile => {
  const file = profilesFile(env)
  const { profile = "default", profiles = {} } = readProfiles(file)
  const name = asked ?? String(profile)
  if (isObject(profiles) && Object.hasOwn(profiles, name)) {
    const { tokens, ...place } = placeOf(profiles[name], file) as Place & { readonly tokens?: unknown }
    return { ...place, name, ...((tokens === "keychain" || tokens === "file") && { tokens }) }
  }
  if (asked === undefined || mayBeNew) return { name }
  throw new UsageError(`There is no profile ${JSON.stringify(name)} in ${file}.`, "Add it, or name another one.")
}
