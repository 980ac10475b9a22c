import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { AnyTypeId, Revision } from "./primitives.ts"

/** The name of a kind, of whatever family a host mounts. */
export const KindName = Schema.String.annotate({ description: "The name of its kind, such as page_view." })

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
      kind: Schema.Literals(kinds),
      id: AnyTypeId,
      revision: Schema.NullOr(Revision).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))
    }).annotate({
      identifier,
      description: "A reference to another definition: a number pins that revision, null follows the current one."
    })
  )
    .check(Schema.isMaxProperties(maxReferences))
    .annotate({ description: "The definitions that it uses, each by an alias." })

/** The schema of references to some kinds. */
export type References<M extends string = string> = ReturnType<typeof referencesTo<M>>

/** A reference to another definition: `revision: null` follows its current revision, a number pins one. */
export type Reference<M extends string = string> = References<M>["Type"][string]
