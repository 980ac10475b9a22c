import { type OAuthErrorCode, oauthErrors } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { assert } from "vitest"
import { jsonOf } from "./world.ts"

/** Asserts that an answer is this error and nothing else, in the form that the standards give it. */
export const assertRefused = Effect.fnUntraced(function* (
  response: Response,
  error: OAuthErrorCode,
  status: number = oauthErrors[error]
) {
  const body = yield* jsonOf(response)
  assert.deepStrictEqual([response.status, body["error"]], [status, error], body["error_description"])
  assert.deepStrictEqual(Object.keys(body).toSorted(), ["error", "error_description"])
  assert.match(body["error_description"]!, /^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/)
  assert.match(response.headers.get("content-type")!, /^application\/json/)
  assert.strictEqual(response.headers.get("cache-control"), "no-store")
  assert.strictEqual(response.headers.has("www-authenticate"), status === 401)
})

/** Where an answer sends the browser. */
export const locationOf = (response: Response): URL => {
  assert.strictEqual(response.status, 302)
  assert.strictEqual(response.headers.get("referrer-policy"), "no-referrer")
  assert.strictEqual(response.headers.get("cache-control"), "no-store")
  return new URL(response.headers.get("location")!)
}
