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
    summary: `Restore a revision of ${withArticle(kind.title)} as a new one`,
    description:
      `Creates a revision of ${withArticle(kind.title)} with the name, description, source, settings and references of an ` +
      "older one. No other definition is modified.",
    scopes: [kind.scopes.write],
    effect: "write",
    input: Schema.Struct({
      id: kind.Id,
      revision: Revision,
      expectedRevision: Schema.optionalKey(ExpectedRevision)
    }),
    result: kind.Definition as K["Definition"],
    errors: ["NOT_FOUND", "CONFLICT", "NAME_TAKEN", "REFERENCE_NOT_FOUND"],
    example: {
      input: { id: kind.example.id, revision: 1, expectedRevision: 2 },
      result: exampleAt(kind, { revision: 3, origin: { type: "restored", revision: 1 } })
    }
  })
