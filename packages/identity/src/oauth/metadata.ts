import { basePath, resourcesOf } from "../options.ts"

/** The issuer identifier. Source: the specification, Authentication; RFC 8414 section 2. */
export const issuerOf = (origin: string): string => `${origin}${basePath}`

export const authorizationServerPaths = [
  `/.well-known/oauth-authorization-server${basePath}`,
  "/.well-known/oauth-authorization-server"
] as const

/**
 * The URLs at which programs ask for access and get tokens, for the OpenAPI document.
 *
 * @example
 * oauthEndpoints("https://ops.example.com").tokenUrl // "https://ops.example.com/api/auth/oauth2/token"
 */
export const oauthEndpoints = (origin: string) => ({
  authorizationUrl: `${issuerOf(origin)}/oauth2/authorize`,
  tokenUrl: `${issuerOf(origin)}/oauth2/token`
})

/** What the authorization server can do. Source: RFC 8414, RFC 9207, RFC 9728 section 4. */
export const authorizationServerMetadata = (origin: string, scopes: ReadonlyArray<string>) => {
  const issuer = issuerOf(origin)
  const { authorizationUrl, tokenUrl } = oauthEndpoints(origin)
  const clientAuthentication = ["none", "client_secret_basic", "client_secret_post"]
  return {
    issuer,
    authorization_endpoint: authorizationUrl,
    token_endpoint: tokenUrl,
    registration_endpoint: `${issuer}/oauth2/register`,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    scopes_supported: [...scopes, "offline_access"],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: clientAuthentication,
    revocation_endpoint_auth_methods_supported: clientAuthentication,
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: Object.values(resourcesOf(origin))
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
export const protectedResourceMetadata = (origin: string, resource: string, scopes: ReadonlyArray<string>) => ({
  resource,
  authorization_servers: [issuerOf(origin)],
  scopes_supported: [...scopes],
  bearer_methods_supported: ["header"],
  resource_name: "Agent Operations"
})
