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
  id: AnyTypeId,
  name: Schema.String,
  revision: Revision,
  alias: Alias,
  pinnedRevision: Schema.NullOr(Revision)
}).annotate({
  identifier: "Dependency",
  description:
    "A definition whose current revision refers to the one asked for, and under which alias; or, as eval_run, an evaluation run that works with it and has not ended."
})

/** Lists the definitions that refer to one: those that a delete of it would name. Laws: R7, P7. */
export const dependencies = <K extends Kind.Any>(kind: K) =>
  operation({
    id: `get_${kind.name as K["name"]}_dependencies`,
    summary: `List the definitions that refer to ${withArticle(kind.title)}`,
    description:
      `Lists the definitions whose current revision refers to the ${kind.title}, one item per alias, and unfinished evaluation ` +
      "runs of it. hasMore tells whether there are more.",
    scopes: [kind.scopes.read],
    effect: "read",
    input: Schema.Struct({ id: kind.Id, limit: Schema.optionalKey(limit(1000, 100)) }),
    result: Schema.Struct({ items: Schema.Array(Dependency), hasMore: Schema.Boolean }),
    errors: ["NOT_FOUND"],
    example: { input: { id: kind.example.id }, result: { items: [], hasMore: false } }
  })
