import { ItemInvalid } from "@agent-operations/error-envelope"
import { Effect } from "effect"
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

/** What items come to be of what is sent and what there is, or `ITEM_INVALID` with each place that is wrong. Law: D3. */
export const mergeItems = (
  drafts: ReadonlyArray<ItemDraft>,
  { living, former, replace, keep = false }: Found
): Effect.Effect<ReadonlyArray<MergedItem>, ItemInvalid> => {
  const byId = new Map(living.map((item) => [item.id, item]))
  const byName = new Map(living.flatMap((item) => (item.externalId === null ? [] : [[item.externalId, item] as const])))
  const gone = new Map(former.map((item) => [item.id, item]))
  const faults: Array<ItemFault> = []
  const merged = drafts.map(({ id, ...given }, index): MergedItem => {
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
      faults.push({ index, pointer: "/input", message })
    }
    if (bytesOfMerged(write, now) > maxItemBytes) {
      faults.push({ index, pointer: "", message: "The item is larger than 1 MiB as JSON. Make it smaller." })
    }
    return { write, living: now, before }
  })
  const written = new Map(
    merged.flatMap((item) => (item.living === undefined ? [] : [[item.living.id, item] as const]))
  )
  const [ids, names] = [new Set<string>(), new Set<string>()]
  for (const [index, { before, living: now, write }] of merged.entries()) {
    if (before !== undefined && ids.size === ids.add(before.id).size) {
      faults.push({ index, pointer: "", message: "It is the same item as one before it. Leave one of them out." })
    }
    const name = write.externalId
    if (name === null) continue
    const holder = byName.get(name)
    const isKept =
      holder !== undefined &&
      holder.id !== now?.id &&
      (written.has(holder.id) ? written.get(holder.id)!.write.externalId === name : !replace)
    if (isKept || names.size === names.add(name).size) {
      faults.push({ index, pointer: "/externalId", message: "Another item has this externalId. Choose another one." })
    }
  }
  return faults.length > 0 ? Effect.fail(invalid(faults.toSorted((a, b) => a.index - b.index))) : Effect.succeed(merged)
}
