import { type CursorBinding, type Cursors, positionKey, schemaKey, textKey } from "@agent-operations/operations"
import type { ListKey, ListSort } from "@agent-operations/revision-store"
import { type Result, Schema } from "effect"

type Made = Cursors["Service"]
type Read = Result.Result<ListKey, "not a cursor of this list">

/** The cursors of one order of lists. */
export interface ListCursors {
  readonly write: (last: ListKey, binding: CursorBinding) => string
  readonly read: (cursor: string, binding: CursorBinding) => Read
}

const updatedKey = schemaKey(Schema.Tuple([Schema.String, Schema.String]))

/** How cursors hold the keys of each order: what is bound to the order holds keys of no other. */
export const listCursors = (cursors: Made): ((sort: ListSort | undefined) => ListCursors) => {
  const byWhat: Readonly<Record<string, object>> = {
    created: cursors.of(positionKey),
    name: cursors.of(textKey),
    updated: cursors.of(updatedKey)
  }
  return (sort = "created_desc") => byWhat[sort.split("_")[0]!] as ListCursors
}
