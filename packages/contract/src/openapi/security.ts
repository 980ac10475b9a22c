import type { Scopes } from "../core/family.ts"
import type { Operation } from "../core/operation.ts"

/** What a server takes as credentials. With neither, it takes what its host issues. */
export interface Credentials {
  /** Whether API keys of the installation are taken. */
  readonly apiKeys?: boolean
  /** The endpoints of the OAuth server whose access tokens are taken. */
  readonly oauth2?: { readonly authorizationUrl: string; readonly tokenUrl: string } | undefined
}

const apiKey = "An organization API key (`aok_…`)."
const hostCredential = "A credential that the host of this server issues."

const oauth2Scheme = (endpoints: NonNullable<Credentials["oauth2"]>, scopes: Scopes) => ({
  type: "oauth2",
  description:
    "A user's access token, by authorization code with PKCE (S256). The endpoints are those that discovery returns at " +
    "/.well-known/oauth-authorization-server.",
  flows: { authorizationCode: { ...endpoints, scopes } }
})

const takesBearer = ({ apiKeys = false, oauth2 }: Credentials) => apiKeys || oauth2 === undefined

/** How a caller gets in: `bearer` by a key or whatever the host issues, `oauth2` by an access token. */
export const securitySchemes = (credentials: Credentials, scopes: Scopes): Readonly<Record<string, object>> => ({
  ...(takesBearer(credentials)
    ? {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: `${credentials.apiKeys ? apiKey : hostCredential} It must hold the scopes that the operation requires.`
        }
      }
    : {}),
  ...(credentials.oauth2 === undefined ? {} : { oauth2: oauth2Scheme(credentials.oauth2, scopes) })
})

/** Any one of the schemes, with the scopes of the operation. */
export const securityOf = ({ scopes }: Pick<Operation.Any, "scopes">, schemes: Readonly<Record<string, object>>) =>
  Object.keys(schemes).map((scheme) => ({ [scheme]: scopes }))
