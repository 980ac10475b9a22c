import { RateLimited, type Timeout, type Unavailable, type UsageLimitReached } from "@agent-operations/error-envelope"
import { Context, Duration, Effect, Layer } from "effect"
import * as RateLimiter from "effect/persistence/RateLimiter"
import type { Principal } from "./principal.ts"
import { forgettingStore } from "./token-buckets.ts"

/** How often a principal may call. Unlimited unless a layer says otherwise. */
export class RateLimit extends Context.Service<
  RateLimit,
  { readonly check: (principal: Principal) => Effect.Effect<void, RateLimited> }
>()("@agent-operations/auth/RateLimit") {
  static readonly unlimited = Layer.succeed(RateLimit, { check: () => Effect.void })

  /** At most so many calls a minute for each credential, counted in each process for itself: for each actor of an organization. */
  static readonly perMinute = (limit: number) =>
    Layer.effect(
      RateLimit,
      Effect.map(RateLimiter.RateLimiter, (limiter) => ({
        // A host's actors may have one ID in two organizations.
        check: ({ actor: { type, id }, organizationId }) =>
          limiter
            .consume({
              algorithm: "token-bucket",
              key: JSON.stringify([organizationId, type, id]),
              limit,
              window: "1 minute"
            })
            .pipe(
              Effect.asVoid,
              Effect.catch((error) =>
                error.reason._tag === "RateLimitExceeded"
                  ? Effect.fail(
                      new RateLimited({
                        message: `This credential may send ${limit} requests per minute.`,
                        retryAfter: Duration.toSeconds(error.reason.retryAfter)
                      })
                    )
                  : Effect.die(error)
              )
            )
      }))
    ).pipe(Layer.provide(RateLimiter.layer), Layer.provide(forgettingStore))
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
