import { inTurns } from "@agent-operations/operations"
import { Effect } from "effect"
import { writeJson } from "../../scorers/write-json.ts"
import type { Plan } from "./plan.ts"

/** The JSON that is kept of a plan, which is as long as its prompts: written in turns with others. Law: K3. */
export const planText = (plan: Plan): Effect.Effect<string> =>
  Effect.map(inTurns(writeJson(plan, { depth: Infinity })), (written) => ("text" in written && written.text) || "")
