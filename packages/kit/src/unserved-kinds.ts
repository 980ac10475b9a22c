import type { Kind } from "@agent-operations/contract"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** How many kinds are told by name. */
const most = 10

/**
 * Says once in the log which kinds have definitions in the database that no mounted family serves: they are kept, and what
 * they refer to cannot be deleted. In the background, as it may read a whole table; a failure of it says nothing.
 */
export const tellUnservedKinds = (kinds: ReadonlyArray<Kind.Any>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const unserved: Array<string> = []
    while (unserved.length < most) {
      const known = [...kinds.map(({ name }) => name), ...unserved]
      const [found] = yield* sql<{ kind: string }>`
        select kind from agent_operations.definitions where kind <> all(${known}::text[]) limit 1`
      if (found === undefined) break
      unserved.push(found.kind)
    }
    if (unserved.length === 0) return
    yield* Effect.logWarning(
      `The database has definitions of kinds that no mounted family serves: ${unserved.join(", ")}. They are kept, and ` +
        "what they refer to cannot be deleted. Mount their families to serve them."
    )
  }).pipe(Effect.ignore, Effect.forkScoped)
