import { Unavailable } from "@agent-operations/error-envelope"
import type { Access } from "@agent-operations/auth"
import type { AgentAnswer, AgentRequest } from "../exchange.ts"

/** How many bytes of an answer are handed to a connection at once. An answer of no more than that is not counted. */
export const pieceBytes = 64 * 1024

/** What large answers may hold until they have left. */
export interface LeavingLimits {
  readonly perCredential: number
  readonly perProcess: number
  /** How long an answer may take until its next piece has left, in milliseconds. */
  readonly stalledMillis: number
}

const usual: LeavingLimits = {
  perCredential: 128 * 1024 * 1024,
  perProcess: 512 * 1024 * 1024,
  stalledMillis: 20_000
}

/** A large answer on its way, as whoever sends it tells of it. */
export interface Leaving {
  readonly body: Uint8Array
  /** A piece has left. */
  readonly progress: () => void
  /** It has left, or its connection is gone. */
  readonly done: () => void
  /** What to do when no piece has left for too long. */
  readonly onStalled: (close: () => void) => void
}

/** 503, as the operation may have been carried out: the catalogue's hint says what to do. */
export const tooMuchUnread = new Unavailable({
  message: "The server holds as many bytes of answers as it may that were not read yet.",
  retryAfter: 1
})

/**
 * Whose share an answer is of: that of the credential that was let in, or else of what was presented, or of where the request
 * comes from.
 */
export const shareOf = (
  { header }: Pick<AgentRequest, "header">,
  access: Access | undefined,
  address: () => string | undefined
): string =>
  access === undefined
    ? (header("authorization")[0]?.trim().split(" ").at(-1) ?? address() ?? "")
    : `${access.organizationId} ${access.credential?.id ?? access.actor.id}`

/**
 * Bounds what answers hold that nobody has read yet, per credential and for all of a process. Tells an answer as it is to
 * be sent, or undefined where it may not be held.
 */
export const makeBytesLeaving = ({ perCredential, perProcess, stalledMillis }: LeavingLimits = usual) => {
  const shares = new Map<string, number>()
  let held = 0
  /** Those that were sent before are kept for everybody, as pages are, and take nothing more. */
  const kept = new WeakSet<Uint8Array>()

  const hold = (share: string, bytes: number) => {
    held += bytes
    const now = (shares.get(share) ?? 0) + bytes
    if (now === 0) shares.delete(share)
    else shares.set(share, now)
  }

  const leavingOf = (body: Uint8Array, share: string, bytes: number): Leaving => {
    let close = () => {}
    let left = false
    const done = () => {
      clearTimeout(timer)
      if (!left) hold(share, -bytes)
      left = true
    }
    // By the system's timer, since readers are real.
    const timer = setTimeout(() => {
      done()
      close()
    }, stalledMillis).unref()
    return { body, done, progress: () => void (left || timer.refresh()), onStalled: (then) => void (close = then) }
  }

  return (method: string, answer: AgentAnswer, of: () => string): AgentAnswer | undefined => {
    if (Buffer.byteLength(answer.body) <= pieceBytes || method === "HEAD") return answer
    const body = typeof answer.body === "string" ? Buffer.from(answer.body) : answer.body
    const share = of()
    const bytes = kept.has(body) ? 0 : body.length
    if ((shares.get(share) ?? 0) + bytes > perCredential || held + bytes > perProcess) return undefined
    kept.add(body)
    hold(share, bytes)
    return { ...answer, body, leaving: leavingOf(body, share, bytes) }
  }
}
