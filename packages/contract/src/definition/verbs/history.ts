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
    summary: `Read the revisions of ${withArticle(kind.title)}`,
    description:
      `Reads the immutable revisions of ${withArticle(kind.title)}, newest first, with their content. Pass nextBefore back as before ` +
      "until it is null.",
    scopes: [kind.scopes.read],
    effect: "read",
    paging: "before",
    input: Schema.Struct({
      id: kind.Id,
      limit: Schema.optionalKey(limit(200, 50)),
      before: Schema.optionalKey(
        Revision.annotate({ identifier: undefined, description: "Only revisions below this one." })
      )
    }),
    result: Schema.Struct({
      items: Schema.Array(kind.Definition as K["Definition"]),
      nextBefore: Schema.NullOr(Revision)
    }),
    errors: ["NOT_FOUND"],
    example: {
      input: { id: kind.example.id, limit: 10 },
      result: { items: [exampleUpdated(kind), exampleCreated(kind)], nextBefore: null }
    }
  })
