import { Unavailable } from "@agent-operations/error-envelope"
import type { Access } from "@agent-operations/auth"
import type { AgentAnswer, AgentRequest } from "../exchange.ts"
import { makeSumsByName } from "./sums-by-name.ts"

/** How many bytes of an answer are handed to a connection at once. An answer of no more than that is not counted. */
export const pieceBytes = 64 * 1024

/** What large answers may hold until they have left. */
export interface LeavingLimits {
  readonly perCredential: number
  readonly perOrganization: number
  readonly perProcess: number
  /** How long an answer may take until its next piece has left, in milliseconds. */
  readonly stalledMillis: number
}

const usual: LeavingLimits = {
  perCredential: 128 * 1024 * 1024,
  perOrganization: 384 * 1024 * 1024,
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

/** Whose shares an answer is of, by names. */
export interface Shares {
  readonly credential: string
  /** Undefined where it is not known. */
  readonly organization: string | undefined
}

/**
 * Whose shares an answer is of: that of the credential that was let in, or else of what was presented, or of where the request
 * comes from.
 */
export const sharesOf = (
  { header }: Pick<AgentRequest, "header">,
  access: Access | undefined,
  address: () => string | undefined
): Shares =>
  access === undefined
    ? { credential: header("authorization")[0]?.trim().split(" ").at(-1) ?? address() ?? "", organization: undefined }
    : {
        credential: `${access.organizationId} ${access.credential?.id ?? access.actor.id}`,
        organization: access.organizationId
      }

/**
 * Bounds what answers hold that nobody has read yet, per credential, per organization and for all of a process. Tells an answer as it is to
 * be sent, or undefined where it may not be held.
 */
export const makeBytesLeaving = (limits: LeavingLimits = usual) => {
  const { perCredential, perOrganization, perProcess, stalledMillis } = limits
  const [credentials, organizations] = [makeSumsByName(), makeSumsByName()]
  let held = 0
  /** Those that were sent before are kept for everybody, as pages are, and take nothing more. */
  const kept = new WeakSet<Uint8Array>()

  const fits = ({ credential, organization }: Shares, bytes: number) =>
    credentials.of(credential) + bytes <= perCredential &&
    (organization === undefined || organizations.of(organization) + bytes <= perOrganization) &&
    held + bytes <= perProcess

  const hold = ({ credential, organization }: Shares, bytes: number) => {
    held += bytes
    credentials.add(credential, bytes)
    if (organization !== undefined) organizations.add(organization, bytes)
  }

  const leavingOf = (body: Uint8Array, shares: Shares, bytes: number): Leaving => {
    let close = () => {}
    let left = false
    const done = () => {
      clearTimeout(timer)
      if (!left) hold(shares, -bytes)
      left = true
    }
    // By the system's timer, since readers are real.
    const timer = setTimeout(() => {
      done()
      close()
    }, stalledMillis).unref()
    return { body, done, progress: () => void (left || timer.refresh()), onStalled: (then) => void (close = then) }
  }

  return (method: string, answer: AgentAnswer, of: () => Shares): AgentAnswer | undefined => {
    if (Buffer.byteLength(answer.body) <= pieceBytes || method === "HEAD") return answer
    const body = typeof answer.body === "string" ? Buffer.from(answer.body) : answer.body
    const shares = of()
    const bytes = kept.has(body) ? 0 : body.length
    if (!fits(shares, bytes)) return undefined
    kept.add(body)
    hold(shares, bytes)
    return { ...answer, body, leaving: leavingOf(body, shares, bytes) }
  }
}
