import type { Operation } from "@agent-operations/contract"
import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { Result, Schema, SchemaAST } from "effect"
import { isObject } from "./json.ts"

/** The names and indexes that lead to a place in a value. */
export type Path = ReadonlyArray<string | number>

/** A place in the input of an operation. */
export interface Site {
  readonly path: Path
  /** An input that the operation takes, and that has something there. */
  readonly whole: unknown
  /** What it has there. */
  readonly value: unknown
  readonly ast: SchemaAST.AST
  /** How far down its path the first choice between objects or lists is, of which it is in one; undefined where none is. */
  readonly choice?: number | undefined
}

/** Every place in the input of an operation, down to those that take any JSON. */
export interface Shape {
  /** Whether the schema takes an input, without a member that there is not. */
  readonly takes: (input: unknown) => boolean
  /** An input that the schema takes, with what has a default and is left out. */
  readonly decoded: (input: unknown) => unknown
  readonly sites: ReadonlyArray<Site>
  /** Inputs that together have every place. */
  readonly wholes: ReadonlyArray<unknown>
}

/** A value with another one at a place. */
export const put = (whole: unknown, [first, ...rest]: Path, value: unknown): unknown =>
  first === undefined
    ? value
    : Array.isArray(whole)
      ? whole.map((inner: unknown, n) => (n === first ? put(inner, rest, value) : inner))
      : { ...(whole as object), [first]: put((whole as Record<string, unknown>)[first], rest, value) }

/** What a value has at a place; undefined where it does not have the place. */
export const at = (whole: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (inner, name) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, name)
        ? (inner as Record<string | number, unknown>)[name]
        : undefined,
    whole
  )

const mark = "the place of a text of JSON"

/** JSON with a text of JSON at a place, as it is written. */
export const written = (whole: unknown, path: Path, json: string): string =>
  JSON.stringify(put(whole, path, mark)).replace(JSON.stringify(mark), () => json)

/** Whether a schema takes a value as it is. */
export const fits = (ast: SchemaAST.AST, value: unknown) => Schema.is(Schema.make<Schema.Schema<unknown>>(ast))(value)

const anyJson: ReadonlyArray<unknown> = [null, true, -1.5, " text", [1, [{}]], { a: { b: [""] } }]

/** Whether a place takes any JSON. */
export const isOpen = ({ ast }: Pick<Site, "ast">): boolean => anyJson.every((value) => fits(ast, value))

/** Whether a place takes texts of all sorts, and no other name of a list. */
export const isText = ({ ast, value }: Pick<Site, "ast" | "value">): boolean =>
  typeof value === "string" && ["a", "b c", "É"].every((text) => fits(ast, text))

/** The words of a list of which a place takes one; undefined where it takes others too. */
export const wordsOf = ({ ast }: Pick<Site, "ast">): ReadonlyArray<string> | undefined => {
  const types = SchemaAST.isUnion(ast) ? ast.types : [ast]
  const words = types.flatMap((type) => (SchemaAST.isLiteral(type) ? [type.literal] : []))
  return words.length === types.length && words.every((word) => typeof word === "string") ? words : undefined
}

const somethings: ReadonlyArray<unknown> = [
  // A text that is a JSON Pointer, too.
  "/a",
  "a",
  1,
  true,
  "a@example.com",
  "https://example.com",
  "2026-01-01T00:00:00.000Z",
  "2026-01-01",
  "00000000-0000-4000-8000-000000000000",
  "/a",
  "cf_7zzzzzzzzzzzzzzzzzzzzzzzzz",
  "A",
  100,
  0,
  0.5,
  null,
  { a: [1] }
]

/** How many values of a part are made at most, and how deep one that holds itself. */
const [maxSamples, maxDepth] = [6, 12]

/** Values of a schema that together have every part of it: each member of a union, each optional member, an item in each list. */
const samplesOf = (ast: SchemaAST.AST, example: unknown, depth = 0): ReadonlyArray<unknown> => {
  if (depth > maxDepth) return []
  if (isOpen({ ast })) return [example ?? { a: [1] }]
  if (SchemaAST.isSuspend(ast)) return samplesOf(ast.thunk(), example, depth + 1)
  if (SchemaAST.isLiteral(ast)) return [ast.literal]
  if (SchemaAST.isUnion(ast)) {
    const types = ast.types.filter((type) => !SchemaAST.isNull(type))
    const ofExample = types.toSorted((a, b) => Number(fits(b, example)) - Number(fits(a, example)))
    const isFlat = types.every((type) => !SchemaAST.isObjects(type) && !SchemaAST.isArrays(type))
    const all = ofExample.flatMap((type) => samplesOf(type, fits(type, example) ? example : undefined, depth + 1))
    return all.slice(0, isFlat ? 1 : maxSamples)
  }
  if (SchemaAST.isObjects(ast)) return objectsOf(ast, example, depth)
  if (SchemaAST.isArrays(ast)) {
    const given: ReadonlyArray<unknown> = Array.isArray(example) ? example : []
    const elements = ast.elements.map((element, n) => samplesOf(element, given[n], depth + 1)[0])
    const [rest] = ast.rest
    const items = rest === undefined ? [] : samplesOf(rest, given[elements.length], depth + 1)
    return [[...elements, ...items]].filter((list) => fits(ast, list))
  }
  return [example, ...somethings].filter((value) => value !== undefined && fits(ast, value)).slice(0, 1)
}

