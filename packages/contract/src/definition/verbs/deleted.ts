import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import type { Kind } from "../kind.ts"
import { Actor, limit, Timestamp } from "../primitives.ts"
import { exampleCreated, exampleDeletion } from "./example.ts"

/** Lists what was deleted of a kind and can be recovered, newest deleted first. Laws: R12, P1 to P3, P5, P8. */
export const deleted = <K extends Kind.Any>(kind: K) =>
  operation({
    id: `list_deleted_${kind.plural as K["plural"]}`,
    summary: `List deleted ${kind.titlePlural}`,
    description:
      `Lists the ${kind.titlePlural} deleted in the last 30 days, last deleted first, with who deleted each and until when it ` +
      "can be recovered. Pass nextCursor back as cursor until it is null.",
    scopes: [kind.scopes.read],
    effect: "read",
    quickWith: ["limit", "cursor"],
    paging: "cursor",
    input: Schema.Struct({
      limit: Schema.optionalKey(limit(200, 50)),
      cursor: Schema.optionalKey(
        Schema.String.check(Schema.isMaxLength(512)).annotate({ description: "nextCursor of the previous page." })
      )
    }),
    result: Schema.Struct({
      items: Schema.Array(
        Schema.Struct({
          definition: kind.Definition as K["Definition"],
          deletedAt: Timestamp.annotateKey({ description: "When it was deleted." }),
          deletedBy: Actor.annotateKey({ description: "Who deleted it." }),
          recoverableUntil: Timestamp.annotateKey({
            description: "Until when it can be recovered: 30 days after deletedAt."
          })
        })
      ).annotateKey({ description: "Deleted definitions, last deleted first." }),
      nextCursor: Schema.NullOr(Schema.String).annotateKey({
        description: "Pass it back as cursor for the next page; null on the last one."
      })
    }),
    errors: [],
    example: {
      input: { limit: 2 },
      // The keys of a generic struct stay unresolved here; the contract's tests decode every example.
      result: { items: [{ definition: exampleCreated(kind), ...exampleDeletion } as never], nextCursor: null }
    }
  })
