import * as Schema from "effect/Schema"
import { Actor, AnyTypeId, Revision, Timestamp } from "./primitives.ts"

/** How a revision came to be. Laws: R5, R6, R11. */
export const Origin = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("created").annotateKey({ description: "The first revision of a new definition." })
  }),
  Schema.Struct({
    type: Schema.Literal("updated").annotateKey({ description: "A change to the revision before it." })
  }),
  Schema.Struct({
    type: Schema.Literal("restored").annotateKey({ description: "The content of an older revision, restored." }),
    revision: Revision.annotateKey({ description: "The revision whose content was restored." })
  }),
  Schema.Struct({
    type: Schema.Literal("copied").annotateKey({ description: "The first revision of a copy." }),
    id: AnyTypeId.annotateKey({ description: "ID of the definition that was copied." }),
    revision: Revision.annotateKey({ description: "The revision that was copied." })
  }),
  Schema.Struct({
    type: Schema.Literal("recovered").annotateKey({ description: "A deleted definition, recovered." }),
    deletedAt: Timestamp.annotateKey({ description: "When it was deleted." }),
    deletedBy: Actor.annotateKey({ description: "Who deleted it." })
  })
]).annotate({ identifier: "Origin", description: "How this revision was created." })
export type Origin = typeof Origin.Type
