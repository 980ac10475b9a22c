import { PromptEvaluations } from "@agent-operations/prompts"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { RunStore } from "../runs/index.ts"
import { makeTellRun } from "./handlers/tell-run.ts"

/**
 * What evaluations know of prompts, for the option `evaluations` of `prompts()`: the newest completed run that pinned a
 * revision, of the newest 1,000 runs of the project.
 *
 * @example
 * prompts(recorded, { evaluations: promptEvaluations })
 */
export const promptEvaluations: Layer.Layer<PromptEvaluations, never, SqlClient.SqlClient> = Layer.effect(
  PromptEvaluations,
  Effect.gen(function* () {
    const store = yield* RunStore
    const tellRun = yield* makeTellRun
    return {
      newest: Effect.fnUntraced(function* (space, id, revision) {
        const found = yield* store.newestWithPrompt(space, id, revision)
        return found === undefined ? null : yield* tellRun(space, found)
      })
    }
  })
).pipe(Layer.provide(RunStore.layer))
