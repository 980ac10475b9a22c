import { ItemInvalid } from "@agent-operations/error-envelope"
import { Result } from "effect"
import { bytesOf } from "../draft-of.ts"
import { type ItemPart, itemParts } from "./rows.ts"

/** An item as it is to be, whose JSON is text. What it lacks of that stays as it is. */
export interface ItemWrite extends Partial<Readonly<Record<ItemPart, string>>> {
  readonly externalId: string | null
  readonly split: string | null
}

/** An item that there was at a version. */
export interface FormerItem {
  readonly id: string
  readonly fromVersion: number
  readonly position: number
}

/** An item that there is, its JSON by size in UTF-8 and by digest alone: that of many together would fill the memory. */
export interface LivingItem extends FormerItem, Pick<ItemWrite, "externalId" | "split"> {
  readonly purged: boolean
  /** Of each of `itemParts`. */
  readonly bytes: ReadonlyArray<number>
  readonly sha256: ReadonlyArray<string>
}

/** What is sent of an item: what is left out stays as it is, and is empty in a new one. */
export interface ItemDraft extends Partial<ItemWrite> {
  readonly id?: string
}

/** An item to be written, the living one that it changes, and, if there is none, the one that it was once. */
export interface MergedItem {
  readonly write: ItemWrite
  readonly living: LivingItem | undefined
  readonly before: FormerItem | undefined
}

/** One place of an item that can't be written. */
export interface ItemFault {
  readonly index: number
  readonly pointer: string
  readonly message: string
}

/** How many places a refused write names. */
const maxFaults = 100

/** The largest item, in UTF-8 bytes. */
const maxItemBytes = 1024 * 1024

/** Refuses items for what is wrong with them. */
export const invalid = (faults: ReadonlyArray<ItemFault>): ItemInvalid =>
  new ItemInvalid({
    message: `${faults.length === 1 ? "A place" : "Some places"} of the items ${faults.length === 1 ? "is" : "are"} wrong. Nothing was written.`,
    details: { items: faults.slice(0, maxFaults) }
  })

const empty = { externalId: null, split: null, input: "null", expected: "null", metadata: "{}", source: "null" }

const bytesOfMerged = (write: ItemWrite, living: LivingItem | undefined) =>
  itemParts.reduce((sum, part, index) => {
    const text = write[part]
    return part === "source" ? sum : sum + (text === undefined ? living!.bytes[index]! : Buffer.byteLength(text))
  }, 0)

/** Whether an item is too large by what is sent of it alone, whatever there is of it. */
export const isTooLarge = (draft: ItemDraft): boolean => bytesOf(draft) > maxItemBytes

interface Found {
  readonly living: ReadonlyArray<LivingItem>
  readonly former: ReadonlyArray<FormerItem>
  /** Whether the living ones that are not written go, and their names with them. */
  readonly replace: boolean
  /** Whether the living ones that are written stay as they are. */
  readonly keep?: boolean | undefined
}

/**
 * What items come to be of what is sent and what there is, or `ITEM_INVALID` with the first places that are wrong, by a step
 * for each. Laws: D3, K3.
 */
export function* mergeItems(
  drafts: ReadonlyArray<ItemDraft>,
  { living, former, replace, keep = false }: Found
): Generator<void, Result.Result<ReadonlyArray<MergedItem>, ItemInvalid>> {
  const [byId, byName] = [new Map<string, LivingItem>(), new Map<string, LivingItem>()]
  for (const item of living) {
    byId.set(item.id, item)
    if (item.externalId !== null) byName.set(item.externalId, item)
    yield
  }
  const gone = new Map<string, FormerItem>()
  for (const item of former) {
    gone.set(item.id, item)
    yield
  }
  const [lacking, twice]: [Array<ItemFault>, Array<ItemFault>] = [[], []]
  const tell = (faults: Array<ItemFault>, fault: ItemFault) => {
    if (faults.length < maxFaults) faults.push(fault)
  }
  const merge = ({ id, ...given }: ItemDraft, index: number): MergedItem => {
    const now = (id === undefined ? undefined : byId.get(id)) ?? byName.get(given.externalId ?? "")
    const before = now ?? (id === undefined ? undefined : gone.get(id))
    const as = now === undefined ? empty : { externalId: now.externalId, split: now.split }
    if (keep && now !== undefined) return { write: as, living: now, before }
    const write: ItemWrite = { ...as, ...given }
    if (given.input === undefined && (now === undefined || now.purged)) {
      const message =
        now === undefined
          ? "A new item needs an input: no living item has its id or externalId."
          : "The content of the item was purged: send an input with what is new, or delete the item."
      tell(lacking, { index, pointer: "/input", message })
    }
    if (bytesOfMerged(write, now) > maxItemBytes) {
      tell(lacking, { index, pointer: "", message: "The item is larger than 1 MiB as JSON. Make it smaller." })
    }
    return { write, living: now, before }
  }
  const merged: Array<MergedItem> = []
  const written = new Map<string, MergedItem>()
  for (const [index, draft] of drafts.entries()) {
    const item = merge(draft, index)
    merged.push(item)
    if (item.living !== undefined) written.set(item.living.id, item)
    yield
  }
  const [ids, names] = [new Set<string>(), new Set<string>()]
  for (const [index, { before, living: now, write }] of merged.entries()) {
    yield
    if (before !== undefined && ids.size === ids.add(before.id).size) {
      tell(twice, { index, pointer: "", message: "It is the same item as one before it. Leave one of them out." })
    }
    const name = write.externalId
    if (name === null) continue
    const holder = byName.get(name)
    const isKept =
      holder !== undefined &&
      holder.id !== now?.id &&
      (written.has(holder.id) ? written.get(holder.id)!.write.externalId === name : !replace)
    if (isKept || names.size === names.add(name).size) {
      tell(twice, { index, pointer: "/externalId", message: "Another item has this externalId. Choose another one." })
    }
  }
  // Both are in the order of the items.
  const faults = [...lacking, ...twice].toSorted((a, b) => a.index - b.index)
  return faults.length > 0 ? Result.fail(invalid(faults)) : Result.succeed(merged)
}
