import type { Operation } from "@agent-operations/contract"
import { SchemaAST } from "effect"
import { isObject } from "../../../../src/json.ts"
import { operations } from "../../../served.ts"
import { type Json, mending, type Mutant, refusing, sending } from "../mutant.ts"
import { absent, allAt, inputPlaces, mapAt, type Place, takesAt } from "../places.ts"
import { boundsOf } from "./bounds.ts"
import { changesOf, openJson, texts } from "./values.ts"

type Change = Parameters<typeof mapAt>[2]

const isLeaf = (value: unknown) => typeof value !== "object" || value === null

/** The names of an object's members; undefined where it takes any. */
const namesOf = (ast: SchemaAST.AST): ReadonlyArray<string> | undefined => {
  if (SchemaAST.isUnion(ast)) {
    const all = ast.types.map(namesOf).filter((names) => names !== undefined)
    return all.length === 0 ? undefined : all.flat()
  }
  if (!SchemaAST.isObjects(ast) || ast.indexSignatures.length > 0) return undefined
  return ast.propertySignatures.map(({ name }) => String(name))
}

const only = (value: Json) => (Array.isArray(value) && value.length === 1 ? value[0] : value)
const asText = (value: Json) => (typeof value === "number" || typeof value === "boolean" ? String(value) : value)

/** How a value that has to be refused is made one that a place takes. */
const coercions = (operation: Operation.Any, place: Place): Readonly<Record<string, Change>> => {
  const { value, isText, isOptional, isOpen } = place
  if (isOpen) return {}
  const nothing = isOptional && !takesAt(operation, place, null)
  return {
    "anything in its place": () => value,
    ...(nothing ? { "null for what is left out": (one) => (one === null ? absent : one) } : {}),
    ...ofType(value, isText)
  }
}

const ofType = (value: unknown, isText: boolean): Readonly<Record<string, Change>> => {
  if (Array.isArray(value))
    return {
      "one for a list of it": (one) => (Array.isArray(one) ? one : [one]),
      "an object for a list": (one) => (isObject(one) ? Object.values(one) : one)
    }
  if (isObject(value)) return {}
  if (typeof value === "number")
    return {
      "text for a number": (one) => (typeof one === "string" && one.trim() !== "" ? Number(one) : one),
      "a list for its one": only,
      "a fraction for a whole number": (one) => (typeof one === "number" ? Math.trunc(one) : one)
    }
  if (typeof value === "boolean")
    return {
      "text for truth": (one) => (one === "true" || one === "false" ? one === "true" : one),
      "a number for truth": (one) => (one === 0 || one === 1 ? one === 1 : one),
      "a list for its one": only
    }
  if (isText) return { "a number or truth for text": asText, "a list for its one": only }
  return {
    "a list for its one": only,
    "another case": (one) => (typeof one === "string" ? one.toLowerCase() : one),
    "white space around it": (one) => (typeof one === "string" ? one.trim() : one),
    "more at its end": (one) =>
      typeof one === "string" && typeof value === "string" ? one.slice(0, value.length) : one
  }
}

/** What is done with a value of the right type, such that another is kept. */
const changed = (operation: Operation.Any, place: Place): Readonly<Record<string, Change>> => {
  const { value, words, isText, isOpen, isOptional } = place
  return {
    ...(isOptional ? { "is left out": () => absent } : {}),
    ...(isLeaf(value) && words?.length !== 1 && !isOpen ? { "is always the same": () => value } : {}),
    ...(takesAt(operation, place, null) && !isOpen ? { "is always null": () => null } : {}),
    ...(isText ? Object.fromEntries(Object.entries(texts).map(([name, change]) => [name, ofText(change)])) : {}),
    ...(isOpen ? openJson : isText ? {} : changesOf(place))
  }
}

const ofText =
  (change: (text: string) => string): Change =>
  (value) =>
    typeof value === "string" ? change(value) : value

function* mutantsAt(operation: Operation.Any, place: Place): Generator<Mutant> {
  const { pattern, pointer, words } = place
  const named = (operator: string, serve: Mutant["serve"]): Mutant => ({
    operator,
    operation: operation.id,
    place: pointer,
    serve
  })
  const some = (input: Json, holds: (value: Json) => boolean) => allAt(input, pattern).some(holds)

  for (const [name, change] of Object.entries(changed(operation, place)))
    yield named(`change what is sent: ${name}`, () => sending(operation, (input) => mapAt(input, pattern, change)))
  for (const word of words ?? [])
    yield named(`narrow: refuse ${word}`, () =>
      refusing(operation, pointer, (input) => some(input, (one) => one === word))
    )
  if (place.isOptional) {
    yield named("narrow: require it", () => refusing(operation, pointer, (input) => !some(input, () => true)))
  }
  if (takesAt(operation, place, null) && !place.isOpen)
    yield named("narrow: refuse null", () =>
      refusing(operation, pointer, (input) => some(input, (one) => one === null))
    )
  for (const [name, mend] of Object.entries(coercions(operation, place)))
    yield named(`widen: take ${name}`, () => mending(operation, (input) => mapAt(input, pattern, mend)))
  yield* boundMutants(operation, place, named)
}

