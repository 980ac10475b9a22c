import { abandonAfter } from "@agent-operations/database"
import { Duration, Effect, Latch } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { type Client, ClientAddress, type UsedFrom, usedFrom } from "../access/client.ts"

/** A key that was accepted. */
interface Use {
  readonly organizationId: string
  readonly id: string
  /** When it last was, in milliseconds. */
  at: number
  /** From where, the first time since the last write: reading it per request would be for nothing. */
  readonly from: UsedFrom
}

const nowhere: UsedFrom = { address: null, program: null }

/** How long a write may take, and the last one, which holds up the end of the process. After that it is dropped. */
const limit = Duration.seconds(5)
const lastLimit = Duration.seconds(2)

const write = (sql: SqlClient, uses: ReadonlyArray<Use>) =>
  // Keys that another process writes at this moment, or somebody revokes, are left to it: nobody waits for anybody.
  sql`
    with used as (
      select k.organization_id, k.id, asked.at, asked.address, asked.program
      from unnest(${uses.map(({ organizationId }) => organizationId)}::text[], ${uses.map(({ id }) => id)}::text[],
        ${uses.map(({ at }) => new Date(at).toISOString())}::text[]::timestamptz[],
        ${uses.map(({ from }) => from.address ?? "")}::text[], ${uses.map(({ from }) => from.program ?? "")}::text[]
      ) as asked(organization_id, key_id, at, address, program)
      join agent_operations.api_keys as k on k.organization_id = asked.organization_id and k.id = asked.key_id
      where k.last_used_at is null or k.last_used_at < asked.at
      for no key update of k skip locked
    )
    update agent_operations.api_keys as k set last_used_at = used.at,
      last_used_address = nullif(used.address, ''), last_used_program = nullif(used.program, '')
    from used
    where k.organization_id = used.organization_id and k.id = used.id`

/**
 * Notes which keys are accepted, and writes when they last were and from where: the first at once, then all of a minute
 * with one statement, and those that are left when the scope closes. In the background: no request waits for it or fails with
 * it, and a write that fails is dropped, until the key is used again.
 */
export const makeLastUse = Effect.fnUntraced(function* (sql: SqlClient) {
  const addressOf = yield* ClientAddress
  const uses = new Map<string, Use>()
  const noted = Latch.makeUnsafe()
  const flush = (limit: Duration.Duration) =>
    Effect.suspend(() => {
      const taken = [...uses.values()]
      uses.clear()
      noted.closeUnsafe()
      return taken.length === 0
        ? Effect.void
        : abandonAfter(write(sql, taken), limit, () => Effect.fail("It took too long."))
    }).pipe(
      Effect.catchCause((cause) => Effect.logDebug("The last use of API keys could not be recorded this time", cause)),
      Effect.uninterruptible
    )
  yield* Effect.addFinalizer(() => flush(lastLimit))
  yield* noted.await.pipe(
    Effect.andThen(flush(limit)),
    Effect.andThen(Effect.sleep("1 minute")),
    Effect.forever,
    Effect.forkScoped
  )
  return (organizationId: string, id: string, at: number, client: Client | undefined): void => {
    const use = uses.get(id)
    if (use === undefined) {
      uses.set(id, { organizationId, id, at, from: client === undefined ? nowhere : usedFrom(client, addressOf) })
    } else use.at = at
    noted.openUnsafe()
  }
})
