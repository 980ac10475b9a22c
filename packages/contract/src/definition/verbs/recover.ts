import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { withArticle } from "../with-article.ts"
import type { Kind } from "../kind.ts"
import { exampleAt, exampleDeletion } from "./example.ts"

/** Brings a deleted definition back with its ID and its history. Laws: R11, R12. */
export const recover = <K extends Kind.Any>(kind: K) =>
  operation({
    id: `recover_${kind.name as K["name"]}`,
    summary: `Recover a deleted ${kind.title}`,
    description:
      `Brings back ${withArticle(kind.title)} deleted in the last 30 days, with its ID and history, as its next revision. Pass ` +
      "a name only if another definition has taken the old one.",
    scopes: [kind.scopes.write],
    effect: "write",
    input: Schema.Struct({
      id: kind.Id.annotateKey({ description: `ID of the deleted ${kind.title}.` }),
      name: Schema.optionalKey(
        kind.body.name.annotateKey({
          description: "A new name, required only if another definition has taken the old one."
        })
      )
    }),
    result: kind.Definition as K["Definition"],
    errors: ["NOT_FOUND", "NAME_TAKEN", "REFERENCE_NOT_FOUND"],
    hints: {
      NOT_FOUND: `Check the ID. list_deleted_${kind.plural} lists what was deleted in the last 30 days and can be recovered.`,
      NAME_TAKEN: "Pass another name, or rename the definition that has this one.",
      REFERENCE_NOT_FOUND: "Recover the definitions that it refers to first: they were deleted after it."
    },
    example: {
      input: { id: kind.example.id },
      result: exampleAt(kind, { revision: 2, origin: { type: "recovered", ...exampleOfOrigin } })
    }
  })

const { recoverableUntil: _, ...exampleOfOrigin } = exampleDeletion
