import { generateKeyPairSync, randomBytes } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { type ClientAuthMethod, type ErrorOut, type KoaContextWithOIDC, Provider } from "oidc-provider"

/** Somebody who has an account at the issuer, as claims. */
export interface Account {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
}

/** An OpenID Connect issuer that runs. */
export interface Issuer {
  /** Its identifier, such as `http://127.0.0.1:40123`. */
  readonly issuer: string
  /** Whoever signs in from now on is this account. At first it is `ada@example.com`. */
  readonly setAccount: (account: Account) => void
  readonly stop: () => Promise<void>
}

/** The one client of an issuer. */
export interface IssuerOptions {
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUris: ReadonlyArray<string>
  /** How the client proves its secret. Default: `client_secret_basic`. */
  readonly clientAuthentication?: ClientAuthMethod
}

const hour = 3600

const configuration = (options: IssuerOptions, find: (sub: string) => Account | undefined) => ({
  clients: [
    {
      client_id: options.clientId,
      client_secret: options.clientSecret,
      redirect_uris: [...options.redirectUris],
      token_endpoint_auth_method: options.clientAuthentication ?? ("client_secret_basic" as const)
    }
  ],
  jwks: { keys: [generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" })] },
  cookies: { keys: [randomBytes(32).toString("hex")] },
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
  // Google and most others put them into the ID token too.
  conformIdTokenClaims: false,
  pkce: { required: () => true },
  features: { devInteractions: { enabled: false } },
  ttl: { AccessToken: hour, Grant: hour, IdToken: hour, Interaction: hour, Session: hour },
  renderError: (context: KoaContextWithOIDC, { error, error_description }: ErrorOut) => {
    context.body = `${error}: ${error_description}`
  },
  findAccount: (_context: unknown, sub: string) => {
    const account = find(sub)
    return account && { accountId: sub, claims: () => ({ ...account }) }
  }
})

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const page = ({ sub, email = sub }: Account): string => `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Test issuer</title></head>
  <body>
    <main>
      <h1>Test issuer</h1>
      <form method="post">
        <button name="choice" value="continue">Continue as ${escaped(email)}</button>
        <button name="choice" value="cancel">Cancel</button>
      </form>
    </main>
  </body>
</html>`

const denied = { error: "access_denied", error_description: "The account's owner said no." }

/** The one interaction there is: a page with a button for browsers, done at once for programs. */
const interact = async (provider: Provider, account: Account, request: IncomingMessage, response: ServerResponse) => {
  if (request.method === "GET" && request.headers.accept?.includes("text/html") === true) {
    response.setHeader("content-type", "text/html; charset=utf-8")
    return void response.end(page(account))
  }
  const canceled = new URLSearchParams(await text(request)).get("choice") === "cancel"
  await provider.interactionFinished(request, response, canceled ? denied : { login: { accountId: account.sub } })
}

/**
 * Starts a real OpenID Connect issuer on a port of its own of 127.0.0.1, with one client, PKCE and the scopes
 * `openid email profile`. `signIn` passes its pages without a browser; in a browser a button does.
 *
 * @example
 * const { issuer, setAccount, stop } = await startIssuer({ clientId: "kit", clientSecret: "s", redirectUris: [uri] })
 * setAccount({ sub: "1", email: "grace@example.com", email_verified: true, name: "Grace" })
 */
export const startIssuer = async (options: IssuerOptions): Promise<Issuer> => {
  let account: Account = { sub: "ada", email: "ada@example.com", email_verified: true, name: "Ada" }
  const accounts = new Map([[account.sub, account]])
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    ...configuration(options, (sub) => accounts.get(sub)),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ accountId: oidc.session?.accountId, clientId: oidc.client?.clientId })
      grant.addOIDCScope("openid email profile")
      await grant.save()
      return grant
    }
  })
  const handle = provider.callback()
  server.on("request", (request, response) => {
    const { pathname } = new URL(request.url ?? "/", issuer)
    // A sign-in begins without a session, so that it is of the account of this moment and no earlier one.
    if (pathname === "/auth") {
      delete request.headers.cookie
      response.setHeader("set-cookie", ["_session=; path=/; max-age=0", "_session.sig=; path=/; max-age=0"])
    }
    const answered = pathname.startsWith("/interaction/")
      ? interact(provider, account, request, response)
      : handle(request, response)
    answered.catch((cause: unknown) => response.writeHead(400).end(String(cause)))
  })
  return {
    issuer,
    setAccount: (next) => {
      account = next
      accounts.set(next.sub, next)
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

/**
 * Signs in at an issuer's authorization URL as a browser would, and returns where it sends the browser back to. The
 * same `cookies` make it the same browser.
 */
export const signIn = async (authorizationUrl: string | URL, cookies = new Map<string, string>()): Promise<URL> => {
  const { origin } = new URL(authorizationUrl)
  let url = new URL(authorizationUrl)
  for (let steps = 0; url.origin === origin && steps < 10; steps++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const response = await fetch(url, { headers: { cookie }, redirect: "manual" })
    for (const header of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(header) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get("location")
    if (location === null) throw new Error(`The issuer answered ${response.status}: ${await response.text()}`)
    url = new URL(location, url)
  }
  return url
}
