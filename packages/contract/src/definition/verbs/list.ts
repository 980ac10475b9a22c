import * as Schema from "effect/Schema"
import type { Kind } from "../kind.ts"
import { limit } from "../primitives.ts"
import { operation } from "../../core/operation.ts"
import { exampleCreated } from "./example.ts"

/** Lists the definitions of a kind, newest first, page by page. Laws: P1 to P5, P8. */
export const list = <K extends Kind.Any>(kind: K) =>
  operation({
    id: `list_${kind.plural as K["plural"]}`,
    summary: `List ${kind.titlePlural}`,
    description:
      `Lists the project's ${kind.titlePlural}, newest first. Pass nextCursor back as cursor, with the same search, ` +
      "until it is null: a page may hold fewer than limit without being the last.",
    scopes: [kind.scopes.read],
    effect: "read",
    paging: "cursor",
    input: Schema.Struct({
      limit: Schema.optionalKey(limit(200, 50)),
      cursor: Schema.optionalKey(
        Schema.String.check(Schema.isMaxLength(512)).annotate({ description: "nextCursor of the previous page." })
      ),
      search: Schema.optionalKey(
        Schema.String.check(Schema.isMaxCodePoints(120)).annotate({ description: "Part of the name, ignoring case." })
      ),
      includeTotal: Schema.optionalKey(
        Schema.Boolean.annotate({ description: "Whether to return total, the number of definitions that match." })
      )
    }),
    result: Schema.Struct({
      items: Schema.Array(kind.Definition as K["Definition"]),
      nextCursor: Schema.NullOr(Schema.String),
      total: Schema.optionalKey(Schema.Natural)
    }),
    errors: [],
    example: {
      input: { limit: 2, search: kind.example.name.slice(0, 4).toLowerCase(), includeTotal: true },
      result: { items: [exampleCreated(kind)], nextCursor: null, total: 1 }
    }
  })
