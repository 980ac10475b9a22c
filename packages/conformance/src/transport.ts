import { expect } from "./Broken.ts"
import { Inconclusive } from "./Inconclusive.ts"
import { seenIn } from "./probe.ts"
import { sendLines } from "./send-lines.ts"
import type { Target } from "./target.ts"

/** An answer, read whole. */
export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as it came, where it may be something else than text. */
  readonly bytes?: Uint8Array | undefined
}

/** What is sent. */
export interface Sent {
  /** What stands behind the target's `url`: `/api/agent/list_page_views`. */
  readonly path: string
  readonly method?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Header lines beside them, of which several may have one name. A target that has a `fetch` cannot be sent them. */
  readonly lines?: ReadonlyArray<readonly [name: string, value: string]> | undefined
  readonly body?: string | Uint8Array | undefined
  /** Whether it may be sent again where no answer tells whether it was carried out. */
  readonly repeatable: boolean
}

export type Send = (sent: Sent) => Promise<Received>

/** How patient a run is. */
export interface Patience {
  /** How long a request may take, in milliseconds. */
  readonly timeoutMillis: number
  /** How long to wait for one request in all where the server asks to come back later, or is away, in milliseconds. */
  readonly patienceMillis: number
}

export const defaultPatience: Patience = { timeoutMillis: 30_000, patienceMillis: 180_000 }

/** Statuses by which a server, or a proxy before it, says that it is not well. */
const unwell: ReadonlyArray<number> = [408, 502, 503, 504, 520, 521, 522, 523, 524, 530]

/** So often in a row, with time between, does a request to a path come to nothing until that is what the server does. */
const maxStrikes = 3
const betweenStrikesMillis = 500

/** What a server that asks to come back at once is given. */
const minPauseMillis = 50

const sleep = (millis: number) => new Promise<void>((resolve) => void setTimeout(resolve, millis))

/** How long an answer asks to wait, in milliseconds; undefined where it does not say it in seconds or as a date. */
export const retryAfterOf = ({ headers }: Pick<Received, "headers">): number | undefined => {
  const given = headers.get("retry-after")
  if (given === null) return undefined
  if (/^\d+$/.test(given)) return Number(given) * 1000
  const at = new Date(given).getTime()
  return Number.isNaN(at) ? undefined : Math.max(0, at - performance.timeOrigin - performance.now())
}

/** What `sendOnce` rejects with where no answer came in time, named as platforms name theirs. */
class Late extends Error {
  constructor(timeoutMillis: number) {
    super(`no answer within ${timeoutMillis / 1000} seconds`)
    this.name = "TimeoutError"
  }
}

/** Nobody waits any longer. One for all: an error of its own costs each call the stack of it. */
const over = new Error("no longer waited for")

/** Sends something once. Rejects where it is not answered in time, with a `TimeoutError`, or the connection is lost. */
export const sendOnce = async (
  { url, fetch = globalThis.fetch }: Target,
  sent: Sent,
  timeoutMillis: number
): Promise<Received> => {
  const { path, method = "POST", headers = {}, body } = sent
  const controller = new AbortController()
  const answered = async () => {
    if (sent.lines !== undefined) return sendLines(`${url}${path}`, sent, controller.signal)
    const init = { method, headers, redirect: "manual", signal: controller.signal } as const
    const request = new Request(`${url}${path}`, body === undefined ? init : { ...init, body: body as BodyInit })
    const response = await fetch(request)
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, text: new TextDecoder().decode(bytes), bytes }
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late(timeoutMillis)), timeoutMillis)
  })
  const answering = answered()
  // What comes after its time, is looked at by nobody.
  answering.catch(() => {})
  try {
    return await Promise.race([answering, timedOut])
  } finally {
    clearTimeout(timer)
    controller.abort(over)
  }
}

