import type { Kind } from "@agent-operations/contract"
import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { Result, Schema, SchemaAST } from "effect"
import { same } from "./Broken.ts"
import { isObject } from "./json.ts"
import { at, fits } from "./shape.ts"

/** A member of a definition's source or settings that takes values of a caller's choice. */
export interface Place {
  /** Its JSON Pointer in the definition, as in `/settings/extra`. */
  readonly pointer: string
  /** The source and the settings of the kind's example, with a value there. */
  readonly put: (value: unknown) => { readonly source: unknown; readonly settings: unknown }
  /** Values that its schema accepts. Where a server refuses one of them, it knows more than the schema. */
  readonly samples: ReadonlyArray<unknown>
  /** What a definition has there. */
  readonly read: (definition: object) => unknown
}

/** A member of a value, and that value with another one there. */
interface Member {
  readonly path: ReadonlyArray<string>
  readonly put: (value: unknown) => unknown
}

/** An object of the literals that a schema requires; undefined where it requires anything else. */
const literalsOf = ({ propertySignatures }: SchemaAST.Objects, except: PropertyKey) => {
  const required = propertySignatures.filter(({ name, type }) => name !== except && !SchemaAST.isOptional(type))
  return required.every(({ type }) => SchemaAST.isLiteral(type))
    ? Object.fromEntries(required.map(({ name, type }) => [name, (type as SchemaAST.Literal).literal]))
    : undefined
}

/** Every member of objects in a schema, however deep, but not of lists, which may be empty. */
function* membersOf(ast: SchemaAST.AST, example: unknown): Generator<Member> {
  yield { path: [], put: (value) => value }
  if (SchemaAST.isUnion(ast)) {
    for (const type of ast.types) yield* membersOf(type, fits(type, example) ? example : undefined)
  }
  if (!SchemaAST.isObjects(ast)) return
  for (const { name, type } of ast.propertySignatures) {
    const whole = isObject(example) ? example : literalsOf(ast, name)
    if (whole === undefined || typeof name !== "string") continue
    for (const { path, put } of membersOf(type, whole[name])) {
      yield { path: [name, ...path], put: (value) => ({ ...whole, [name]: put(value) }) }
    }
  }
  if (ast.indexSignatures.length > 0) {
    yield { path: ["here"], put: (value) => ({ ...(isObject(example) ? example : {}), here: value }) }
  }
}

/** The first member of settings, or else of the source, that accepts some values and keeps them as they are. */
const firstThatKeeps = ({ example, ...kind }: Kind.Any, values: ReadonlyArray<unknown>): Place | undefined => {
  const bodies = { source: example.source, settings: example.settings }
  for (const part of ["settings", "source"] as const) {
    const schema = kind[part] as Schema.Codec<unknown>
    const decode = Schema.decodeUnknownResult(schema, { onExcessProperty: "error" })
    for (const { path, put } of membersOf(Schema.toEncoded(schema).ast, example[part])) {
      if (path.length === 0) continue
      const keeps = values.every((value) => {
        const decoded = decode(put(value))
        return Result.isSuccess(decoded) && same(at(decoded.success, path), value)
      })
      if (!keeps) continue
      return {
        pointer: pointerOf([part, ...path]),
        samples: values,
        put: (value) => ({ ...bodies, [part]: put(value) }),
        read: (definition) => at(definition, [part, ...path])
      }
    }
  }
  return undefined
}

/** Where a kind has open JSON. */
export const openJsonOf = (kind: Kind.Any): Place | undefined =>
  firstThatKeeps(kind, [null, true, -1.5, " text", [1, [{}]], { a: { b: [""] } }])

/** Where a kind has text of any sort. */
export const textOf = (kind: Kind.Any): Place | undefined => firstThatKeeps(kind, ["a", " a ", "É\n", 'a: "b"'])

/** The members of an object that have a default: a caller may leave them out, and is answered them. */
export const defaultedIn = (schema: Schema.Constraint): ReadonlyArray<string> => {
  const [sent, answered] = [Schema.toEncoded(schema).ast, Schema.toType(schema).ast]
  if (!SchemaAST.isObjects(sent) || !SchemaAST.isObjects(answered)) return []
  const optional = ({ propertySignatures }: SchemaAST.Objects) =>
    propertySignatures.flatMap(({ name, type }) => (SchemaAST.isOptional(type) ? [String(name)] : []))
  const kept = new Set(optional(answered))
  return optional(sent).filter((name) => !kept.has(name))
}
