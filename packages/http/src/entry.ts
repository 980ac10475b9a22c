import type { AgentError } from "@agent-operations/error-envelope"
import type { Effect } from "effect"
import type { AgentAnswer, AgentRequest } from "./exchange.ts"
import type { At, Entry } from "./route-table.ts"

/**
 * What a server answers beside operations and routes: pages for people, sign-in, a protocol of its own. It decides by
 * itself who may. What it is made of may be loaded when it is first asked for.
 */
export interface HttpEntry extends Pick<Entry, "operation" | "resourceMetadata"> {
  /** What it is, for the start that refuses two at one place: "the console". */
  readonly owner: string
  /** Those that it answers, of which GET has no HEAD with it. Default: any. */
  readonly methods?: ReadonlyArray<string>
  /** `/api/mcp`; with a parameter in braces for a whole segment, `/api/auth/callback/{provider}`. */
  readonly path: string
  /** Whether everything below the path is its own, too, by any method. The path has one segment then: `/o`. */
  readonly below?: boolean
  /** Whether the path is counted from the origin, whatever prefix the server has. */
  readonly atOrigin?: boolean
  readonly run: (request: AgentRequest, at: At) => Effect.Effect<AgentAnswer, AgentError>
}
