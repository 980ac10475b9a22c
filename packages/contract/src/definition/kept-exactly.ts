import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaGetter from "effect/SchemaGetter"
import { pointerOf } from "@agent-operations/error-envelope/pointer"

/** A value of no type that a transformation could mean: what returns it returns whatever was sent. */
const anything: unknown = Object.freeze({})

/** Whether what was sent is decoded to itself: a link that only fills in a default does so. */
const keepsWhatWasSent = ({ transformation }: SchemaAST.Link): boolean => {
  if (transformation._tag === "Middleware") return false
  try {
    const decoded = Effect.runSyncExit(
      SchemaGetter.run(transformation.decode, Option.some(anything), {}) as Effect.Effect<
        Option.Option<unknown>,
        unknown
      >
    )
    return Exit.isSuccess(decoded) && Option.isSome(decoded.value) && decoded.value.value === anything
  } catch {
    return false
  }
}

const notJson = new Set(["BigInt", "Symbol", "UniqueSymbol"])

/** The places below a schema, each by the key that leads there. */
const below = (ast: SchemaAST.AST): ReadonlyArray<readonly [key: PropertyKey | undefined, ast: SchemaAST.AST]> => {
  if (SchemaAST.isObjects(ast)) {
    return [
      ...ast.propertySignatures.map(({ name, type }) => [name, type] as const),
      ...ast.indexSignatures.map(({ type }) => ["*", type] as const)
    ]
  }
  if (SchemaAST.isArrays(ast)) return [...ast.elements, ...ast.rest].map((one) => ["*", one])
  if (SchemaAST.isUnion(ast)) return ast.types.map((one) => [undefined, one])
  return SchemaAST.isSuspend(ast) ? [[undefined, ast.thunk()]] : []
}

/**
 * Where a schema does not keep what is sent as JSON, and why, if anywhere: what is accepted is returned unchanged, but for
 * defaults. Law: E4.
 *
 * @example
 * notKept(Schema.Struct({ limit: Schema.NumberFromString }).ast) // "/limit transforms what is sent"
 */
export const notKept = (
  ast: SchemaAST.AST,
  keys: ReadonlyArray<PropertyKey> = [],
  seen: Set<SchemaAST.AST> = new Set()
): string | undefined => {
  if (seen.has(ast)) return undefined
  seen.add(ast)
  if (notJson.has(ast._tag)) return `${pointerOf(keys)} takes what is not JSON`
  if (ast.encoding?.some((link) => !keepsWhatWasSent(link)) === true)
    return `${pointerOf(keys)} transforms what is sent`
  for (const [key, one] of below(ast)) {
    const fault = notKept(one, key === undefined ? keys : [...keys, key], seen)
    if (fault !== undefined) return fault
  }
  return undefined
}
