import { Caller } from "@agent-operations/auth"
import type { Kind } from "@agent-operations/contract"
import { encodeDefinition } from "../json.ts"
import { lookUp } from "../lookUp.ts"
import type { Services } from "../meaning.ts"
import { spaceOf } from "../space.ts"
import { traced } from "../traced.ts"

export const get = <K extends Kind.Any>({ store }: Services, kind: K) =>
  lookUp(
    traced(`get_${kind.name}`)(function* ({ id, revision }: { readonly id: string; readonly revision?: number }) {
      const caller = yield* Caller
      return encodeDefinition(kind, caller, yield* store.read(spaceOf(caller), kind, id, revision))
    })
  )
