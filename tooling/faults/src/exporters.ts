import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { gzipSync } from "node:zlib"
import { leaveOver } from "./leftovers.ts"
import { type Access, isBusy, ok } from "./server.ts"

const answerWithin = 120_000

/** A request to send, or to send again as it was: its body, and the spans in it as `trace span`. */
interface Batch {
  readonly body: Buffer<ArrayBuffer>
  readonly spans: ReadonlyArray<string>
}

/** How an export was answered; 0 stands for no answer. */
export interface ExportAnswer {
  readonly status: number
  readonly retryAfter: string | null
  readonly millis: number
}

/** Exports a body of OTLP in gzipped JSON. */
export const exportBody = async (
  { url, key, projectId }: Access,
  body: Buffer<ArrayBuffer>
): Promise<ExportAnswer & { readonly whole: boolean }> => {
  const began = performance.now()
  const headers = {
    authorization: `Bearer ${key}`,
    "x-project-id": projectId,
    "content-type": "application/json",
    "content-encoding": "gzip"
  }
  return fetch(`${url}/v1/traces`, { method: "POST", headers, body, signal: AbortSignal.timeout(answerWithin) })
    .then(async (response) => ({
      status: response.status,
      retryAfter: response.headers.get("retry-after"),
      whole: response.status === 200 && (await response.text()) === "{}"
    }))
    .catch(() => ({ status: 0, retryAfter: null, whole: false }))
    .then((answer) => ({ ...answer, millis: performance.now() - began }))
}

/** A span with some bytes that cannot be compressed, which it is told by when it is read. */
export const sentSpan = (traceId: string, spanId: string, bytes: number) => {
  const start = BigInt(Date.now()) * 1_000_000n
  return {
    traceId,
    spanId,
    name: `span ${spanId}`,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + 1_000_000n),
    attributes: [
      { key: "token", value: { stringValue: spanId } },
      { key: "bytes", value: { stringValue: randomBytes((bytes * 3) / 4).toString("base64") } }
    ]
  }
}

export const bodyOf = (spans: ReadonlyArray<object>) =>
  gzipSync(JSON.stringify({ resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ spans }] }] }))

/** What exporters sent, and what of it does not hold. */
export interface ExportVerdict {
  /** Spans of requests that were acknowledged. */
  readonly acknowledged: number
  /** Times that a request was refused, or not answered; it was sent again. */
  readonly repeated: number
  readonly failures: ReadonlyArray<string>
}

interface ReadTrace {
  readonly trace: { readonly spanCount: number }
  readonly spans: ReadonlyArray<{ readonly id: string; readonly attributes: { readonly token: string } }>
}

interface Options {
  readonly clients?: number
  /** Spans of a request. */
  readonly spans?: number
  /** Bytes of a span. */
  readonly bytes?: number
  readonly patienceMillis?: number
}

/**
 * Some clients that export spans until they are told to stop, each of traces of its own and of ones that they share, and
 * note which requests were acknowledged; what was not is sent again, as it was. `where` says where the server is by now.
 */
