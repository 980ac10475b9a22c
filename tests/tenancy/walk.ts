import { afterOwn, foreignTo, surround } from "./copies.ts"
import { openDatabase, startKit } from "./host.ts"
import { type Change, keep } from "./state.ts"
import { tablesOf, take } from "./tables.ts"
import { makeWorld } from "./world/index.ts"
import { type Case, type Named, type Place, send } from "./world/project.ts"

/** What a call came to, without what differs at each call: times and IDs that it made. */
export interface Outcome {
  readonly status: number
  readonly text: string
  /** What it wrote in the project. */
  readonly written: ReadonlyArray<string>
  /** How many rows of each table of the project it added, deleted and changed. */
  readonly effects: ReadonlyArray<string>
  /** What it wrote or deleted of others. */
  readonly others: ReadonlyArray<string>
}

const time = /(?!2015-)\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g
const id = /\b([a-z]{2,4})_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g

/** IDs of traces and spans that no case names. */
const ofTrace = /\b(?!a{8})[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}\b|(?<="spanId":")[0-9a-f]{16}\b/g

/** Columns of which the values are another at each call. */
const fresh = [
  "position",
  "jwe",
  "chunk_id",
  "body",
  "span_id",
  "rank",
  "started_ns",
  "ended_ns",
  "head_key",
  "duration_ms",
  "inputs_hash",
  "input_hash"
]

const rowOf = ({ table, row }: Change) => {
  const members = Object.entries(JSON.parse(row) as object).filter(([name]) => !fresh.includes(name))
  return `${table} ${JSON.stringify(Object.fromEntries(members))}`
}

/** A project of every family amid others that have the same, and what calls it; each call begins with the same state. */
export const openWalk = async () => {
  const database = await openDatabase()
  const { pool, statements } = database
  const { place, cases, questions } = await makeWorld(database)
  // Of keys it is noted when they were used, and not by the call that used them.
  const tables = (await tablesOf(pool)).filter(({ name }) => name !== "api_keys")
  let kit = await startKit(database, false)
  await take(pool, tables, "taken")
  // What would be deleted stays: what is looked for by mistake has to be there.
  for (const one of cases.filter(({ operation }) => !/^(?:delete|purge)_/.test(operation))) await send(kit, place, one)
  await take(pool, tables, "later")
  await surround(pool, tables, place)
  const kept = await keep(pool, tables, place, afterOwn)
  const { rows } = await pool.query<{ readonly text: string }>(
    tables.map(({ name }) => `select to_jsonb(t)::text as text from kept.${name} as t`).join(" union all ")
  )
  const known = new Set(rows.flatMap(({ text }) => text.match(id) ?? []))
  const settled = (text: string) =>
    text
      .replaceAll(time, "<time>")
      .replaceAll(/"nextCursor":"[^"]*"/g, '"nextCursor":"<cursor>"')
      .replaceAll(/(?<=createdAt\\*":)\d+/g, "0")
      .replaceAll(id, (found, prefix: string) => (known.has(found) ? found : `${prefix}_<new>`))
      .replaceAll(ofTrace, "<new>")

  /** What was changed since it was last put back, which it puts back. */
  const changed = async (renamed = (text: string) => text): Promise<Omit<Outcome, "status" | "text">> => {
    const changes = await kept.changes()
    const effects = kept.effects(changes)
    await kept.restore(changes)
    const lost = [...changes.counts].flatMap(([table, { others }]) => {
      const before = kept.counts.get(table)!.others
      return others === before ? [] : [`${table} has ${others} rows of others, and had ${before}`]
    })
    const rows = (own: boolean) =>
      changes.written.filter(({ isOwn }) => isOwn === own).map((change) => settled(renamed(rowOf(change))))
    return { written: rows(true).toSorted(), effects, others: [...lost, ...rows(false)] }
  }

  /** Makes a call, and puts back whatever it changed. What it came to is told with some texts renamed. */
  const run = async (
    one: Case,
    { request, renamed = (text) => text }: { request?: Named; renamed?: (text: string) => string } = {}
  ): Promise<Outcome> => {
    statements.sent.clear()
    statements.count = 0
    const { status, text } = await send(kit, place, one, request)
    return { status, text: settled(renamed(text)), ...(await changed(renamed)) }
  }

  return {
    place,
    cases,
    questions,
    foreign: foreignTo(place),
    statements,
    /** The kit, which is another after each start. */
    kit: () => kit,
    /** Makes a call, and leaves what it changed. */
    call: (one: Case, at: Place = place, request?: Named) => send(kit, at, one, request),
    changed,
    /** Those of some functions whose result may be another at each call, or in each transaction. */
    changeable: async (functions: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
      const { rows } = await pool.query<{ readonly name: string }>(
        "select distinct proname::text as name from pg_proc where proname = any($1) and provolatile <> 'i'",
        [functions]
      )
      return rows.map(({ name }) => name)
    },
    renew: kept.renew,
    run,
    /** Starts the kit anew: what a process keeps in its memory is then read again. */
    restart: async () => {
      await kit.close()
      kit = await startKit(database, false)
    },
    close: async () => {
      await kit.close()
      await database.close()
    }
  }
}

export type Walk = Awaited<ReturnType<typeof openWalk>>
