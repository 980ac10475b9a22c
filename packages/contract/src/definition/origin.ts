import * as Schema from "effect/Schema"
import { Actor, AnyTypeId, Revision, Timestamp } from "./primitives.ts"

/** How a revision came to be. Laws: R5, R6, R11. */
export const Origin = Schema.Union([
  Schema.Struct({ type: Schema.Literal("created") }),
  Schema.Struct({ type: Schema.Literal("updated") }),
  Schema.Struct({ type: Schema.Literal("restored"), revision: Revision }),
  Schema.Struct({ type: Schema.Literal("copied"), id: AnyTypeId, revision: Revision }),
  Schema.Struct({ type: Schema.Literal("recovered"), deletedAt: Timestamp, deletedBy: Actor })
]).annotate({ identifier: "Origin", description: "How this revision was created." })
export type Origin = typeof Origin.Type
