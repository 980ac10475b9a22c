import { openApiDocument } from "@agent-operations/contract/openapi"
import { contract, servedFamilies } from "./contract.ts"

interface JsonSchema {
  readonly $ref?: string
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly additionalProperties?: JsonSchema | boolean
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
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

/** Every place in what a schema describes, with its pattern if it has one. */
function* within(
  schema: JsonSchema,
  path: string,
  seen: ReadonlyArray<string>
): Generator<readonly [path: string, pattern: string | undefined]> {
  const { $ref, pattern, properties = {}, items, additionalProperties, patternProperties = {} } = schema
  if ($ref !== undefined) {
    if (!seen.includes($ref)) yield* within(components.schemas[$ref.split("/").at(-1)!]!, path, [...seen, $ref])
    return
  }
  yield [path, pattern]
  const { allOf = [], anyOf = [], oneOf = [] } = schema
  for (const one of [...allOf, ...anyOf, ...oneOf]) yield* within(one, path, seen)
  for (const [name, one] of Object.entries(properties)) yield* within(one, `${path}/${name}`, seen)
  if (items !== undefined) yield* within(items, `${path}/*`, seen)
  const others = typeof additionalProperties === "object" ? [additionalProperties] : []
  for (const one of [...others, ...Object.values(patternProperties)]) yield* within(one, `${path}/*`, seen)
}

const placesOf = (operation: string) => {
  const { schema } = paths[`/api/agent/${operation}`]!.post.requestBody.content["application/json"]
  return [...within(schema, "", [])]
}

/** The operations whose input has a member. */
export const operationsWith = (member: string): ReadonlyArray<string> =>
  contract.operations.flatMap(({ id }) => (placesOf(id).some(([path]) => path === `/${member}`) ? [id] : []))

/**
 * Every place of an operation's input that takes an ID, as the contract's own document declares it: `/id`, `/traceIds/*`. A
 * star is any member of a list or of a record.
 */
const declaredPlaces = (operation: string): ReadonlyArray<string> => {
  const ofIds = placesOf(operation).filter(([, pattern]) => pattern !== undefined && ofId.test(pattern))
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
