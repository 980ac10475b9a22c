import { dirname, join } from "node:path"
import { FolderGone, UsageError } from "./errors.ts"
import { type Place as FolderPlace, type Profile, readPlace, readProfile, type TokenPlace } from "./profiles.ts"
import type { Terminal } from "./terminal.ts"

/** What says something of where to call. */
type Source = "flag" | "environment" | "folder" | "profile"

/** Where to call, and what said so. */
export interface Place {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly projectId: string | undefined
  readonly profile: Profile
  readonly sources: { readonly url: Source; readonly projectId: Source | undefined }
}

/** Where to call, and as whom. */
export interface Settings extends Place {
  /** An API key, or what is asked for an access token before each attempt. */
  readonly credential: string | (() => Promise<string>) | undefined
  /** Where it is from. */
  readonly credentialSource: "environment" | TokenPlace | undefined
}

/** What flags say of it. */
export interface SettingFlags {
  readonly url: string | undefined
  readonly project: string | undefined
  readonly profile: string | undefined
}

/** That of the folder, or of the nearest one above it. */
const folderPlace = (directory: string): FolderPlace =>
  readPlace(join(directory, "agent-operations.json")) ??
  (dirname(directory) === directory ? {} : folderPlace(dirname(directory)))

const folderPlaceIn = (terminal: Terminal): FolderPlace => {
  try {
    return folderPlace(terminal.cwd)
  } catch (error) {
    // What a command needs a folder for says so itself.
    if (error instanceof FolderGone) return {}
    throw error
  }
}

/** Whether an address is this computer's own. */
export const isLoopback = (url: string): boolean =>
  URL.canParse(url) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)

/** An address as it is compared, and as servers name themselves: without a slash at its end. */
export const normalUrl = (url: string): string => {
  const parsed = URL.parse(url)
  if (parsed !== null && /^https?:$/.test(parsed.protocol)) return parsed.origin + parsed.pathname.replace(/\/+$/, "")
  throw new UsageError(
    `${JSON.stringify(url)} is no address of a server.`,
    "Give one that begins with https:// or http://, by --url or AGENT_OPERATIONS_URL."
  )
}

const variableOf = (env: Terminal["env"], name: string) => env[`AGENT_OPERATIONS_${name}`] || undefined

/** What the first of them says. */
const first = (said: Readonly<Record<Source, string | undefined>>) => {
  const source = (["flag", "environment", "folder", "profile"] as const).find((name) => said[name] !== undefined)
  return source === undefined ? undefined : { source, value: said[source]! }
}

/**
 * Where to call: of flags, environment, folder and profile the first that says. A profile that is named has to be there,
 * unless it `mayBeNew`. Throws a `UsageError` where none says.
 */
export const placeOf = (terminal: Terminal, flags: SettingFlags, mayBeNew = false): Place => {
  const { env } = terminal
  const folder = folderPlaceIn(terminal)
  const profile = readProfile(env, flags.profile ?? variableOf(env, "PROFILE") ?? folder.profile, mayBeNew)
  const url = first({ flag: flags.url, environment: variableOf(env, "URL"), folder: folder.url, profile: profile.url })
  if (url === undefined) {
    throw new UsageError("It is not known where the server is.", "Set AGENT_OPERATIONS_URL, or give --url.")
  }
  const project = first({
    flag: flags.project,
    environment: variableOf(env, "PROJECT_ID"),
    folder: folder.projectId,
    profile: profile.projectId
  })
  return {
    baseUrl: normalUrl(url.value),
    projectId: project?.value,
    profile,
    sources: { url: url.source, projectId: project?.source }
  }
}

const isOfProfile = ({ baseUrl, profile }: Pick<Place, "baseUrl" | "profile">) =>
  profile.url !== undefined && baseUrl === normalUrl(profile.url)

/** Whether only a folder names the address, which may be somebody else's. What is this person's is not for it. */
export const isForeign = (place: Place): boolean =>
  place.sources.url === "folder" && !isOfProfile(place) && !isLoopback(place.baseUrl)

/** Whether this person, and not only a folder by its address or its profile, says that the key is for an address. */
const isForKey = ({ env }: Terminal, flags: SettingFlags, { baseUrl, sources }: Place): boolean =>
  sources.url === "flag" ||
  sources.url === "environment" ||
  isLoopback(baseUrl) ||
  isOfProfile({ baseUrl, profile: readProfile(env, flags.profile ?? variableOf(env, "PROFILE")) })

/** Where to call and as whom: with the key of the environment, else with the tokens of the profile. */
export const readSettings = (terminal: Terminal, flags: SettingFlags): Settings => {
  const place = placeOf(terminal, flags)
  const key = variableOf(terminal.env, "API_KEY")
  if (key !== undefined) {
    // What a header does not take is shown whole by the runtime that refuses it.
    if (!/^[!-~]+$/.test(key)) {
      throw new UsageError(
        "AGENT_OPERATIONS_API_KEY has spaces, line ends or other characters that no key has.",
        "Set it to the key alone."
      )
    }
    if (isForKey(terminal, flags, place)) return { ...place, credential: key, credentialSource: "environment" }
    throw new UsageError(
      `Only agent-operations.json chooses the address ${place.baseUrl}, and no API key is sent where only a folder says so.`,
      "Set AGENT_OPERATIONS_URL beside AGENT_OPERATIONS_API_KEY, or name the profile: --profile NAME."
    )
  }
  const { tokens } = place.profile
  if (tokens === undefined || !isOfProfile(place))
    return { ...place, credential: undefined, credentialSource: undefined }
  let token: Promise<() => Promise<string>> | undefined
  const credential = async () => {
    token ??= import("./login/access-token.ts").then(({ makeAccessToken }) => makeAccessToken(terminal, place))
    return (await token)()
  }
  return { ...place, credential, credentialSource: tokens }
}
