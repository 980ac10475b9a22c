import type { Kind } from "@agent-operations/contract"
import type { Json } from "@agent-operations/definition-diff"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { membersOf } from "../input/fields.ts"

/** A text of a source that is read by lines: its code or formula. */
export interface LongText {
  /** The member of the source that it is: `code`. */
  readonly key: string
  readonly text: string
  /** Whether it may be as long as code is. A JSON Pointer may not. */
  readonly isCode: boolean
}

/** From which length on a text is code. */
const shortestCode = 2001

/** How long a text may be, by its schema; 0 where that does not say. */
const maxLengthOf = (ast: SchemaAST.AST): number => {
  const { schema } = Schema.toJsonSchemaDocument(Schema.make(ast))
  const parts = [schema, ...(Array.isArray(schema["allOf"]) ? schema["allOf"] : [])]
  return Math.max(0, ...parts.flatMap(({ maxLength }) => (typeof maxLength === "number" ? maxLength : [])))
}

const variantsOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  SchemaAST.isUnion(ast) ? ast.types.flatMap(variantsOf) : [ast]

const isVariant = (ast: SchemaAST.AST, source: Readonly<Record<string, Json>>) =>
  membersOf(ast).every(
    ({ name, type }) => !SchemaAST.isLiteral(type) || (typeof name === "string" && source[name] === type.literal)
  )

/**
 * The longest text of a source, by its schema: its code, its formula, or whatever else a kind has. Undefined for a source
 * without any.
 *
 * @example
 * longTextOf(PageView, { type: "react", code: "export default …" }) // { key: "code", text: "export default …", isCode: true }
 */
export const longTextOf = (kind: Kind.Any, source: Readonly<Record<string, Json>>): LongText | undefined => {
  const variant = variantsOf(SchemaAST.toEncoded(kind.source.ast)).find((ast) => isVariant(ast, source))
  const texts = (variant === undefined ? [] : membersOf(variant)).flatMap(({ name, type }) => {
    const text = typeof name === "string" && Object.hasOwn(source, name) ? source[name] : undefined
    return typeof text === "string" && SchemaAST.isString(type)
      ? [{ key: String(name), text, maxLength: maxLengthOf(type) }]
      : []
  })
  const [longest] = texts.toSorted((one, other) => other.maxLength - one.maxLength)
  return longest && { key: longest.key, text: longest.text, isCode: longest.maxLength >= shortestCode }
}
