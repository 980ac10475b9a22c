import type { Caller } from "@agent-operations/auth"
import type { Operation, OperationById, OperationId } from "@agent-operations/contract"
import type { ErrorOf, PayloadTooLarge, Timeout, Unavailable, ValidationError } from "@agent-operations/error-envelope"
import type { EncodedRevisionStore } from "@agent-operations/revision-store"
import type { Effect } from "effect"
import type { Json } from "./json.ts"
import type { Cursors } from "./paging/Cursors.ts"
import type { Validator } from "./validation/Validator.ts"

/** What the operations work with, looked up once. */
export interface Services {
  readonly store: EncodedRevisionStore["Service"]
  readonly cursors: Cursors["Service"]
  readonly validator: Validator["Service"]
}

/** What any operation can fail with once it has been let in. */
type Common = ValidationError | PayloadTooLarge | Unavailable | Timeout

type Failure<I extends OperationId> = ErrorOf<Operation.Errors<OperationById<I>>> | Common

/** What an operation means: its decoded input to its result, for the caller in the context. */
export type Meaning<I extends OperationId> = (
  input: Operation.Input<OperationById<I>>
) => Effect.Effect<Operation.Result<OperationById<I>>, Failure<I>, Caller>

/** The same, with the result as the text that goes on the wire. */
export type EncodedMeaning<I extends OperationId> = (
  input: Operation.Input<OperationById<I>>
) => Effect.Effect<Json<Operation.Result<OperationById<I>>>, Failure<I>, Caller>

/** The meaning of every operation; leaving one out does not compile. */
export type Meanings = { readonly [I in OperationId]: Meaning<I> }
export type EncodedMeanings = { readonly [I in OperationId]: EncodedMeaning<I> }
