import type { ManyRecorded } from "./explain-many.ts"
import type { OperationOf } from "./operation-of.ts"
import type { Answered, Send } from "./record.ts"

/** The kind of every definition that a history tells of, by ID. */
const kindsIn = (history: ReadonlyArray<ManyRecorded>) =>
  new Map(
    history.flatMap(({ act, reply }) =>
      reply.type === "shown"
        ? [[reply.seen.id, act.kind] as const]
        : reply.type === "listed"
          ? reply.items.map(({ id }) => [id, act.kind] as const)
          : []
    )
  )

type Verbs = OperationOf<"get" | "update" | "delete">

/** The revision of a definition once it refers to nothing; undefined where it is not there. */
const detach = async (send: Send, operationOf: Verbs, id: string): Promise<number | undefined> => {
  const found: Answered = await send(operationOf("get"), { id })
  if ("error" in found) return undefined
  const { revision, references } = found.data as { readonly revision: number; readonly references: object }
  if (Object.keys(references).length === 0) return revision
  await send(operationOf("update"), { id, expectedRevision: revision, references: {} })
  return revision + 1
}

/** Deletes whatever a history left behind: first nothing refers to anything, then everything goes. */
export const clearMany = async (
  history: ReadonlyArray<ManyRecorded>,
  verbsOf: (kind: string) => Verbs,
  send: Send
): Promise<void> => {
  const detached = await Promise.all(
    [...kindsIn(history)].map(async ([id, kind]) => {
      const operationOf = verbsOf(kind)
      return { id, operationOf, revision: await detach(send, operationOf, id) }
    })
  )
  await Promise.all(
    detached.map(async ({ id, operationOf, revision }) =>
      revision === undefined ? undefined : send(operationOf("delete"), { id, expectedRevision: revision })
    )
  )
}
