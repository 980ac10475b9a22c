import { setTimeout as sleep } from "node:timers/promises"
import {
  type Act,
  explain,
  operationOf,
  type Recorded,
  recordHistory,
  type Reply
} from "@agent-operations/conformance/history"
import { PageView } from "@agent-operations/contract"
import { leaveOver } from "./leftovers.ts"
import { type Access, call, ok } from "./server.ts"

interface Item {
  readonly id: string
  readonly revision: number
  readonly description: string
}

/** What a crowd did, and what of it does not hold. */
export interface Verdict {
  /** Writes that were acknowledged. */
  readonly acknowledged: number
  /** Of them, those that are not there any more, or not as they were. */
  readonly lost: number
  /** Calls that got no answer, or one that leaves open whether they happened. */
  readonly unknown: number
  readonly failures: ReadonlyArray<string>
}

const operations = operationOf(PageView)

let crowds = 0

/**
 * Some clients that read, update and restore a few page views of their own until they are told to stop, and note what
 * they saw. `where` says where the server is by now; a client goes on through whatever happens to it.
 */
export const gather = async (where: () => Access, { clients = 6, definitions = 3, patienceMillis = 120_000 } = {}) => {
  const crowd = `${process.pid}-${crowds++}`
  const made = await Promise.all(
    Array.from({ length: definitions }, (_, n) =>
      ok<Item>(where(), "create_page_view", {
        name: `Crowd ${crowd} ${n}`,
        description: "made",
        source: { type: "table" },
        settings: { target: "traces" }
      })
    )
  )
  const recorders = made.map(({ id }) => recordHistory(id, operations))
  const send = async (operation: string, input: object) => call(where(), operation, input)
  const leaving = new AbortController()
  const latest = new Map(made.map(({ id }) => [id, 1]))

  let [acknowledged, lost] = [0, 0]

  const work = async (client: number) => {
    for (let step = 0; !leaving.signal.aborted; step++) {
      const at = (client + step) % definitions
      const [recorder, { id }] = [recorders[at]!, made[at]!]
      const seen = latest.get(id)!
      const act: Act =
        step % 5 === 0
          ? { type: "read" }
          : step % 7 === 0
            ? { type: "restore", revision: 1, expectedRevision: seen }
            : { type: "update", expectedRevision: seen, token: `${client}.${step}` }
      const reply: Reply = await recorder.act(`${client}`, send, act)
      if (reply.type === "revision") latest.set(id, Math.max(reply.revision, latest.get(id)!))
      if (reply.type === "revision" && act.type !== "read") acknowledged++
      if (reply.type === "conflict") latest.set(id, reply.currentRevision)
      if (reply.type !== "unknown") continue
      lost++
      // What is gone or busy is not asked again at once.
      await sleep(100)
    }
  }
  const working = Array.from({ length: clients }, (_, client) => work(client))
  const stop = async () => {
    leaving.abort()
    await Promise.all(working)
    over()
  }
  const over = leaveOver(stop)

  /** Resolves when so many writes were acknowledged; rejects where none is for as long as `patienceMillis`. */
  const until = async (writes: number) => {
    let [seen, since] = [acknowledged, performance.now()]
    const lacks = () => acknowledged < writes
    while (lacks()) {
      if (acknowledged > seen) [seen, since] = [acknowledged, performance.now()]
      if (performance.now() - since > patienceMillis)
        throw new Error(`Only ${acknowledged} of ${writes} writes, and none for ${patienceMillis} ms`)
      await sleep(5)
    }
  }

  return {
    until,
    /** The same of writes from now on. */
    untilMore: (writes: number) => until(acknowledged + writes),
    /** Resolves when a call from now on got no answer, or one that leaves open whether it happened; rejects likewise. */
    untilLost: async () => {
      const [before, since] = [lost, performance.now()]
      const none = () => lost === before
      while (none()) {
        if (performance.now() - since > patienceMillis) throw new Error(`No call was lost for ${patienceMillis} ms`)
        await sleep(5)
      }
    },
    /** Has the clients stop, once what they asked last is answered or lost. */
    stop,
    /** Looks at what is there now, and whether it and all that was seen can be explained. Laws: R1, R2, R4, R9. */
    verify: async (): Promise<Verdict> => {
      const failures: Array<string> = []
      let lost = 0
      for (const [n, { id }] of made.entries()) {
        const { history, act } = recorders[n]!
        await act("afterwards", send, { type: "read" })
        const items = await wholeHistory(where(), id)
        const revisions = items.map(({ revision }) => revision)
        const wanted = Array.from({ length: revisions.length }, (_, i) => revisions.length - i)
        if (revisions.join() !== wanted.join()) failures.push(`R1: the revisions of ${id} are ${revisions.join()}`)
        for (const { act: did, reply } of history) {
          if (reply.type !== "revision") continue
          const token = items.find(({ revision }) => revision === reply.revision)?.description
          if (token !== reply.token) {
            if (did.type !== "read") lost++
            failures.push(`R9: ${did.type} of ${id} saw ${reply.revision} as ${reply.token}; it is ${token ?? "gone"}`)
          }
        }
        const found = explain("made", pruned(history, items))
        if (found === "none") failures.push(`R4: no order explains the history of ${id}`)
        if (found === "undecided") failures.push(`R4: the search for an order of the history of ${id} became too long`)
      }
      const all = recorders.flatMap(({ history }) => history)
      return {
        acknowledged,
        lost,
        unknown: all.filter(({ reply }) => reply.type === "unknown").length,
        failures
      }
    }
  }
}

/** A lost update whose token is in no revision never happened; without those the search has less to try. */
const pruned = (history: ReadonlyArray<Recorded>, items: ReadonlyArray<Item>) => {
  const tokens = new Set(items.map(({ description }) => description))
  return history.filter(
    ({ act, reply }) =>
      reply.type !== "unknown" || (act.type === "update" && tokens.has(act.token)) || act.type === "restore"
  )
}

/** Of a definition that is gone there is none. */
const wholeHistory = async (access: Access, id: string): Promise<ReadonlyArray<Item>> => {
  const items: Array<Item> = []
  let before: number | null | undefined
  do {
    const input = { id, limit: 200, ...(before ? { before } : {}) }
    const answer = await call(access, "get_page_view_history", input)
    if (answer.status === 404) return []
    if (!("data" in answer)) throw new Error(`The history of ${id} was answered ${JSON.stringify(answer)}`)
    const page = answer.data as { items: ReadonlyArray<Item>; nextBefore: number | null }
    items.push(...page.items)
    before = page.nextBefore
  } while (before !== null)
  return items
}