function* boundMutants(
  operation: Operation.Any,
  place: Place,
  named: (operator: string, serve: Mutant["serve"]) => Mutant
): Generator<Mutant> {
  const { pattern, pointer, isText } = place
  const { least, most, of, fit } = boundsOf(operation, place) ?? {}
  if (of === undefined || fit === undefined) return
  const refusingSize = (isRefused: (size: number, value: Json) => boolean) => () =>
    refusing(operation, pointer, (input) =>
      allAt(input, pattern).some((one) => of(one) !== undefined && isRefused(of(one)!, one))
    )
  const mendingSize = (wrong: (size: number) => boolean, size: number) => () =>
    mending(operation, (input) =>
      mapAt(input, pattern, (one) => (of(one) !== undefined && wrong(of(one)!) ? fit(one, size) : one))
    )
  if (most !== undefined) {
    yield named(
      "narrow: the most is one less",
      refusingSize((size) => size >= most)
    )
    yield named(
      "widen: the most is one more",
      mendingSize((size) => size === most + 1, most)
    )
    yield named(
      "widen: what is more is cut",
      mendingSize((size) => size > most, most)
    )
  }
  if (least !== undefined) {
    yield named(
      "narrow: the least is one more",
      refusingSize((size) => size <= least)
    )
    if (least > 0)
      yield named(
        "widen: the least is one less",
        mendingSize((size) => size === least - 1, least)
      )
    if (least > 0)
      yield named(
        "widen: what is less is raised",
        mendingSize((size) => size < least, least)
      )
  }
  if (isText && most !== undefined) {
    const isCounted = takesAt(operation, place, "é".repeat(most))
    if (isCounted)
      yield named(
        "narrow: bytes are counted",
        refusingSize((_, text) => Buffer.byteLength(String(text)) > most)
      )
    if (isCounted)
      yield named(
        "narrow: UTF-16 units are counted",
        refusingSize((_, text) => String(text).length > most)
      )
    yield named(
      "narrow: half of it",
      refusingSize((size) => size > most / 2)
    )
  }
}

/** Takes members that there are not. */
function* unknownMembers(operation: Operation.Any, { pattern, pointer, ast, isOpen }: Place): Generator<Mutant> {
  const names = isOpen ? undefined : namesOf(ast)
  if (names === undefined) return
  yield {
    operator: "widen: take a member that there is not",
    operation: operation.id,
    place: pointer,
    serve: () =>
      mending(operation, (input) =>
        mapAt(input, pattern, (one) =>
          isObject(one) ? Object.fromEntries(Object.entries(one).filter(([name]) => names.includes(name))) : one
        )
      )
  }
}

const aliases: Readonly<Record<string, (alias: string) => string>> = {
  "that begin with a capital": (alias) => alias.replace(/^[A-Z]/, (letter) => letter.toLowerCase()),
  "with other signs": (alias) => alias.replace(/[^a-zA-Z0-9_]/g, "_"),
  "of 41 characters": (alias) => (alias.length === 41 ? alias.slice(0, 40) : alias),
  "that are empty": (alias) => (alias === "" ? "a" : alias),
  "that begin with a digit": (alias) => alias.replace(/^[0-9_]/, "a")
}

const refused: Readonly<Record<string, (alias: string) => boolean>> = {
  "of 40 characters": (alias) => alias.length === 40,
  "with a digit": (alias) => /\d/.test(alias),
  "with a capital": (alias) => /[A-Z]/.test(alias),
  "with an underscore": (alias) => alias.includes("_"),
  "of one letter": (alias) => alias.length === 1
}

/** The names of a record, which are aliases. */
function* ofAliases(operation: Operation.Any, { pattern, pointer, ast, isOpen }: Place): Generator<Mutant> {
  const isRecord = SchemaAST.isObjects(ast) && ast.indexSignatures.length > 0
  if (isOpen || !isRecord) return
  const rename = (input: Json, change: (alias: string) => string) =>
    mapAt(input, pattern, (one) =>
      isObject(one) ? Object.fromEntries(Object.entries(one).map(([alias, inner]) => [change(alias), inner])) : one
    )
  const base = { operation: operation.id, place: pointer }
  for (const [name, change] of Object.entries(aliases))
    yield {
      ...base,
      operator: `widen: take aliases ${name}`,
      serve: () => mending(operation, (input) => rename(input, change))
    }
  for (const [name, isRefused] of Object.entries(refused)) {
    const any = (input: Json) => allAt(input, pattern).some((one) => isObject(one) && Object.keys(one).some(isRefused))
    yield { ...base, operator: `narrow: refuse aliases ${name}`, serve: () => refusing(operation, pointer, any) }
  }
  const keeping = (keep: (entries: ReadonlyArray<[string, Json]>) => ReadonlyArray<[string, Json]>) => () =>
    sending(operation, (input) =>
      mapAt(input, pattern, (one) => (isObject(one) ? Object.fromEntries(keep(Object.entries(one))) : one))
    )
  yield {
    ...base,
    operator: "change what is sent: loses the last of several",
    serve: keeping((all) => (all.length > 1 ? all.slice(0, -1) : all))
  }
  yield {
    ...base,
    operator: "change what is sent: loses the first of several",
    serve: keeping((all) => (all.length > 1 ? all.slice(1) : all))
  }
  yield { ...base, operator: "change what is sent: keeps 63", serve: keeping((all) => all.slice(0, 63)) }
  yield {
    ...base,
    operator: "change what is sent: writes aliases in small letters",
    serve: () => sending(operation, (input) => rename(input, (alias) => alias.toLowerCase()))
  }
}

/** Servers that take something else than they are to, or keep something else. */
export const inputs: ReadonlyArray<Mutant> = operations.flatMap((operation) => [
  ...inputPlaces(operation)
    .filter(({ pattern }) => pattern.length > 0)
    .flatMap((place) => [...mutantsAt(operation, place), ...ofAliases(operation, place)]),
  ...inputPlaces(operation).flatMap((place) => [...unknownMembers(operation, place)])
])
