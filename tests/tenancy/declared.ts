import { openApiDocument } from "@agent-operations/contract/openapi"
import { contract, servedFamilies } from "./contract.ts"

interface JsonSchema {
  readonly $ref?: string
  readonly pattern?: string
  readonly type?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly additionalProperties?: JsonSchema | boolean
  readonly allOf?: ReadonlyArray<JsonSchema>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly oneOf?: ReadonlyArray<JsonSchema>
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly post: { readonly requestBody: { readonly content: Content } } }>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

type Content = Readonly<Record<"application/json", { readonly schema: JsonSchema }>>

/** The pattern of an ID: a TypeID of some kind, or the ID of a trace. */
const ofId = /^\^(?:\(?[a-z|]+\)?|\[a-z\]\{1,63\})_\[0-7\]|\[0-9a-fA-F\]\{32\}/

const { paths, components } = JSON.parse(JSON.stringify(openApiDocument(servedFamilies))) as Document

/** Every place in what a schema describes. */
function* within(
  schema: JsonSchema,
  path: string,
  seen: ReadonlyArray<string>
): Generator<readonly [path: string, schema: JsonSchema]> {
  const { $ref, properties = {}, items, additionalProperties } = schema
  if ($ref !== undefined) {
    if (!seen.includes($ref)) yield* within(components.schemas[$ref.split("/").at(-1)!]!, path, [...seen, $ref])
    return
  }
  yield [path, schema]
  const { allOf = [], anyOf = [], oneOf = [] } = schema
  for (const one of [...allOf, ...anyOf, ...oneOf]) yield* within(one, path, seen)
  for (const [name, one] of Object.entries(properties)) yield* within(one, `${path}/${name}`, seen)
  if (items !== undefined) yield* within(items, `${path}/*`, seen)
  if (typeof additionalProperties === "object") yield* within(additionalProperties, `${path}/*`, seen)
}

const placesOf = (operation: string) => {
  const { schema } = paths[`/api/agent/${operation}`]!.post.requestBody.content["application/json"]
  return [...within(schema, "", [])]
}

/** The values of what has a few. */
const valuesIn = ({ enum: values, type }: JsonSchema): ReadonlyArray<unknown> =>
  values ?? (type === "boolean" ? [true, false] : [])

/** The values of the members of an operation's input that have a few. */
export const valuesOf = (operation: string): ReadonlyArray<{ readonly member: string; readonly value: unknown }> => {
  const found = placesOf(operation).flatMap(([path, one]) => {
    if (!/^\/\w+$/.test(path)) return []
    return valuesIn(one).map((value) => JSON.stringify({ member: path.slice(1), value }))
  })
  return [...new Set(found)].map((text) => JSON.parse(text) as { member: string; value: unknown })
}

/** The operations whose input has a member. */
export const operationsWith = (member: string): ReadonlyArray<string> =>
  contract.operations.flatMap(({ id }) => (placesOf(id).some(([path]) => path === `/${member}`) ? [id] : []))

/**
 * Every place of an operation's input that takes an ID, as the contract's own document declares it: `/id`, `/traceIds/*`. A
 * star is any member of a list or of a record.
 */
const declaredPlaces = (operation: string): ReadonlyArray<string> => {
  const ofIds = placesOf(operation).filter(([, { pattern }]) => pattern !== undefined && ofId.test(pattern))
  return [...new Set(ofIds.map(([path]) => path))].toSorted()
}

/** What can be called: an operation, or a route that carries one out, by its method and path. */
export interface Callable {
  readonly id: string
  readonly scopes: ReadonlyArray<string>
  /** The places of its input that take an ID. */
  readonly places: ReadonlyArray<string>
}

const routes: ReadonlyArray<Callable> = [
  { id: "GET /api/traces", scopes: ["traces:read"], places: declaredPlaces("list_traces") },
  { id: "POST /api/traces", scopes: ["traces:write"], places: declaredPlaces("record_traces") },
  // Its schema is that of OpenTelemetry.
  {
    id: "POST /v1/traces",
    scopes: ["traces:write"],
    places: ["/resourceSpans/*/scopeSpans/*/spans/*/traceId"]
  }
]

/** All that can be called. */
export const callables: ReadonlyArray<Callable> = [
  ...contract.operations.map(({ id, scopes }) => ({ id, scopes, places: declaredPlaces(id) })),
  ...routes
]

function* given(value: unknown, path = ""): Generator<string> {
  yield path
  if (typeof value !== "object" || value === null) yield `${path}=${JSON.stringify(value)}`
  else
    for (const [name, member] of Object.entries(value))
      yield* given(member, `${path}/${Array.isArray(value) ? "*" : name}`)
}

/** What a definition is made of, which the tests of its kind hold. */
const ofBody = /^(?:\/draft)?\/(?:source|settings|references|customFields)\//

/** Places of an operation's input, and values of those that have a few, which none of some inputs has. */
export const withoutCall = (operation: string, inputs: ReadonlyArray<object>): ReadonlyArray<string> => {
  const all = [...new Set(inputs.flatMap((input) => [...given(input)]))]
  const isGiven = (place: string) => {
    const pattern = new RegExp(`^${place.replaceAll(/[^\w/*]/g, String.raw`\$&`).replaceAll("*", "[^/=]+")}$`)
    return all.some((one) => pattern.test(one))
  }
  const missing = new Set<string>()
  for (const [path, schema] of placesOf(operation)) {
    if (ofBody.test(path)) continue
    const places = isGiven(path) ? valuesIn(schema).map((value) => `${path}=${JSON.stringify(value)}`) : [path]
    for (const place of places) if (!isGiven(place)) missing.add(place)
  }
  const isBelow = (place: string) => [...missing].some((other) => place.startsWith(`${other}/`))
  return [...missing].filter((place) => !isBelow(place))
}
