import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import type * as z from "zod"

type Check = SchemaAST.Check<unknown>
type Params = { readonly error: string; readonly abort: true }

/** The checks that zod has too, by what the schema library calls them, and how zod is told. */
const natives: Readonly<Record<string, (type: z.ZodType, payload: never, params: Params) => z.ZodType>> = {
  isMinLength: (type, { minLength }: { minLength: number }, params) =>
    (type as z.ZodString | z.ZodArray).min(minLength, params),
  isMaxLength: (type, { maxLength }: { maxLength: number }, params) =>
    (type as z.ZodString | z.ZodArray).max(maxLength, params),
  isPattern: (type, { source, flags }: { source: string; flags: string }, params) =>
    (type as z.ZodString).regex(new RegExp(source, flags), params),
  isInt: (type, _, params) => (type as z.ZodNumber).int(params),
  // zod's numbers are finite by themselves.
  isFinite: (type) => type,
  isBetween: (type, { minimum, maximum }: { minimum: number; maximum: number }, params) =>
    (type as z.ZodNumber).min(minimum, params).max(maximum, params),
  isGreaterThanOrEqualTo: (type, { minimum }: { minimum: number }, params) => (type as z.ZodNumber).min(minimum, params)
}

const prefix = "effect/schema/"

/** What JSON Schema says of a check that zod has not, so that zod can say it too. */
const fragmentOf = ({ annotations }: Check, type: "string" | "object" | undefined): object => {
  const fragment = annotations?.toJsonSchema?.({ type, schemas: [] } as never) as unknown
  const [said] = Array.isArray(fragment) ? (fragment as ReadonlyArray<object>) : [fragment as object | undefined]
  return said ?? {}
}

const jsonType = ({ _tag }: SchemaAST.AST) => (_tag === "String" ? "string" : _tag === "Objects" ? "object" : undefined)

/** Adds a schema's checks, with the same words: those that zod has as zod's own, the others as functions. */
export const withChecks = (type: z.ZodType, ast: SchemaAST.AST): z.ZodType => {
  const said: object = {}
  const checked = (ast.checks ?? []).reduce<z.ZodType>((type, check) => {
    const { expected, representation } = check.annotations ?? {}
    const params: Params = { error: `Expected ${expected ?? "another value"}`, abort: true }
    const id = representation?.id ?? ""
    const native = id.startsWith(prefix) ? natives[id.slice(prefix.length)] : undefined
    if (native !== undefined) return native(type, representation?.payload as never, params)
    Object.assign(said, fragmentOf(check, jsonType(ast)))
    const passes = Schema.is(Schema.Unknown.check(check as Check))
    return type.refine((value) => passes(value), params)
  }, type)
  return Object.keys(said).length === 0 ? checked : checked.meta({ ...said })
}
