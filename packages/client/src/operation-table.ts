/** An operation as data, as far as calling it takes. */
export interface OperationEntry {
  readonly id: string
  readonly effect: "read" | "write" | "destructive"
  /** The member of the input that continues its list. */
  readonly paging?: "cursor" | "before" | "offset"
  /** What it does to a definition, where that can be inspected. */
  readonly verb?: "create" | "copy" | "update" | "delete" | "restore"
  /** How long the server may take, where that is not its usual deadline. */
  readonly deadlineMs?: number
}

/** Operations by family and method, as `clientFiles` writes them. */
export interface OperationTable {
  readonly [family: string]: { readonly [method: string]: OperationEntry }
}