const objectsOf = (ast: SchemaAST.Objects, example: unknown, depth: number): ReadonlyArray<unknown> => {
  const given = isObject(example) ? example : {}
  const members = ast.propertySignatures.flatMap(({ name, type }) => {
    const samples = samplesOf(type, given[String(name)], depth + 1)
    return samples.length === 0 && SchemaAST.isOptional(type) ? [] : [{ name: String(name), samples }]
  })
  if (members.some(({ samples }) => samples.length === 0)) return []
  const [index] = ast.indexSignatures
  const names = somethings.filter((name) => typeof name === "string")
  const key = index && [...Object.keys(given), ...names].find((name) => fits(index.parameter, name))
  const values = key === undefined ? [] : samplesOf(index!.type, given[key], depth + 1)
  const all = values.length === 0 ? members : [...members, { name: key!, samples: values }]
  const count = Math.max(1, ...all.map(({ samples }) => samples.length))
  return Array.from({ length: count }, (_, n) =>
    Object.fromEntries(all.map(({ name, samples }) => [name, samples[n % samples.length]]))
  ).filter((value) => fits(ast, value))
}

const isBranch = (ast: SchemaAST.AST) => SchemaAST.isObjects(ast) || SchemaAST.isArrays(ast) || SchemaAST.isSuspend(ast)

function* sitesIn(ast: SchemaAST.AST, value: unknown, path: Path, whole: unknown, choice?: number): Generator<Site> {
  if (choice === undefined && SchemaAST.isUnion(ast) && ast.types.filter(isBranch).length > 1) choice = path.length
  const site = { path, whole, value, ast, choice }
  yield site
  if (isOpen(site)) return
  if (SchemaAST.isSuspend(ast)) return yield* sitesIn(ast.thunk(), value, path, whole, choice)
  if (SchemaAST.isUnion(ast)) {
    const type = ast.types.find((one) => fits(one, value))
    for (const inner of type === undefined ? [] : sitesIn(type, value, path, whole, choice)) {
      if (inner.path.length > path.length) yield inner
    }
  }
  if (SchemaAST.isObjects(ast) && isObject(value)) {
    const types = new Map(ast.propertySignatures.map(({ name, type }) => [String(name), type]))
    for (const [name, inner] of Object.entries(value)) {
      const type = types.get(name) ?? ast.indexSignatures[0]?.type
      if (type !== undefined) yield* sitesIn(type, inner, [...path, name], whole, choice)
    }
  }
  if (SchemaAST.isArrays(ast) && Array.isArray(value)) {
    for (const [n, inner] of value.entries()) {
      const type = ast.elements[n] ?? ast.rest[0]
      if (type !== undefined) yield* sitesIn(type, inner, [...path, n], whole, choice)
    }
  }
}

/** An input without some of its members, where the operation does not take it with all of them. */
const taken = (whole: unknown, takes: Shape["takes"], example: unknown): ReadonlyArray<unknown> => {
  if (takes(whole) || !isObject(whole)) return [whole]
  const names = Object.keys(whole)
  const ones = names.map((name) => ({ [name]: whole[name] }))
  const besides = names.map((name) => ({ ...(example as object), [name]: whole[name] }))
  const without = names.map((name) => Object.fromEntries(Object.entries(whole).filter(([other]) => other !== name)))
  return [...without, ...ones, ...besides]
}

const shapes = new WeakMap<Operation.Any, Shape>()

/** Every place in the input of an operation. */
export const shapeOf = (operation: Operation.Any): Shape => {
  const shape = shapes.get(operation) ?? makeShape(operation)
  shapes.set(operation, shape)
  return shape
}

const makeShape = ({ input, example }: Operation.Any): Shape => {
  const decode = Schema.decodeUnknownResult(input, { onExcessProperty: "error" })
  const takes = (value: unknown) => Result.isSuccess(decode(value))
  const { ast } = Schema.toEncoded(input)
  const made = samplesOf(ast, example.input).flatMap((whole) => taken(whole, takes, example.input))
  const wholes = [...made, example.input].filter(takes)
  const seen = new Map<string, Set<SchemaAST.AST>>()
  const sites = wholes
    .flatMap((whole) => [...sitesIn(ast, whole, [], whole)])
    .filter((site) => {
      const pointer = pointerOf(site.path)
      const before = seen.get(pointer) ?? new Set()
      seen.set(pointer, before)
      return !before.has(site.ast) && before.add(site.ast)
    })
  return { takes, decoded: (value) => Result.getOrThrow(decode(value)), sites, wholes }
}
