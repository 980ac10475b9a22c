import { setTimeout as sleep } from "node:timers/promises"
import { isAgentError } from "@agent-operations/client"
import { exitOf, exits } from "../errors.ts"
import { now } from "../now.ts"
import type { Session } from "../session.ts"
import { walk } from "../whole/walk.ts"
import { type Changing, makeChanges } from "./changes.ts"
import type { Watched } from "./watched.ts"

/** What is watched, and how often it is asked for. */
export interface Watch {
  readonly watched: Watched
  /** What the list takes beside its pages. */
  readonly input: { readonly from: string; readonly filters?: ReadonlyArray<unknown> }
  readonly intervalMs: number
}

/** What a watch has to tell: that it began, what is new or changed, or that the server was away and is asked again. */
export type Told =
  | { readonly is: "watching" }
  | { readonly is: "changed"; readonly items: ReadonlyArray<Changing> }
  | { readonly is: "away"; readonly error: Error; readonly waitMs: number }

const mostWaitMs = 60_000

const pageSize = 200

/** Whether it is worth asking again: the server was busy, failed, or was not reached. */
const isPassing = (error: unknown): error is Error =>
  isAgentError(error) && (error.status === 429 || exitOf(error) === exits.server)

/** Tells what becomes new or changes in a list, by asking for it again and again, until somebody interrupts. */
export async function* watch(
  { connect, terminal }: Session,
  { watched, input, intervalMs }: Watch
): AsyncGenerator<Told> {
  const { signal } = terminal
  let serverMs: number | undefined
  const client = connect({
    // What changed is told by the server's clock, which need not be that of this computer.
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      serverMs ??= Date.parse(response.headers.get("date") ?? "") || now()
      return response
    }
  })
  const changedSince = async (since: string): Promise<ReadonlyArray<Changing>> => {
    const filters = [...(input.filters ?? []), { field: watched.changed, operator: "gte", value: since }]
    const items: Array<Changing> = []
    for await (const item of walk<Changing>(client, watched.list, { ...input, filters }, pageSize, { signal }))
      items.push(item)
    return items
  }
  const first = () => client.call(watched.list.id, { ...input, limit: 1 }, { signal })

  let changes: ReturnType<typeof makeChanges> | undefined
  for (let failures = 0; ;) {
    try {
      if (changes === undefined) {
        await first()
        const begun = makeChanges(serverMs ?? now())
        // What changed before is not told.
        begun.take(await changedSince(begun.since()))
        changes = begun
        yield { is: "watching" }
      } else {
        const items = changes.take(await changedSince(changes.since()))
        if (items.length > 0) yield { is: "changed", items }
      }
      failures = 0
      await sleep(intervalMs, undefined, { signal })
    } catch (error) {
      if (signal.aborted) return
      if (!isPassing(error)) throw error
      const waitMs = Math.min(mostWaitMs, intervalMs * 2 ** failures++)
      yield { is: "away", error, waitMs }
      await sleep(waitMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
    }
  }
}
