/**
 * What the pages ask for of definitions: all that the console knows of operations, and of the store below them.
 */
import { Caller } from "@agent-operations/auth"
import { type Operation, operations } from "@agent-operations/contract"
import { makeDecoder } from "@agent-operations/contract/decode"
import { type AgentError, type Code, type ErrorOf, type ValidationError } from "@agent-operations/error-envelope"
import {
  encodeDefinition,
  listSummaries,
  maxResponseBytes,
  Operations,
  OperationServices,
  spaceOf
} from "@agent-operations/operations"
import type { EncodedRevision } from "@agent-operations/revision-store"
import { Effect, type Result } from "effect"
import { invalidInput } from "./invalid-input.ts"
import type { Section } from "./Section.ts"

type KindOf = Section["kind"]

/** What an operation takes, by the names of its input. */
export type Input = Readonly<Record<string, unknown>>

type Decode = (input: unknown) => Result.Result<unknown, ValidationError>

const decoders = new Map<string, Decode>()
for (const { id, input } of operations as ReadonlyArray<Operation.Any>) {
  const decode = makeDecoder(input)
  decoders.set(id, (given) => invalidInput(decode(given)))
}

const given = (input: Input) => Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))

const decoded = (id: string, input: Input) =>
  Effect.suspend(() => {
    const decode = decoders.get(id)
    return decode === undefined ? Effect.die(`no operation ${id}`) : Effect.fromResult(decode(given(input)))
  })

/** What every operation can fail with. */
type Common = ErrorOf<"VALIDATION_ERROR" | "PAYLOAD_TOO_LARGE" | "UNAVAILABLE" | "TIMEOUT">

const common: ReadonlyArray<Code> = ["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE", "UNAVAILABLE", "TIMEOUT"]

/** Carries out an operation as the caller in the context; `codes` are those that it declares. */
export const invoke = Effect.fnUntraced(function* <C extends Code>(id: string, codes: ReadonlyArray<C>, input: Input) {
  type Meaning = (input: unknown) => Effect.Effect<Input, AgentError, Caller>
  const meanings = (yield* Operations) as Readonly<Record<string, unknown>>
  const meaning = (meanings[id] ?? (() => Effect.die(`no operation ${id}`))) as Meaning
  return yield* meaning(yield* decoded(id, input)).pipe(
    Effect.catch((error): Effect.Effect<never, ErrorOf<C> | Common> => {
      const isDeclared = [...common, ...codes].includes(error._tag)
      return isDeclared ? Effect.fail(error as ErrorOf<C> | Common) : Effect.die(error)
    })
  )
})

/** Refuses what a reading operation refuses to take, for pages that read less than the operation gives. */
const refuseWrong = (id: string, input: Input) => Effect.asVoid(decoded(id, input))

/** A definition at its current revision or at another. */
export const readRevision = Effect.fnUntraced(function* (kind: KindOf, id: string, revision: number | undefined) {
  const { store } = yield* OperationServices
  yield* refuseWrong(`get_${kind.name}`, { id, revision })
  return yield* store.read(spaceOf(yield* Caller), kind, id, revision)
})

/** A page of a history, newest first, without what may be large. */
export const historySummaries = Effect.fnUntraced(function* (
  kind: KindOf,
  id: string,
  page: { readonly limit: number; readonly before: number | undefined }
) {
  const { store } = yield* OperationServices
  yield* refuseWrong(`get_${kind.name}_history`, { id, ...page })
  return yield* store.historySummaries(spaceOf(yield* Caller), kind, id, { ...page, maxBytes: maxResponseBytes })
})

/** A page of a list, newest first, without what may be large. */
export const summaries = Effect.fnUntraced(function* (
  kind: KindOf,
  page: { readonly limit: number; readonly cursor?: string; readonly search?: string }
) {
  yield* refuseWrong(`list_${kind.plural}`, page)
  return yield* listSummaries(yield* OperationServices, kind, page)
})

/** The current names and revisions of definitions, of those that are there. */
export const heads = Effect.fnUntraced(function* (
  definitions: ReadonlyArray<{ readonly kind: string; readonly id: string }>
) {
  const { store } = yield* OperationServices
  return definitions.length === 0 ? [] : yield* store.heads(spaceOf(yield* Caller), definitions)
})

/** Refuses an ID that is none of the kind. */
export const refuseWrongId = (kind: KindOf, id: string) => refuseWrong(`get_${kind.name}`, { id })

/** What uses a definition. Law: P7. */
export const referrers = Effect.fnUntraced(function* (kind: KindOf, id: string, limit: number) {
  const { store } = yield* OperationServices
  return yield* store.referrers(spaceOf(yield* Caller), kind, id, limit)
})

/** A revision as the API gives it, as JSON text. */
export const revisionJson = (kind: KindOf, revision: EncodedRevision) =>
  Effect.map(Caller, (caller) => encodeDefinition(kind, caller, revision) as string)
