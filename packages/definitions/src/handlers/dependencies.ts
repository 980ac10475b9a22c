import { Caller } from "@agent-operations/auth"
import type { Kind } from "@agent-operations/contract"
import { EncodedJson } from "@agent-operations/operations"
import { Effect } from "effect"
import { defaultDependencyLimit } from "../limits.ts"
import { spaceOf } from "../space.ts"
import type { Store } from "../Store.ts"

export interface DependenciesInput {
  readonly id: string
  readonly limit?: number
}

/** Law: P7. */
export const dependencies = <K extends Kind.Any>(store: Store, kind: K) =>
  Effect.fnUntraced(function* ({ id, limit = defaultDependencyLimit }: DependenciesInput) {
    return EncodedJson.of(yield* store.referrers(spaceOf(yield* Caller), kind, id, limit))
  })
