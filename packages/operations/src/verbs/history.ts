import { Caller } from "@agent-operations/auth"
import type { Kind } from "@agent-operations/contract"
import { encodeAll, encodeDefinition, type Json } from "../json.ts"
import type { Services } from "../meaning.ts"
import { defaultPageLimit, maxPageBytes } from "../paging/limits.ts"
import { spaceOf } from "../space.ts"
import { traced } from "../traced.ts"

export interface HistoryInput {
  readonly id: string
  readonly limit?: number
  readonly before?: number
}

export interface HistoryResult<K extends Kind.Any> {
  readonly items: ReadonlyArray<K["Definition"]["Type"]>
  readonly nextBefore: number | null
}

export const history = <K extends Kind.Any>({ store }: Services, kind: K) =>
  traced(`get_${kind.name}_history`)(function* ({ id, limit = defaultPageLimit, before }: HistoryInput) {
    const caller = yield* Caller
    const options = { limit, maxBytes: maxPageBytes, before }
    const { items, nextBefore } = yield* store.history(spaceOf(caller), kind, id, options)
    const definitions = encodeAll(items.map((item) => encodeDefinition(kind, caller, item)))
    return `{"items":${definitions},"nextBefore":${nextBefore}}` as Json<HistoryResult<K>>
  })
