import type { EncodedRevisionStore } from "@agent-operations/revision-store"

/** The store that the handlers work over. */
export type Store = EncodedRevisionStore["Service"]
