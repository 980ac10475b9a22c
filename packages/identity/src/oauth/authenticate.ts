import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { callLibrary } from "../library/ambient.ts"
import type { Library } from "../library/library.ts"
import { clientIdOf } from "./client-id.ts"
import { findClient } from "./Clients.ts"
import { errorOf, formFor } from "./forward.ts"
import type { Parameters } from "./parameters.ts"
import { refuse } from "./refusal.ts"

const unauthenticated = refuse(
  "invalid_client",
  "The client is not known, or did not authenticate itself as it registered."
)

/**
 * Which client a request is from, once it has proven it as it registered. Nothing is looked at or changed before. Source:
 * RFC 6749 section 2.3, RFC 7009 section 2.1.
 */
export const makeAuthenticate = (sql: SqlClient, library: Library, origin: string) =>
  Effect.fnUntraced(function* (request: Request, form: Parameters) {
    const clientId = yield* clientIdOf(request, form)
    if ((yield* findClient(sql, clientId)) === undefined) return yield* unauthenticated
    // The library's revocation first authenticates the client, and only then finds that this is no token.
    const probe = new Map([...form, ["token", "none"], ["token_type_hint", "refresh_token"]])
    const names = ["token", "token_type_hint", "client_id", "client_secret"]
    const response = yield* callLibrary(() => library.handler(formFor(origin, "/oauth2/revoke", probe, names, request)))
    const { error } = yield* errorOf(response)
    return error === "invalid_token" ? clientId : yield* unauthenticated
  })
