import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { AnyTypeId, Revision } from "./primitives.ts"

/** The name of a kind, of whatever family a host mounts. */
export const KindName = Schema.String.annotate({ description: "The name of its kind, such as page_view." })

/** The name by which a definition calls one that it uses. */
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
      kind: Schema.Literals(kinds),
      id: AnyTypeId,
      revision: Schema.NullOr(Revision).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))
    }).annotate({
      identifier,
      description: "A use of another definition. A revision of null follows its current one, a number pins it."
    })
  ).check(Schema.isMaxProperties(maxReferences))

/** The schema of references to some kinds. */
export type References<M extends string = string> = ReturnType<typeof referencesTo<M>>

/** A use of another definition: `revision: null` follows its current revision, a number pins one. */
export type Reference<M extends string = string> = References<M>["Type"][string]
