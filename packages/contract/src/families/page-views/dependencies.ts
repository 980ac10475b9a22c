import * as Schema from "effect/Schema"
import { AnyTypeId, limit, Revision } from "../../definition/primitives.ts"
import { Alias, KindName } from "../../definition/references.ts"
import { operation } from "../../core/operation.ts"
import { PageView } from "./kind.ts"

/** A definition whose current revision refers to another, and under which alias. */
const Dependency = Schema.Struct({
  kind: KindName,
  id: AnyTypeId,
  name: Schema.String,
  revision: Revision,
  alias: Alias,
  pinnedRevision: Schema.NullOr(Revision)
}).annotate({
  identifier: "Dependency",
  description: "A definition whose current revision refers to the page view, and under which alias."
})

/** Lists the definitions that refer to a page view. Law: P7. */
export const getPageViewDependencies = operation({
  id: "get_page_view_dependencies",
  summary: "List the definitions that refer to a page view",
  description:
    "Lists the definitions whose current revision refers to the page view, one item per alias. hasMore is true if " +
    "there are more than were returned.",
  scopes: ["views:read"],
  effect: "read",
  input: Schema.Struct({ id: PageView.Id, limit: Schema.optionalKey(limit(1000, 100)) }),
  result: Schema.Struct({ items: Schema.Array(Dependency), hasMore: Schema.Boolean }),
  errors: ["NOT_FOUND"],
  example: { input: { id: PageView.example.id }, result: { items: [], hasMore: false } }
})
