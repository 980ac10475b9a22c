import { Caller } from "@agent-operations/auth"
import { spaceOf } from "@agent-operations/definitions"
import { NotFound } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { ImportStore } from "../store/ImportStore.ts"
import { answer } from "./answer.ts"

/** Reads what an import did. */
export const getImport = Effect.map(ImportStore, (store) =>
  Effect.fnUntraced(function* ({ id }: { readonly id: string }) {
    const found = yield* store.one(spaceOf(yield* Caller), id)
    if (found === undefined) return yield* new NotFound({ message: `There is no import ${id}, or its report is gone.` })
    return answer(found)
  })
)
