import { type ApiKey, ApiKeys, Unknown } from "@agent-operations/auth"
import { DateTime, Effect } from "effect"
import type { InOrganization } from "../context.ts"

/** Whether a key works at an instant. */
const worksAt = (now: DateTime.Utc) => (key: ApiKey) =>
  key.revokedAt === null && (key.expiresAt === null || Date.parse(key.expiresAt) > DateTime.toEpochMillis(now))

/** A key of the organization by its ID, and whether it works. */
export const findKey = Effect.fnUntraced(function* ({ membership, by }: InOrganization, id: string) {
  const { organizationId } = membership
  const key = yield* ApiKeys.use((keys) => keys.get({ organizationId, id, by }))
  return { key, works: worksAt(yield* DateTime.now)(key) }
})

/** The working key that the path names. */
export const keyOf = Effect.fnUntraced(function* (visit: InOrganization) {
  const { key, works } = yield* findKey(visit, visit.param("key"))
  return works ? key : yield* new Unknown({ message: "There is no such key." })
})
