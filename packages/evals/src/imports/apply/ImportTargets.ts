import type { Actor } from "@agent-operations/contract"
import type { Timeout, Unavailable } from "@agent-operations/error-envelope"
import type { Space } from "@agent-operations/revision-store"
import { Context, type Effect } from "effect"
import type { SqlError } from "effect/sql"
import type { ItemDraft } from "../../datasets/store/merge.ts"
import type { DatasetMembers } from "../files/read-files.ts"
import type { Raced, Wrong } from "./wrong.ts"

/** A dataset that items go to. */
export interface DatasetRef {
  readonly id: string
  readonly name: string
}

/** A definition as it is now, and what was done to it. */
export interface DefinitionRef extends DatasetRef {
  readonly revision: number
  readonly change: "created" | "changed" | "unchanged"
}

/** The definition of that name, as `members` say that it is: what they don't say stays. */
type PutDefinition<Members> = (
  space: Space,
  actor: Actor,
  members: Members
) => Effect.Effect<DefinitionRef, Wrong | Raced | Unavailable | Timeout>

/** Items of a dataset, and whether all others go. */
export interface ItemChanges {
  readonly items: ReadonlyArray<ItemDraft>
  readonly replace: boolean
}

/** What changes made of a dataset. */
export interface ItemsDone {
  readonly version: number
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly deleted: number
  /** How many items had an ID that the dataset does not have, and are new ones. */
  readonly renamed: number
}

/**
 * Where imports write to. Each writes in the caller's transaction, and tells what is wrong with what it is given as `Wrong`,
 * by JSON Pointers from the member or the item.
 */
export class ImportTargets extends Context.Service<
  ImportTargets,
  {
    readonly datasetById: (space: Space, id: string) => Effect.Effect<DatasetRef | undefined, Unavailable | Timeout>
    readonly putDataset: PutDefinition<DatasetMembers>
    /** Undefined where scorers are not served. */
    readonly putScorer: PutDefinition<unknown> | undefined
    readonly putItems: (
      space: Space,
      actor: Actor,
      datasetId: string,
      changes: ItemChanges
    ) => Effect.Effect<ItemsDone, Wrong | Raced | SqlError.SqlError | Unavailable | Timeout>
  }
>()("@agent-operations/evals/ImportTargets") {}
