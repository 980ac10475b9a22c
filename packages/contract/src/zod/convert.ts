import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import { z } from "zod"
import { isJson } from "../definition/json.ts"

/** The zod type of a schema: its structure where zod has the same one, and its two types everywhere. */
export type ZodOf<S extends Schema.Constraint> =
  S extends Schema.Struct<infer Fields>
    ? z.ZodObject<{ -readonly [K in keyof Fields]: ZodOf<Fields[K]> }, z.core.$strict>
    : S extends Schema.optionalKey<infer Inner>
      ? z.ZodExactOptional<ZodOf<Inner>>
      : S extends Schema.withDecodingDefaultKey<infer Inner>
        ? z.ZodDefault<ZodOf<Inner>>
        : S extends Schema.$Array<infer Item>
          ? z.ZodArray<ZodOf<Item>>
          : z.ZodType<S["Type"], S["Encoded"]>

/** Adds the schema's own checks, so that zod refuses just what Effect refuses, with the same words. */
const withChecks = (type: z.ZodType, ast: SchemaAST.AST): z.ZodType =>
  (ast.checks ?? []).reduce<z.ZodType>((checked, check) => {
    const expected = check.annotations?.expected
    const passes = Schema.is(Schema.Unknown.check(check as SchemaAST.Check<unknown>))
    return checked.refine((value) => passes(value), { error: `Expected ${expected ?? "another value"}`, abort: true })
  }, type)

const defaultOf = (ast: SchemaAST.AST): unknown =>
  (
    Schema.decodeUnknownSync(Schema.Struct({ value: Schema.make<Schema.Codec<unknown>>(ast as never) }))({}) as {
      readonly value: unknown
    }
  ).value

const property = (ast: SchemaAST.AST): z.ZodType => {
  if (ast.encoding?.[0]?.to.context?.isOptional === true) return node(ast).default(defaultOf(ast) as never)
  return ast.context?.isOptional === true ? z.exactOptional(node(ast)) : node(ast)
}

// zod leaves such a member out of a record without a word.
const withoutProto = (value: unknown, context: z.core.$RefinementCtx): unknown => {
  if (typeof value === "object" && value !== null && Object.hasOwn(value, "__proto__")) {
    context.issues.push({ code: "custom", input: value, message: "Expected no member named __proto__" })
  }
  return value
}

const structure = (ast: SchemaAST.AST): z.ZodType => {
  switch (ast._tag) {
    case "String":
      return z.string()
    case "Number":
      return z.number()
    case "Boolean":
      return z.boolean()
    case "Null":
      return z.null()
    case "Literal":
      return z.literal(ast.literal as string)
    case "Union":
      return z.union(ast.types.map(node))
    case "Arrays":
      return z.array(node(ast.rest[0] as SchemaAST.AST))
    case "Objects": {
      const [index] = ast.indexSignatures
      return index === undefined
        ? z.strictObject(Object.fromEntries(ast.propertySignatures.map(({ name, type }) => [name, property(type)])))
        : z.preprocess(withoutProto, z.record(node(index.parameter) as z.ZodString, node(index.type)))
    }
    case "Declaration":
      // zod's own rebuilds objects, and leaves out what is named `__proto__`. Law: E4.
      return z.unknown().refine(isJson, { error: "Expected a JSON value" })
    default:
      throw new TypeError(`The contract has a schema that has no zod form yet: ${ast._tag}`)
  }
}

const node = (ast: SchemaAST.AST): z.ZodType => withChecks(structure(ast), ast)

/** The zod schema that accepts what a schema accepts and parses it to the same value. */
export const toZod = <S extends Schema.Constraint>(schema: S): ZodOf<S> => node(schema.ast) as unknown as ZodOf<S>
