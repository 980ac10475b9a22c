import * as Schema from "effect/Schema"
import type { Kind } from "../kind.ts"
import { ExpectedRevision, Revision } from "../primitives.ts"
import { operation } from "../../core/operation.ts"
import { withArticle } from "../with-article.ts"

/** Deletes a definition whose current revision is `expectedRevision` and that no other references. Laws: R4, R7, R8. */
export const remove = <K extends Kind.Any>(kind: K) =>
  operation({
    id: `delete_${kind.name as K["name"]}`,
    summary: `Delete ${withArticle(kind.title)} at the revision you last saw`,
    description:
      `Deletes ${withArticle(kind.title)} if expectedRevision is still current and no other definition refers to it. Its name is free ` +
      `afterwards. recover_${kind.name} brings it back within 30 days.`,
    scopes: [kind.scopes.write],
    effect: "destructive",
    idempotency: "expectedRevision",
    input: Schema.Struct({
      id: kind.Id.annotateKey({ description: `ID of the ${kind.title} to delete.` }),
      expectedRevision: ExpectedRevision.annotateKey({
        description: "The revision that you saw last. If it is no longer the current one, nothing is deleted: CONFLICT."
      })
    }),
    result: Schema.Struct({
      id: kind.Id.annotateKey({ description: `ID of the ${kind.title}.` }),
      deleted: Schema.Literal(true).annotateKey({ description: "Always true." }),
      revision: Revision.annotateKey({ description: "The revision that was current when it was deleted." })
    }),
    errors: ["NOT_FOUND", "CONFLICT", "STILL_REFERENCED"],
    example: {
      input: { id: kind.example.id, expectedRevision: 1 },
      result: { id: kind.example.id, deleted: true, revision: 1 }
    }
  })
