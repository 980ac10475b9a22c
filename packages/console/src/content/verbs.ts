import type { Caller } from "@agent-operations/auth"
import {
  type KindName,
  type Operation,
  type OperationById,
  type OperationId,
  operationsById,
  type ResultOf
} from "@agent-operations/contract"
import { makeDecoder } from "@agent-operations/contract/decode"
import {
  type ErrorOf,
  NotFound,
  type PayloadTooLarge,
  type Timeout,
  type Unavailable,
  ValidationError
} from "@agent-operations/error-envelope"
import { Operations } from "@agent-operations/operations"
import { Effect, Result, type Schema } from "effect"
import type { Content, ContentKind } from "./kinds.ts"
import { pointerOf } from "@agent-operations/error-envelope/pointer"

/** What an operation can answer beside its result. */
export type Refusal<I extends OperationId> =
  | ErrorOf<Operation.Errors<OperationById<I>>>
  | ValidationError
  | PayloadTooLarge
  | Unavailable
  | Timeout

/** Decodes what an operation takes as the contract has it: the first places that are wrong are named. Law: E3. */
const decoderOf = (id: OperationId) => {
  const decode = makeDecoder<Schema.Codec<unknown>>(operationsById[id].input)
  return (input: unknown): Result.Result<unknown, ValidationError> =>
    Result.mapError(
      decode(input),
      (issues) =>
        new ValidationError({
          message: "Some of what was sent is not valid.",
          hint: "Correct what is marked and send it again.",
          details: { issues: issues.map(({ path, message }) => ({ path: pointerOf(path), message })) }
        })
    )
}

type Input = Readonly<Record<string, unknown>>

const given = (input: Input) => Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))

/** An operation that takes what people typed. */
const verb = <const I extends OperationId>(id: I) => {
  const decode = decoderOf(id)
  type Meaning = (input: unknown) => Effect.Effect<ResultOf<I>, Refusal<I>, Caller>
  return Effect.fnUntraced(function* (input: Input): Effect.fn.Return<ResultOf<I>, Refusal<I>, Operations | Caller> {
    const operations = yield* Operations
    const meaning = operations[id] as Meaning
    return yield* meaning(yield* Effect.fromResult(decode(given(input))))
  })
}

const verbs = <const N extends KindName>(name: N) => ({
  create: verb(`create_${name}`),
  update: verb(`update_${name}`),
  copy: verb(`copy_${name}`),
  remove: verb(`delete_${name}`),
  restore: verb(`restore_${name}`)
})

const byKind: Readonly<Record<KindName, ReturnType<typeof verbs<KindName>>>> = {
  page_view: verbs<KindName>("page_view"),
  custom_field: verbs<KindName>("custom_field")
}

/**
 * The operations that change a definition of a kind.
 *
 * @example
 * yield* verbsOf(kind).copy({ id, name: "Another" })
 */
export const verbsOf = ({ spec }: ContentKind) => byKind[spec.name]

/** Refuses what an operation refuses to take. */
const check = (id: OperationId) => {
  const decode = decoderOf(id)
  return (input: Input) => Effect.asVoid(Effect.fromResult(decode(given(input))))
}

const checks = (name: KindName) => ({
  list: check(`list_${name}s`),
  get: check(`get_${name}`),
  history: check(`get_${name}_history`)
})

const checksByKind = { page_view: checks("page_view"), custom_field: checks("custom_field") }

/** What reads of a kind of definition take, for pages that read less than the operations give. */
export const checksOf = ({ spec }: ContentKind) => checksByKind[spec.name]

export const validatePageView = verb("validate_page_view")

const decodersOfContent = { page_view: decoderOf("create_page_view"), custom_field: decoderOf("create_custom_field") }

/** What somebody would write, decoded: the contract's defaults filled in. */
export const decodeContent = Effect.fnUntraced(function* ({ spec }: ContentKind, content: Input) {
  return (yield* Effect.fromResult(decodersOfContent[spec.name](given(content)))) as Content
})

/** A read for a page: an ID or a revision that cannot be one is of nothing, like one that is not there. */
export const readOnly = <A, E, R>(
  read: Effect.Effect<A, E | ValidationError | PayloadTooLarge, R>
): Effect.Effect<A, Exclude<E, ValidationError | PayloadTooLarge> | NotFound, R> =>
  Effect.catchTags(read as Effect.Effect<A, ValidationError | PayloadTooLarge, R>, {
    VALIDATION_ERROR: () => Effect.fail(new NotFound({ message: "There is no such definition." })),
    PAYLOAD_TOO_LARGE: Effect.die
  }) as Effect.Effect<A, Exclude<E, ValidationError | PayloadTooLarge> | NotFound, R>
