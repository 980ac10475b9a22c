import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as z from "zod"
import { isJson } from "../definition/json.ts"
import { taggedOf } from "../tagged.ts"
import { withChecks } from "./checks.ts"

/** As a value is sent, with what has a default perhaps left out, or as it is kept. */
type Side = "sent" | "kept"

type ZodOfAll<Members extends ReadonlyArray<Schema.Constraint>, On extends Side> = {
  -readonly [K in keyof Members]: ZodOf<Members[K], On>
}

type ZodOfUnion<Members extends ReadonlyArray<Schema.Constraint>, On extends Side> = Members extends readonly [
  infer Member extends Schema.Constraint,
  Schema.Null
]
  ? z.ZodNullable<ZodOf<Member, On>>
  : Members extends ReadonlyArray<Schema.Struct<{ readonly type: Schema.Literal<string> }>>
    ? z.ZodDiscriminatedUnion<ZodOfAll<Members, On>, "type">
    : z.ZodUnion<ZodOfAll<Members, On>>

/** The zod type of a schema: its structure where zod has the same one, and its two types everywhere. */
export type ZodOf<S extends Schema.Constraint, On extends Side = "sent"> =
  S extends Schema.toType<infer Inner>
    ? ZodOf<Inner, "kept">
    : S extends Schema.Struct<infer Fields>
      ? z.ZodObject<{ -readonly [K in keyof Fields]: ZodOf<Fields[K], On> }, z.core.$strict>
      : S extends Schema.optionalKey<infer Inner>
        ? z.ZodExactOptional<ZodOf<Inner, On>>
        : S extends Schema.withDecodingDefaultKey<infer Inner>
          ? On extends "sent"
            ? z.ZodDefault<ZodOf<Inner>>
            : ZodOf<Inner, On>
          : S extends Schema.$Array<infer Item>
            ? z.ZodArray<ZodOf<Item, On>>
            : S extends Schema.Literals<infer Values extends ReadonlyArray<string>>
              ? z.ZodEnum<{ [Value in Values[number]]: Value }>
              : S extends Schema.Literal<infer Value extends string | boolean>
                ? z.ZodLiteral<Value>
                : S extends Schema.Union<infer Members>
                  ? ZodOfUnion<Members, On>
                  : S extends Schema.String
                    ? z.ZodString
                    : S extends Schema.Number
                      ? z.ZodNumber
                      : S extends Schema.Boolean
                        ? z.ZodBoolean
                        : z.ZodType<S["Type"], On extends "sent" ? S["Encoded"] : S["Type"]>

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

const union = (ast: SchemaAST.Union): z.ZodType => {
  const { types } = ast
  const literals = types.flatMap((type) => (SchemaAST.isLiteral(type) ? [type.literal] : []))
  if (literals.length === types.length) return z.enum(literals as ReadonlyArray<string> as [string])
  const [first, second] = types
  if (types.length === 2 && first !== undefined && second?._tag === "Null") return z.nullable(node(first))
  const members = types.map(node)
  const tag = taggedOf(ast)?.tag
  return tag === undefined ? z.union(members) : z.discriminatedUnion(tag, members as [z.ZodObject])
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
      return union(ast)
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

/** What documents say of a schema beside what it accepts. */
const told = ["title", "description", "format", "default", "examples"] as const

const node = (ast: SchemaAST.AST): z.ZodType => {
  const type = withChecks(structure(ast), ast)
  // Last what a member is where it is used.
  const places = [
    ast.annotations,
    ...(ast.checks ?? []).map(({ annotations }) => annotations),
    ast.context?.annotations
  ]
  const said = places.map((annotations) =>
    Object.fromEntries(told.flatMap((key) => (annotations?.[key] === undefined ? [] : [[key, annotations[key]]])))
  )
  const meta: object = Object.assign({}, ...said)
  return Object.keys(meta).length === 0 ? type : type.meta({ ...meta })
}

/**
 * The zod schema that accepts what a schema accepts and parses it to the same value. `z.toJSONSchema` says of it what
 * OpenAPI says of the schema.
 */
export const toZod = <S extends Schema.Constraint>(schema: S): ZodOf<S> => node(schema.ast) as unknown as ZodOf<S>
