/**
 * What the pages ask for of definitions: all that the console knows of operations, and of the store below them.
 */
import { Caller } from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import { makeDecoderBySteps } from "@agent-operations/contract/decode"
import {
  encodeDefinition,
  firstSummaries,
  type ListInput,
  listDeletedSummaries,
  listSummaries,
  spaceOf
} from "@agent-operations/definitions"
import type { AgentError, Code, ErrorOf, ValidationError } from "@agent-operations/error-envelope"
import { Cursors, Invoker, inTurns, maxResponseBytes } from "@agent-operations/operations"
import { type EncodedRevision, EncodedRevisionStore } from "@agent-operations/revision-store"
import { Effect } from "effect"
import { invalidInput } from "./invalid-input.ts"
import type { Section } from "./Section.ts"

type KindOf = Section["kind"]

/** What an operation takes, by the names of its input. */
export type Input = Readonly<Record<string, unknown>>

type Decode = (input: unknown) => Effect.Effect<unknown, ValidationError>

const decoders = new WeakMap<Operation.Any, Decode>()

const decoderOf = (operation: Operation.Any): Decode => {
  let found = decoders.get(operation)
  if (found === undefined) {
    const decode = makeDecoderBySteps(operation.input)
    found = (given) => Effect.flatMap(inTurns(decode(given)), (decoded) => Effect.fromResult(invalidInput(decoded)))
    decoders.set(operation, found)
  }
  return found
}

const given = (input: Input) => Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))

/** Refuses what an operation refuses to take, in words for whoever typed it. */
const refuseWrong = (id: string, input: Input) =>
  Effect.flatMap(Invoker, (invoker) => {
    const found = invoker.find(id)
    if (found === undefined) return Effect.die(`no operation ${id}`)
    return Effect.asVoid(decoderOf(found.operation)(given(input)))
  })

/** What every operation can fail with. */
type Common = ErrorOf<"MISSING_SCOPE" | "VALIDATION_ERROR" | "PAYLOAD_TOO_LARGE" | "UNAVAILABLE" | "TIMEOUT">

const common: ReadonlyArray<Code> = ["MISSING_SCOPE", "VALIDATION_ERROR", "PAYLOAD_TOO_LARGE", "UNAVAILABLE", "TIMEOUT"]

/** What an operation does not declare is a fault of the server. */
const declared = <A, C extends Code>(codes: ReadonlyArray<C>, running: Effect.Effect<A, AgentError>) =>
  running.pipe(
    Effect.catch((error): Effect.Effect<never, ErrorOf<C> | Common> => {
      const isDeclared = [...common, ...codes].includes(error._tag)
      return isDeclared ? Effect.fail(error as ErrorOf<C> | Common) : Effect.die(error)
    })
  )

/** Carries out an operation as the caller in the context; `codes` are those that it declares. */
export const invoke = Effect.fnUntraced(function* <C extends Code>(id: string, codes: ReadonlyArray<C>, input: Input) {
  yield* refuseWrong(id, input)
  const result = yield* declared(codes, (yield* Invoker).invoke(id, given(input), yield* Caller))
  return result as Input
})

/** The same, with its result as the JSON text that it is answered as, for what may be large. */
export const invokeText = Effect.fnUntraced(function* <C extends Code>(
  id: string,
  codes: ReadonlyArray<C>,
  input: Input
) {
  yield* refuseWrong(id, input)
  const { run } = (yield* Invoker).find(id)!
  return (yield* declared(codes, run(given(input), yield* Caller))).text
})

/** A definition at its current revision or at another. */
export const readRevision = Effect.fnUntraced(function* (kind: KindOf, id: string, revision: number | undefined) {
  const store = yield* EncodedRevisionStore
  yield* refuseWrong(`get_${kind.name}`, { id, revision })
  return yield* store.read(spaceOf(yield* Caller), kind, id, revision)
})

/** A page of a history, newest first, without what may be large. */
export const historySummaries = Effect.fnUntraced(function* (
  kind: KindOf,
  id: string,
  page: { readonly limit: number; readonly before: number | undefined }
) {
  const store = yield* EncodedRevisionStore
  yield* refuseWrong(`get_${kind.name}_history`, { id, ...page })
  return yield* store.historySummaries(spaceOf(yield* Caller), kind, id, { ...page, maxBytes: maxResponseBytes })
})

export type { ListInput }

/** A page of a list, without what may be large; `backwards`, the one that ends before the place of the cursor. */
export const summaries = Effect.fnUntraced(function* (kind: KindOf, page: ListInput, backwards = false) {
  yield* refuseWrong(`list_${kind.plural}`, { ...page })
  return yield* listSummaries(yield* EncodedRevisionStore, yield* Cursors, kind)(page, { backwards })
})

/** What a list begins with, without what may be large of it and without a count. */
export const firstOf = Effect.fnUntraced(function* (kind: KindOf, input: ListInput) {
  yield* refuseWrong(`list_${kind.plural}`, { ...input })
  return yield* firstSummaries(yield* EncodedRevisionStore, yield* Cursors, kind)(input)
})

/** Whether an invoker has what recovers deleted definitions of a kind: a host may leave that out. */
export const servesRecovery = ({ find }: Pick<Invoker["Service"], "find">, kind: KindOf): boolean =>
  [`list_deleted_${kind.plural}`, `recover_${kind.name}`].every((id) => find(id) !== undefined)

/** Whether what is deleted of a kind can be recovered. */
export const isRecoverable = (kind: KindOf) => Effect.map(Invoker, (invoker) => servesRecovery(invoker, kind))

/** A page of what was deleted, the last deleted first, without what may be large. */
export const deletedSummaries = Effect.fnUntraced(function* (
  kind: KindOf,
  page: { readonly limit: number; readonly cursor?: string }
) {
  yield* refuseWrong(`list_deleted_${kind.plural}`, page)
  return yield* listDeletedSummaries(yield* EncodedRevisionStore, yield* Cursors, kind)(page)
})

/** A deleted definition that can be recovered; undefined where there is none. */
export const readDeleted = Effect.fnUntraced(function* (kind: KindOf, id: string) {
  const store = yield* EncodedRevisionStore
  yield* refuseWrong(`recover_${kind.name}`, { id })
  const page = { limit: 1, maxBytes: maxResponseBytes, id }
  return (yield* store.deleted(spaceOf(yield* Caller), kind, page)).items[0]
})

/** The current names and revisions of definitions, of those that are there. */
export const heads = Effect.fnUntraced(function* (
  definitions: ReadonlyArray<{ readonly kind: string; readonly id: string }>
) {
  const store = yield* EncodedRevisionStore
  return definitions.length === 0 ? [] : yield* store.heads(spaceOf(yield* Caller), definitions)
})

/** Refuses an ID that is none of the kind. */
export const refuseWrongId = (kind: KindOf, id: string) => refuseWrong(`get_${kind.name}`, { id })

/** What uses a definition. Law: P7. */
export const referrers = Effect.fnUntraced(function* (kind: KindOf, id: string, limit: number) {
  const store = yield* EncodedRevisionStore
  return yield* store.referrers(spaceOf(yield* Caller), kind, id, limit)
})

/** A revision as the API gives it, as JSON text. */
export const revisionJson = (kind: KindOf, revision: EncodedRevision) =>
  Effect.map(Caller, (caller) => encodeDefinition(kind, caller, revision).text)
