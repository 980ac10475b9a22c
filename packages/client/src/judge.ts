import type { Attempt } from "./attempt.ts"

/** What an attempt came to. */
export interface Verdict {
  readonly data?: unknown
  readonly error?: {
    readonly code: string
    readonly message: string
    readonly hint: string
    readonly details?: unknown
  }
  /** Whether nobody knows if the server did it. */
  readonly isOpen?: boolean
  /** Whether it is worth another attempt: of any operation, or of a read alone. */
  readonly again?: "any" | "reads" | false
}

/** Of the server, and of gateways before it, which answer so where it is not reached or too slow: it may have been done. */
const statusesOfReads = [408, 500, 502, 503, 504, 520, 521, 522, 523, 524, 530]

const isOpenAfter = (status: number) => status >= 500 || status === 408

/**
 * Whether nothing was sent, as far as a runtime tells: Node has the code in the cause, Bun in the error. Below it Node says
 * that a proxy made no way to the server.
 */
const isRefused = (cause: unknown): boolean => {
  const { code, cause: inner } = (cause ?? {}) as {
    readonly code?: unknown
    readonly cause?: { readonly code?: unknown; readonly cause?: { readonly message?: unknown } }
  }
  return (
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ConnectionRefused)$/.test(String(inner?.code ?? code)) ||
    String(inner?.cause?.message).startsWith("Proxy response ")
  )
}

const parse = (
  text: string
): { readonly data?: unknown; readonly error?: Partial<NonNullable<Verdict["error"]>> | null } => {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

const judgeAnswer = ({ status, ok, headers }: Response, text: string): Verdict => {
  const { data, error } = parse(text)
  if (ok && data !== undefined) return { data }
  const { code, message, hint = "", details } = error ?? {}
  const again = status === 429 ? "any" : statusesOfReads.includes(status) && "reads"
  if (typeof code === "string" && typeof message === "string") {
    return { error: { code, message, hint, details }, again, isOpen: isOpenAfter(status) }
  }
  return {
    error: {
      code: "NOT_AN_ENVELOPE",
      message: `The answer (${status} ${headers.get("content-type")}) is not one of Agent Operations.`,
      hint: "Check baseUrl, and what stands between: a proxy, or a page to sign in at."
    },
    again,
    // A redirect or a refusal is no work done; a success or a failure may be.
    isOpen: ok || isOpenAfter(status)
  }
}

/** What to make of an attempt: its result, or its error with whether another one is worth it. */
export const judge = ({ response, text, cause, isSent, isLate }: Attempt, timeoutMs: number): Verdict => {
  if (response !== undefined && text !== undefined) return judgeAnswer(response, text)
  if (isLate) {
    return {
      error: {
        code: "CLIENT_TIMEOUT",
        message: `There was no answer within ${timeoutMs} ms.`,
        hint: "Call again, or with a longer timeoutMs."
      },
      isOpen: isSent
    }
  }
  const refused = isRefused(cause)
  return {
    error: {
      code: "CONNECTION_FAILED",
      message: refused ? "The server cannot be reached." : "The connection to the server failed.",
      hint: "Check baseUrl and the network, then call again."
    },
    again: refused ? "any" : "reads",
    isOpen: !refused
  }
}
