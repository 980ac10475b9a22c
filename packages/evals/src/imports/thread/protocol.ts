import type { ImportMapping } from "@agent-operations/contract/imports"
import type { FileText, ReadFiles } from "../files/read-files.ts"

/** Files for a thread to read. */
export interface Job {
  readonly files: ReadonlyArray<FileText>
  readonly mapping: ImportMapping | undefined
}

export type Result = ReadFiles
