import * as Schema from "effect/Schema"
import type { Kind } from "../kind.ts"
import { ExpectedRevision } from "../primitives.ts"
import { operation } from "../../core/operation.ts"
import { withArticle } from "../with-article.ts"
import { exampleChange, exampleUpdated } from "./example.ts"

/** Appends a revision to a definition whose current one is `expectedRevision`. Laws: R2, R3, R4. */
export const update = <K extends Kind.Any>(kind: K) =>
  operation({
    id: `update_${kind.name as K["name"]}`,
    summary: `Update ${withArticle(kind.title)} at the revision you last saw`,
    description:
      `Creates the next revision of ${withArticle(kind.title)} if expectedRevision is still current. Members that you leave out ` +
      "are kept; source, settings and references are each replaced as a whole.",
    scopes: [kind.scopes.write],
    effect: "write",
    idempotency: "expectedRevision",
    input: Schema.Struct({
      id: kind.Id.annotateKey({ description: `ID of the ${kind.title}.` }),
      expectedRevision: ExpectedRevision,
      name: Schema.optionalKey(kind.body.name),
      description: Schema.optionalKey(kind.body.description),
      source: Schema.optionalKey(kind.source as K["source"]),
      settings: Schema.optionalKey(kind.settings as K["settings"]),
      references: Schema.optionalKey(kind.references as K["references"])
    }),
    result: kind.Definition as K["Definition"],
    errors: ["NOT_FOUND", "CONFLICT", "NAME_TAKEN", "REFERENCE_NOT_FOUND", "INVALID_REFERENCE"],
    example: {
      // The keys of a generic struct stay unresolved here; the contract's tests decode every example.
      input: { id: kind.example.id, expectedRevision: 1, ...exampleChange } as never,
      result: exampleUpdated(kind)
    }
  })
