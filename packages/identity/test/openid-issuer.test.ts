import * as oauth from "oauth4webapi"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Account, type Issuer, signIn, startIssuer } from "./support/openid-issuer.ts"

const redirectUri = "http://127.0.0.1:9/callback"
const client: oauth.Client = { client_id: "kit" }
const authentication = oauth.ClientSecretBasic("a secret")
const insecure = { [oauth.allowInsecureRequests]: true }

let issuer: Issuer
beforeAll(async () => {
  issuer = await startIssuer({ clientId: "kit", clientSecret: "a secret", redirectUris: [redirectUri] })
})
afterAll(() => issuer.stop())

const discover = async () => {
  const url = new URL(issuer.issuer)
  return oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, insecure))
}

/** Where an authorization begins, and what its answer is checked against. */
const begin = async (parameters: Record<string, string> = {}) => {
  const as = await discover()
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const nonce = oauth.generateRandomNonce()
  const url = new URL(as.authorization_endpoint ?? "")
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid email profile",
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...parameters
  }).toString()
  return { as, verifier, state, nonce, url }
}

const exchange = (
  { as, verifier }: Awaited<ReturnType<typeof begin>>,
  parameters: URLSearchParams,
  uri = redirectUri
) => oauth.authorizationCodeGrantRequest(as, client, authentication, parameters, uri, verifier, insecure)

/** Walks the whole flow as an account. */
const walk = async (account: Account, browser?: Map<string, string>) => {
  issuer.setAccount(account)
  const begun = await begin()
  const parameters = oauth.validateAuthResponse(begun.as, client, await signIn(begun.url, browser), begun.state)
  const response = await exchange(begun, parameters)
  const tokens = await oauth.processAuthorizationCodeResponse(begun.as, client, response, {
    expectedNonce: begun.nonce,
    requireIdToken: true
  })
  await oauth.validateApplicationLevelSignature(begun.as, response, insecure)
  return { ...begun, parameters, tokens, claims: oauth.getValidatedIdTokenClaims(tokens) }
}

describe("the issuer for tests", () => {
  it("says what it is, by discovery", async () => {
    const as = await discover()
    assert.strictEqual(as.issuer, issuer.issuer)
    assert.includeMembers([...(as.scopes_supported ?? [])], ["openid", "email", "profile"])
    assert.deepEqual(as.code_challenge_methods_supported, ["S256"])
    assert.isTrue(as.authorization_response_iss_parameter_supported)
  })

  it("signs in the account that the test set, with its claims in the signed ID token and at userinfo", async () => {
    const grace = { sub: "42", email: "grace@example.com", email_verified: true, name: "Grace Höpper" }
    const { as, claims, tokens } = await walk(grace)
    assert.deepInclude(claims, { ...grace, iss: issuer.issuer, aud: "kit" })
    const response = await oauth.userInfoRequest(as, client, tokens.access_token, insecure)
    assert.deepInclude(await oauth.processUserInfoResponse(as, client, "42", response), grace)
  })

  it("signs in another account the next time, in the same browser too, unverified or without an address", async () => {
    const browser = new Map<string, string>()
    const unverified = { sub: "43", email: "eve@example.com", email_verified: false }
    assert.deepInclude((await walk(unverified, browser)).claims, unverified)
    const { claims } = await walk({ sub: "44" }, browser)
    assert.strictEqual(claims?.sub, "44")
    assert.doesNotHaveAnyKeys(claims, ["email", "email_verified", "name"])
  })

  it("refuses a request without PKCE, a wrong verifier, a wrong secret and a code used twice", async () => {
    const withoutPkce = (await begin()).url
    withoutPkce.searchParams.delete("code_challenge")
    withoutPkce.searchParams.delete("code_challenge_method")
    assert.strictEqual((await signIn(withoutPkce)).searchParams.get("error"), "invalid_request")

    const walked = await walk({ sub: "45" })
    assert.strictEqual((await exchange(walked, walked.parameters)).status, 400)

    const begun = await begin()
    const parameters = oauth.validateAuthResponse(begun.as, client, await signIn(begun.url), begun.state)
    const wrongVerifier = { ...begun, verifier: oauth.generateRandomCodeVerifier() }
    assert.strictEqual((await exchange(wrongVerifier, parameters)).status, 400)
    const wrongSecret = oauth.ClientSecretBasic("another")
    const { status } = await oauth.authorizationCodeGrantRequest(
      begun.as,
      client,
      wrongSecret,
      parameters,
      redirectUri,
      begun.verifier,
      insecure
    )
    assert.strictEqual(status, 401)
  })

  it("never sends the browser to an address that the client did not register", async () => {
    const { url } = await begin({ redirect_uri: "http://127.0.0.1:9/elsewhere" })
    const failure = await signIn(url).catch(String)
    assert.match(String(failure), /answered 400.*redirect_uri/s)
  })

  it("shows a browser a page with a button, and takes a no for an answer", async () => {
    issuer.setAccount({ sub: "46", email: "<ada>@example.com" })
    const { url, as, state } = await begin()
    const first = await fetch(url, { redirect: "manual", headers: { accept: "text/html" } })
    const cookie = first.headers
      .getSetCookie()
      .map((header) => header.split(";")[0])
      .join("; ")
    const interaction = new URL(first.headers.get("location") ?? "", url)
    const html = await (await fetch(interaction, { headers: { accept: "text/html", cookie } })).text()
    assert.match(html, /<form method="post">/)
    assert.include(html, "Continue as &#60;ada&#62;@example.com")

    const press = async (choice: string) => {
      const body = new URLSearchParams({ choice })
      const pressed = await fetch(interaction, { method: "POST", redirect: "manual", headers: { cookie }, body })
      const resumed = await fetch(new URL(pressed.headers.get("location") ?? "", url), {
        redirect: "manual",
        headers: { cookie }
      })
      return new URL(resumed.headers.get("location") ?? "", url)
    }
    const back = await press("cancel")
    assert.throws(() => oauth.validateAuthResponse(as, client, back, state), oauth.AuthorizationResponseError)
    assert.strictEqual(back.searchParams.get("error"), "access_denied")
  })
})
