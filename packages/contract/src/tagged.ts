import * as SchemaAST from "effect/SchemaAST"

/** A union of objects that a property tells apart: each has a literal of its own there. */
export interface Tagged {
  readonly tag: string
  readonly members: ReadonlyMap<SchemaAST.LiteralValue, SchemaAST.Objects>
}

const literalsOf = (ast: SchemaAST.Objects): ReadonlyArray<readonly [name: string, SchemaAST.LiteralValue]> =>
  ast.propertySignatures.flatMap(({ name, type }) =>
    typeof name === "string" && SchemaAST.isLiteral(type) && !SchemaAST.isOptional(type) ? [[name, type.literal]] : []
  )

/** What tells the members of a union apart, if one property does. */
export const taggedOf = ({ types }: SchemaAST.Union): Tagged | undefined => {
  const objects = types.filter(SchemaAST.isObjects)
  const [first] = objects
  if (first === undefined || objects.length < types.length) return undefined
  for (const [tag] of literalsOf(first)) {
    const members = new Map(
      objects.flatMap((ast) => literalsOf(ast).flatMap(([name, literal]) => (name === tag ? [[literal, ast]] : [])))
    )
    if (members.size === types.length) return { tag, members }
  }
  return undefined
}
