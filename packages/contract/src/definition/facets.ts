import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type { Kind } from "./kind.ts"

/** What the definitions of a kind are told apart by, with the values that there are: none where there is no choice. */
export interface Facets {
  readonly target: ReadonlyArray<string>
  readonly sourceType: ReadonlyArray<string>
}

type TextIn<T, Member extends string> = T extends { readonly [_ in Member]: infer Text extends string }
  ? string extends Text
    ? never
    : Text
  : never

/** No choice is none. */
type Choice<T extends string, Each = T> = [T] extends [never]
  ? never
  : Each extends unknown
    ? [T] extends [Each]
      ? never
      : Each
    : never

/** The values of a facet; `never` where there is no choice. */
export type FacetOf<K extends Kind.Any, F extends keyof Facets> = {
  readonly target: Choice<TextIn<K["settings"]["Type"], "target">>
  readonly sourceType: Choice<TextIn<K["source"]["Type"], "type">>
}[F]

const membersOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> => {
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap(membersOf)
  return SchemaAST.isSuspend(ast) ? membersOf(ast.thunk()) : [ast]
}

const memberOf = (ast: SchemaAST.AST, name: string) =>
  SchemaAST.isObjects(ast) ? ast.propertySignatures.find((property) => property.name === name)?.type : undefined

/** The texts that a member of an object can be; none where it can be anything else, or is not always there. */
const textsOf = ({ ast }: Schema.Constraint, name: string): ReadonlyArray<string> => {
  const members = membersOf(SchemaAST.toType(ast)).map((object) => memberOf(object, name))
  const values = members.flatMap((member): ReadonlyArray<unknown> =>
    member === undefined
      ? [undefined]
      : membersOf(member).map((one) => (SchemaAST.isLiteral(one) ? one.literal : undefined))
  )
  const texts = new Set(values.filter((value) => typeof value === "string"))
  return texts.size > 1 && values.every((value) => typeof value === "string") ? [...texts] : []
}

/**
 * The values that lists of a kind are filtered by, read from its schemas: `target` of its settings and `type` of its
 * source.
 *
 * @example
 * facetsOf(CustomField).sourceType // ["formula", "attribute"]
 */
export const facetsOf = ({ settings, source }: Pick<Kind.Any, "settings" | "source">): Facets => ({
  target: textsOf(settings, "target"),
  sourceType: textsOf(source, "type")
})
