import { monotonicMillis } from "@agent-operations/database"
import { RateLimited, type Timeout, type Unavailable, type UsageLimitReached } from "@agent-operations/error-envelope"
import { Context, Effect, Layer } from "effect"
import type { Principal } from "./principal.ts"
import { TokenBuckets } from "./token-buckets.ts"

/** Which credential it is; of a verifier that does not tell, whom it stands for. A host may have one ID in two organizations. */
const keyOf = ({ actor, credential, organizationId }: Principal) => {
  const { type, id } = credential ?? actor
  return JSON.stringify([organizationId, type, id])
}

/** How often a credential may call. */
export class RateLimit extends Context.Service<
  RateLimit,
  { readonly check: (principal: Principal) => Effect.Effect<void, RateLimited> }
>()("@agent-operations/auth/RateLimit") {
  static readonly unlimited = Layer.succeed(RateLimit, { check: () => Effect.void })

  /**
   * At most so many calls a minute for each credential, counted in each process for itself; `"off"` is `unlimited`. A
   * principal without `credential` counts by its actor and organization. Who is not let in is not counted.
   */
  static readonly perMinute = (limit: number | "off" = 6000): Layer.Layer<RateLimit> =>
    limit === "off"
      ? RateLimit.unlimited
      : Layer.sync(RateLimit, () => {
          const buckets = new TokenBuckets(limit)
          return {
            check: (principal) =>
              Effect.flatMap(monotonicMillis, (now) => {
                const waitMillis = buckets.take(keyOf(principal), now)
                return waitMillis === 0
                  ? Effect.void
                  : Effect.fail(
                      new RateLimited({
                        message: `This credential may send ${limit} requests per minute.`,
                        retryAfter: waitMillis / 1000
                      })
                    )
              })
          }
        })
}

/** Whether an organization may still spend on operations that incur usage. It may unless a layer says otherwise. */
export class UsageBudget extends Context.Service<
  UsageBudget,
  {
    readonly check: (
      principal: Principal,
      operation: string
    ) => Effect.Effect<void, UsageLimitReached | Unavailable | Timeout>
  }
>()("@agent-operations/auth/UsageBudget") {
  static readonly unlimited = Layer.succeed(UsageBudget, { check: () => Effect.void })
}
