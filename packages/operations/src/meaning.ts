import type { Caller } from "@agent-operations/auth"
import type { Operation, OperationById, OperationId } from "@agent-operations/contract"
import type { ErrorOf, PayloadTooLarge, Timeout, Unavailable, ValidationError } from "@agent-operations/error-envelope"
import type { RevisionStore } from "@agent-operations/revision-store"
import type { Effect } from "effect"
import type { Cursors } from "./paging/Cursors.ts"
import type { Validator } from "./validation/Validator.ts"

/** What the operations work with, looked up once. */
export interface Services {
  readonly store: RevisionStore["Service"]
  readonly cursors: Cursors["Service"]
  readonly validator: Validator["Service"]
}

/** What any operation can fail with once it has been let in. */
type Common = ValidationError | PayloadTooLarge | Unavailable | Timeout

/** What an operation means: its decoded input to its result, for the caller in the context. */
export type Meaning<I extends OperationId> = (
  input: Operation.Input<OperationById<I>>
) => Effect.Effect<Operation.Result<OperationById<I>>, ErrorOf<Operation.Errors<OperationById<I>>> | Common, Caller>

/** The meaning of every operation; leaving one out does not compile. */
export type Meanings = { readonly [I in OperationId]: Meaning<I> }
