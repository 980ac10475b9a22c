import { contractOf, type Family, type Operation, viewFamilies } from "@agent-operations/contract"
import { agentOperationsApi } from "@agent-operations/contract/http-api"
import { standardSchemas as schemasOf } from "@agent-operations/contract/standard-schema"
import { zodInputs, zodResults } from "@agent-operations/contract/zod"

/** The contract that the reference server serves, and its views. */
export const { operations, byId: operationsById, scopes } = contractOf(viewFamilies)
export const inputs = zodInputs(viewFamilies)
export const results = zodResults(viewFamilies)
export const standardSchemas = schemasOf(viewFamilies)
export const api = agentOperationsApi(viewFamilies)

type Served = (typeof viewFamilies)[number]
export type OperationId = Family.OperationId<Served>
export type OperationById<I extends OperationId> = Family.OperationById<Served, I>
export type InputOf<I extends OperationId> = Operation.EncodedInput<OperationById<I>>
export type ResultOf<I extends OperationId> = Operation.Result<OperationById<I>>
