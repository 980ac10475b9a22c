import { Effect } from "effect"
import { readText } from "../http/read-text.ts"
import { late, refuse, type Refusal } from "./refusal.ts"

/** Parameters by name: each given once, none empty. */
export type Parameters = ReadonlyMap<string, string>

/**
 * Takes each parameter once. One without a value counts as absent, and one that is repeated is refused. Source: RFC 6749
 * section 3.1; RFC 8707 section 2 for `resource`.
 */
export const takeOnce = (given: Iterable<readonly [string, string]>): Effect.Effect<Parameters, Refusal> =>
  Effect.suspend(() => {
    const taken = new Map<string, string>()
    for (const [name, value] of given) {
      if (value === "") continue
      if (/\p{Cc}/u.test(value)) {
        return Effect.fail(refuse("invalid_request", `The parameter ${name.slice(0, 40)} has a control character.`))
      }
      if (taken.has(name)) {
        return Effect.fail(
          name === "resource"
            ? refuse("invalid_target", "Name exactly one resource.")
            : refuse("invalid_request", `The parameter ${name.slice(0, 40)} is given more than once.`)
        )
      }
      taken.set(name, value)
    }
    return Effect.succeed(taken)
  })

const form = /^application\/x-www-form-urlencoded\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i
const formLimit = 16 * 1024

/** Reads a form. */
export const readForm = Effect.fnUntraced(function* (request: Request) {
  if (!form.test(request.headers.get("content-type") ?? "")) {
    return yield* refuse("invalid_request", "Send the parameters as application/x-www-form-urlencoded.")
  }
  const text = yield* readText(request, formLimit).pipe(
    Effect.mapError(({ reason }) =>
      reason === "late"
        ? late
        : refuse(
            "invalid_request",
            reason === "too large" ? `The body is larger than ${formLimit} bytes.` : `The body is ${reason}.`
          )
    )
  )
  return yield* takeOnce(new URLSearchParams(text))
})

/** A parameter that must be there. */
export const need = (parameters: Parameters, name: string): Effect.Effect<string, Refusal> => {
  const value = parameters.get(name)
  return value === undefined
    ? Effect.fail(refuse("invalid_request", `The parameter ${name} is missing.`))
    : Effect.succeed(value)
}

/** The resource of these that an address leads to, however it is written. */
const resourceAt = (address: string, resources: ReadonlyArray<string>): string | undefined => {
  if (!URL.canParse(address) || address.includes("#")) return undefined
  const { origin, pathname, username, password } = new URL(address)
  const plain = `${origin}${pathname.replace(/\/$/, "")}`
  return username === "" && password === "" ? resources.find((resource) => resource === plain) : undefined
}

/**
 * What was sent, with the resource as it is named here: people add a slash to the address of a server, or a query that it
 * reads. Another one is refused, and none stays none. Source: RFC 8707.
 *
 * @example
 * yield* withResource(form, ["https://ops.example.com/api/mcp"]) // from "HTTPS://ops.example.com:443/api/mcp/?readonly=1"
 */
export const withResource = (
  parameters: Parameters,
  resources: ReadonlyArray<string>
): Effect.Effect<Parameters, Refusal> => {
  const address = parameters.get("resource")
  if (address === undefined) return Effect.succeed(parameters)
  const resource = resourceAt(address, resources)
  return resource === undefined
    ? Effect.fail(refuse("invalid_target", `Name exactly one resource, of ${resources.join(" and ")}.`))
    : Effect.succeed(new Map(parameters).set("resource", resource))
}

/** The one resource that is asked for. */
export const needResource = (parameters: Parameters, resources: ReadonlyArray<string>) =>
  Effect.flatMap(withResource(parameters, resources), (named) => {
    const resource = named.get("resource")
    return resource === undefined
      ? Effect.fail(refuse("invalid_target", `Name the resource that access is for, of ${resources.join(" and ")}.`))
      : Effect.succeed(resource)
  })
