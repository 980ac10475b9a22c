import { createSign, generateKeyPairSync, randomBytes } from "node:crypto"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** What an issuer does that is not as it should be; without any of it, it signs in `forged@example.com`. */
export interface Forgery {
  /** Answers nothing from this path on. */
  readonly silentAt?: string
  /** Answers this at a path, in place of what belongs there. */
  readonly answers?: Readonly<Record<string, unknown>>
  /** Claims of the ID token, in place of the right ones. */
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  readonly signedBy?: "another key" | "nobody"
  readonly tokens?: Readonly<Record<string, unknown>>
}

const keyPair = () => generateKeyPairSync("rsa", { modulusLength: 2048 })

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")

/**
 * An OpenID Connect issuer in the hands of somebody else. It asks nobody anything: `authorize` takes the place of its
 * pages.
 */
export const startForgingIssuer = async (clientId: string) => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [own, another] = [keyPair(), keyPair()]
  let forgery: Forgery = {}
  let nonce = ""
  const given: Array<string> = []

  const idToken = () => {
    const now = Math.floor(Date.now() / 1000)
    const right = { iss: issuer, aud: clientId, sub: "1", nonce, iat: now, exp: now + 60 }
    const claims = { ...right, email: "forged@example.com", email_verified: true, ...forgery.claims }
    const text = `${encode({ alg: "RS256", kid: "1", ...forgery.header })}.${encode(claims)}`
    if (forgery.signedBy === "nobody") return `${text}.`
    const { privateKey } = forgery.signedBy === "another key" ? another : own
    return `${text}.${createSign("RSA-SHA256").update(text).sign(privateKey, "base64url")}`
  }

  const documents: Readonly<Record<string, () => unknown>> = {
    "/.well-known/openid-configuration": () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/me`,
      jwks_uri: `${issuer}/keys`,
      token_endpoint_auth_methods_supported: ["client_secret_post"]
    }),
    "/keys": () => ({ keys: [{ ...own.publicKey.export({ format: "jwk" }), kid: "1", use: "sig", alg: "RS256" }] }),
    "/token": () => {
      const tokens = {
        token_type: "Bearer",
        access_token: randomBytes(24).toString("hex"),
        refresh_token: randomBytes(24).toString("hex"),
        id_token: idToken(),
        ...forgery.tokens
      }
      const all: ReadonlyArray<string | undefined> = [tokens.access_token, tokens.refresh_token, tokens.id_token]
      given.push(...all.filter((token) => token !== undefined))
      return tokens
    },
    "/me": () => ({ sub: "1", email: "forged@example.com", email_verified: true })
  }

  const answer = (path: string, response: ServerResponse) => {
    if (forgery.silentAt !== undefined && path.startsWith(forgery.silentAt)) return
    const told = forgery.answers?.[path] ?? documents[path]?.()
    if (told === undefined) return void response.writeHead(404).end()
    response.setHeader("content-type", "application/json")
    response.end(typeof told === "string" ? told : JSON.stringify(told))
  }
  server.on("request", (request, response) => answer(request.url ?? "/", response))

  return {
    issuer,
    /** Every token that it gave. */
    given: given as ReadonlyArray<string>,
    forge: (next: Forgery) => {
      forgery = next
    },
    /** Where it sends a browser back to that comes with an authorization request. */
    authorize: (location: string | URL): URL => {
      const asked = new URL(location).searchParams
      nonce = asked.get("nonce") ?? ""
      const back = new URL(asked.get("redirect_uri") ?? "")
      back.search = new URLSearchParams({ code: "forged", state: asked.get("state") ?? "" }).toString()
      return back
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
