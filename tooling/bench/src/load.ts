import { Client, type Dispatcher } from "undici"
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

/** Sends one request on a connection, and takes its answer whole. */
const exchange = (connection: Client, request: Dispatcher.DispatchOptions) =>
  new Promise<{ status: number; body: Buffer }>((resolve, reject) => {
    let status = 0
    const chunks: Array<Buffer> = []
    connection.dispatch(request, {
      onRequestStart: () => {},
      onResponseStart: (_, statusCode) => void (status = statusCode),
      onResponseData: (_, chunk) => void chunks.push(chunk),
      onResponseEnd: () => resolve({ status, body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) }),
      onResponseError: (_, error) => reject(error)
    })
  })

const requestOf = (
  { subject }: Running,
  { headers }: World,
  { operation, input }: Step
): Dispatcher.DispatchOptions => ({
  method: "POST",
  path: subject.protocol.path(operation),
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(subject.protocol.encode(input))
})

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
  const connection = new Client(running.url)
  let request = requestOf(running, world, client.next())
  let right: Buffer | undefined
  while (!isOver()) {
    const began = performance.now()
    const { status, body } = await exchange(connection, request)
    note(performance.now() - began)
    // Bytes that were right before are right again: comparing them is cheaper than reading them.
    if (right === undefined || !right.equals(body)) {
      if (!client.isRight(answerOf(running, status, body))) {
        throw new Error(`${running.subject.name} answered ${status} ${body.toString().slice(0, 300)}`)
      }
      if (constant) right = body
    }
    if (!constant) request = requestOf(running, world, client.next())
  }
  await connection.close()
}

const percentile = (sorted: Float64Array, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN

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
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    p999: percentile(sorted, 0.999),
    cpuMicros: ((running.cpuSeconds() - cpuBefore) / millis.length) * 1e6,
    megabytes: running.megabytes()
  }
}
