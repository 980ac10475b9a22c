import { Unavailable } from "@agent-operations/error-envelope"
import type { Access } from "@agent-operations/auth"
import { textSlices } from "@agent-operations/operations"
import type { AgentAnswer, AgentRequest, Texts } from "../exchange.ts"
import { makeSumsByName } from "./sums-by-name.ts"

/** How many bytes of a long answer are handed to a connection at once. An answer of no more than that is not counted. */
const pieceBytes = 64 * 1024

/** How many characters of a text are handed to a connection at once, which takes less than to do so in pieces. */
export const charactersAtOnce = 128 * 1024

/** Whether a body is not counted. A text has no fewer bytes than characters. */
const isUncounted = (body: AgentAnswer["body"]): boolean =>
  body.length <= pieceBytes && Buffer.byteLength(body) <= pieceBytes

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

/** An answer on its way that leaves in pieces, as whoever sends it takes them. */
export interface Leaving {
  /** How many bytes it has; undefined where that is not known. */
  readonly length: number | undefined
  /** All of it, where that is a text to be handed over at once. */
  readonly whole?: string | undefined
  /** The next piece, once the one before has left; undefined behind the last. Fails where the rest of it can't be read. */
  readonly next: () => Uint8Array | undefined | Promise<Uint8Array | undefined>
  /** It has left, or its connection is gone. */
  readonly done: () => void
  /** What to do when no piece has left for too long. */
  readonly onStalled: (close: () => void) => void
}

/** Where the bytes of an answer come from, in their order. */
interface Source {
  readonly length: number | undefined
  readonly whole?: string | undefined
  readonly next: Leaving["next"]
  readonly cancel: () => void
}

const inPieces = (body: Uint8Array): Source => {
  let sent = 0
  const next = () => (sent < body.length ? body.subarray(sent, (sent += pieceBytes)) : undefined)
  return { length: body.length, next, cancel: () => {} }
}

const atOnce = (text: string) => {
  let isSent = false
  const next = () => {
    if (isSent) return undefined
    isSent = true
    return Buffer.from(text)
  }
  return { length: Buffer.byteLength(text), whole: text, next, cancel: () => {} }
}

function* slicesOf(pieces: Iterable<string>): Generator<string> {
  for (const piece of pieces) yield* textSlices(piece)
}

/** A body with what comes behind it. `onBroken` is told why that can't be read to its end. */
const followed = (body: Uint8Array, rest: ReadableStream<Uint8Array>, onBroken: (error: unknown) => void): Source => {
  const before = inPieces(body)
  const reader = rest.getReader()
  const read = () =>
    reader.read().then(
      ({ value }) => value,
      (error) => {
        onBroken(error)
        throw error
      }
    )
  // What has failed was told where it was read.
  return { length: undefined, next: () => before.next() ?? read(), cancel: () => void reader.cancel().catch(() => {}) }
}

/** A body with texts behind it, of which each piece becomes bytes once the one before has left. */
const beforeTexts = (body: Uint8Array, { pieces, length }: Texts): Source => {
  const before = inPieces(body)
  const slices = slicesOf(pieces)
  const write = () => {
    const { done, value } = slices.next()
    return done === true ? undefined : Buffer.from(value)
  }
  return {
    length: length === undefined ? undefined : body.length + length,
    next: () => before.next() ?? write(),
    cancel: () => {}
  }
}

/** What a HEAD gets of an answer whose length is not known. */
const unsent = (rest: ReadableStream<Uint8Array>): Source => ({
  length: undefined,
  next: () => undefined,
  cancel: () => void rest.cancel().catch(() => {})
})

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

  const leavingOf = ({ length, whole, next, cancel }: Source, shares: Shares, bytes: number): Leaving => {
    let close = () => {}
    let left = false
    const done = () => {
      clearTimeout(timer)
      if (left) return
      left = true
      hold(shares, -bytes)
      cancel()
    }
    // By the system's timer, since readers are real.
    const watch = () =>
      setTimeout(() => {
        done()
        close()
      }, stalledMillis).unref()
    let timer = watch()
    return {
      length,
      whole,
      next: () => {
        const piece = next()
        if (left) return piece
        if (!(piece instanceof Promise)) {
          timer.refresh()
          return piece
        }
        // Who reads is timed, and not what is read from.
        clearTimeout(timer)
        return piece.finally(() => {
          if (!left) timer = watch()
        })
      },
      done,
      onStalled: (then) => void (close = then)
    }
  }

  return (
    method: string,
    { rest, texts, ...answer }: AgentAnswer,
    of: () => Shares,
    onBroken: (error: unknown) => void = () => {}
  ): AgentAnswer | undefined => {
    if (rest === undefined && texts === undefined && (method === "HEAD" || isUncounted(answer.body))) return answer
    const shares = of()
    if (rest !== undefined && method === "HEAD") return { ...answer, leaving: leavingOf(unsent(rest), shares, 0) }
    const refused = () => {
      void rest?.cancel().catch(() => {})
      return undefined
    }
    // What has no room as it is has none as bytes, which are not made then.
    if (typeof answer.body === "string" && !fits(shares, answer.body.length)) return refused()
    const leave = (bytes: number, source: () => Source) => {
      if (!fits(shares, bytes)) return refused()
      hold(shares, bytes)
      return { ...answer, leaving: leavingOf(source(), shares, bytes) }
    }
    if (typeof answer.body === "string" && answer.body.length <= charactersAtOnce && rest === undefined && !texts) {
      const whole = atOnce(answer.body)
      return leave(whole.length, () => whole)
    }
    const body = typeof answer.body === "string" ? Buffer.from(answer.body) : answer.body
    return leave((kept.has(body) ? 0 : body.length) + (texts?.holds ?? 0), () => {
      kept.add(body)
      if (texts !== undefined) return beforeTexts(body, texts)
      return rest !== undefined ? followed(body, rest, onBroken) : inPieces(body)
    })
  }
}
