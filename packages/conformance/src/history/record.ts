import type { Act, Recorded, Reply } from "./explain.ts"
import type { OperationOf } from "./operation-of.ts"

/** How a call ended. A transport that got no answer rejects. */
export type Answered =
  | { readonly data: unknown }
  | { readonly error: { readonly code: string; readonly details?: unknown } }

/** Calls an operation on the definition whose history is recorded. */
export type Send = (operation: string, input: object) => Promise<Answered>

const replyOf = (act: Act, answered: Answered): Reply => {
  if ("data" in answered) {
    if (act.type === "delete") return { type: "deleted" }
    const { revision, description } = answered.data as { revision: number; description: string }
    return { type: "revision", revision, token: description }
  }
  const { code, details } = answered.error
  if (code === "CONFLICT") {
    const { currentRevision } = details as { currentRevision: number }
    return { type: "conflict", currentRevision }
  }
  // Whatever else: the write may have happened, or nothing of it.
  return code === "NOT_FOUND" ? { type: "not found" } : { type: "unknown" }
}

/**
 * Records what clients do to one definition, and what they see, with times of one clock. The description carries the
 * token of a revision.
 *
 * @example
 * const recorder = recordHistory(id, operationOf(PageView))
 * await recorder.act("client 1", send, { type: "update", expectedRevision: 1, token: "a" })
 * explain("made", recorder.history)
 */
export const recordHistory = (id: string, operationOf: OperationOf<"get" | "update" | "restore" | "delete">) => {
  const history: Array<Recorded> = []
  const request = (act: Act): readonly [string, object] => {
    switch (act.type) {
      case "read":
        return [operationOf("get"), { id }]
      case "update":
        return [operationOf("update"), { id, expectedRevision: act.expectedRevision, description: act.token }]
      case "restore":
        return [operationOf("restore"), { id, revision: act.revision, expectedRevision: act.expectedRevision }]
      case "delete":
        return [operationOf("delete"), { id, expectedRevision: act.expectedRevision }]
    }
  }
  return {
    history: history as ReadonlyArray<Recorded>,
    /** Sends an act and records it, once it is answered or lost. */
    act: async (client: string, send: Send, act: Act): Promise<Reply> => {
      const invoked = performance.now()
      const reply = await send(...request(act)).then(
        (answered) => replyOf(act, answered),
        (): Reply => ({ type: "unknown" })
      )
      const returned = reply.type === "unknown" ? Infinity : performance.now()
      history.push({ client, act, reply, invoked, returned })
      return reply
    }
  }
}
