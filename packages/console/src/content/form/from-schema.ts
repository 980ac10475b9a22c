import { Schema, SchemaAST } from "effect"
import { capital, plain } from "../words.ts"
import {
  type ChoiceControl,
  type Control,
  type Fillable,
  type Labelled,
  type Members,
  sharedText,
  type Variant
} from "./control.ts"

/** A key in words: `windowMinutes` and `window_minutes` are "Window minutes", `json` is "JSON". */
const labelOf = (key: string) =>
  capital(plain(key.replace(/([a-z0-9])([A-Z])/g, "$1 $2")).toLowerCase()).replace(/\b(?:json|id|url)\b/gi, (word) =>
    word.toUpperCase()
  )

/** How long a text may be, by the checks of its schema; `Infinity` where they do not say. */
const maxLengthOf = (ast: SchemaAST.AST): number => {
  const { schema } = Schema.toJsonSchemaDocument(Schema.make(ast))
  const parts = [schema, ...(Array.isArray(schema["allOf"]) ? schema["allOf"] : [])]
  return Math.min(...parts.flatMap(({ maxLength }) => (typeof maxLength === "number" ? maxLength : [])))
}

/** Up to which length a text is a line, and from which on it is code. */
const [longestLine, shortestCode] = [200, 2001]

/** What a text is written in, where its schema says so by `codeIn`. */
const languageOf = SchemaAST.resolveAt<string>("fileExtension")

const textOf = (ast: SchemaAST.AST) => {
  const language = languageOf(ast)
  if (language !== undefined) return { code: true, rows: 14, language }
  const length = maxLengthOf(ast)
  if (length <= longestLine || length === Infinity) return { code: false, rows: 1 }
  return length < shortestCode ? { code: false, rows: 3 } : { code: true, rows: 14 }
}

const hintOf = (ast: SchemaAST.AST) =>
  (ast.context?.annotations?.["description"] as string | undefined) ?? SchemaAST.resolveDescription(ast)

/** A schema without what makes it nullable and optional. */
const required = (ast: SchemaAST.AST): { readonly ast: SchemaAST.AST; readonly empty: Fillable["empty"] } => {
  const left = SchemaAST.isOptional(ast) ? "absent" : "value"
  if (ast._tag !== "Union") return { ast, empty: left }
  const values = ast.types.filter(({ _tag }) => !isNothing(_tag))
  const nullable = ast.types.some(({ _tag }) => _tag === "Null")
  const optional = ast.types.some(({ _tag }) => _tag === "Undefined")
  const [only, another] = values
  return {
    ast: only !== undefined && another === undefined ? only : ast,
    empty: nullable ? "null" : optional ? "absent" : left
  }
}

const isNothing = (tag: SchemaAST.AST["_tag"]) => tag === "Null" || tag === "Undefined"

const literalOf = (ast: SchemaAST.AST) =>
  ast._tag === "Literal" && typeof ast.literal !== "bigint" ? [ast.literal] : undefined

/** The values of a literal or of several, which have a text each. */
const literalsOf = (ast: SchemaAST.AST): ReadonlyArray<string | number | boolean> | undefined => {
  const types = ast._tag === "Union" ? ast.types.filter(({ _tag }) => !isNothing(_tag)) : [ast]
  const values: Array<string | number | boolean> = []
  for (const type of types) {
    const found = type._tag === "Union" ? literalsOf(type) : literalOf(type)
    if (found === undefined) return undefined
    values.push(...found)
  }
  const texts = new Set(values.map(String))
  return texts.size === values.length && !texts.has("") ? values : undefined
}

const propertiesOf = (ast: SchemaAST.AST) =>
  ast._tag === "Objects" && ast.indexSignatures.length === 0
    ? ast.propertySignatures.map(({ name, type }) => [String(name), type] as const)
    : undefined

/** The key by whose one literal the members of a union are told apart. */
const tagOf = (variants: ReadonlyArray<ReadonlyArray<readonly [string, SchemaAST.AST]>>) =>
  variants[0]?.find(([key]) => {
    const literals = variants.map((properties) => {
      const ast = properties.find(([name]) => name === key)?.[1]
      return ast?._tag === "Literal" ? String(ast.literal) : undefined
    })
    return !literals.includes(undefined) && new Set(literals).size === variants.length
  })?.[0]

const membersOf = (properties: ReadonlyArray<readonly [string, SchemaAST.AST]>, name: string): Members =>
  properties.map(([key, ast]) => [key, controlOf(ast, name === "" ? key : `${name}.${key}`, labelOf(key))])

const choiceOf = (ast: SchemaAST.AST, words: Labelled): ChoiceControl | undefined => {
  if (ast._tag !== "Union") return undefined
  const objects = ast.types.map(propertiesOf)
  if (objects.length < 2 || objects.includes(undefined)) return undefined
  const properties = objects as ReadonlyArray<NonNullable<(typeof objects)[number]>>
  const tag = tagOf(properties)
  if (tag === undefined) return undefined
  const variants = properties.map((each, n): Variant => {
    const literal = each.find(([key]) => key === tag)?.[1]
    const value = literal?._tag === "Literal" && typeof literal.literal !== "bigint" ? literal.literal : ""
    const rest = each.filter(([key]) => key !== tag)
    const about = hintOf(ast.types[n]!)
    return { value, label: labelOf(String(value)), about, members: membersOf(rest, `${words.name}.${value}`) }
  })
  const tagName = `${words.name}Type`
  const ask = `Choose one of ${words.label.toLowerCase()}.`
  return { type: "choice", ...words, tag, tagName, variants, ask, shared: sharedText(words.name, variants) }
}

/**
 * How the values of a schema, as they are encoded, are read and written by people. Whatever has no field of its own is
 * JSON: lists, records, open JSON, objects that may be left out, unions without a tag.
 *
 * @example
 * controlOf(SchemaAST.toEncoded(Schema.Finite.ast), "above", "Above") // { type: "number", name: "above", … }
 */
export const controlOf = (encoded: SchemaAST.AST, name: string, label: string): Control => {
  const { ast, empty } = required(encoded)
  const words = { name, label: SchemaAST.resolveTitle(encoded) ?? label, hint: hintOf(encoded) ?? hintOf(ast) }
  const properties = propertiesOf(ast)
  if (properties !== undefined && empty === "value") {
    return { type: "group", ...words, members: membersOf(properties, name) }
  }
  const choice = empty === "value" ? choiceOf(ast, words) : undefined
  if (choice !== undefined) return choice
  const literals = ast._tag === "Boolean" ? [true, false] : literalsOf(ast)
  if (literals?.length === 1 && empty === "value") return { type: "constant", ...words, value: literals[0]! }
  if (literals !== undefined && literals.length > 0) {
    return { type: "select", ...words, empty, options: literals.map((value) => ({ value, label: optionLabel(value) })) }
  }
  if (ast._tag === "String") return { type: "text", ...words, empty, ...textOf(ast) }
  if (ast._tag === "Number") return { type: "number", ...words, empty }
  return { type: "json", ...words, hint: `JSON. ${words.hint ?? ""}`.trim(), empty, rows: 6 }
}

const optionLabel = (value: string | number | boolean) =>
  value === true ? "Yes" : value === false ? "No" : typeof value === "number" ? String(value) : labelOf(value)
