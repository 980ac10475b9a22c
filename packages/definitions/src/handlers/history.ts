import { Caller } from "@agent-operations/auth"
import type { Kind } from "@agent-operations/contract"
import { EncodedJson, maxPageBytes } from "@agent-operations/operations"
import { Effect } from "effect"
import { encodeDefinition } from "../encode-definition.ts"
import { defaultPageLimit } from "../limits.ts"
import { spaceOf } from "../space.ts"
import type { Store } from "../Store.ts"

export interface HistoryInput {
  readonly id: string
  readonly limit?: number
  readonly before?: number
}

export interface HistoryResult<K extends Kind.Any> {
  readonly items: ReadonlyArray<K["Definition"]["Type"]>
  readonly nextBefore: number | null
}

/** Laws: P2, P5, P6, P8. */
export const history = <K extends Kind.Any>(store: Store, kind: K) =>
  Effect.fnUntraced(function* ({ id, limit = defaultPageLimit, before }: HistoryInput) {
    const caller = yield* Caller
    const options = { limit, maxBytes: maxPageBytes, before }
    const { items, nextBefore } = yield* store.history(spaceOf(caller), kind, id, options)
    const texts = items.map((item) => encodeDefinition(kind, caller, item).text)
    return EncodedJson.page<HistoryResult<K>>(texts, { nextBefore })
  })
