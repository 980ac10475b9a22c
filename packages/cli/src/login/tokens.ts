import { CommandError, exits } from "../errors.ts"
import { now } from "../now.ts"

/** What a sign-in gave, as it is stored. */
export interface Tokens {
  /** The server that they are of: no other is sent them. */
  readonly url: string
  /** Who gave them, and where that is told to give others or to end these. */
  readonly issuer: string
  readonly tokenEndpoint: string
  readonly revocationEndpoint?: string
  readonly clientId: string
  readonly accessToken: string
  readonly refreshToken?: string
  /** When the access token ends, in milliseconds since 1970. */
  readonly expiresAt: number
}

const required = ["url", "issuer", "tokenEndpoint", "clientId", "accessToken"] as const
const optional = ["revocationEndpoint", "refreshToken"] as const

/** Reads what was stored for a server; undefined where it is none, or of another server. */
export const parseTokens = (text: string | undefined, url: string): Tokens | undefined => {
  let value: Partial<Record<keyof Tokens, unknown>> | null
  try {
    value = JSON.parse(text ?? "null")
  } catch {
    return undefined
  }
  const isWhole =
    value !== null &&
    typeof value === "object" &&
    typeof value.expiresAt === "number" &&
    required.every((name) => typeof value[name] === "string") &&
    optional.every((name) => value[name] === undefined || typeof value[name] === "string")
  return isWhole && value?.url === url ? (value as Tokens) : undefined
}

/** Whether the access token is good for another request: what is under way when it ends is refused. */
export const isFresh = ({ expiresAt }: Tokens): boolean => expiresAt - now() > 30_000

/** That a person has to sign in again. */
export const signInAgain = (message: string): CommandError =>
  new CommandError(message, {
    code: "UNAUTHENTICATED",
    hint: "Run login again, or set AGENT_OPERATIONS_API_KEY.",
    exit: exits.access
  })
