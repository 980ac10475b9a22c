import type { IdentityOptions } from "@agent-operations/identity"
import type { OptionsTable } from "@agent-operations/testing/options"
import { amount, lifetimes } from "../../../../tooling/readme/src/limits.ts"

type Lifetimes = Required<NonNullable<IdentityOptions["lifetimes"]>>

/** Every option of `identityLayer`. */
export const described: OptionsTable<IdentityOptions> = {
  origin: { default: "required", meaning: "where people and programs reach the server, without a path" },
  prefix: { default: "none", meaning: "the path of the origin below which everything is served: `/ops`" },
  secret: {
    default: "required",
    meaning: "signs cookies and requests, and encrypts client secrets; changing it signs everybody out"
  },
  emailDomains: { default: "none", meaning: "domains that may sign in, each exactly: no sub-domains" },
  publicSignUp: { default: "false", meaning: "lets anybody sign in if no domains are listed" },
  ownerEmail: { default: "none", meaning: "an address that may sign in regardless of the domains" },
  providers: { default: "none", meaning: "OpenID Connect issuers: `{ id, name, issuer, clientId, clientSecret }`" },
  lifetimes: { default: "as below", meaning: "how long each credential is valid" },
  refreshGrace: {
    default: amount(lifetimes["spent refresh token, for further pairs"]),
    meaning: "how long a used refresh token still returns new pairs to its client; 0 is strict"
  }
}

/** What each of `lifetimes` is of. */
export const lifetimeOf = {
  accessToken: "access token",
  refreshToken: "refresh token, from its last use",
  authorization: "consent page and authorization code",
  session: "browser session",
  signInLink: "sign-in link"
} as const satisfies Readonly<Record<keyof Lifetimes, keyof typeof lifetimes>>

const ofLifetime = (name: keyof Lifetimes, meaning: string) => ({
  default: amount(lifetimes[lifetimeOf[name]]),
  meaning
})

/** Every option of `lifetimes`. */
export const ofLifetimes: OptionsTable<Lifetimes> = {
  accessToken: ofLifetime("accessToken", "an access token"),
  refreshToken: ofLifetime("refreshToken", "a refresh token, from its last rotation"),
  authorization: ofLifetime("authorization", "an authorization code, and the consent page before it"),
  session: ofLifetime("session", "a browser session, from sign-in; use does not extend it"),
  signInLink: ofLifetime("signInLink", "a mailed link")
}
