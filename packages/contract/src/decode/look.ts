import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaParser from "effect/SchemaParser"
import { type Tagged, taggedOf } from "../tagged.ts"
import type { Found, Place } from "./found.ts"
import { isList, isObject, sizeOf } from "./sizes.ts"

/** Adds what is wrong with a value, which stands at a place, until as much is found as is told: by steps of a member. */
export type Look = (value: unknown, place: Place | undefined, found: Found) => Generator<void, void>

const options = { onExcessProperty: "error" } as const

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()
const messageOf = (issue: SchemaIssue.Issue) => issuesOf(issue).issues[0]!.message

const decoderOf = (ast: SchemaAST.AST, errors: "first" | "all") =>
  SchemaParser.decodeUnknownResult(Schema.make<Schema.Codec<unknown>>(ast), { ...options, errors })

/** Whether a schema is of values without members, of which there is only so much to say. */
const isFlat = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isUnion(ast)
    ? ast.types.every(isFlat)
    : !(SchemaAST.isObjects(ast) || SchemaAST.isArrays(ast) || SchemaAST.isSuspend(ast) || ast.encoding !== undefined)

const keyOf = (segment: PropertyKey | { readonly key: PropertyKey }) =>
  String(typeof segment === "object" ? segment.key : segment)

/** What the schema library says: all where there is only so much to say, and else the first place that is wrong. */
const whole = (ast: SchemaAST.AST): Look => {
  const decode = decoderOf(ast, isFlat(ast) ? "all" : "first")
  return function* (value, place, found) {
    yield
    const result = decode(value)
    if (Result.isSuccess(result)) return
    for (const { path = [], message } of issuesOf(result.failure).issues) {
      const at = path.reduce<Place | undefined>((within, segment) => ({ within, key: keyOf(segment) }), place)
      found.add(at, message)
    }
  }
}

/** Looks in several ways, the next only where nothing was wrong before. */
const inTurn = (...looks: ReadonlyArray<Look>): Look =>
  function* (value, place, found) {
    const before = found.issues.length
    for (const look of looks) {
      yield* look(value, place, found)
      if (found.issues.length > before) return
    }
  }

/** Whether a key has a default, and is else sent as it is kept. */
const hasDefault = ({ encoding }: SchemaAST.AST) => encoding?.length === 1 && SchemaAST.isOptional(encoding[0].to)

const unexpected = (ast: SchemaAST.Objects) => messageOf(new SchemaIssue.UnexpectedKey(ast, undefined, options))

const structLook = (ast: SchemaAST.Objects, otherwise: Look): Look => {
  const unexpectedMessage = unexpected(ast)
  const members = ast.propertySignatures.map(({ name, type }) => ({
    key: name as string,
    look: lookFor(type),
    missing:
      SchemaAST.isOptional(type) || hasDefault(type)
        ? undefined
        : messageOf(new SchemaIssue.MissingKey(type.context?.annotations))
  }))
  const known = new Set(members.map(({ key }) => key))
  return function* (value, within, found) {
    if (!isObject(value)) return yield* otherwise(value, within, found)
    for (const key of Object.keys(value)) {
      if (found.isFull) return
      if (!known.has(key)) found.add({ within, key }, unexpectedMessage)
    }
    for (const { key, look, missing } of members) {
      if (found.isFull) return
      if (Object.hasOwn(value, key)) yield* look(value[key], { within, key }, found)
      else if (missing !== undefined) found.add({ within, key }, missing)
    }
  }
}

const recordLook = (ast: SchemaAST.Objects, index: SchemaAST.IndexSignature, otherwise: Look): Look => {
  const unexpectedMessage = unexpected(ast)
  const decodeKey = decoderOf(index.parameter, "first")
  const look = lookFor(index.type)
  return function* (value, within, found) {
    if (!isObject(value)) return yield* otherwise(value, within, found)
    for (const key of Object.keys(value)) {
      if (found.isFull) return
      if (Result.isSuccess(decodeKey(key))) yield* look(value[key], { within, key }, found)
      else found.add({ within, key }, unexpectedMessage)
    }
  }
}

const listLook = (item: SchemaAST.AST, otherwise: Look): Look => {
  const look = lookFor(item)
  return function* (value, within, found) {
    if (!isList(value)) return yield* otherwise(value, within, found)
    for (let key = 0; key < value.length && !found.isFull; key++) yield* look(value[key], { within, key }, found)
  }
}

/** Looks at the one member of a union that a value means to be. */
const taggedLook = ({ tag, members }: Tagged, otherwise: Look): Look => {
  const looks = new Map<unknown, Look>([...members].map(([literal, ast]) => [literal, lookFor(ast)]))
  return (value, place, found) => {
    const look = (isObject(value) && looks.get(value[tag])) || otherwise
    return look(value, place, found)
  }
}

/** Looks at each part of a value, and otherwise at what has none. */
const partsLook = (ast: SchemaAST.AST, otherwise: Look): Look => {
  // What is sent in another shape than it is kept has no parts here.
  if (ast.encoding !== undefined && !hasDefault(ast)) return otherwise
  if (SchemaAST.isObjects(ast)) {
    const [index, ...more] = ast.indexSignatures
    if (index === undefined) return structLook(ast, otherwise)
    return more.length === 0 && ast.propertySignatures.length === 0 ? recordLook(ast, index, otherwise) : otherwise
  }
  if (SchemaAST.isArrays(ast)) {
    const [item, ...more] = ast.rest
    return item !== undefined && more.length === 0 && ast.elements.length === 0 ? listLook(item, otherwise) : otherwise
  }
  const tagged = SchemaAST.isUnion(ast) ? taggedOf(ast) : undefined
  return tagged === undefined ? otherwise : taggedLook(tagged, otherwise)
}

const lookFor = (ast: SchemaAST.AST): Look => {
  const itself = whole(ast)
  const size = sizeOf(ast)
  const parts = partsLook(ast, itself)
  if (size === undefined) return ast.checks === undefined || parts === itself ? parts : inTurn(parts, itself)
  const tooMany = whole(size.ast)
  const counted: Look = function* (value, ...rest) {
    if (size.isCounted(value)) yield* tooMany(value, ...rest)
  }
  return inTurn(counted, parts, itself)
}

/**
 * Makes what looks through the values that a schema refuses: at how many members there are, at each, and at last at the
 * whole.
 */
export const lookThrough = (ast: SchemaAST.AST): Look => inTurn(lookFor(ast), whole(ast))
