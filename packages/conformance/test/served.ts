import { contractOf, viewFamilies } from "@agent-operations/contract"

/** What the toy server serves, and the tenancy matrix is made of. */
export const { operations, byId: operationsById } = contractOf(viewFamilies)

export type KindName = "page_view" | "custom_field"
