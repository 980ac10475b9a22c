import { type ApiKey, ApiKeys, Unknown } from "@agent-operations/auth"
import { DateTime, Effect } from "effect"
import type { InOrganization } from "../context.ts"

/** Whether a key works at an instant. */
const worksAt = (now: DateTime.Utc) => (key: ApiKey) =>
  key.revokedAt === null && (key.expiresAt === null || Date.parse(key.expiresAt) > DateTime.toEpochMillis(now))

/** The organization's keys: those that work, and those that no longer do. */
export const keysOf = Effect.fnUntraced(function* ({ membership, by }: InOrganization) {
  const { organizationId } = membership
  const all = yield* ApiKeys.use((keys) => keys.list({ organizationId, by }))
  const works = worksAt(yield* DateTime.now)
  return { working: all.filter(works), ended: all.filter((key) => !works(key)) }
})

/** The key of a list that the path names. */
export const whichKey = ({ param }: InOrganization, keys: ReadonlyArray<ApiKey>) => {
  const key = keys.find(({ id }) => id === param("key"))
  return key === undefined ? Effect.fail(new Unknown({ message: "There is no such key." })) : Effect.succeed(key)
}

/** The working key that the path names. */
export const keyOf = (visit: InOrganization) => Effect.flatMap(keysOf(visit), ({ working }) => whichKey(visit, working))
