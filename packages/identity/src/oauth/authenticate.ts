import { isAPIError } from "better-auth/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { callLibrary } from "../library/ambient.ts"
import type { Library } from "../library/library.ts"
import { clientIdOf } from "./client-id.ts"
import { findClient } from "./clients.ts"
import { formFor } from "./forward.ts"
import type { Parameters } from "./parameters.ts"
import { refuse } from "./refusal.ts"

const unauthenticated = refuse(
  "invalid_client",
  "The client is not known, or did not authenticate itself as it registered."
)

const refused = (error: unknown) => {
  if (isAPIError(error) && error.statusCode < 500) return undefined
  throw error
}

/**
 * Which client a request is from, once it has proven it as it registered. Nothing is looked at or changed before. Source:
 * RFC 6749 section 2.3, RFC 7009 section 2.1.
 */
export const makeAuthenticate = (sql: SqlClient, library: Library, baseUrl: string) =>
  Effect.fnUntraced(function* (request: Request, form: Parameters) {
    const clientId = yield* clientIdOf(request, form)
    if ((yield* findClient(sql, clientId)) === undefined) return yield* unauthenticated
    const proof = formFor(baseUrl, "/oauth2/token", form, ["client_id", "client_secret"], request)
    const client = yield* callLibrary(() =>
      library.api.authenticateClient({ request: proof, asResponse: false }).catch(refused)
    )
    return client?.clientId === clientId ? clientId : yield* unauthenticated
  })
