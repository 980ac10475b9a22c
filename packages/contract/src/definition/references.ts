import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { AnyTypeId, Revision } from "./primitives.ts"

/** The kinds of definition that another can refer to. */
export const kindNames = ["page_view", "custom_field"] as const
export type KindName = (typeof kindNames)[number]

/** The name by which a definition calls one that it uses. */
export const Alias = Schema.String.check(
  Schema.isPattern(/^[a-z][a-zA-Z0-9_]{0,39}$/u, {
    expected: "an alias: a lower-case letter, then up to 39 letters, digits or underscores"
  })
)

/** A use of another definition: `revision: null` follows its current revision, a number pins one. */
export const Reference = Schema.Struct({
  kind: Schema.Literals(kindNames),
  id: AnyTypeId,
  revision: Schema.NullOr(Revision).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))
}).annotate({
  identifier: "Reference",
  description: "A use of another definition. A revision of null follows its current one, a number pins it."
})
export type Reference = typeof Reference.Type

/** The definitions that one uses, by alias: at most 64. */
export const References = Schema.Record(Alias, Reference).check(Schema.isMaxProperties(64))
export type References = typeof References.Type
