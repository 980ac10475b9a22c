import { authMethods, grantTypes, responseTypes } from "./client-metadata.ts"
import { basePath, prefixOf, resourcesOf } from "../options.ts"

/** The issuer identifier. Source: the specification, Authentication; RFC 8414 section 2. */
export const issuerOf = (baseUrl: string): string => `${baseUrl}${basePath}`

/**
 * Where the metadata is: before the path of the issuer, and, where the server has the origin to itself, also where those
 * look who leave that path out. Source: RFC 8414 section 3.
 */
export const authorizationServerPaths = (baseUrl: string): ReadonlyArray<string> => {
  const wellKnown = "/.well-known/oauth-authorization-server"
  const prefix = prefixOf(baseUrl)
  return [`${wellKnown}${prefix}${basePath}`, ...(prefix === "" ? [wellKnown] : [])]
}

/**
 * The URLs at which programs ask for access and get tokens, for the OpenAPI document.
 *
 * @example
 * oauthEndpoints("https://ops.example.com").tokenUrl // "https://ops.example.com/api/auth/oauth2/token"
 */
export const oauthEndpoints = (baseUrl: string) => ({
  authorizationUrl: `${issuerOf(baseUrl)}/oauth2/authorize`,
  tokenUrl: `${issuerOf(baseUrl)}/oauth2/token`
})

/** What the authorization server can do. Source: RFC 8414, RFC 9207, RFC 9728 section 4. */
export const authorizationServerMetadata = (baseUrl: string, scopes: ReadonlyArray<string>) => {
  const issuer = issuerOf(baseUrl)
  const { authorizationUrl, tokenUrl } = oauthEndpoints(baseUrl)
  return {
    issuer,
    authorization_endpoint: authorizationUrl,
    token_endpoint: tokenUrl,
    registration_endpoint: `${issuer}/oauth2/register`,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    scopes_supported: [...scopes, "offline_access"],
    response_types_supported: responseTypes,
    response_modes_supported: ["query"],
    grant_types_supported: grantTypes,
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: Object.values(resourcesOf(baseUrl))
  }
}

/**
 * The URL of a resource's metadata. Source: RFC 9728 section 3.
 *
 * @example
 * resourceMetadataUrl("https://ops.example.com/api/mcp")
 * // "https://ops.example.com/.well-known/oauth-protected-resource/api/mcp"
 */
export const resourceMetadataUrl = (resource: string): string => {
  const { origin, pathname } = new URL(resource)
  return `${origin}/.well-known/oauth-protected-resource${pathname}`
}

/** What a resource is, and who gives tokens for it. Source: RFC 9728 section 2. */
export const protectedResourceMetadata = (baseUrl: string, resource: string, scopes: ReadonlyArray<string>) => ({
  resource,
  authorization_servers: [issuerOf(baseUrl)],
  scopes_supported: [...scopes],
  bearer_methods_supported: ["header"],
  resource_name: "Agent Operations"
})
