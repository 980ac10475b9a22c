import { Effect } from "effect"
import { isLoopback, isPrivateUse, isRedirect } from "./redirects.ts"
import { refuse } from "./refusal.ts"

/** What a program is registered with. Source: RFC 7591 section 2. */
export interface ClientMetadata {
  readonly redirect_uris: ReadonlyArray<string>
  readonly client_name?: string
  readonly client_uri?: string
  readonly token_endpoint_auth_method?: string
  readonly grant_types: ReadonlyArray<string>
  readonly response_types: readonly ["code"]
  readonly application_type: "web" | "native"
  readonly software_id?: string
  readonly software_version?: string
}

export const grantTypes = ["authorization_code", "refresh_token"] as const
export const responseTypes = ["code"] as const
/** How programs authenticate. */
export const authMethods: ReadonlyArray<string> = ["none", "client_secret_basic", "client_secret_post"]

/** How many characters of a text are kept. */
const textLength = 120

/** What an address is made of. Source: RFC 3986; an asterisk is no wildcard here, and is refused to say so. */
const addressCharacters = /^[A-Za-z0-9\-._~:/?[\]@!$&'()+,;=%]+$/

const isAddress = (value: unknown): value is string =>
  typeof value === "string" && value.length <= 2048 && addressCharacters.test(value) && URL.canParse(value)

const isWebPage = (value: unknown): value is string => isAddress(value) && /^https?:$/.test(new URL(value).protocol)

const isRedirectAddress = (value: unknown): value is string => isAddress(value) && isRedirect(value)

/** Members that say nothing count as absent: programs send every member that they know of. */
export const isSaid = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)

/** Whether a client says that it can do without a secret. Source: OpenID Connect Relying Party Metadata Choices 1.0. */
export const canDoWithoutSecret = (given: Readonly<Record<string, unknown>>): boolean => {
  const methods = given["token_endpoint_auth_methods_supported"]
  return Array.isArray(methods) && methods.includes("none")
}

const isOnOneLine = (value: unknown): value is string =>
  typeof value === "string" && value.isWellFormed() && !/\p{Cc}/u.test(value)

/**
 * A program with a scheme of its own is native, whatever it says. Without a word on it, one with a redirect that stays on the
 * computer is native too.
 */
const applicationTypeOf = (said: string | undefined, redirects: ReadonlyArray<string>): "web" | "native" => {
  if (redirects.some(isPrivateUse)) return "native"
  if (said === "web" || said === "native") return said
  return redirects.some(isLoopback) ? "native" : "web"
}

/**
 * What of a program's metadata it is registered with, whether it registers or its document was read. Programs send the same to
 * every server: what the server has not is left out or replaced, as long as the program can then connect. Source: RFC 7591
 * section 3.2.1.
 *
 * @example
 * const { grant_types } = yield* readClientMetadata({ redirect_uris, grant_types: ["authorization_code", "urn:…:jwt-bearer"] })
 */
export const readClientMetadata = Effect.fnUntraced(function* (given: Readonly<Record<string, unknown>>) {
  const redirects = given["redirect_uris"]
  if (
    !Array.isArray(redirects) ||
    redirects.length < 1 ||
    redirects.length > 10 ||
    !redirects.every(isRedirectAddress)
  ) {
    return yield* refuse(
      "invalid_redirect_uri",
      "redirect_uris must have 1 to 10 addresses of at most 2048 characters, without a wildcard or a fragment: https, http on a loopback address, or a private scheme followed by a slash."
    )
  }
  const wrong = (description: string) => refuse("invalid_client_metadata", description)
  const texts: Record<string, string> = {}
  for (const name of [
    "client_name",
    "software_id",
    "software_version",
    "token_endpoint_auth_method",
    "application_type"
  ]) {
    const value = given[name]
    if (!isSaid(value)) continue
    if (!isOnOneLine(value)) return yield* wrong(`${name} must be a text on one line.`)
    texts[name] = [...value].slice(0, textLength).join("")
  }
  // ChatGPT prefers keys of its own, and can do without.
  const { token_endpoint_auth_method: method = "none" } = texts
  if (!authMethods.includes(method) && canDoWithoutSecret(given)) texts["token_endpoint_auth_method"] = "none"
  const uri = given["client_uri"]
  if (isSaid(uri) && !isWebPage(uri)) return yield* wrong("client_uri must be an http or https address.")
  /** Those of a list that the server has too. */
  const both = (name: string, known: ReadonlyArray<string>) => {
    const value = given[name]
    return isSaid(value) ? known.filter((one) => Array.isArray(value) && value.includes(one)) : known.slice(0, 1)
  }
  const grants = both("grant_types", grantTypes)
  if (!grants.includes("authorization_code")) {
    return yield* wrong("grant_types must have authorization_code: programs connect by it alone.")
  }
  if (both("response_types", responseTypes).length === 0) return yield* wrong("response_types must have code.")
  const metadata: ClientMetadata = {
    ...texts,
    ...(isWebPage(uri) && { client_uri: uri }),
    redirect_uris: redirects,
    grant_types: grants,
    response_types: responseTypes,
    application_type: applicationTypeOf(texts["application_type"], redirects)
  }
  return metadata
})
