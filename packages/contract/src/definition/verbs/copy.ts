import * as Schema from "effect/Schema"
import type { Kind } from "../kind.ts"
import { Revision } from "../primitives.ts"
import { operation } from "../../core/operation.ts"
import { withArticle } from "../with-article.ts"
import { exampleAt, exampleCopy } from "./example.ts"

/** Creates a definition with the content of another's revision and a new name. Law: R6. */
export const copy = <K extends Kind.Any>(kind: K) =>
  operation({
    id: `copy_${kind.name as K["name"]}`,
    summary: `Copy ${withArticle(kind.title)} under a new name`,
    description: `Creates ${withArticle(kind.title)} at revision 1 with the content of another one, at its current or a given revision.`,
    scopes: [kind.scopes.write],
    effect: "write",
    input: Schema.Struct({
      id: kind.Id.annotateKey({ description: `ID of the ${kind.title} to copy.` }),
      name: kind.body.name.annotateKey({
        description:
          "The name of the copy: 1 to 120 characters after trimming; unique per project and kind, ignoring case."
      }),
      revision: Schema.optionalKey(
        Revision.annotateKey({ description: "The revision to copy. By default the current one." })
      )
    }),
    result: kind.Definition as K["Definition"],
    errors: ["NOT_FOUND", "NAME_TAKEN", "REFERENCE_NOT_FOUND"],
    example: {
      input: { id: kind.example.id, name: exampleCopy(kind).name, revision: 1 },
      result: exampleAt(kind, {
        ...exampleCopy(kind),
        revision: 1,
        origin: { type: "copied", id: kind.example.id, revision: 1 }
      })
    }
  })
