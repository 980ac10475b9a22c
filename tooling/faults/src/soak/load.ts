import { setTimeout as sleep } from "node:timers/promises"
import { type Access, call } from "../server.ts"

interface Item {
  readonly id: string
  revision: number
  description: string
}

/** How many page views there are at a time; each has ever more revisions. */
const items = 200

const attempt = async (access: Access, operation: string, input: object) => {
  const began = performance.now()
  const answer = await call(access, operation, input).catch((error: unknown) => ({ status: 0, error: String(error) }))
  return { answer, millis: performance.now() - began }
}

/**
 * Asks `rate` times a second for one thing or another, and holds what is read to what was written: 40 % reads of one, 10 %
 * lists, 10 % histories, 25 % updates, and for the rest a page view is created, or deleted where there are enough.
 */
export const startLoad = (access: Access, rate: number, random: () => number) => {
  const pool: Array<Item> = []
  const latencies: Array<number> = []
  const failures: Array<string> = []
  let [requests, writes, created] = [0, 0, 0]
  let last = Promise.resolve()

  const send = async <T>(operation: string, input: object): Promise<T | undefined> => {
    requests++
    const { answer, millis } = await attempt(access, operation, input)
    latencies.push(millis)
    if ("data" in answer) return answer.data as T
    if (failures.length < 20) failures.push(`${operation} was answered ${JSON.stringify(answer)}`)
    return undefined
  }

  const create = async () => {
    const description = `made ${created++}`
    const made = await send<Item>("create_page_view", {
      name: `Soak ${created}`,
      description,
      source: { type: "table" },
      settings: { target: "traces" }
    })
    if (made === undefined) return
    writes++
    pool.push({ id: made.id, revision: made.revision, description })
  }

  const update = async (item: Item) => {
    const description = `${item.id} ${item.revision + 1}`
    const made = await send<Item>("update_page_view", { id: item.id, expectedRevision: item.revision, description })
    if (made === undefined) return
    writes++
    Object.assign(item, { revision: made.revision, description })
  }

  const read = async (item: Item) => {
    const found = await send<Item>("get_page_view", { id: item.id })
    if (found !== undefined && (found.revision !== item.revision || found.description !== item.description))
      failures.push(`R9: ${item.id} is ${found.revision} and not ${item.revision}`)
  }

  const remove = async ({ id, revision }: Item) => {
    if ((await send("delete_page_view", { id, expectedRevision: revision })) !== undefined) writes++
  }

  const step = async (): Promise<unknown> => {
    const chance = random()
    if (chance < 0.1) return send("list_page_views", { limit: 20 })
    if (pool.length < items / 2 || (chance < 0.25 && pool.length < items)) return create()
    // Nobody else has it meanwhile, so that what it is like is known.
    const [item] = pool.splice(Math.floor(random() * pool.length), 1)
    if (chance < 0.25) return remove(item!)
    if (chance < 0.35) await send("get_page_view_history", { id: item!.id, limit: 20 })
    else if (chance < 0.75) await read(item!)
    else await update(item!)
    return pool.push(item!)
  }

  const leaving = new AbortController()
  const running = (async () => {
    const began = performance.now()
    for (let n = 0; !leaving.signal.aborted; n++) {
      const early = began + (n * 1000) / rate - performance.now()
      if (early > 0) await sleep(early)
      const earlier = last
      last = Promise.all([earlier, step()]).then(() => {})
    }
    await last
  })()

  return {
    /** What happened since it was asked last. */
    take: () => ({ requests, writes, latencies: latencies.splice(0), failures: failures.splice(0) }),
    stop: () => {
      leaving.abort()
      return running
    }
  }
}
