import { Effect } from "effect"
import { issuerOf } from "./metadata.ts"
import type { Parameters } from "./parameters.ts"

/** A form for the library, with the parameters that are known and nothing else of the request but what it proves. */
export const formFor = (
  baseUrl: string,
  path: string,
  parameters: Parameters,
  names: ReadonlyArray<string>,
  request: Request
): Request => {
  const body = new URLSearchParams()
  for (const name of names) {
    const value = parameters.get(name)
    if (value !== undefined) body.set(name, value)
  }
  const authorization = request.headers.get("authorization")
  return new Request(`${issuerOf(baseUrl)}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(authorization === null ? {} : { authorization })
    },
    body
  })
}

interface LibraryError {
  readonly error?: string
  readonly error_description?: string
  readonly message?: string
}

/** What the library says is wrong. Where it failed itself, so does this: a transaction around it is rolled back. */
export const errorOf = (response: Response): Effect.Effect<LibraryError> =>
  response.status >= 500
    ? Effect.die(new Error(`The library answered with ${response.status}.`))
    : Effect.promise(async () => {
        const body: unknown = await response.json().catch(() => ({}))
        return typeof body === "object" && body !== null ? body : {}
      })
