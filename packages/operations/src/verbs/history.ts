import { Caller } from "@agent-operations/auth"
import type { Kind } from "@agent-operations/contract"
import { Effect } from "effect"
import { spaceOf, toDefinition } from "../definition.ts"
import type { Services } from "../meaning.ts"
import { defaultPageLimit, maxPageBytes } from "../paging/limits.ts"

export interface HistoryInput {
  readonly id: string
  readonly limit?: number
  readonly before?: number
}

export const history = <K extends Kind.Any>({ store }: Services, kind: K) =>
  Effect.fn(`get_${kind.name}_history`)(function* ({ id, limit = defaultPageLimit, before }: HistoryInput) {
    const caller = yield* Caller
    const options = { limit, maxBytes: maxPageBytes, before }
    const { items, nextBefore } = yield* store.history(spaceOf(caller), kind, id, options)
    return { items: items.map((item) => toDefinition(kind, caller, item)), nextBefore }
  })
