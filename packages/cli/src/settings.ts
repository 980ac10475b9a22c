import { existsSync, readFileSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { messageOf, UsageError } from "./errors.ts"
import type { Terminal } from "./terminal.ts"

/** Where to call, and as whom. */
export interface Settings {
  readonly baseUrl: string
  readonly projectId: string | undefined
  readonly credential: string | undefined
}

/** What flags say of it. */
export interface SettingFlags {
  readonly url: string | undefined
  readonly project: string | undefined
  readonly profile: string | undefined
}

interface Place {
  readonly url?: string
  readonly projectId?: string
  readonly profile?: string
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

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

/** That of the folder, or of the nearest one above it. */
const folderPlace = (directory: string): Place => {
  const file = join(directory, "agent-operations.json")
  if (existsSync(file)) return placeOf(readObject(file), file)
  return dirname(directory) === directory ? {} : folderPlace(dirname(directory))
}

/** Where profiles are: `{ "profile": "work", "profiles": { "work": { "url": …, "projectId": … } } }`. */
const profilesFile = (env: Terminal["env"]): string =>
  join(
    env["XDG_CONFIG_HOME"] || env["APPDATA"] || join(env["HOME"] || homedir(), ".config"),
    "agent-operations",
    "config.json"
  )

const profilePlace = (env: Terminal["env"], asked: string | undefined): Place => {
  const file = profilesFile(env)
  const { profile = "default", profiles = {} } = existsSync(file) ? readObject(file) : {}
  const name = asked ?? String(profile)
  if (isObject(profiles) && Object.hasOwn(profiles, name)) return placeOf(profiles[name], file)
  if (asked === undefined) return {}
  throw new UsageError(`There is no profile ${JSON.stringify(name)} in ${file}.`, "Add it, or name another one.")
}

const isLoopback = (url: string): boolean =>
  URL.canParse(url) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)

/** Where to call and as whom: of flags, environment, folder and profile the first that says. */
export const readSettings = ({ env, cwd }: Terminal, flags: SettingFlags): Settings => {
  const variable = (name: string) => env[`AGENT_OPERATIONS_${name}`] || undefined
  const folder = folderPlace(cwd)
  const profile = profilePlace(env, flags.profile ?? variable("PROFILE") ?? folder.profile)
  const trusted = flags.url ?? variable("URL")
  const baseUrl = trusted ?? folder.url ?? profile.url
  if (baseUrl === undefined) {
    throw new UsageError("It is not known where the server is.", "Set AGENT_OPERATIONS_URL, or give --url.")
  }
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) {
    throw new UsageError(
      `${JSON.stringify(baseUrl)} is no address of a server.`,
      "Give one that begins with https:// or http://, by --url or AGENT_OPERATIONS_URL."
    )
  }
  const credential = variable("API_KEY")
  // A folder may be somebody else's: what it names gets no key that was not meant for it.
  if (credential !== undefined && trusted === undefined && baseUrl !== profile.url && !isLoopback(baseUrl)) {
    throw new UsageError(
      `The address ${baseUrl} is from agent-operations.json, and no API key is sent where only a folder says so.`,
      "Set AGENT_OPERATIONS_URL beside AGENT_OPERATIONS_API_KEY, or add the address to a profile."
    )
  }
  const projectId = flags.project ?? variable("PROJECT_ID") ?? folder.projectId ?? profile.projectId
  return { baseUrl, projectId, credential }
}
