import { hostname } from "node:os"
import * as oauth from "oauth4webapi"
import { CommandError, exits, UsageError } from "../errors.ts"
import { isLoopback } from "../settings.ts"
import { failureOf } from "./failures.ts"
import { resourceOf, sendingTo } from "./oauth.ts"

/** Who gives tokens for a server, and what may be asked for. */
export interface Issuer {
  readonly server: oauth.AuthorizationServer & {
    readonly authorization_endpoint: string
    readonly token_endpoint: string
  }
  readonly scopes: ReadonlyArray<string>
}

const noSignIn = (url: string, why: string) =>
  new CommandError(`Nobody can sign in at ${url}: ${why}.`, {
    code: "NO_SIGN_IN",
    hint: "Ask the operator of the server for an API key, and set AGENT_OPERATIONS_API_KEY.",
    exit: exits.access
  })

/** The address that a server has by its own account, where that is another one than it is called by. */
const ownUrl = (error: unknown): string | undefined => {
  if (!(error instanceof oauth.OperationProcessingError) || error.code !== oauth.JSON_ATTRIBUTE_COMPARISON)
    return undefined
  const { attribute, body } = error.cause as {
    readonly attribute: string
    readonly body: Readonly<Record<string, unknown>>
  }
  const resource = String(body["resource"])
  return attribute === "resource" && resource.endsWith(resourceOf(""))
    ? resource.slice(0, -resourceOf("").length)
    : undefined
}

const isLocalPage = (address: string) => /^http:/i.test(address) && isLoopback(address)

/** Asks a server who gives tokens for it (RFC 9728), and that one what it can do (RFC 8414). */
export const discover = async (url: string, signal: AbortSignal): Promise<Issuer> => {
  if (!url.startsWith("https:") && !isLoopback(url)) {
    throw new UsageError(`${url} is without TLS, where anybody on the way reads tokens.`, "Give its https:// address.")
  }
  try {
    const resource = new URL(resourceOf(url))
    const found = await oauth.resourceDiscoveryRequest(resource, sendingTo(url, signal))
    if (found.status === 404) throw noSignIn(url, "it has API keys alone")
    const { authorization_servers = [], scopes_supported = [] } = await oauth.processResourceDiscoveryResponse(
      resource,
      found
    )
    const [named] = authorization_servers
    if (named === undefined || !URL.canParse(named)) throw noSignIn(url, "it names nobody who gives tokens")
    const issuer = new URL(named)
    const described = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...sendingTo(named, signal) })
    const server = await oauth.processDiscoveryResponse(issuer, described)
    const { authorization_endpoint, token_endpoint, registration_endpoint } = server
    if (authorization_endpoint === undefined || token_endpoint === undefined || registration_endpoint === undefined) {
      throw noSignIn(url, "its metadata lacks an endpoint")
    }
    // It is handed to the system to be opened, which opens more than pages; and one without TLS can be anybody's.
    const isPage = /^https:/i.test(authorization_endpoint) || isLocalPage(authorization_endpoint)
    if (!isPage || !URL.canParse(authorization_endpoint)) {
      throw noSignIn(url, "its authorization endpoint is no https page")
    }
    return { server: { ...server, authorization_endpoint, token_endpoint }, scopes: scopes_supported }
  } catch (error) {
    const own = ownUrl(error)
    if (own !== undefined) throw new UsageError(`The server at ${url} calls itself ${own}.`, `Name it so: --url ${own}`)
    throw failureOf(error, `${url} does not say how to sign in.`)
  }
}

/**
 * Registers this command line (RFC 7591), at each sign-in anew: a server forgets what is not used, and sends a browser
 * with what it has forgotten nowhere.
 */
export const register = async ({ server }: Issuer, redirectUri: string, signal: AbortSignal): Promise<oauth.Client> => {
  const machine = hostname()
    .replace(/\p{Cc}/gu, "")
    .slice(0, 60)
  const metadata = {
    client_name: `The command line on ${machine}`,
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    application_type: "native"
  }
  try {
    const answer = await oauth.dynamicClientRegistrationRequest(server, metadata, sendingTo(server.issuer, signal))
    return await oauth.processDynamicClientRegistrationResponse(answer)
  } catch (error) {
    throw failureOf(error, `${server.issuer} does not register this command line.`)
  }
}
