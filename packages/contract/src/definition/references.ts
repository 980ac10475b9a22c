import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { AnyTypeId, Revision } from "./primitives.ts"

/** The name of a kind, of whatever family a host mounts. */
export const KindName = Schema.String.annotateKey({ description: "The name of its kind, such as page_view." })

/** The name that a definition gives to one that it references. */
export const Alias = Schema.String.check(
  Schema.isPattern(/^[a-z][a-zA-Z0-9_]{0,39}$/u, {
    expected: "an alias: a lower-case letter, then up to 39 letters, digits or underscores"
  })
)

const maxReferences = 64

/**
 * The definitions that one uses, by alias: at most 64, each of one of the given kinds. `revision: null` follows the
 * current revision of the other definition, a number pins one.
 *
 * @example
 * const AlertReferences = referencesTo("AlertRuleReference", ["custom_field"])
 */
export const referencesTo = <const M extends string>(identifier: string, kinds: ReadonlyArray<M>) =>
  Schema.Record(
    Alias,
    Schema.Struct({
      kind: Schema.Literals(kinds).annotateKey({ description: "The kind of the definition that is used." }),
      id: AnyTypeId.annotateKey({ description: "ID of the definition that is used." }),
      revision: Schema.NullOr(Revision)
        .annotateKey({ description: "The revision to use; null follows the current one." })
        .pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))
    }).annotate({ identifier })
  )
    .check(Schema.isMaxProperties(maxReferences))
    .annotate({ description: "The definitions that it uses, by alias." })

/** The schema of references to some kinds. */
export type References<M extends string = string> = ReturnType<typeof referencesTo<M>>

/** A reference to another definition: `revision: null` follows its current revision, a number pins one. */
export type Reference<M extends string = string> = References<M>["Type"][string]
