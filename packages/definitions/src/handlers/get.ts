import { Caller } from "@agent-operations/auth"
import type { Kind } from "@agent-operations/contract"
import { guarded } from "@agent-operations/operations"
import { Effect } from "effect"
import { encodeDefinition } from "../encode-definition.ts"
import { spaceOf } from "../space.ts"
import type { Store } from "../Store.ts"

/** Laws: R2, R8. */
export const get = <K extends Kind.Any>(store: Store, kind: K) =>
  guarded(
    Effect.fnUntraced(function* ({ id, revision }: { readonly id: string; readonly revision?: number }) {
      const caller = yield* Caller
      return encodeDefinition(kind, caller, yield* store.read(spaceOf(caller), kind, id, revision))
    })
  )
