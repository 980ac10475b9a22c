import {
  type ManyAct,
  type ManyRecorded,
  type ManyReply,
  referrerOf,
  type Refusal,
  type Seen,
  type Uses
} from "./explain-many.ts"
import { clearMany } from "./clear-many.ts"
import type { OperationOf } from "./operation-of.ts"
import type { Answered, Send } from "./record.ts"

interface Reference {
  readonly id: string
}

interface Item {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly revision: number
  readonly references: Readonly<Record<string, Reference>>
}

interface Referrer {
  readonly id: string
  readonly revision: number
  readonly alias: string
}

const seenIn = ({ id, revision, name, description, references }: Item): Seen => ({
  id,
  revision,
  name,
  token: description,
  uses: Object.fromEntries(Object.entries(references).map(([alias, used]) => [alias, used.id]))
})

const byOf = (items: ReadonlyArray<Referrer>) => items.map(({ id, revision, alias }) => referrerOf(id, revision, alias))

const refusalOf = (code: string, details: unknown): Refusal | undefined => {
  const told = details as {
    readonly currentRevision: number
    readonly references: ReadonlyArray<string>
    readonly referencedBy: ReadonlyArray<Referrer>
  }
  switch (code) {
    case "NOT_FOUND":
    case "NAME_TAKEN":
      return { code }
    case "CONFLICT":
      return { code, currentRevision: told.currentRevision }
    case "REFERENCE_NOT_FOUND":
      return { code, aliases: told.references }
    case "STILL_REFERENCED":
      return { code, by: byOf(told.referencedBy) }
    default:
      return undefined
  }
}

const replyOf = ({ type }: ManyAct, answered: Answered): ManyReply => {
  if ("error" in answered) {
    const refusal = refusalOf(answered.error.code, answered.error.details)
    // Whatever else: the write may have happened, or nothing of it.
    return refusal === undefined ? { type: "unknown" } : { type: "refused", refusal }
  }
  if (type === "delete") return { type: "deleted" }
  if (type === "list") {
    const { items, nextCursor, total } = answered.data as {
      items: Array<Item>
      nextCursor: string | null
      total: number
    }
    return { type: "listed", items: items.map(seenIn), whole: nextCursor === null, total }
  }
  if (type === "dependencies") {
    const { items, hasMore } = answered.data as { items: Array<Referrer>; hasMore: boolean }
    return { type: "told", by: byOf(items), whole: !hasMore }
  }
  return { type: "shown", seen: seenIn(answered.data as Item) }
}

/** What the recorder has to know of the kinds: what a definition of one has beside its name, and its alias of each kind. */
export interface ManyKind {
  readonly name: string
  /** Its source and settings. */
  readonly body: object
  readonly operationOf: OperationOf<Verb>
}

/** The verb that an act is sent as. */
const verbOf = (type: ManyAct["type"]) => (type === "read" ? "get" : type)

type Verb = ReturnType<typeof verbOf>

/**
 * Records what clients do to definitions of several kinds whose names all have a word in them that no other has, and what
 * they see, with times of one clock. The description carries a token.
 *
 * @example
 * const kind = { name: "page_view", body: { source, settings }, operationOf: operationOf(PageView) }
 * const recorder = recordMany("word", [kind])
 * await recorder.act("client 1", send, { type: "create", kind: "page_view", name: "word a", token: "1", uses: {} })
 * explainMany(recorder.history)
 */
export const recordMany = (word: string, kinds: ReadonlyArray<ManyKind>) => {
  const history: Array<ManyRecorded> = []
  const kindsById = new Map<string, string>()
  const references = (uses: Uses) =>
    Object.fromEntries(
      Object.entries(uses).map(([alias, id]) => [alias, { kind: kindsById.get(id), id, revision: null }])
    )
  const kindOf = (name: string) => kinds.find((kind) => kind.name === name)!
  const inputOf = (act: ManyAct): object => {
    const { type: _, kind, ...input } = act
    switch (act.type) {
      case "create": {
        const { name, token, uses } = act
        return { ...kindOf(kind).body, name, description: token, references: references(uses) }
      }
      case "update": {
        const { id, expectedRevision, name, token, uses } = act
        const changes = {
          ...(name === undefined ? {} : { name }),
          ...(token === undefined ? {} : { description: token }),
          ...(uses === undefined ? {} : { references: references(uses) })
        }
        return { id, expectedRevision, ...changes }
      }
      case "list":
        return { search: word, limit: 200, includeTotal: true }
      case "dependencies":
        return { ...input, limit: 1000 }
      default:
        return input
    }
  }
  return {
    history: history as ReadonlyArray<ManyRecorded>,
    /** Sends an act and records it, once it is answered or lost. */
    act: async (client: string, send: Send, act: ManyAct): Promise<ManyReply> => {
      const invoked = performance.now()
      const reply = await send(kindOf(act.kind).operationOf(verbOf(act.type)), inputOf(act)).then(
        (answered) => replyOf(act, answered),
        (): ManyReply => ({ type: "unknown" })
      )
      if (reply.type === "shown") kindsById.set(reply.seen.id, act.kind)
      const returned = reply.type === "unknown" ? Infinity : performance.now()
      history.push({ client, act, reply, invoked, returned })
      return reply
    },
    /** Deletes whatever is left of what clients made. */
    clear: (send: Send): Promise<void> => clearMany(history, (kind) => kindOf(kind).operationOf, send)
  }
}
