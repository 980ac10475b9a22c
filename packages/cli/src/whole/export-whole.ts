import type { Step } from "../export/run-export.ts"
import type { Sink } from "../export/sink.ts"
import type { Session } from "../session.ts"
import { mapAhead } from "./map-ahead.ts"
import { afterPlace, type Item, placeOf } from "./place.ts"
import { makeReader } from "./read-whole.ts"
import { walk } from "./walk.ts"
import type { Whole } from "./whole.ts"

/** What is exported, and of how many items. */
export interface WholeExport {
  readonly whole: Whole
  /** What the list takes beside its pages. */
  readonly input: object
  /** The members of each item; all of them where there are none. */
  readonly fields: ReadonlyArray<string>
  /** Where an earlier export ended. */
  readonly after: string | undefined
  readonly limit: number
}

/** An export may wait for a server that is busy for a while: half a minute, beside what the server asks for. */
const retries = 7

/** How many items are read at once, each of at most the 8 MiB of an answer. */
const atOnce = 3

/** Few enough that a page of large items is soon there. */
const pageSize = 50

/** Writes items with all of their parts, newest start first. */
export async function* exportWhole(
  { connect, terminal }: Session,
  { whole, input, fields, after, limit }: WholeExport,
  sink: Sink
): AsyncGenerator<Step> {
  const client = connect()
  const options = { signal: terminal.signal, retries }
  const reader = makeReader(client, whole, fields, options)
  const place = after === undefined ? undefined : afterPlace(after)
  let taken = 0
  let isMore = false
  async function* items(): AsyncGenerator<Item> {
    const listed = { ...input, ...(place && { to: place.to }) }
    for await (const item of walk<Item>(client, whole.list, listed, pageSize, options)) {
      if (place?.isBefore(item) === true) continue
      isMore = taken === limit
      if (isMore) return
      taken++
      yield item
    }
  }
  for await (const { item, read } of mapAhead(items(), atOnce, async (item) => ({
    item,
    read: await reader.line(item)
  }))) {
    if (read === "large") for await (const { text, isLast } of reader.lines(item)) await sink.write(text, isLast)
    else if (read !== "gone") await sink.write(read.text)
    yield { rows: read === "gone" ? 0 : 1, next: placeOf(item) }
  }
  if (!isMore) yield { rows: 0, next: undefined }
}
