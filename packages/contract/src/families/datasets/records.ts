import type { Records } from "../../core/record.ts"
import { open, stamps } from "../record-fields.ts"

/** Datasets. */
export const datasetRecords = {
  dataset: {
    id: "string",
    name: "string",
    description: "string",
    itemCount: "number",
    ...stamps,
    ...open
  }
} as const satisfies Records
