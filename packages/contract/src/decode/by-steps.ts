import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaParser from "effect/SchemaParser"
import { isList, isObject, sizeOf } from "./sizes.ts"

/** How many items of a list are decoded at once. */
const itemsOfStep = 16

/** How many lists are gone through that are in each other: what is in the items of the last is decoded with them. */
const listsWithin = 2

/** Decodes a value by steps; undefined where it is wrong. */
type Decode = (value: unknown) => Generator<void, { readonly value: unknown } | undefined>

export const options = { onExcessProperty: "error" } as const

const decoderOf = (ast: SchemaAST.AST) => {
  const decode = SchemaParser.decodeUnknownResult(Schema.make<Schema.Codec<unknown>>(ast), options)
  return (value: unknown) => Result.getOrUndefined(Result.map(decode(value), (value) => ({ value })))
}

const listDecoder = (ast: SchemaAST.Arrays, lists: number): Decode => {
  const [item] = ast.rest
  const stepped = lists > 1 ? stepsOf(item!, lists - 1) : undefined
  const some = decoderOf(new SchemaAST.Arrays(ast.isMutable, [], ast.rest))
  const size = sizeOf(ast)
  const itself = decoderOf(new SchemaAST.Arrays(ast.isMutable, [], [SchemaAST.unknown], ast.annotations, ast.checks))
  return function* (value) {
    if (!isList(value) || size?.fits(value) === false) return undefined
    const decoded: Array<unknown> = []
    for (let start = 0; start < value.length;) {
      const items = stepped === undefined ? some(value.slice(start, start + itemsOfStep)) : yield* stepped(value[start])
      if (items === undefined) return undefined
      if (stepped === undefined) decoded.push(...(items.value as ReadonlyArray<unknown>))
      else decoded.push(items.value)
      start += stepped === undefined ? itemsOfStep : 1
      yield
    }
    return itself(decoded)
  }
}

const structDecoder = (ast: SchemaAST.Objects, lists: number): Decode | undefined => {
  const stepped = ast.propertySignatures.flatMap(({ name, type }) => {
    const decode = stepsOf(type, lists)
    return decode === undefined ? [] : [[name as string, decode] as const]
  })
  if (stepped.length === 0) return undefined
  const names = new Set<PropertyKey>(stepped.map(([name]) => name))
  const members = ast.propertySignatures.map(({ name, type }) =>
    names.has(name)
      ? new SchemaAST.PropertySignature(
          name,
          SchemaAST.isOptional(type) ? Schema.optionalKey(Schema.Unknown).ast : SchemaAST.unknown
        )
      : new SchemaAST.PropertySignature(name, type)
  )
  const itself = decoderOf(new SchemaAST.Objects(members, [], ast.annotations, ast.checks))
  return function* (value) {
    if (!isObject(value)) return undefined
    const decoded: Record<string, unknown> = { ...value }
    for (const [name, decode] of stepped) {
      if (!Object.hasOwn(value, name)) continue
      const member = yield* decode(value[name])
      if (member === undefined) return undefined
      decoded[name] = member.value
    }
    return itself(decoded)
  }
}

/** What decodes by steps; undefined where there is no list to go through. */
const stepsOf = (ast: SchemaAST.AST, lists: number): Decode | undefined => {
  if (ast.encoding !== undefined) return undefined
  if (SchemaAST.isArrays(ast)) {
    return ast.elements.length === 0 && ast.rest.length === 1 ? listDecoder(ast, lists) : undefined
  }
  return SchemaAST.isObjects(ast) && ast.indexSignatures.length === 0 ? structDecoder(ast, lists) : undefined
}

/** Makes what decodes as a schema does, by steps of some items of its lists; undefined is returned where the value is wrong. */
export const decoderBySteps = (ast: SchemaAST.AST): Decode => {
  const decode = decoderOf(ast)
  return (
    stepsOf(ast, listsWithin) ??
    function* (value) {
      yield
      return decode(value)
    }
  )
}
