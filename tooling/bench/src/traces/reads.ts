import { createDatabase } from "@agent-operations/postgres-for-tests"
import { Connection } from "../connection.ts"
import { multiply, openDatabase, type Query } from "../fill.ts"
import { quantile } from "../quantile.ts"
import { openProjects, startFloor, startKit, type TracesProject } from "./open.ts"
import { send } from "./send.ts"
import { requestsOf, spansOf, spansOfTrace } from "./sent.ts"

/** What one read took at each size, in milliseconds, medians of each round; the floor's at the largest. */
export interface TracesRead {
  readonly name: string
  readonly points: ReadonlyArray<{ readonly spans: number; readonly rounds: ReadonlyArray<number> }>
  readonly floor: ReadonlyArray<number>
}

export interface ReadsPace {
  readonly spans: ReadonlyArray<number>
  readonly rounds: number
  readonly requests: number
}

/** How many traces are sent; the others are copies of them, with an ID, a start, a user, a session and a ticket of their own. */
const sentTraces = 100

const sessionOf = "'s-' || (n / 10) || '-' || right(one.trace_id::text, 4)"

const fill = async (query: Query, project: TracesProject, spans: number) => {
  const copies = spans / spansOfTrace / sentTraces - 1
  const where = { tenant_id: project.organizationId, project_id: project.projectId }
  const own = {
    trace_id: "md5(one.trace_id::text || n)::uuid",
    started_ns: `one.started_ns - n * ${Math.floor(604_800 / (copies + 1))}000000000::bigint`
  }
  await multiply(query, "trace_heads", where, [1, copies], {
    ...own,
    user_pick: "left(one.user_pick, 37) || 'u-' || (hashtext(one.trace_id::text || n) & 127)",
    session_pick: `left(one.session_pick, 37) || ${sessionOf}`,
    attributes: "one.attributes || jsonb_build_object('ticket.id', md5(one.trace_id::text || n))"
  })
  await multiply(query, "trace_spans", where, [1, copies], own)
  await multiply(query, "trace_chunks", where, [1, copies], { trace_id: own.trace_id })
}

interface Ask {
  readonly operation: string
  readonly input: object
}

/** A trace of a project: one of its middle. */
const example = async (query: Query, { organizationId, projectId }: TracesProject) => {
  const of = [organizationId, projectId]
  const from = "from agent_operations.trace_heads where tenant_id = $1 and project_id = $2"
  const [count] = await query<{ half: number }>(`select count(*)::int / 2 as half ${from}`, of)
  const [row] = await query<{ id: string; session: string; ticket: string }>(
    `select replace(trace_id::text, '-', '') as id, session_id as session, attributes ->> 'ticket.id' as ticket ${from}
     order by started_ns offset ${count!.half} limit 1`,
    of
  )
  const [last] = await query<{ at: number }>(
    `select (started_ns / 1000000)::float8 as at ${from} order by started_ns offset 60 limit 1`,
    of
  )
  return { ...row!, to: new Date(last!.at).toISOString() }
}

/** The reads, on a project's own data. */
const asksOf = (one: Awaited<ReturnType<typeof example>>): Readonly<Record<string, Ask>> => {
  const list = (input: object): Ask => ({ operation: "list_traces", input })
  const filtered = (field: string, value: string) => list({ filters: [{ field, operator: "eq", value }] })
  return {
    "newest 50": list({}),
    "last page": list({ to: one.to }),
    "of a user, 50": filtered("trace.userId", "u-7"),
    "of a session": filtered("trace.sessionId", one.session),
    "an attribute equals, 1": filtered("trace.attributes.ticket.id", one.ticket),
    "one trace": { operation: "get_trace", input: { id: one.id } }
  }
}

const connections = 4

/** What some requests took on one connection. */
const askOn = async (url: string, { headers }: TracesProject, { operation, input }: Ask, count: number) => {
  const connection = new Connection(url)
  const request = connection.request(`/api/agent/${operation}`, headers, JSON.stringify(input))
  const millis: Array<number> = []
  for (let n = 0; n < count; n++) {
    const began = performance.now()
    const { status, body } = await connection.exchange(request)
    millis.push(performance.now() - began)
    const { data } = JSON.parse(body.toString()) as { data?: { items?: ReadonlyArray<unknown>; trace?: unknown } }
    if (status !== 200 || (data?.items?.length === 0 && data.trace === undefined)) {
      throw new Error(`${operation} answered ${status} ${body.toString().slice(0, 300)}`)
    }
  }
  connection.close()
  return millis
}

/** The median of so many requests on each connection. */
const askMany = async (...given: Parameters<typeof askOn>) =>
  quantile((await Promise.all(Array.from({ length: connections }, () => askOn(...given)))).flat(), 0.5)

/** How long reads take as a project grows, and to the floor, in turns. */
export const measureReads = async (
  postgres: string,
  { spans, rounds, requests }: ReadsPace
): Promise<ReadonlyArray<TracesRead>> => {
  const { url } = await createDatabase(postgres)
  const projects = await openProjects(
    { url },
    spans.map((size) => `Of ${size} spans`)
  )
  const database = openDatabase(url)
  const kit = await startKit(projects[0]!, { DATABASE_URL: url })
  const floor = await startFloor(projects.at(-1)!, { DATABASE_URL: url })
  try {
    for (const [n, project] of projects.entries()) {
      await send(kit.url, project, requestsOf(spansOf(sentTraces * spansOfTrace), 512), 1)
      await fill(database.query, project, spans[n]!)
    }
    await database.query("vacuum (analyze)")
    await database.query("checkpoint")
    const lanes = await Promise.all(
      projects.map(async (project) => ({ project, asks: asksOf(await example(database.query, project)) }))
    )
    const largest = lanes.at(-1)!
    const results: Array<TracesRead> = []
    for (const name of Object.keys(largest.asks)) {
      const points = spans.map((size) => ({ spans: size, rounds: [] as Array<number> }))
      const ofFloor: Array<number> = []
      for (let round = 0; round <= rounds; round++) {
        for (const [n, { project, asks }] of lanes.entries()) {
          const median = await askMany(kit.url, project, asks[name]!, requests)
          // The first is to warm up.
          if (round > 0) points[n]!.rounds.push(median)
        }
        const median = await askMany(floor.url, largest.project, largest.asks[name]!, requests)
        if (round > 0) ofFloor.push(median)
      }
      results.push({ name, points, floor: ofFloor })
    }
    return results
  } finally {
    await kit.stop()
    await floor.stop()
    await database.close()
  }
}
