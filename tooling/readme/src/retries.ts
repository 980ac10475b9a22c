/** What a client does after a failure: of a write it may be unknown whether it happened, and then it is not sent again. */
export type Reaction = "retry" | "fail" | "unknown outcome"

/**
 * What clients do after each failure, as the guide to HTTP and the README of the client say. A test of the client counts the
 * requests that it sends.
 */
export const retries = {
  "connection refused, or host not found: nothing was sent": { read: "retry", write: "retry" },
  "429, the limit of requests": { read: "retry", write: "retry" },
  "500, 502, 503, 504; of gateways 408, 520 to 524, 530": { read: "retry", write: "unknown outcome" },
  "connection lost after the request was sent": { read: "retry", write: "unknown outcome" },
  "no answer within your timeout": { read: "fail", write: "unknown outcome" },
  "a success that is not an envelope": { read: "fail", write: "unknown outcome" },
  "any other error": { read: "fail", write: "fail" }
} as const satisfies Readonly<Record<string, { readonly read: Reaction; readonly write: Reaction }>>

/** How often a call is sent again. */
export const retryCount = 2
