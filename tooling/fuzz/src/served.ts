import { contractOf, type Family, viewFamilies } from "@agent-operations/contract"

/** What the kit serves that is sent to. */
export const { operations, byId: operationsById } = contractOf(viewFamilies)

export type OperationId = Family.OperationId<(typeof viewFamilies)[number]>
