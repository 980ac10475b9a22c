import { newTypeId } from "@agent-operations/database"
import { hash } from "node:crypto"
import type { ItemDraft, ItemWrite, LivingItem, MergedItem } from "./merge.ts"
import { itemParts } from "./rows.ts"

// What is done with items between the statements of a write, by a step for each: there may be a hundred thousand. Law: K3.

/** How many characters an item is counted as, beside its texts. */
export const charactersOfItem = 1024

/** How many characters of items a statement writes, but for its last item: others have their turn between two. */
const charactersOfStatement = 4 * 1024 * 1024

/** How many items a statement names: of a dataset without statistics, each such statement may look at all items. */
const namesOfStatement = 20_000

/** An item to be written, with its ID and its place. */
export interface Placed extends MergedItem {
  readonly id: string
  readonly position: number
}

/** What a write has to do with its items. */
interface Placing {
  /** All, in their order. */
  readonly items: ReadonlyArray<{ readonly id: string; readonly externalId: string | null }>
  /** Those that are new, or not what they were. */
  readonly differ: ReadonlyArray<Placed>
  /** The IDs of those that are not what they were. */
  readonly changed: ReadonlyArray<string>
  /** The last position that an item has. */
  readonly position: number
}

/** The IDs that items are sent with, and that no living item has. */
export function* unknownIds(
  drafts: ReadonlyArray<ItemDraft>,
  living: ReadonlyArray<LivingItem>
): Generator<void, ReadonlyArray<string>> {
  const known = new Set<string>()
  for (const { id } of living) {
    known.add(id)
    yield
  }
  const ids: Array<string> = []
  for (const { id } of drafts) {
    if (id !== undefined && !known.has(id)) ids.push(id)
    yield
  }
  return ids
}

const same = ({ externalId, split, bytes, sha256 }: LivingItem, write: ItemWrite) =>
  externalId === write.externalId &&
  split === write.split &&
  itemParts.every((part, index) => {
    const text = write[part]
    return text === undefined || (Buffer.byteLength(text) === bytes[index] && hash("sha256", text) === sha256[index])
  })

/** Gives each item its ID and its place, new ones behind the last that there is, and tells which are to be written. */
export function* placeItems(merged: ReadonlyArray<MergedItem>, last: number): Generator<void, Placing> {
  const items: Array<Placing["items"][number]> = []
  const differ: Array<Placed> = []
  const changed: Array<string> = []
  let position = last
  for (const item of merged) {
    const { write, living, before } = item
    const id = before?.id ?? newTypeId("di")
    const at = before?.position ?? ++position
    items.push({ id, externalId: write.externalId })
    if (living === undefined || !same(living, write)) {
      differ.push({ ...item, id, position: at })
      if (living !== undefined) changed.push(living.id)
    }
    yield
  }
  return { items, differ, changed, position }
}

/** The IDs of rows that are none of these items. */
export function* otherIds(
  rows: ReadonlyArray<{ readonly item_id: string }>,
  items: Placing["items"]
): Generator<void, ReadonlyArray<string>> {
  if (rows.length === 0) return []
  const kept = new Set<string>()
  for (const { id } of items) {
    kept.add(id)
    yield
  }
  const ids: Array<string> = []
  for (const { item_id: id } of rows) {
    if (!kept.has(id)) ids.push(id)
    yield
  }
  return ids
}

/** Items in the parts that statements write, each made when it is asked for. */
export function* partsOf<Item extends Pick<MergedItem, "write">>(
  items: ReadonlyArray<Item>
): Generator<ReadonlyArray<Item>, void> {
  let part: Array<Item> = []
  let characters = 0
  for (const item of items) {
    if (characters >= charactersOfStatement) {
      yield part
      part = []
      characters = 0
    }
    part.push(item)
    characters += charactersOfItem
    for (const name of itemParts) characters += item.write[name]?.length ?? 0
  }
  if (part.length > 0) yield part
}

/** What names items in the parts that statements name them in. */
export function* namesOf<Name>(names: ReadonlyArray<Name>): Generator<ReadonlyArray<Name>, void> {
  for (let at = 0; at < names.length; at += namesOfStatement) yield names.slice(at, at + namesOfStatement)
}
