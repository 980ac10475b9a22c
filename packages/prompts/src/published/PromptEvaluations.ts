import type { Json } from "@agent-operations/contract"
import type { Space } from "@agent-operations/revision-store"
import type { Timeout, Unavailable } from "@agent-operations/error-envelope"
import { Context, type Effect } from "effect"

/** What evaluations know of prompts. Where nothing provides it, prompts are served without. */
export class PromptEvaluations extends Context.Service<
  PromptEvaluations,
  {
    /** The summary of the newest completed run that pinned a revision of a prompt, or null. */
    readonly newest: (
      space: Space,
      id: string,
      revision: number
    ) => Effect.Effect<typeof Json.Type, Unavailable | Timeout>
  }
>()("@agent-operations/prompts/PromptEvaluations") {}
