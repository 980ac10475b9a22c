import type { Operation } from "../core/operation.ts"
import { kebabCase } from "../definition/kebab-case.ts"
import * as SchemaAST from "effect/SchemaAST"

/** What a flag takes. */
type FieldType =
  | { readonly type: "string" | "number" | "boolean" | "json" }
  | { readonly type: "choice"; readonly of: ReadonlyArray<string> }

/** A member of an operation's input, as the command line takes it. */
export interface CommandField {
  readonly name: string
  /** `expected-revision` of `expectedRevision`. */
  readonly flag: string
  readonly description: string
  readonly isRequired: boolean
  /** Whether it may be null. */
  readonly isNullable: boolean
  readonly value: FieldType
}

/** How a member is given: `ID`, or `--expected-revision`. */
export const spelled = ({ name, flag }: Pick<CommandField, "name" | "flag">): string =>
  name === "id" ? "ID" : `--${flag}`

const isNull = (ast: SchemaAST.AST) => SchemaAST.isNull(ast)

const typeOf = (ast: SchemaAST.AST): FieldType => {
  if (SchemaAST.isString(ast)) return { type: "string" }
  if (SchemaAST.isBoolean(ast)) return { type: "boolean" }
  if (SchemaAST.isNumber(ast)) return { type: "number" }
  if (SchemaAST.isLiteral(ast) && typeof ast.literal === "string") return { type: "choice", of: [ast.literal] }
  if (!SchemaAST.isUnion(ast)) return { type: "json" }
  const types = ast.types.filter((type) => !isNull(type)).map(typeOf)
  if (types.length === 1) return types[0]!
  const choices = types.flatMap((type) => (type.type === "choice" ? type.of : []))
  return choices.length > 0 && types.every(({ type }) => type === "choice")
    ? { type: "choice", of: choices }
    : { type: "json" }
}

/** The members of an object, and of each that it may be. */
const membersOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.PropertySignature> =>
  SchemaAST.isObjects(ast)
    ? ast.propertySignatures
    : SchemaAST.isUnion(ast)
      ? ast.types.flatMap(membersOf)
      : SchemaAST.isSuspend(ast)
        ? membersOf(ast.thunk())
        : []

/** What a member is where it is used, else what its schema says. */
const describedOf = (type: SchemaAST.AST): string | undefined =>
  (type.context?.annotations?.["description"] as string | undefined) ?? SchemaAST.resolveDescription(type)

/** The members of an operation's input, each once. */
export const commandFieldsOf = ({ input }: Operation.Any): ReadonlyArray<CommandField> => {
  const described = new Map(membersOf(input.ast).map(({ name, type }) => [name, describedOf(type)]))
  const fields = new Map<string, CommandField>()
  for (const { name, type } of membersOf(SchemaAST.toEncoded(input.ast))) {
    if (typeof name !== "string" || fields.has(name)) continue
    fields.set(name, {
      name,
      flag: kebabCase(name),
      description: described.get(name) ?? describedOf(type) ?? "",
      isRequired: !SchemaAST.isOptional(type),
      isNullable: SchemaAST.isUnion(type) && type.types.some(isNull),
      value: typeOf(type)
    })
  }
  return [...fields.values()]
}

/** The names of what an operation answers; of a page, those of its items. Empty where they are not known. */
export const resultNamesOf = ({ result, paging }: Operation.Any): ReadonlyArray<string> => {
  const members = membersOf(result.ast)
  const items = paging === undefined ? undefined : members.find(({ name }) => name === "items")?.type
  const named = items !== undefined && SchemaAST.isArrays(items) ? items.rest.flatMap(membersOf) : members
  return [...new Set(named.flatMap(({ name }) => (typeof name === "string" ? [name] : [])))]
}
