import type { ItemDraft } from "./store/merge.ts"
import { itemParts } from "./store/rows.ts"

/** An item as it is sent: what of it is JSON are values. */
interface SentItem {
  readonly id?: string
  readonly externalId?: string | null
  readonly split?: string | null
  readonly input?: unknown
  readonly expected?: unknown
  readonly metadata?: unknown
  readonly source?: unknown
}

/** An item as it is written, what of it is JSON as text, so that nobody else parses it. What was not sent has no member. */
export const draftOf = (item: SentItem): ItemDraft => {
  const { id, externalId, split } = item
  const texts = itemParts.flatMap((part) => (item[part] === undefined ? [] : [[part, JSON.stringify(item[part])]]))
  return {
    ...(id !== undefined && { id }),
    ...(externalId !== undefined && { externalId }),
    ...(split !== undefined && { split }),
    ...Object.fromEntries(texts)
  }
}

/** The bytes in UTF-8 that count of what is sent of an item: not what it is called, nor where it is from. */
export const bytesOf = ({ input = "", expected = "", metadata = "" }: ItemDraft): number =>
  Buffer.byteLength(input) + Buffer.byteLength(expected) + Buffer.byteLength(metadata)