export const startExporters = (
  where: () => Access,
  { clients = 6, spans = 24, bytes = 200, patienceMillis = 120_000 }: Options = {}
) => {
  const run = randomBytes(8).toString("hex")
  const idOf = (trace: string) => `${run}${Buffer.from(trace.padStart(8, "0")).toString("hex")}`
  const acknowledged: Array<Batch> = []
  const unsure: Array<Batch> = []
  const answers: Array<ExportAnswer> = []
  const leaving = new AbortController()
  let last = 0

  const batchOf = (client: number, step: number): Batch => {
    // A few requests add to each trace.
    const traces = [idOf(`${client}.${step >> 2}`), idOf(`all.${step >> 2}`)]
    const sent = Array.from({ length: spans }, (_, n) => {
      const spanId = (++last).toString(16).padStart(16, "0")
      return sentSpan(traces[n % 2]!, spanId, bytes)
    })
    return { body: bodyOf(sent), spans: sent.map(({ traceId, spanId }) => `${traceId} ${spanId}`) }
  }
  const send = async ({ body }: Batch) => {
    const { whole, ...answer } = await exportBody(where(), body)
    answers.push(answer)
    return whole
  }
  const work = async (client: number) => {
    for (let step = 0; !leaving.signal.aborted; step++) {
      const batch = batchOf(client, step)
      while (!(await send(batch))) {
        if (leaving.signal.aborted) return void unsure.push(batch)
        // What is gone or busy is not asked again at once.
        await sleep(100)
      }
      acknowledged.push(batch)
    }
  }
  const working = Array.from({ length: clients }, (_, client) => work(client))
  const stop = async () => {
    leaving.abort()
    await Promise.all(working)
    over()
  }
  const over = leaveOver(stop)

  const sendAgain = async (body: Batch["body"]) => {
    const late = performance.now() + patienceMillis
    let answer = await exportBody(where(), body)
    while (isBusy(answer.status) && performance.now() < late) {
      await sleep(100)
      answer = await exportBody(where(), body)
    }
    return answer
  }

  /** What is there of the traces of some batches, as `trace span`. Laws: T1, T5. */
  const read = async (batches: ReadonlyArray<Batch>, failures: Array<string>) => {
    const there = new Set<string>()
    const traces = new Set(batches.flatMap((batch) => batch.spans.map((span) => span.split(" ")[0]!)))
    for (const id of traces) {
      const found = await ok<ReadTrace>(where(), "get_trace", { id }).catch((error: Error) => {
        if (!error.message.includes("NOT_FOUND")) throw error
      })
      if (found === undefined) continue
      if (found.trace.spanCount !== found.spans.length)
        failures.push(`T5: the trace ${id} has ${found.spans.length} spans, and says ${found.trace.spanCount}`)
      for (const span of found.spans) {
        there.add(`${id} ${span.id}`)
        if (span.attributes.token !== span.id) failures.push(`T10: the span ${id} ${span.id} is not as it was sent`)
      }
    }
    return there
  }

  return {
    answers,
    /** Resolves when so many requests were acknowledged; rejects where none is for as long as `patienceMillis`. */
    until: async (requests: number) => {
      let [seen, since] = [acknowledged.length, performance.now()]
      while (acknowledged.length < requests) {
        if (acknowledged.length > seen) [seen, since] = [acknowledged.length, performance.now()]
        if (performance.now() - since > patienceMillis)
          throw new Error(`Only ${acknowledged.length} of ${requests} requests, and none for ${patienceMillis} ms`)
        await sleep(5)
      }
    },
    /** Has the clients stop, once what they sent last is answered or lost. */
    stop,
    /** Looks at what is there now, then sends again what is not known to be, as exporters do. Laws: T1, T2, T4, T5. */
    verify: async (): Promise<ExportVerdict> => {
      const failures: Array<string> = []
      const all = [...acknowledged, ...unsure]
      const there = await read(all, failures)
      for (const span of acknowledged.flatMap((batch) => batch.spans))
        if (!there.has(span)) failures.push(`T1: the span ${span} was acknowledged, and is not there`)
      for (const batch of unsure) {
        const kept = batch.spans.filter((span) => there.has(span)).length
        if (kept !== 0 && kept !== batch.spans.length)
          failures.push(`T5: ${kept} of ${batch.spans.length} spans are there of a request that was not acknowledged`)
      }
      for (const { body } of unsure) {
        const { status, whole } = await sendAgain(body)
        if (!whole) failures.push(`T4: a request that was sent again was answered ${status}`)
      }
      const now = await read(all, failures)
      const sent = new Set(all.flatMap((batch) => batch.spans))
      if (now.size !== sent.size || [...sent].some((span) => !now.has(span)))
        failures.push(`T2: ${sent.size} spans were sent, some again, and ${now.size} are there`)
      return {
        acknowledged: acknowledged.reduce((sum, batch) => sum + batch.spans.length, 0),
        repeated: answers.filter(({ status }) => status !== 200).length,
        failures
      }
    }
  }
}
