import { UsageBudget } from "@agent-operations/auth"
import { Effect, Layer } from "effect"
import { RunStore } from "../../runs/index.ts"
import { makeBudget } from "./budget.ts"

const make = Effect.map(makeBudget, ({ requireSome }) =>
  UsageBudget.of({
    // What reaches no project incurs nothing in one.
    check: ({ organizationId, projectId }) => requireSome({ tenant: organizationId, project: projectId ?? "" })
  })
)

/**
 * Refuses what incurs usage before its body is read, where nothing at all is left of the budget of the organization or of
 * the project. Whether what is left is enough is for the operation to say. Law: U4.
 *
 * @example
 * compose({ families, database, access: Layer.mergeAll(ApiKeyVerifier.layer, RateLimit.perMinute(), usageBudget) })
 */
export const usageBudget = Layer.provide(Layer.effect(UsageBudget, make), RunStore.layer)
