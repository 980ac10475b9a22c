import { Unpriced, UsageLimitReached } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { type AccountState, RunStore, type Space } from "../../runs/index.ts"
import { toldMicros } from "../../runs/store/micros.ts"
import type { Bounds } from "./bounds.ts"

const leftOf = ({ limit, spent, held }: AccountState) => (limit === null ? undefined : limit - spent - held)

const usedUp = ({ project, limit, spent, held, resetsAt }: AccountState, required: bigint) => {
  const account = project === "" ? "organization" : "project"
  return new UsageLimitReached({
    message: `The budget of the ${account} does not have what is needed.`,
    details: {
      account,
      limitMicros: toldMicros(limit ?? 0n),
      spentMicros: toldMicros(spent),
      heldMicros: toldMicros(held),
      requiredMicros: toldMicros(required),
      resetsAt: resetsAt?.toISOString() ?? null
    }
  })
}

/** Refuses what can't be paid before anything is created. Laws: U1, U4. */
export const makeBudget = Effect.map(RunStore, (store) => ({
  /** Fails where nothing at all is left. */
  requireSome: Effect.fnUntraced(function* (space: Space) {
    for (const account of yield* store.accounts(space)) {
      const left = leftOf(account)
      if (left !== undefined && left <= 0n) return yield* usedUp(account, 1n)
    }
  }),

  /** Fails where nothing at all is left for what costs something, or less than so many targets can cost. */
  require: Effect.fnUntraced(function* (
    space: Space,
    { attemptMicros, scoringMicros, unpriced }: Bounds,
    targets: number
  ) {
    const accounts = yield* store.accounts(space)
    const each = attemptMicros + scoringMicros
    const required = targets === 0 ? each : each * BigInt(targets)
    for (const account of accounts) {
      const left = leftOf(account)
      if (left === undefined) continue
      if (unpriced.length > 0) {
        const message = `There is a budget, and no price of ${unpriced.join(", ")}.`
        return yield* new Unpriced({ message, details: { models: unpriced } })
      }
      if (required > 0n && left < (targets === 0 ? 1n : required)) return yield* usedUp(account, required)
    }
  })
}))
