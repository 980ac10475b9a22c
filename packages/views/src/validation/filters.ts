import { findFilterFault } from "@agent-operations/contract/records"
import type { FieldType } from "./fields.ts"
import type { Filter, Finding } from "./model.ts"

/** Whether a filter's operator and value suit the type of its field. */
export const checkFilter = (filter: Filter, type: FieldType, path: string): ReadonlyArray<Finding> => {
  const fault = findFilterFault(filter, type)
  if (fault === undefined) return []
  return [{ severity: "error", code: "TYPE_ERROR", path: `${path}/${fault.at}`, message: fault.message }]
}
