import { Duration, Redacted } from "effect"
import { createHmac, timingSafeEqual } from "node:crypto"
import { type IdentityOptions, refreshGraceOf, secondsOf } from "../options.ts"
import { mintSecret, tokenPrefixes } from "../tokens/secrets.ts"

/** For how much longer than its grace a spent refresh token is kept that proves whose it is. */
const keptAfter = Duration.toMillis("1 hour")

const prefix = tokenPrefixes.refresh

/**
 * Refresh tokens that prove whose grant they are of, and until when they are good. One that is spent can so be forgotten soon,
 * and still ends its grant when somebody shows it. Else each would be kept for as long as it would have been good, however
 * many a program makes. Law: A9.
 */
export const makeRefreshTokens = (options: Pick<IdentityOptions, "secret" | "lifetimes" | "refreshGrace">) => {
  const lifetime = secondsOf(options.lifetimes).refreshToken
  const key = createHmac("sha256", Redacted.value(options.secret)).update("refresh tokens").digest()
  const seal = (text: string) => createHmac("sha256", key).update(text).digest("base64url")

  const familyOf = (token: string) => {
    if (!token.startsWith(prefix)) return undefined
    const [secret = "", grantId = "", expires = "", mark = "", ...rest] = token.slice(prefix.length).split(".")
    const expected = Buffer.from(seal(`${secret}.${grantId}.${expires}`))
    const given = Buffer.from(mark)
    if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    // In seconds, as the library has it: never later than that of its row.
    return { grantId, expires: Number.parseInt(expires, 36) }
  }

  return {
    /** One of a grant, without its prefix. */
    mint: (grantId: string, nowMillis: number): string => {
      const text = `${mintSecret()}.${grantId}.${(Math.floor(nowMillis / 1000) + lifetime).toString(36)}`
      return `${text}.${seal(text)}`
    },

    /** The grant of a token as it is shown, if it proves one. */
    grantIdOf: (token: string): string | undefined => familyOf(token)?.grantId,

    /** The same of one that would still be good, had it not been spent. */
    liveGrantIdOf: (token: string, nowMillis: number): string | undefined => {
      const family = familyOf(token)
      return family !== undefined && nowMillis / 1000 < family.expires ? family.grantId : undefined
    },

    /** Until when it is kept, spent at a time. */
    keptUntil: (spentMillis: number): Date => new Date(spentMillis + refreshGraceOf(options) + keptAfter)
  }
}

export type RefreshTokens = ReturnType<typeof makeRefreshTokens>
