import * as Schema from "effect/Schema"
import type { Kind } from "../kind.ts"
import { ExpectedRevision, Revision } from "../primitives.ts"
import { operation } from "../../core/operation.ts"
import { withArticle } from "../with-article.ts"
import { exampleAt } from "./example.ts"

/** Creates a revision with the content of an old one. Laws: R4, R5. */
export const restore = <K extends Kind.Any>(kind: K) =>
  operation({
    id: `restore_${kind.name as K["name"]}`,
    summary: `Restore an old revision of ${withArticle(kind.title)}`,
    description: `Creates a new revision of ${withArticle(kind.title)} with the content of an older one. No other definition changes.`,
    scopes: [kind.scopes.write],
    effect: "write",
    input: Schema.Struct({
      id: kind.Id.annotateKey({ description: `ID of the ${kind.title}.` }),
      revision: Revision.annotateKey({ description: "The older revision whose content to restore." }),
      expectedRevision: Schema.optionalKey(
        ExpectedRevision.annotateKey({
          description:
            "The revision that you saw last. If it is no longer the current one, nothing changes: CONFLICT. Without it, whichever revision is current is replaced."
        })
      )
    }),
    result: kind.Definition as K["Definition"],
    errors: ["NOT_FOUND", "CONFLICT", "NAME_TAKEN", "REFERENCE_NOT_FOUND"],
    example: {
      input: { id: kind.example.id, revision: 1, expectedRevision: 2 },
      result: exampleAt(kind, { revision: 3, origin: { type: "restored", revision: 1 } })
    }
  })
