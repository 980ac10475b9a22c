import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { type Tagged, taggedOf } from "../tagged.ts"

type Guard = (value: unknown) => value is object

export const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const sizeChecks: ReadonlySet<unknown> = new Set(["effect/schema/isMaxLength", "effect/schema/isMaxProperties"])

/** How many members a list or a record may have. */
export interface Size {
  readonly isCounted: Guard
  readonly fits: (value: object) => boolean
  /** What says so of a value that does not fit. */
  readonly ast: SchemaAST.AST
}

/** The bound that a schema sets to the number of members; undefined where it sets none. */
export const sizeOf = (ast: SchemaAST.AST): Size | undefined => {
  const isCounted = SchemaAST.isArrays(ast) ? isList : SchemaAST.isObjects(ast) ? isObject : undefined
  const check = ast.checks?.find(({ annotations }) => sizeChecks.has(annotations?.representation?.id))
  if (isCounted === undefined || check?._tag !== "Filter") return undefined
  // Every input is asked: by the check itself, without a schema around it.
  const fits = (value: object) => check.run(value, ast, {}) === undefined
  return { isCounted, fits, ast: Schema.Unknown.check(check as SchemaAST.Check<unknown>).ast }
}

type Test = (value: unknown) => boolean

const structTest = ({ propertySignatures }: SchemaAST.Objects): Test => {
  const tests = propertySignatures.flatMap(({ name, type }) => {
    const test = oversizeTest(type)
    return test === undefined ? [] : [[name as string, test] as const]
  })
  return (value) =>
    isObject(value) &&
    (Object.keys(value).length > propertySignatures.length ||
      tests.some(([name, test]) => Object.hasOwn(value, name) && test(value[name])))
}

const taggedTest = ({ tag, members }: Tagged): Test => {
  const tests = new Map<unknown, Test>([...members].map(([literal, ast]) => [literal, structTest(ast)]))
  return (value) => isObject(value) && tests.get(value[tag])?.(value) === true
}

/**
 * Makes what tells whether a list, a record or an object in a value has more members than may be, without looking at
 * them; it looks in objects alone. Undefined where any number may be.
 */
export const oversizeTest = (ast: SchemaAST.AST): Test | undefined => {
  const size = sizeOf(ast)
  if (size !== undefined) return (value) => size.isCounted(value) && !size.fits(value)
  if (SchemaAST.isObjects(ast)) return ast.indexSignatures.length === 0 ? structTest(ast) : undefined
  const tagged = SchemaAST.isUnion(ast) ? taggedOf(ast) : undefined
  return tagged && taggedTest(tagged)
}
