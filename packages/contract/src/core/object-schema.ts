import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

const isObjectOf = (ast: SchemaAST.AST): boolean => {
  if (SchemaAST.isUnion(ast)) return ast.types.every(isObjectOf)
  return SchemaAST.isSuspend(ast) ? isObjectOf(ast.thunk()) : SchemaAST.isObjects(ast)
}

/** What is wrong with what should be the schema of an object, as it is sent, if anything is. */
export const objectSchemaFault = (schema: unknown): string | undefined => {
  if (!Schema.isSchema(schema)) return "must be a schema, such as Schema.Struct({ name: Schema.String })"
  return isObjectOf(SchemaAST.toEncoded(schema.ast))
    ? undefined
    : "must be the schema of an object, such as Schema.Struct({ name: Schema.String })"
}
