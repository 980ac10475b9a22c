import type { ManyKind, ManyRecorded, Send } from "@agent-operations/conformance/history"

interface Page {
  readonly items: ReadonlyArray<{ readonly id: string }>
  readonly nextCursor: string | null
  readonly total: number
}

/** A walk of a list, page by page, with the times of its first call and its last answer. */
export interface Walked {
  readonly kind: string
  readonly began: number
  readonly ended: number
  readonly ids: ReadonlyArray<string>
  readonly totals: ReadonlyArray<number>
}

/** Walks what a word is in the names of, in short pages; undefined where a page was not answered. */
export const walkList = async (
  send: Send,
  { name, operationOf }: ManyKind,
  word: string
): Promise<Walked | undefined> => {
  const began = performance.now()
  const pages: Array<Page> = []
  let cursor: string | null = null
  do {
    const input: object = { search: word, limit: 2, includeTotal: true, ...(cursor === null ? {} : { cursor }) }
    const answered = await send(operationOf("list"), input).catch(() => undefined)
    if (answered === undefined || !("data" in answered)) return undefined
    const page = answered.data as Page
    pages.push(page)
    cursor = page.nextCursor
  } while (cursor !== null)
  const ids = pages.flatMap(({ items }) => items.map(({ id }) => id))
  return { kind: name, began, ended: performance.now(), ids, totals: pages.map(({ total }) => total) }
}

/** When definitions of a kind were there for certain, by ID, as far as a history tells. */
const lives = (history: ReadonlyArray<ManyRecorded>, kind: string) => {
  const times = new Map<string, { from: number; to: number }>()
  for (const { act, reply, invoked, returned } of history) {
    if (act.kind !== kind) continue
    if (reply.type === "shown" && (act.type === "create" || act.type === "copy"))
      times.set(reply.seen.id, { from: returned, to: Infinity })
    // Whether it was answered or not: from here on it may be gone.
    if (act.type === "delete" && reply.type !== "refused") {
      const life = times.get(act.id)
      if (life !== undefined) life.to = Math.min(life.to, invoked)
    }
  }
  return times
}

/** What a walk told that no one may be told, whatever was written meanwhile. Laws: P1, P4. */
export const walkFaults = (walk: Walked, history: ReadonlyArray<ManyRecorded>): ReadonlyArray<string> => {
  const { kind, began, ended, ids, totals } = walk
  const kept = [...lives(history, kind)].flatMap(([id, { from, to }]) => (from <= began && to >= ended ? [id] : []))
  const told = `a walk of ${kind}s yielded ${ids.join(", ")}`
  return [
    ...(new Set(ids).size < ids.length ? [`P1: ${told}: one of them twice`] : []),
    ...kept.filter((id) => !ids.includes(id)).map((id) => `P1: ${told}, and not ${id}, which was there throughout`),
    ...totals
      .filter((total) => total < kept.length)
      .map((total) => `P4: a page of a walk told a total of ${total}, where ${kept.length} were there throughout`)
  ]
}
