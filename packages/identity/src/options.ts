import { Duration, type Redacted } from "effect"

/** An OpenID Connect issuer that people may sign in with. */
export interface ProviderOptions {
  /** A word for addresses: `google`. */
  readonly id: string
  /** What the button says after "Continue with". */
  readonly name: string
  /** Where `/.well-known/openid-configuration` is found. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
}

/** How people sign in on a server, and what programs can get from it. */
export interface IdentityOptions {
  /** Where people and programs reach the server, without a path: `https://ops.example.com`. */
  readonly origin: string
  /** Below which path of the origin all of it is: `/ops`. None by default. */
  readonly prefix?: string | undefined
  /** Signs cookies and encrypts client secrets; at least 32 characters, the same on every process, not in the database. */
  readonly secret: Redacted.Redacted
  readonly providers?: ReadonlyArray<ProviderOptions>
  /** E-mail domains that may sign in. Empty: none, unless `publicSignUp`. */
  readonly emailDomains?: ReadonlyArray<string>
  /** Lets anybody sign in where no domains are listed. Default: false. */
  readonly publicSignUp?: boolean
  /** An address that may sign in whatever the domains say: the first owner's. */
  readonly ownerEmail?: string | undefined
  readonly lifetimes?: Partial<Lifetimes>
  /**
   * For how long after its exchange a refresh token gives its client further pairs, for programs that refresh in parallel;
   * 0 ends the connection at once. Default: 30 seconds. Law: A9.
   */
  readonly refreshGrace?: Duration.Input
}

/** How long each credential is valid, unless it is revoked before. */
export interface Lifetimes {
  /** An access token. Default: 10 minutes. */
  readonly accessToken: Duration.Input
  /** A refresh token, counted anew at each rotation. Default: 30 days. */
  readonly refreshToken: Duration.Input
  /** An authorization code, and the consent page that leads to it. Default: 5 minutes. */
  readonly authorization: Duration.Input
  /** A browser session, from the sign-in on. Default: 7 days. */
  readonly session: Duration.Input
  /** A sign-in link. Default: 15 minutes. */
  readonly signInLink: Duration.Input
}

/** Every lifetime in whole seconds. */
export const secondsOf = (lifetimes: Partial<Lifetimes> = {}) => {
  const seconds = (given: Duration.Input | undefined, otherwise: Duration.Input) =>
    Math.max(1, Math.round(Duration.toSeconds(Duration.fromInputUnsafe(given ?? otherwise))))
  return {
    accessToken: seconds(lifetimes.accessToken, "10 minutes"),
    refreshToken: seconds(lifetimes.refreshToken, "30 days"),
    authorization: seconds(lifetimes.authorization, "5 minutes"),
    session: seconds(lifetimes.session, "7 days"),
    signInLink: seconds(lifetimes.signInLink, "15 minutes")
  }
}

/** The grace of a refresh token, in milliseconds. Law: A9. */
export const refreshGraceOf = ({ refreshGrace = "30 seconds" }: Pick<IdentityOptions, "refreshGrace">): number =>
  Duration.toMillis(Duration.fromInputUnsafe(refreshGrace))

const plainPrefix = /^(?:\/[\w.~-]+)*$/

/**
 * Where people and programs reach the server, with the prefix: `https://ops.example.com/ops`. Throws a `TypeError` where no
 * address is made of it.
 */
export const baseUrlOf = ({ origin, prefix = "" }: Pick<IdentityOptions, "origin" | "prefix">): string => {
  const baseUrl = `${origin}${prefix}`
  if (plainPrefix.test(prefix) && URL.parse(baseUrl)?.pathname === (prefix || "/")) return baseUrl
  throw new TypeError(
    `The prefix ${JSON.stringify(prefix)} is no path that pages can be below. Write it as "/ops": letters, digits and - . _ ~ in each segment, and no slash at its end.`
  )
}

/** The path of a base URL: `/ops`, and empty where it has none. */
export const prefixOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, "")

/** The path, below the base URL, below which identity answers. */
export const basePath = "/api/auth"

/**
 * The prefix of cookie names. On https it is `__Host-`, which keeps other hosts of the domain from setting them, and which
 * browsers take for `Path=/` only: the server's own prefix is in the name, so that servers can share an origin.
 */
export const cookiePrefixOf = (baseUrl: string) =>
  `${baseUrl.startsWith("https:") ? "__Host-" : ""}agent-operations${prefixOf(baseUrl).replace(/[^\w-]/g, "_")}`

/** Tells by the `cookie` header of a request whether its browser may have a session: one without has none. */
export const makeMayHaveSession = (baseUrl: string) => {
  const cookie = `${cookiePrefixOf(baseUrl)}.session_token=`
  return (header: string): boolean => header.includes(cookie)
}

/** The resources that access tokens are issued for, by audience. Law: A6. */
export const resourcesOf = (baseUrl: string) => ({ rest: `${baseUrl}/api/cli`, mcp: `${baseUrl}/api/mcp` }) as const
