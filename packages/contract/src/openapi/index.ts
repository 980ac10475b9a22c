/**
 * The OpenAPI 3.1.1 document of every operation, generated from the contract. Laws: C1, C2.
 *
 * @packageDocumentation
 */
import { families, operations } from "../register.ts"
import type { Operation } from "../operation.ts"
import { makeComponents } from "./components.ts"
import { errorReferences, errorResponses, successHeaders } from "./responses.ts"
import { type Credentials, securityOf, securitySchemes } from "./security.ts"

export type { Credentials } from "./security.ts"

export interface OpenApiOptions {
  /** Where the operations are served: an origin, or a path where they are mounted in a host's server. */
  readonly serverUrl?: string | undefined
  /** What the server takes. By default what the reference server does, with the endpoints of OAuth by their paths. */
  readonly credentials?: Credentials | undefined
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
      "The project's ID, not its slug. Required, unless the projectId parameter takes its place; where both are given " +
      "they must agree.",
    schema: projectId
  },
  ProjectQuery: {
    name: "projectId",
    in: "query",
    required: false,
    description: "The project's ID, in place of the x-project-id header.",
    schema: projectId
  }
}

const pathItem = (
  operation: Operation.Any,
  components: ReturnType<typeof makeComponents>,
  credentials: Credentials
) => ({
  post: {
    operationId: operation.id,
    summary: operation.summary,
    description: operation.description,
    tags: [operation.family],
    "x-agent-effect": operation.effect,
    "x-agent-scopes": operation.scopes,
    security: securityOf(operation, credentials),
    parameters: Object.keys(parameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
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
      ...errorReferences
    }
  }
})

/**
 * The document as plain data, ready to be served or written.
 *
 * @example
 * openApiDocument({ serverUrl: "https://ops.example.com", credentials: { apiKeys: true } }).openapi // "3.1.1"
 */
export const openApiDocument = ({ serverUrl, credentials = everything }: OpenApiOptions = {}) => {
  const components = makeComponents()
  const paths = Object.fromEntries(
    operations.map((operation) => [`/api/agent/${operation.id}`, pathItem(operation, components, credentials)])
  )
  const responses = errorResponses(components)
  return {
    openapi: "3.1.1",
    info: {
      title: "Agent Operations",
      version: "1.0.0",
      summary: "Shared, revision-controlled definitions for people, programs and AI agents.",
      description:
        "Every operation is a POST with a JSON object, scoped to one project of one organization, and answers " +
        '`{"data": …}` or `{"error": {code, message, hint, details?}}`.',
      license: { name: "MIT", identifier: "MIT" }
    },
    servers: [{ url: serverUrl ?? "/" }],
    tags: Object.values(families).map(([first]) => ({ name: first.family })),
    paths,
    components: { schemas: components.all(), responses, parameters, securitySchemes: securitySchemes(credentials) }
  }
}
