import type { IdentityOptions, ProviderOptions } from "@agent-operations/identity/tokens"
import { Option, type Redacted } from "effect"
import type { Settings } from "../settings.ts"
import { isLoopback } from "./loopback.ts"
import { newSecret } from "../kept-secret.ts"

/** Where the server is. */
export interface Place {
  /** What people and programs call it by. */
  readonly origin: string
  /** Below which path of that: `/ops`. Empty for none. */
  readonly prefix: string
  /** On which address it listens. */
  readonly host: string
  readonly workers: number
}

/** What identity is here, as the settings have it. */
export interface IdentityPlan {
  readonly options: Omit<IdentityOptions, "secret">
  readonly mail: "smtp" | "outbox" | "none"
  /** What opens the outbox, where there is one. The terminal alone tells it. */
  readonly outboxKey: Redacted.Redacted | undefined
  /** What is off, and what would turn it on, for the log. */
  readonly off: ReadonlyArray<string>
}

const isLoopbackOrigin = (origin: string) => isLoopback(new URL(origin).hostname)

/** Why nobody can sign in at an origin, if nobody can. Cookies and codes need https, but for this computer's own. */
const originFault = (origin: string) =>
  origin.startsWith("https:") || isLoopbackOrigin(origin)
    ? undefined
    : `Sign-in is off: people would reach ${origin} without TLS. Set PUBLIC_URL to the https origin.`

const providersOf = (settings: Settings): ReadonlyArray<ProviderOptions> => {
  const provider = (
    issuer: Option.Option<string>,
    clientId: Option.Option<string>,
    clientSecret: Option.Option<unknown>,
    rest: Pick<ProviderOptions, "id" | "name">
  ) =>
    Option.all({ issuer, clientId, clientSecret: clientSecret as Option.Option<Redacted.Redacted> }).pipe(
      Option.map((found) => ({ ...rest, ...found }))
    )
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } =
    settings
  const google = { id: "google", name: "Google" }
  return [
    provider(Option.some("https://accounts.google.com"), GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, google),
    provider(Option.map(OIDC_ISSUER, String), OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, { id: "oidc", name: OIDC_NAME })
  ].flatMap(Option.toArray)
}

const mailOf = (settings: Settings, host: string, origin: string, workers: number): IdentityPlan["mail"] => {
  if (Option.isSome(settings.SMTP_URL)) return "smtp"
  // Where clients are told apart by what a proxy says, there is a proxy.
  const alone = workers === 1 && Option.isNone(settings.CLIENT_ADDRESS_HEADER)
  return alone && isLoopback(host) && isLoopbackOrigin(origin) ? "outbox" : "none"
}

/** What is off, and what would turn it on. */
const offOf = (mail: IdentityPlan["mail"], providers: ReadonlyArray<ProviderOptions>, admits: boolean) => [
  ...(mail === "none" ? ["Sign-in by e-mail and invitations by mail are off: set SMTP_URL."] : []),
  ...(providers.some(({ id }) => id === "google")
    ? []
    : ["Sign-in with Google is off: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET."]),
  ...(admits ? [] : ["Nobody may sign in: set OWNER_EMAIL, EMAIL_DOMAINS or PUBLIC_SIGN_UP."])
]

/** What identity is to be, or why it is not. */
export const planIdentity = (settings: Settings, { origin, prefix, host, workers }: Place): IdentityPlan | string => {
  if (!settings.IDENTITY) return "Sign-in is off: IDENTITY is false."
  const fault = originFault(origin)
  if (fault !== undefined) return fault
  const mail = mailOf(settings, host, origin, workers)
  const providers = providersOf(settings)
  // Anybody who has the outbox is the developer. Anybody with an account of Google is not.
  const publicSignUp = Option.getOrElse(settings.PUBLIC_SIGN_UP, () => mail === "outbox" && providers.length === 0)
  const ownerEmail = Option.getOrElse(settings.OWNER_EMAIL, () => (mail === "outbox" ? "owner@localhost" : undefined))
  const admits = publicSignUp || ownerEmail !== undefined || settings.EMAIL_DOMAINS.length > 0
  return {
    options: {
      origin,
      prefix,
      providers,
      emailDomains: settings.EMAIL_DOMAINS,
      publicSignUp,
      ownerEmail,
      lifetimes: {
        accessToken: settings.ACCESS_TOKEN_LIFETIME,
        refreshToken: settings.REFRESH_TOKEN_LIFETIME,
        session: settings.SESSION_LIFETIME
      },
      refreshGrace: settings.REFRESH_GRACE
    },
    mail,
    outboxKey: mail === "outbox" ? newSecret("outbox key") : undefined,
    off: offOf(mail, providers, admits)
  }
}
