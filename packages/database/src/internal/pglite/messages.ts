/** What the thread of the engine is started with. */
export interface EngineSettings {
  /** Where the data is kept; `undefined` for memory. */
  readonly directory: string | undefined
  /** A tar archive of a data directory to start from, when there is none yet. */
  readonly image: Uint8Array<ArrayBuffer> | undefined
  /** Whether to make the data directory where it is missing. */
  readonly create: boolean
  /** Whether what is acknowledged is synced to the disk before. */
  readonly fsync: boolean
  /** How often to vacuum, analyze and checkpoint what needs it. */
  readonly upkeepMillis: number
}

/** Bytes of the PostgreSQL protocol to run, or `undefined` to close. */
export type EngineRequest = Uint8Array | undefined

export type EngineReply =
  | { readonly type: "ready" }
  /** A part of the answer to a request; `last` when the engine waits for the next request. */
  | { readonly type: "answer"; readonly bytes: Uint8Array; readonly last: boolean }
  | { readonly type: "failed"; readonly message: string }
