import * as Schema from "effect/Schema"

/**
 * The error form of the OAuth endpoints, which answer `error` and `error_description` instead of the envelope.
 * Source: RFC 6749 section 5.2, RFC 6750 section 3.1, RFC 7009 section 2.2.1, RFC 7591 section 3.2.2, RFC 8707 section 2.
 */
export const oauthErrors = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  unsupported_token_type: 400,
  invalid_scope: 400,
  invalid_target: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  access_denied: 403,
  invalid_token: 401,
  insufficient_scope: 403,
  server_error: 500,
  temporarily_unavailable: 503
} as const

/** The `error` of an OAuth endpoint's answer. Source: RFC 6749 section 5.2, and its extensions. */
export type OAuthErrorCode = keyof typeof oauthErrors

/** The body of a failed answer of an OAuth endpoint. */
export const OAuthErrorBody = Schema.Struct({
  error: Schema.Literals(Object.keys(oauthErrors) as [OAuthErrorCode, ...Array<OAuthErrorCode>]),
  error_description: Schema.String
})
export type OAuthErrorBody = typeof OAuthErrorBody.Type

// RFC 6749 allows no other characters in error_description.
const disallowed = /[^\x20-\x21\x23-\x5B\x5D-\x7E]/g

/**
 * The answer of an OAuth endpoint to an error: status, headers and body. Characters that RFC 6749 forbids in a
 * description become spaces.
 *
 * @example
 * toOAuthAnswer("invalid_grant", "The code was used before.").body.error // "invalid_grant"
 */
export const toOAuthAnswer = (error: OAuthErrorCode, description: string) => ({
  status: oauthErrors[error],
  headers: { "cache-control": "no-store", "content-type": "application/json" } as const,
  body: { error, error_description: description.replace(disallowed, " ") } satisfies OAuthErrorBody
})
