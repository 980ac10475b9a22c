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
      `Deletes ${withArticle(kind.title)}, if expectedRevision is still the current one and no current revision of another ` +
      "definition refers to it. Its name is free afterwards. " +
      `recover_${kind.name} brings it back within 30 days.`,
    scopes: [kind.scopes.write],
    effect: "destructive",
    idempotency: "expectedRevision",
    input: Schema.Struct({ id: kind.Id, expectedRevision: ExpectedRevision }),
    result: Schema.Struct({ id: kind.Id, deleted: Schema.Literal(true), revision: Revision }),
    errors: ["NOT_FOUND", "CONFLICT", "STILL_REFERENCED"],
    example: {
      input: { id: kind.example.id, expectedRevision: 1 },
      result: { id: kind.example.id, deleted: true, revision: 1 }
    }
  })
