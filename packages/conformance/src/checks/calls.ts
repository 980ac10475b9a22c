import type { Operation } from "@agent-operations/contract"
import { Result, Schema } from "effect"
import type { Served, ServedKind, Verb } from "../served.ts"

/** An operation with an input of it. */
export interface Call {
  readonly operation: Operation.Any
  readonly input: object
}

const accepts = ({ input }: Operation.Any, value: unknown) =>
  Result.isSuccess(Schema.decodeUnknownResult(input as Schema.Codec<unknown>, { onExcessProperty: "error" })(value))

/** What an operation on a definition at revision 1 takes at least. */
const leastOf: Readonly<Partial<Record<Verb, object>>> = {
  get: {},
  update: { expectedRevision: 1 },
  delete: { expectedRevision: 1 },
  history: {},
  restore: { revision: 1 },
  dependencies: {},
  recover: {}
}

/** Members that lead an operation another way, whichever of them it has. */
const turns: ReadonlyArray<object> = [
  { revision: 1 },
  { revision: 2 },
  { revision: 99 },
  { expectedRevision: 2 },
  { expectedRevision: 99 },
  { limit: 1 },
  { before: 2 },
  { before: 99 },
  { description: "Changed" },
  { references: {} }
]

/** The operations that take the ID of a definition of a kind. */
const operationsOn = (kind: ServedKind, { operations, aboutOf }: Served): ReadonlyArray<Operation.Any> =>
  operations.filter((operation) => {
    // What is for people is refused to a key, whatever it is about.
    if (operation.callers === "people") return false
    const about = aboutOf(operation)
    return about?.kind === kind && !(["list", "deleted", "create"] as ReadonlyArray<unknown>).includes(about.verb)
  })

/**
 * Every operation that takes the ID of a definition, with the least that it takes, and with each other member that turns
 * it another way. What names a definition, names it so.
 */
export const callsOn = (kind: ServedKind, served: Served, id: string, name: string): ReadonlyArray<Call> =>
  operationsOn(kind, served).flatMap((operation) => {
    const verb = served.aboutOf(operation)?.verb
    const least = verb === undefined ? {} : verb === "copy" ? { name } : leastOf[verb]!
    // An operation that is no verb may require more than the ID.
    const base = accepts(operation, { ...least, id })
      ? { ...least, id }
      : { ...(operation.example.input as object), id }
    const inputs = [base, ...[...turns, { name }].map((turn) => ({ ...base, ...turn }))]
    const once = [...new Map(inputs.map((input) => [JSON.stringify(input), input])).values()]
    return once.filter((input) => accepts(operation, input)).map((input) => ({ operation, input }))
  })

/** The operations on drafts of a kind, each with an input in which a draft has references. */
export const draftsWith = (kind: ServedKind, references: object): ReadonlyArray<Call> =>
  kind.more.flatMap((operation) => {
    const { source, settings } = kind.body("a")
    const input = { draft: { source, settings, references } }
    return accepts(operation, input) ? [{ operation, input }] : []
  })