/** The answer to something that is sent again for as long as the answer is 429 and says when to come back. */
export const waitedFor = async (once: () => Promise<Received>, patienceMillis: number): Promise<Received> => {
  for (let waited = 0; ;) {
    const received = await once()
    const millis = received.status === 429 ? retryAfterOf(received) : undefined
    if (millis === undefined || waited + millis > patienceMillis) return received
    waited += millis
    await sleep(Math.max(millis, minPauseMillis))
  }
}

const codeOf = (error: unknown) => {
  const { message, cause } = error as Error & { readonly cause?: { readonly code?: string } }
  return cause?.code ?? message
}

/** However patient a run is: after so long with no answer at all, nothing more is asked of a server, in milliseconds. */
const maxAwayMillis = 20_000

/** What a `Send` asks, and tells. */
interface Hooks {
  /** Whether the server answers the simplest call. */
  readonly isWell: (once: Send) => Promise<boolean>
  /** Is called for each answer that has to say when to come back, and does. */
  readonly onRetryAfter: () => void
}

/**
 * Sends what the checks ask for, each within its time, and waits where the server says so (429, 503). What tells nothing
 * of the server is `Inconclusive`: a lost connection, no answer in time, an answer that it, or a proxy before it, is not
 * well. Where a path does so again and again while the server answers `isWell`, that is what the server does there, and it
 * is returned, or breaks E1.
 */
export const makeSend = (
  target: Target,
  { timeoutMillis, patienceMillis }: Patience,
  { isWell, onRetryAfter }: Hooks
): Send => {
  let pausedUntil = 0
  let awaySince: number | undefined
  let gone: string | undefined
  const strikes = new Map<string, { readonly count: number; readonly at: number }>()

  const strike = (path: string): number => {
    const now = performance.now()
    const { count, at } = strikes.get(path) ?? { count: 0, at: -Infinity }
    // Those that are struck at once are struck by one thing.
    if (now - at < betweenStrikesMillis) return count
    strikes.set(path, { count: count + 1, at: now })
    return count + 1
  }

  const probe = () => isWell((sent) => sendOnce(target, sent, timeoutMillis)).catch(() => false)

  return async (sent) => {
    const what = `${sent.method ?? "POST"} ${sent.path}`
    let asked = 0
    for (;;) {
      while (pausedUntil > performance.now()) await sleep(pausedUntil - performance.now())
      if (gone !== undefined) throw new Inconclusive(gone)
      let received: Received | undefined
      let why = ""
      try {
        received = await sendOnce(target, sent, timeoutMillis)
        why = `was answered ${received.status}`
      } catch (error) {
        why = `was not answered: ${codeOf(error)}`
      }
      const retryAfter = received && retryAfterOf(received)
      // A proxy that is away for its server may say so in another way.
      if (received?.status === 429 || (received?.status === 503 && seenIn(received).code === "UNAVAILABLE")) {
        expect("E1", retryAfter !== undefined, `${what} ${why}, and no Retry-After says when to come back`)
        onRetryAfter()
      }
      if (received?.status === 429 && retryAfter !== undefined) {
        asked += retryAfter
        if (asked > patienceMillis) throw new Inconclusive(`${what} ${why} for ${Math.round(asked / 1000)} seconds`)
        // It is asked of all that is sent with the credential.
        pausedUntil = Math.max(pausedUntil, performance.now() + Math.max(retryAfter, minPauseMillis))
        continue
      }
      if (received !== undefined && !unwell.includes(received.status)) {
        strikes.delete(sent.path)
        awaySince = undefined
        return received
      }
      if (strike(sent.path) >= maxStrikes && (await probe())) {
        awaySince = undefined
        if (received !== undefined) return received
        expect("E1", false, `${what} ${why}, again and again, while the server answers others`)
      }
      const now = performance.now()
      awaySince ??= now
      if (now - awaySince > Math.min(maxAwayMillis, patienceMillis))
        gone = `${what} ${why}, and the server did not come back`
      await sleep(Math.min(Math.max(retryAfter ?? 0, betweenStrikesMillis), maxAwayMillis))
      if (!sent.repeatable) throw new Inconclusive(`${what} ${why}, and may have been carried out`)
    }
  }
}
