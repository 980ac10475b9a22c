import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { withArticle } from "../with-article.ts"
import type { Kind } from "../kind.ts"
import { AnyTypeId, limit, Revision } from "../primitives.ts"
import { Alias, KindName } from "../references.ts"

/**
 * A definition whose current revision refers to another, and under which alias; or an evaluation run that works with it, of
 * the kind `eval_run`, which never changes.
 */
const Dependency = Schema.Struct({
  kind: KindName,
  id: AnyTypeId.annotateKey({ description: "ID of the definition, or of the evaluation run." }),
  name: Schema.String.annotateKey({ description: "Name of the definition, or of the evaluation run." }),
  revision: Revision.annotateKey({ description: "The current revision of the definition, which holds the reference." }),
  alias: Alias.annotateKey({ description: "The alias under which it refers to the one asked for." }),
  pinnedRevision: Schema.NullOr(Revision).annotateKey({
    description: "The revision that it pins; null if it follows the current one."
  })
}).annotate({
  identifier: "Dependency",
  description:
    "A definition that uses the one you asked for, or an evaluation run (eval_run) that uses it and has not ended."
})

/** Lists the definitions that refer to one: those that a delete of it would name. Laws: R7, P7. */
export const dependencies = <K extends Kind.Any>(kind: K) =>
  operation({
    id: `get_${kind.name as K["name"]}_dependencies`,
    summary: `List what uses ${withArticle(kind.title)}`,
    description:
      `Lists the definitions whose current revision refers to the ${kind.title}, one item per alias, and the unfinished ` +
      "evaluation runs that use it.",
    scopes: [kind.scopes.read],
    effect: "read",
    quickWith: ["id", "limit"],
    input: Schema.Struct({
      id: kind.Id.annotateKey({ description: `ID of the ${kind.title}.` }),
      limit: Schema.optionalKey(limit(1000, 100))
    }),
    result: Schema.Struct({
      items: Schema.Array(Dependency).annotateKey({
        description: "The definitions and evaluation runs that use it, one item per alias."
      }),
      hasMore: Schema.Boolean.annotateKey({ description: "Whether there are more than limit." })
    }),
    errors: ["NOT_FOUND"],
    example: { input: { id: kind.example.id }, result: { items: [], hasMore: false } }
  })
