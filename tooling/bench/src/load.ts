import autocannon from "autocannon"

/** What one round of load saw. */
export interface Round {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

export interface Target {
  readonly url: string
  readonly headers: Record<string, string>
}

interface Work {
  readonly path: string
  /** The body that a connection sends next; it knows what the connection was answered before. */
  readonly body: (connection: Connection) => object
  /** Whether an answer is the right one: a round with a wrong answer has no figure. */
  readonly check: (data: { readonly id: string; readonly revision: number }, connection: Connection) => boolean
}

interface Connection {
  readonly id: string
  revision: number
}

/** Reads one definition, over and over. */
export const reads: Work = {
  path: "/api/agent/get_page_view",
  body: ({ id }) => ({ id }),
  check: ({ id, revision }, connection) => id === connection.id && revision === connection.revision
}

/** Updates one definition a connection, over and over. */
export const updates: Work = {
  path: "/api/agent/update_page_view",
  body: ({ id, revision }) => ({ id, expectedRevision: revision, description: `Revision ${revision + 1}` }),
  check: ({ id, revision }, connection) => id === connection.id && revision === ++connection.revision
}

/** Reads at which revision each connection's definition is: the last requests of a round are cut off unseen. */
const catchUp = ({ url, headers }: Target, connections: ReadonlyArray<Connection>) =>
  Promise.all(
    connections.map(async (connection) => {
      const response = await fetch(`${url}${reads.path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(reads.body(connection))
      })
      connection.revision = ((await response.json()) as { data: { revision: number } }).data.revision
    })
  )

/** Sends work to a server from so many connections for so many seconds, and checks every answer. */
export const load = async (
  { url, headers }: Target,
  work: Work,
  connections: ReadonlyArray<Connection>,
  seconds: number
): Promise<Round> => {
  await catchUp({ url, headers }, connections)
  const wrong: Array<string> = []
  let next = 0
  const result = await autocannon({
    url: `${url}${work.path}`,
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    connections: connections.length,
    duration: seconds,
    setupClient: (client) => {
      const connection = connections[next++ % connections.length]!
      const prepare = () => client.setBody(JSON.stringify(work.body(connection)))
      prepare()
      client.on("body", (body: Buffer) => {
        const { data } = JSON.parse(body.toString()) as { data?: { id: string; revision: number } }
        if (data === undefined || !work.check(data, connection)) wrong.push(body.toString().slice(0, 300))
        prepare()
      })
    }
  })
  if (wrong[0] !== undefined || result.errors > 0 || result.non2xx > 0) {
    throw new Error(`${url}: ${wrong.length} wrong answers, ${result.errors} errors; the first: ${wrong[0]}`)
  }
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}
