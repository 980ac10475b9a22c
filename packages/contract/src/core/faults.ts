import { codes } from "@agent-operations/error-envelope"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { codeMembers } from "../definition/code-members.ts"
import type { Kind } from "../definition/kind.ts"
import { notKept } from "../definition/kept-exactly.ts"
import type { Family } from "./family.ts"
import { objectSchemaFault } from "./object-schema.ts"
import { type Operation, surfaces } from "./operation.ts"

/**
 * Contradictions in declarations, in a sentence each. They are looked for where families are put together, and not where
 * they are declared: who only reads their schemas, in a browser, does not load this. Every start looks for them, so
 * nothing here decodes: see `contract-faults.ts`.
 */

const snakeCase = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/
const camelCase = /^[a-z][a-zA-Z0-9]{0,63}$/
const scopeName = /^[a-z][a-z0-9_-]{0,39}:[a-z][a-z0-9_-]{0,39}$/
const prefixName = /^[a-z]{1,63}$/

/** The members of a schema's object, by name, and whether each is required. */
const membersOf = ({ ast }: Schema.Constraint): ReadonlyMap<PropertyKey, boolean> =>
  new Map(
    SchemaAST.isObjects(ast)
      ? ast.propertySignatures.map(({ name, type }) => [name, !SchemaAST.isOptional(type)] as const)
      : []
  )

/** A name that code calls. Whatever has a `then` is taken for a promise where it is awaited. */
const isCallable = (name: string) => camelCase.test(name) && name !== "then"

const nextOf = { cursor: "nextCursor", before: "nextBefore", offset: "nextOffset" } as const

/** The first of some values that a list does not have, as text. */
const strayIn = (values: ReadonlyArray<unknown>, allowed: ReadonlyArray<string>): string | undefined =>
  values.filter((value) => !allowed.includes(value as string)).map((value) => JSON.stringify(value) ?? String(value))[0]

const quoted = (values: ReadonlyArray<string>) => values.map((value) => JSON.stringify(value)).join(", ")

/** What has one of a few values, which the compiler holds hosts to, but not those in JavaScript. */
const choices = {
  effect: ["read", "write", "destructive"],
  callers: ["anyone", "people"],
  paging: ["cursor", "before", "offset", undefined],
  idempotency: ["expectedRevision", "requestKey", undefined]
} as const

const inMembers = (operation: Operation.Any): string | undefined => {
  for (const [name, allowed] of Object.entries(choices)) {
    const value = operation[name as keyof typeof choices]
    if ((allowed as ReadonlyArray<unknown>).includes(value)) continue
    return `its ${name} must be one of ${quoted(allowed.filter((one) => one !== undefined))}`
  }
  for (const name of ["scopes", "errors", "surfaces"] as const) {
    if (!Array.isArray(operation[name])) return `its ${name} must be a list, which may be empty`
  }
  const unknown = strayIn(operation.errors, codes)
  if (unknown !== undefined) return `its errors name ${unknown}, which is not a code; the codes are ${codes.join(", ")}`
  const nowhere = strayIn(operation.surfaces, surfaces)
  if (nowhere !== undefined) return `its surfaces name ${nowhere}; there are ${quoted(surfaces)}`
  const input = objectSchemaFault(operation.input)
  if (input !== undefined) return `its input ${input}`
  if (!Schema.isSchema(operation.result)) return "its result must be a schema, such as Schema.Struct({})"
  const example: unknown = operation.example
  return typeof example === "object" && example !== null && "input" in example && "result" in example
    ? undefined
    : "its example must have an input and a result: example: { input: {}, result: {} }"
}

