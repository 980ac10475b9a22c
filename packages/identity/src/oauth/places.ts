import { basePath, resourcesOf } from "../options.ts"
import { authorizationServerPaths, resourceMetadataUrl } from "./metadata.ts"

/** Where identity answers, and by which methods. */
export interface IdentityPlace {
  readonly methods: ReadonlyArray<string>
  /** With a parameter in braces: `/api/auth/callback/{provider}`. */
  readonly path: string
  /** Whether the path is counted from the origin, as that of documents is that programs look for; else from the prefix. */
  readonly atOrigin: boolean
}

const endpoints: ReadonlyArray<readonly [path: string, ...methods: ReadonlyArray<string>]> = [
  ["/oauth2/authorize", "GET"],
  ["/oauth2/token", "POST", "OPTIONS"],
  ["/oauth2/revoke", "POST", "OPTIONS"],
  ["/oauth2/register", "POST", "OPTIONS"],
  ["/callback/{provider}", "GET"]
]

/**
 * Every place that `IdentityHttp` answers at, for a server with a table of all that it serves, which can so load identity
 * when it is first asked for.
 *
 * @example
 * identityPlaces("https://ops.example.com/ops")
 */
export const identityPlaces = (baseUrl: string): ReadonlyArray<IdentityPlace> => {
  const resources = Object.values(resourcesOf(baseUrl)).map(
    (resource) => new URL(resourceMetadataUrl(resource)).pathname
  )
  const documents = [...authorizationServerPaths(baseUrl), ...resources]
  return [
    ...endpoints.map(([path, ...methods]) => ({ methods, path: `${basePath}${path}`, atOrigin: false })),
    ...documents.map((path) => ({ methods: ["GET", "HEAD", "OPTIONS"], path, atOrigin: true }))
  ]
}
