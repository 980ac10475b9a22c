import type { Access } from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import type { evaluations } from "@agent-operations/contract/evaluations"
import type { ErrorOf } from "@agent-operations/error-envelope"
import { Context, type Effect } from "effect"
import type { Space } from "../runs/index.ts"

/** What people say of a run, session by session. */
export type SaidOfRun = NonNullable<Operation.Result<(typeof evaluations)["operations"]["get"]>["reviews"]>

/** What people say of runs, where a host has reviews. Laws: N1, H4. */
export class RunReviews extends Context.Service<
  RunReviews,
  {
    /** The newest sessions about a run, with the figures that the caller may see. */
    readonly of: (
      space: Space,
      runId: string,
      caller: Pick<Access, "actor">
    ) => Effect.Effect<SaidOfRun, ErrorOf<"UNAVAILABLE" | "TIMEOUT">>
  }
>()("@agent-operations/evals/RunReviews") {}