const inOperation = (operation: Operation.Any): string | undefined => {
  const { id, paging, idempotency, effect, deprecated, errors, incursUsage, callers, limits } = operation
  if (typeof id !== "string" || !snakeCase.test(id) || id.length > 64)
    return "its id must be lower case with underscores, of at most 64 characters"
  const fault = inMembers(operation)
  if (fault !== undefined) return fault
  if (incursUsage !== errors.includes("USAGE_LIMIT_REACHED")) {
    return "its errors must include USAGE_LIMIT_REACHED if it incurs usage, and only then"
  }
  if (callers === "people" && !errors.includes("HUMAN_REQUIRED")) {
    return "its errors must include HUMAN_REQUIRED, since it is for people only"
  }
  for (const name of ["bodyBytes", "deadlineMillis"] as const) {
    if (!((limits[name] ?? 1) > 0)) return `limits.${name} must be a number above 0`
  }
  const input = membersOf(operation.input)
  if (paging !== undefined) {
    const result = membersOf(operation.result)
    if (!input.has(paging)) return `its input needs the member ${paging}, since its paging is by ${paging}`
    if (!result.has("items") || !result.has(nextOf[paging])) return `its result needs items and ${nextOf[paging]}`
  }
  if (idempotency !== undefined) {
    if (effect === "read") return "a read must not declare an idempotency"
    if (input.get(idempotency) !== true) return `its input needs the required member ${idempotency}`
    if (idempotency === "requestKey" && !errors.includes("REQUEST_KEY_REUSED")) {
      return "its errors must include REQUEST_KEY_REUSED, since it takes a request key"
    }
  }
  if (deprecated !== undefined) {
    const [since, sunset] = [Date.parse(deprecated.since), Date.parse(deprecated.sunset)]
    if (!(sunset - since >= 180 * 86_400_000)) return "its sunset must be a date at least six months after since"
  }
  return undefined
}

const inKind = ({ name, plural, prefix, source, settings }: Kind.Any): string | undefined => {
  if (!snakeCase.test(name) || name.length > 40) {
    return "its name must be lower case with underscores, of at most 40 characters"
  }
  if (!snakeCase.test(plural) || plural === name)
    return "its plural must be lower case with underscores, and differ from its name"
  if (!prefixName.test(prefix)) return "its prefix must be 1 to 63 lower-case letters"
  for (const [part, schema] of Object.entries({ source, settings })) {
    const place = notKept(schema.ast)
    if (place !== undefined) {
      return `its ${part}${place}: use schemas of JSON that return what they take, with defaults at most`
    }
  }
  const code = codeMembers({ source, settings }).find(({ extension }) => !/^(?!json$)[a-z0-9]{1,16}$/.test(extension))
  return code === undefined ? undefined : `codeIn(${JSON.stringify(code.extension)}) is no extension such as "tsx"`
}

const inFamily = ({ name, scopes, operations }: Family.Any): string | undefined => {
  if (!isCallable(name)) return "its name must be a lower-case letter, then up to 63 letters or digits, and not then"
  for (const [scope, sentence] of Object.entries(scopes)) {
    if (!scopeName.test(scope)) return `the scope ${JSON.stringify(scope)} is not of the form "views:read"`
    if (sentence.trim() === "") return `the scope ${scope} has no sentence that says what it grants`
  }
  for (const [method, operation] of Object.entries(operations)) {
    if (!isCallable(method)) return `${JSON.stringify(method)} is not a valid method name`
    const undeclared = operation.scopes.find((scope) => !Object.hasOwn(scopes, scope))
    if (undeclared !== undefined) {
      return `${operation.id} requires ${undeclared}, which the family does not declare: add it to scopes with a sentence`
    }
  }
  return undefined
}

/** A fault with the name of the declaration that has it. */
export const wrongly = (declared: "kind" | "operation" | "family", name: string, fault: string) =>
  `The ${declared} ${JSON.stringify(name)} is declared wrongly: ${fault}.`

/** The declarations that contradict themselves in a family, its kinds and its operations: the first fault of each. */
export const faultsIn = (family: Family.Any): ReadonlyArray<string> => {
  const parts = [
    ...family.kinds.map((kind) => ["kind", kind.name, inKind(kind)] as const),
    ...Object.values(family.operations).map((operation) => ["operation", operation.id, inOperation(operation)] as const)
  ]
  // A family is looked at only once its operations are right: the look reads their members.
  const all = parts.some(([, , fault]) => fault !== undefined)
    ? parts
    : [["family", family.name, inFamily(family)] as const]
  return all.flatMap(([declared, name, fault]) => (fault === undefined ? [] : [wrongly(declared, name, fault)]))
}
