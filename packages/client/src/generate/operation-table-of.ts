import type { Family } from "@agent-operations/contract"
import type { OperationEntry, OperationTable } from "../operation-table.ts"
import { type ClientMethod, verbOf } from "./verb-of.ts"

/** An operation as calling it needs it. */
export const entryOf = ({
  operation: { id, effect, paging, limits },
  verb
}: Omit<ClientMethod, "method">): OperationEntry => ({
  id,
  effect,
  ...(paging === undefined ? {} : { paging }),
  ...(verb === undefined ? {} : { verb }),
  ...(limits.deadlineMillis === undefined ? {} : { deadlineMs: limits.deadlineMillis })
})

/**
 * The operations of some families, as `clientOf` takes them: for a program that has the families at hand and writes no
 * files.
 *
 * @example
 * const createClient = clientOf(operationTableOf(viewFamilies))
 */
export const operationTableOf = (families: ReadonlyArray<Family.Any>): OperationTable =>
  Object.fromEntries(
    families.map((family) => [
      family.name,
      Object.fromEntries(
        Object.entries(family.operations).map(([method, operation]) => [
          method,
          entryOf({ operation, verb: verbOf(family, method) })
        ])
      )
    ])
  )
