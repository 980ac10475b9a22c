import type { ImportMapping } from "@agent-operations/contract/imports"
import type { FileText } from "../files/read-files.ts"

/** Files for a thread to read. */
export interface Job {
  readonly files: ReadonlyArray<FileText>
  readonly mapping: ImportMapping | undefined
}

/** What they say, as JSON: it is read by steps, where a hundred thousand objects would be copied at once. */
export type Result = Uint8Array
