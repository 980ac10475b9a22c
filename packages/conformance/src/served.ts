import { contractOf, type Family, viewFamilies } from "@agent-operations/contract"

/** The operations that the checks know. */
export const { operations, byId: operationsById } = contractOf(viewFamilies)

type Served = (typeof viewFamilies)[number]
export type OperationId = Family.OperationId<Served>
export type KindName = "page_view" | "custom_field"
