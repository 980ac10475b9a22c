import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Kind } from "../kind.ts"
import { operation } from "../../core/operation.ts"
import { withArticle } from "../with-article.ts"
import { exampleCreated } from "./example.ts"

const capitalized = (verb: string) => verb[0]?.toUpperCase() + verb.slice(1)

/** Creates a definition at revision 1. Laws: R1, R6. */
export const create = <K extends Kind.Any>(kind: K) =>
  operation({
    id: `${kind.createVerb as K["createVerb"]}_${kind.name as K["name"]}`,
    summary: `${capitalized(kind.createVerb)} ${withArticle(kind.title)}`,
    description: `${capitalized(kind.createVerb)}s a shared ${kind.title} at revision 1. Its references must exist.`,
    scopes: [kind.scopes.write],
    effect: "write",
    input: Schema.Struct({
      name: kind.body.name,
      source: kind.source as K["source"],
      settings: kind.settings as K["settings"],
      description: kind.body.description.pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
      references: none(kind.references) as Schema.withDecodingDefaultKey<K["references"]>
    }),
    result: kind.Definition as K["Definition"],
    errors: ["NAME_TAKEN", "REFERENCE_NOT_FOUND", "INVALID_REFERENCE"],
    example: { input: exampleInput(kind), result: exampleCreated(kind) }
  })

const none = Schema.withDecodingDefaultKey<Kind.Any["references"]>(Effect.succeed({}))

const exampleInput = ({ example: { id: _, ...body } }: Kind.Any) => body
