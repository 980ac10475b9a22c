import * as Schema from "effect/Schema"
import type { Kind } from "../kind.ts"
import { limit, Revision } from "../primitives.ts"
import { operation } from "../../core/operation.ts"
import { withArticle } from "../with-article.ts"
import { exampleCreated, exampleUpdated } from "./example.ts"

/** Reads the immutable revisions of a definition, newest first. Laws: P2, P5, P6, P8. */
export const history = <K extends Kind.Any>(kind: K) =>
  operation({
    id: `get_${kind.name as K["name"]}_history`,
    summary: `List the revisions of ${withArticle(kind.title)}`,
    description:
      `Lists the revisions of ${withArticle(kind.title)} with their content, newest first. Pass nextBefore back as before until it ` +
      "is null.",
    scopes: [kind.scopes.read],
    effect: "read",
    quickWith: ["id", "limit", "before"],
    paging: "before",
    input: Schema.Struct({
      id: kind.Id.annotateKey({ description: `ID of the ${kind.title}.` }),
      limit: Schema.optionalKey(limit(200, 50)),
      before: Schema.optionalKey(
        Revision.annotate({
          identifier: undefined,
          description: "Only revisions below this one: nextBefore of the previous page."
        })
      )
    }),
    result: Schema.Struct({
      items: Schema.Array(kind.Definition as K["Definition"]).annotateKey({
        description: "Revisions with their content, newest first."
      }),
      nextBefore: Schema.NullOr(Revision).annotateKey({
        description: "Pass it back as before for the next page; null on the last one."
      })
    }),
    errors: ["NOT_FOUND"],
    example: {
      input: { id: kind.example.id, limit: 10 },
      result: { items: [exampleUpdated(kind), exampleCreated(kind)], nextBefore: null }
    }
  })
