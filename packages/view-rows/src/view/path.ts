import {
  datasetRecords,
  evaluationRecords,
  type FieldPath,
  parseFieldPath,
  reviewRecords,
  traceRecords
} from "@agent-operations/contract/records"

const records = { ...traceRecords, ...datasetRecords, ...evaluationRecords, ...reviewRecords }

/** A built-in path, with what it names. */
export interface Path extends FieldPath {
  readonly path: string
}

/** Reads the built-in path of a page view that is valid. */
export const parsePath = (path: string): Path => ({ ...parseFieldPath(records, path)!, path })
