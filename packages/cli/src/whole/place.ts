import { UsageError } from "../errors.ts"

/** An item of a list by its start, newest first. */
export interface Item {
  readonly id: string
  readonly startNano: string
}

/** Where an item stands in its list: what an export goes on after. */
export const placeOf = ({ startNano, id }: Item): string => `${startNano}-${id}`

/** A time in nanoseconds since 1970, as lists take it. */
const timeOf = (nanos: bigint): string =>
  `${new Date(Number(nanos / 1_000_000n)).toISOString().slice(0, 19)}.${String(nanos % 1_000_000_000n).padStart(9, "0")}Z`

/** What a list takes for the items after a place, and which of those that it then has were before it. */
export const afterPlace = (place: string) => {
  const [, startNano, id] = /^(\d{1,19})-(.+)$/.exec(place) ?? []
  if (startNano === undefined || id === undefined)
    throw new UsageError("--after: this is no place that an export ended at.", "Give it as the export printed it.")
  return {
    to: timeOf(BigInt(startNano) + 1n),
    isBefore: (item: Item) => item.startNano === startNano && item.id >= id
  }
}
