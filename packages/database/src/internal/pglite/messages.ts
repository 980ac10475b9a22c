/** What the thread of the engine is started with. */
export interface EngineSettings {
  /** Where the data is kept; `undefined` for memory. */
  readonly directory: string | undefined
  /** A tar archive of a data directory to start from, when there is none yet. */
  readonly image: Uint8Array<ArrayBuffer> | undefined
}

export type EngineRequest = { readonly type: "exchange"; readonly bytes: Uint8Array } | { readonly type: "close" }

export type EngineReply =
  | { readonly type: "ready" }
  | { readonly type: "answer"; readonly bytes: Uint8Array }
  | { readonly type: "failed"; readonly message: string }
