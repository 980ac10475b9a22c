import * as Schema from "effect/Schema"
import { type FacetOf, type Facets, facetsOf } from "../facets.ts"
import type { Kind } from "../kind.ts"
import { limit, Time } from "../primitives.ts"
import { operation } from "../../core/operation.ts"
import { exampleCreated } from "./example.ts"

/** The orders of a list. Those by what changes have law P9 in place of P1. */
export const listSorts = [
  "created_desc",
  "created_asc",
  "updated_desc",
  "updated_asc",
  "name_asc",
  "name_desc"
] as const

const actorId = Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200)))

const isTime = Schema.is(Time)

/** Told by its format alone, as models read it with each list. */
const instant = Schema.optionalKey(
  Schema.String.annotate({ format: "date-time" }).check(
    Schema.makeFilter(isTime, { expected: "a time such as 2026-11-20T10:00:00.000Z" })
  )
)

const oneOf = (values: ReadonlyArray<string>, description: string) =>
  Schema.optionalKey(Schema.Literals(values).annotateKey({ description }))

/** The filters that only some kinds have. */
type FacetFilters<K extends Kind.Any> = {
  readonly [F in keyof Facets as [FacetOf<K, F>] extends [never] ? never : F]: Schema.optionalKey<
    Schema.Codec<FacetOf<K, F>>
  >
}

const facetFilters = <K extends Kind.Any>(kind: K): FacetFilters<K> => {
  const { target, sourceType } = facetsOf(kind)
  const filters: object = {
    ...(target.length > 0 && { target: oneOf(target, "Only definitions with this target.") }),
    ...(sourceType.length > 0 && { sourceType: oneOf(sourceType, "Only definitions whose source has this type.") })
  }
  return filters as FacetFilters<K>
}

/** Of inputs that every kind has, which the type of some kind does not say. */
const exampleInput = (kind: Kind.Any): object => ({
  limit: 2,
  search: kind.example.name.slice(0, 4).toLowerCase(),
  includeTotal: true
})

/** Lists the definitions of a kind, by default newest first, page by page. Laws: P1 to P5, P8, P9. */
export const list = <K extends Kind.Any>(kind: K) =>
  operation({
    id: `list_${kind.plural as K["plural"]}`,
    summary: `List ${kind.titlePlural}`,
    description:
      `Lists the project's ${kind.titlePlural}, by default newest first. Pass nextCursor back as cursor, and the rest ` +
      "unchanged, until it is null.",
    scopes: [kind.scopes.read],
    effect: "read",
    quickWith: ["limit", "cursor", "sort"],
    paging: "cursor",
    input: Schema.Struct({
      limit: Schema.optionalKey(limit(200, 50)),
      cursor: Schema.optionalKey(
        Schema.String.check(Schema.isMaxLength(2048)).annotate({ description: "nextCursor of the previous page." })
      ),
      sort: Schema.optionalKey(
        Schema.Literals(listSorts)
          .annotate({ default: "created_desc" })
          .annotateKey({ description: "The order of the list." })
      ),
      search: Schema.optionalKey(
        Schema.String.check(Schema.isMaxCodePoints(120)).annotate({ description: "Part of the name, ignoring case." })
      ),
      ...facetFilters(kind),
      createdBy: actorId.annotateKey({ description: "ID of the actor that created revision 1." }),
      updatedBy: actorId.annotateKey({ description: "ID of the actor that created the current revision." }),
      updatedAfter: instant.annotateKey({ description: "Only definitions updated at or after this time." }),
      updatedBefore: instant.annotateKey({ description: "Only definitions updated before this time." }),
      includeTotal: Schema.optionalKey(
        Schema.Boolean.annotateKey({ description: "Whether to return total, the number of definitions that match." })
      )
    }),
    result: Schema.Struct({
      items: Schema.Array(kind.Definition as K["Definition"]).annotateKey({
        description: "The definitions of this page."
      }),
      nextCursor: Schema.NullOr(Schema.String).annotateKey({
        description: "Pass it back as cursor for the next page; null on the last one."
      }),
      total: Schema.optionalKey(
        Schema.Natural.annotateKey({ description: "The number of definitions that match; only with includeTotal." })
      )
    }),
    errors: [],
    example: {
      input: exampleInput(kind) as never,
      result: { items: [exampleCreated(kind)], nextCursor: null, total: 1 }
    }
  })
