/**
 * The OpenAPI 3.1.1 document of the operations of some families. Laws: C1, C2.
 *
 * @packageDocumentation
 */
import { type Contract, contractOf } from "../core/contract.ts"
import type { Family } from "../core/family.ts"
import type { Operation } from "../core/operation.ts"
import type { RouteContract } from "../core/route.ts"
import { makeComponents } from "./components.ts"
import { makeErrorResponses, successHeaders } from "./responses.ts"
import { type Credentials, securityOf, securitySchemes } from "./security.ts"

export type { Credentials } from "./security.ts"

/** What a document says of its server beside the operations. */
export interface OpenApiInfo {
  /** Default: "Agent Operations". */
  readonly title?: string
  /** The version of the document. Default: "1.0.0". */
  readonly version?: string
  readonly summary?: string
  readonly description?: string
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string }
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string }
  readonly termsOfService?: string
}

/** What the document says of a server. */
export interface OpenApiOptions {
  /** Where the operations are served: an origin, or a path where they are mounted in a host's server. */
  readonly serverUrl?: string | undefined
  /** What the server takes. By default what the reference server does, with the endpoints of OAuth by their paths. */
  readonly credentials?: Credentials | undefined
  readonly info?: OpenApiInfo | undefined
  /** Security schemes of the host's own, by name, in place of those that `credentials` tell. Each operation takes any one. */
  readonly securitySchemes?: Readonly<Record<string, object>> | undefined
  /** Routes that are no operations. Those that have an `openapi` are listed. */
  readonly routes?: ReadonlyArray<RouteContract> | undefined
}

const everything: Credentials = {
  apiKeys: true,
  oauth2: { authorizationUrl: "/api/auth/oauth2/authorize", tokenUrl: "/api/auth/oauth2/token" }
}

const projectId = { type: "string", minLength: 1, maxLength: 200 }

const parameters = {
  ProjectHeader: {
    name: "x-project-id",
    in: "header",
    required: false,
    description:
      "The project's ID, not its slug. Required unless the projectId parameter is given; if both are given, they must " +
      "agree.",
    schema: projectId
  },
  ProjectQuery: {
    name: "projectId",
    in: "query",
    required: false,
    description: "The project's ID, instead of the x-project-id header.",
    schema: projectId
  }
}

const projectParameters = Object.keys(parameters).map((name) => ({ $ref: `#/components/parameters/${name}` }))

/** What OpenAPI has no field for. */
const extensions = ({ effect, scopes, paging, idempotency, callers, limits, hints }: Operation.Any) => ({
  "x-agent-effect": effect,
  "x-agent-scopes": scopes,
  ...(paging === undefined ? {} : { "x-agent-paging": paging }),
  ...(idempotency === undefined ? {} : { "x-agent-idempotency": idempotency }),
  ...(callers === "anyone" ? {} : { "x-agent-callers": callers }),
  ...(Object.keys(limits).length === 0 ? {} : { "x-agent-limits": limits }),
  ...(Object.keys(hints).length === 0 ? {} : { "x-agent-hints": hints })
})

const deprecation = ({ deprecated }: Operation.Any) =>
  deprecated === undefined ? {} : { deprecated: true, "x-agent-deprecated": deprecated }

const described = ({ description, deprecated }: Operation.Any) => {
  if (deprecated === undefined) return description
  const instead = deprecated.use === undefined ? "" : ` Use ${deprecated.use} in its place.`
  return `${description} Deprecated since ${deprecated.since}, and gone after ${deprecated.sunset}.${instead}`
}

interface Parts {
  readonly contract: Contract
  readonly components: ReturnType<typeof makeComponents>
  readonly errors: ReturnType<typeof makeErrorResponses>
  readonly schemes: Readonly<Record<string, object>>
}

const pathItem = (operation: Operation.Any, { contract, components, errors, schemes }: Parts) => ({
  post: {
    operationId: operation.id,
    summary: operation.summary,
    description: described(operation),
    tags: [contract.familyOf(operation).title],
    ...extensions(operation),
    ...deprecation(operation),
    security: securityOf(operation, schemes),
    parameters: projectParameters,
    requestBody: {
      required: true,
      content: { "application/json": { schema: components.input(operation.input), example: operation.example.input } }
    },
    responses: {
      200: {
        description: operation.summary,
        headers: successHeaders,
        content: {
          "application/json": {
            schema: {
              type: "object",
              properties: { data: components.result(operation.result) },
              required: ["data"],
              additionalProperties: false
            },
            example: { data: operation.example.result }
          }
        }
      },
      ...errors.ofOperation(operation)
    }
  }
})

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The operation object of a route, as its host wrote it, with what the server adds to it. */
const routeItem = (route: RouteContract, { errors, schemes }: Omit<Parts, "contract" | "components">) => {
  const { id, summary, path, scopes, callers, limits, openapi = {} } = route
  const named = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name)
  const own = listOf(openapi["parameters"])
  const isOwn = (name: unknown) => own.some((parameter) => (parameter as { readonly name?: unknown }).name === name)
  return {
    operationId: id,
    summary,
    ...openapi,
    "x-agent-scopes": scopes,
    ...(callers === "anyone" ? {} : { "x-agent-callers": callers }),
    ...(Object.keys(limits).length === 0 ? {} : { "x-agent-limits": limits }),
    security: securityOf(route, schemes),
    parameters: [
      ...projectParameters,
      ...named
        .filter((name) => !isOwn(name))
        .map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
      ...own
    ],
    responses: {
      200: { description: summary },
      ...(openapi["responses"] as object | undefined),
      ...errors.ofRoute(route)
    }
  }
}

const defaultInfo = {
  title: "Agent Operations",
  version: "1.0.0",
  summary: "Shared, revision-controlled definitions for people, programs and AI agents.",
  description:
    "Every operation is a POST with a JSON object, scoped to one project of one organization, and answers " +
    '`{"data": …}` or `{"error": {code, message, hint, details?}}`.',
  license: { name: "MIT", identifier: "MIT" }
}

/**
 * The document as plain data, ready to be served or written. Throws a `TypeError` where two families claim one name.
 *
 * @example
 * openApiDocument([pageViews, customFields], { serverUrl: "https://ops.example.com", credentials: { apiKeys: true } })
 */
export const openApiDocument = (families: ReadonlyArray<Family.Any>, options: OpenApiOptions = {}) => {
  const { serverUrl = "/", credentials = everything, info, securitySchemes: own, routes = [] } = options
  const contract = contractOf(families)
  const components = makeComponents()
  const errors = makeErrorResponses(components)
  const schemes = own ?? securitySchemes(credentials, contract.scopes)
  const parts: Parts = { contract, components, errors, schemes }
  const paths = Object.fromEntries(
    contract.operations
      .filter(({ surfaces }) => surfaces.includes("rest"))
      .map((operation) => [`/api/agent/${operation.id}`, pathItem(operation, parts)])
  )
  for (const route of routes.filter(({ openapi }) => openapi !== undefined)) {
    Object.assign(paths, {
      [route.path]: { ...paths[route.path], [route.method.toLowerCase()]: routeItem(route, parts) }
    })
  }
  return {
    openapi: "3.1.1",
    info: { ...defaultInfo, ...info },
    servers: [{ url: serverUrl }],
    // A document has each tag once, and two families may have one title.
    tags: [...new Set(families.map(({ title }) => title))].map((name) => ({ name })),
    paths,
    components: { schemas: components.all(), responses: errors.all(), parameters, securitySchemes: schemes }
  }
}
