/**
 * The operations of some families as an Effect `HttpApi`, for a typed client. Law: C1.
 *
 * @packageDocumentation
 */
import { catalogue, type Code, envelopeSchema, statuses } from "@agent-operations/error-envelope"
import * as Schema from "effect/Schema"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import type { Family } from "./core/family.ts"
import { type commonErrors, errorsOf, type Operation } from "./core/operation.ts"

const headers = { "x-project-id": Schema.String, authorization: Schema.String }

/** The codes that a client of an operation has to expect. */
type CodesOf<O> = Operation.Errors<O> | (typeof commonErrors)[number]

const errors = <O extends Operation.Any>(operation: O) => {
  const codes = errorsOf(operation) as ReadonlyArray<CodesOf<O>>
  return statuses.flatMap((status) => {
    const own = codes.filter((code: Code) => catalogue[code].status === status)
    return own.length === 0 ? [] : [envelopeSchema(own).pipe(HttpApiSchema.status(status))]
  })
}

const endpoint = <const O extends Operation.Any>(operation: O) =>
  HttpApiEndpoint.post(operation.id as O["id"], `/api/agent/${operation.id as O["id"]}`, {
    headers,
    payload: operation.input as O["input"],
    success: Schema.Struct({ data: operation.result as O["result"] }),
    error: errors(operation)
  })

type Endpoint<O> = O extends Operation.Any ? ReturnType<typeof endpoint<O>> : never

type Group<F> = F extends Family.Any ? HttpApiGroup.HttpApiGroup<F["name"], Endpoint<Family.Operation<F>>, true> : never

const group = ({ name, operations }: Family.Any) => {
  const endpoints = Object.values(operations).map(endpoint)
  return HttpApiGroup.make(name, { topLevel: true }).add(...(endpoints as [(typeof endpoints)[number]]))
}

/**
 * Every operation as an endpoint of its own name, in a group per family. Serve them with `@agent-operations/http`, which
 * keeps the order of checks and the envelopes; create clients from this.
 *
 * @example
 * const client = yield* HttpApiClient.make(agentOperationsApi([pageViews, customFields]), { baseUrl })
 * yield* client.get_page_view({ headers: { authorization, "x-project-id": projectId }, payload: { id } })
 */
export const agentOperationsApi = <const F extends Family.Any>(families: ReadonlyArray<F>) =>
  HttpApi.make("agent-operations").add(...(families.map(group) as unknown as readonly [Group<F>]))
