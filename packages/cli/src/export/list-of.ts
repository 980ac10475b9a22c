import type { Family, Operation } from "@agent-operations/contract"

/** The list of a family, if it has one here. */
export const listOf = ({ operations: { list } }: Family.Any): Operation.Any | undefined =>
  list?.paging !== undefined && list.surfaces.includes("cli") ? list : undefined
