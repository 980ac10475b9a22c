import { Connection } from "./connection.ts"
import { quantileOfSorted } from "./quantile.ts"
import type { Running } from "./subjects.ts"
import type { Answer, Client as WorkClient, Step, Work } from "./works.ts"
import type { World } from "./world.ts"

/** What one round of load saw; times in milliseconds. */
export interface Round {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly p999: number
  /** CPU of the subject for a request, in microseconds. */
  readonly cpuMicros: number
  /** Resident memory of the subject at the end, in megabytes. */
  readonly megabytes: number
}

const requestOf = (
  connection: Connection,
  { subject: { protocol, credential } }: Running,
  { headers, tokenHeaders }: World,
  { operation, input }: Step
) =>
  connection.request(
    protocol.path(operation),
    credential === "token" ? tokenHeaders : headers,
    JSON.stringify(protocol.encode(input))
  )

const answerOf = ({ subject }: Running, status: number, body: Buffer): Answer => {
  try {
    return { status, data: subject.protocol.decode(JSON.parse(body.toString()) as never) }
  } catch {
    return { status, data: undefined }
  }
}

/** One connection that works until it is told to stop, and notes how long each answer took. */
const work = async (
  running: Running,
  world: World,
  { constant }: Work,
  client: WorkClient,
  isOver: () => boolean,
  note: (millis: number) => void
) => {
  const connection = new Connection(running.url)
  let request = requestOf(connection, running, world, client.next())
  let right: Buffer | undefined
  while (!isOver()) {
    const began = performance.now()
    const { status, body } = await connection.exchange(request)
    note(performance.now() - began)
    // Bytes that were right before are right again: comparing them is cheaper than reading them.
    if (right === undefined || !right.equals(body)) {
      if (!client.isRight(answerOf(running, status, body))) {
        throw new Error(`${running.subject.name} answered ${status} ${body.toString().slice(0, 300)}`)
      }
      if (constant) right = body
    }
    if (!constant) request = requestOf(connection, running, world, client.next())
  }
  connection.close()
}

/**
 * Sends a work to a subject from so many connections for so many seconds, each waiting for its answer, and looks at
 * every one. A round with a wrong answer has no figure: it throws.
 */
export const load = async (
  running: Running,
  one: Work,
  world: World,
  connections: number,
  seconds: number
): Promise<Round> => {
  const millis: Array<number> = []
  const cpuBefore = running.cpuSeconds()
  const began = performance.now()
  const end = began + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, (_, n) =>
      work(
        running,
        world,
        one,
        one.client(world, n),
        () => performance.now() >= end,
        (took) => void millis.push(took)
      )
    )
  )
  const took = (performance.now() - began) / 1000
  const sorted = Float64Array.from(millis).toSorted()
  return {
    perSecond: millis.length / took,
    p50: quantileOfSorted(sorted, 0.5),
    p99: quantileOfSorted(sorted, 0.99),
    p999: quantileOfSorted(sorted, 0.999),
    cpuMicros: ((running.cpuSeconds() - cpuBefore) / millis.length) * 1e6,
    megabytes: running.megabytes()
  }
}
