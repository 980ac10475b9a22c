/**
 * The operations as an Effect `HttpApi`, for a typed client. Law: C1.
 *
 * @packageDocumentation
 */
import { catalogue, codes, envelopeSchema, statuses } from "@agent-operations/error-envelope"
import * as Schema from "effect/Schema"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import type { Operation } from "./operation.ts"
import { families } from "./register.ts"

const headers = { "x-project-id": Schema.String, authorization: Schema.String }

const errors = statuses.map((status) =>
  envelopeSchema(codes.filter((code) => catalogue[code].status === status)).pipe(HttpApiSchema.status(status))
)

const endpoint = <const O extends Operation.Any>(operation: O) =>
  HttpApiEndpoint.post(operation.id as O["id"], `/api/agent/${operation.id as O["id"]}`, {
    headers,
    payload: operation.input as O["input"],
    success: Schema.Struct({ data: operation.result as O["result"] }),
    error: errors
  })

type Endpoints<Os extends ReadonlyArray<Operation.Any>> = {
  -readonly [K in keyof Os]: ReturnType<typeof endpoint<Os[K]>>
}

const endpoints = <const Os extends ReadonlyArray<Operation.Any>>(operations: Os) =>
  operations.map(endpoint) as unknown as readonly [Endpoints<Os>[number]]

type Families = typeof families
type Groups = {
  [Name in keyof Families]: HttpApiGroup.HttpApiGroup<Name, Endpoints<Families[Name]>[number], true>
}[keyof Families]

const groups = Object.entries(families).map(([name, operations]) =>
  HttpApiGroup.make(name, { topLevel: true }).add(...endpoints(operations))
) as unknown as readonly [Groups]

/**
 * Every operation as an endpoint of its own name. Serve them with `@agent-operations/http`, which keeps the order of
 * checks and the envelopes; make clients from this.
 *
 * @example
 * const client = yield* HttpApiClient.make(AgentOperationsApi, { baseUrl })
 * yield* client.get_page_view({ headers: { authorization, "x-project-id": projectId }, payload: { id } })
 */
export const AgentOperationsApi = HttpApi.make("agent-operations").add(...groups)
