import * as Schema from "effect/Schema"
import type { Kind } from "../kind.ts"
import { Revision } from "../primitives.ts"
import { operation } from "../../core/operation.ts"
import { withArticle } from "../with-article.ts"
import { exampleCreated } from "./example.ts"

/** Reads a definition at its current revision or at a pinned one. Laws: R2, R8. */
export const get = <K extends Kind.Any>(kind: K) =>
  operation({
    id: `get_${kind.name as K["name"]}`,
    summary: `Read ${withArticle(kind.title)}`,
    description: `Reads ${withArticle(kind.title)} at its current or a given revision.`,
    scopes: [kind.scopes.read],
    effect: "read",
    quickWith: ["id", "revision"],
    input: Schema.Struct({
      id: kind.Id.annotateKey({ description: `ID of the ${kind.title}.` }),
      revision: Schema.optionalKey(
        Revision.annotateKey({ description: "The revision to read. By default the current one." })
      )
    }),
    result: kind.Definition as K["Definition"],
    errors: ["NOT_FOUND"],
    example: { input: { id: kind.example.id }, result: exampleCreated(kind) }
  })
