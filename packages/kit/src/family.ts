import { Caller, type Access } from "@agent-operations/auth"
import {
  type CamelCase,
  camelCase,
  type Family,
  family as declareFamily,
  type Operation,
  type Records,
  type Scopes
} from "@agent-operations/contract"
import type { MigrationSet } from "@agent-operations/database"
import {
  callHost,
  type FamilyModule,
  type Handlers,
  implement as implementFamily,
  type Route
} from "@agent-operations/operations"
import { Effect } from "effect"

/** Carries out an operation of a host's own: from its decoded input to its result, or a promise of it. */
export type HostHandler<O extends Operation.Any> = (
  input: Operation.Input<O>,
  caller: Access,
  /** Aborts when the caller is gone or the deadline has passed. */
  signal: AbortSignal
) => Operation.Result<O> | Promise<Operation.Result<O>>

/** An operation with its handler. */
export interface Implemented<O extends Operation.Any> {
  readonly operation: O
  readonly handler: HostHandler<O>
}

/** An operation with what it does, whose types were checked where it was implemented. */
interface AnyImplemented {
  readonly operation: Operation.Any
  readonly handler: (input: never, caller: Access, signal: AbortSignal) => unknown
}

/**
 * Pairs an operation with its handler. If the handler throws an error of the catalogue, that is the answer; anything
 * else that it throws is logged and answered with 500, and so is a result that does not match the schema.
 *
 * @example
 * implement(ping, async ({ text }, { projectId }) => ({ text, projectId }))
 */
export const implement = <O extends Operation.Any>(operation: O, handler: HostHandler<O>): Implemented<O> => ({
  operation,
  handler
})

type OperationsOf<I extends ReadonlyArray<AnyImplemented>> = {
  readonly [One in I[number] as CamelCase<One["operation"]["id"]>]: One["operation"]
}

/** What a family of a host has beside its operations. */
export interface HostFamilyOptions {
  /** How people call it. Default: its name, as words. */
  readonly title?: string
  /** The scopes that its operations require, each with the one sentence that people read where they grant it. */
  readonly scopes?: Scopes
  /** The fields that formulas, filters and columns may name. */
  readonly records?: Records
  /** Its tables. */
  readonly migrations?: ReadonlyArray<MigrationSet>
  /** What it serves beside operations. */
  readonly routes?: ReadonlyArray<Route>
}

const words = (name: string) => {
  const spaced = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

const run = (handler: HostHandler<Operation.Any>) => (input: unknown) =>
  Effect.flatMap(Caller, (caller) => callHost((signal) => handler(input, caller, signal)))

/** Refuses an operation without its function, which hosts in JavaScript can give. */
const checkImplemented = (family: string, { operation, handler }: Partial<AnyImplemented> = {}) => {
  if (operation !== undefined && typeof handler === "function") return
  throw new TypeError(
    `The family ${JSON.stringify(family)} has ${operation?.id ?? "an operation"} without a function that does it: ` +
      "give implement(operation, async (input, caller) => result)."
  )
}

/**
 * A family of a host's own operations, as a module for its list of families. Throws a `TypeError` if code would call two
 * of them by one name.
 *
 * @example
 * const kit = await createAgentOperations({
 *   families: [family("system", [implement(ping, () => ({ pong: true }))])],
 *   database: { memory: true }
 * })
 */
export const family = <const Name extends string, const I extends ReadonlyArray<AnyImplemented>>(
  name: Name,
  implemented: I,
  { title = words(name), scopes = {}, records = {}, migrations = [], routes = [] }: HostFamilyOptions = {}
): FamilyModule<Family<Name, OperationsOf<I>>, never, never> => {
  for (const one of implemented) checkImplemented(name, one)
  const named = <A>(value: (one: AnyImplemented) => A) =>
    Object.fromEntries(implemented.map((one) => [camelCase(one.operation.id), value(one)]))
  const methods = implemented.map(({ operation: { id } }) => camelCase(id))
  const twice = methods.find((method, index) => methods.indexOf(method) !== index)
  if (twice !== undefined) {
    throw new TypeError(`Two operations of the family ${name} would be called ${twice}. Leave one out, or rename it.`)
  }
  const operations = named(({ operation }) => operation) as OperationsOf<I>
  const made = declareFamily(name, { title, scopes, records, operations })
  const handlers = named(({ handler }) => run(handler as HostHandler<Operation.Any>)) as Handlers<typeof made>
  return { families: [made], layer: implementFamily(made, Effect.succeed(handlers)), migrations, routes }
}
