import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { webHandler } from "@agent-operations/http"
import { type HostPrincipal, kitLayer } from "@agent-operations/kit"
import { views } from "@agent-operations/views"
import { jwtVerifier, type JwtVerifierOptions } from "@agent-operations/kit/jwt"
import { memoryWith } from "@agent-operations/testing/kit"
import { Layer, Logger, ManagedRuntime, References } from "effect"
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from "jose"
import { afterAll, assert, beforeAll, beforeEach, describe, it, onTestFinished, vi } from "vitest"

const issuer = "https://id.example.com/"
const audience = "https://app.example.com/ops"

const principal: JwtVerifierOptions["principal"] = ({ sub, scope }, { projectId }): HostPrincipal | null =>
  sub === undefined || sub === "nobody"
    ? null
    : {
        actor: { type: "user", id: sub, name: "Ada" },
        organizationId: "acme",
        scopes: String(scope).split(" "),
        projectId: projectId ?? null
      }

/** An issuer's key: its private half, and what it publishes. */
const makeKey = async (alg: string, kid?: string) => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const jwk: JWK = { ...(await exportJWK(publicKey)), ...(kid === undefined ? {} : { kid }), use: "sig", alg }
  return { alg, kid, privateKey, publicKey, jwk }
}

const sign = (
  { alg, kid, privateKey }: { alg: string; kid?: string | undefined; privateKey: CryptoKey | Uint8Array },
  claims: Readonly<Record<string, unknown>> = {}
) => {
  const now = Math.floor(Date.now() / 1000)
  const payload = { iss: issuer, aud: audience, sub: "usr_ada", scope: "openid views:read", exp: now + 60, ...claims }
  const header = kid === undefined ? { alg } : { alg, kid }
  return new SignJWT(JSON.parse(JSON.stringify(payload)) as Record<string, unknown>)
    .setProtectedHeader(header)
    .sign(privateKey)
}

describe("access tokens that are JWTs", () => {
  let issuerServer: Server
  let jwks: string
  let published: ReadonlyArray<JWK> = []
  let fetched = 0
  let answer: "keys" | "error" | "page" | "large" | "never" = "keys"
  let keys: Record<"rs" | "es" | "ed" | "next" | "stranger", Awaited<ReturnType<typeof makeKey>>>

  const logged: Array<string> = []
  let verify = jwtVerifier({ jwks: { keys: [] }, issuer, audience, principal })
  let fetch: ReturnType<typeof webHandler>
  let close: () => Promise<void>

  beforeAll(async () => {
    keys = {
      rs: await makeKey("RS256", "rs-1"),
      es: await makeKey("ES256", "es-1"),
      ed: await makeKey("EdDSA", "ed-1"),
      next: await makeKey("ES256", "es-2"),
      stranger: await makeKey("RS256", "rs-1")
    }
    issuerServer = createServer((_, response) => {
      fetched++
      if (answer === "error") response.writeHead(500).end()
      else if (answer === "page") response.end("<html>Sign in</html>")
      else if (answer === "large") response.end(JSON.stringify({ keys: published, more: "x".repeat(300_000) }))
      else if (answer === "keys") response.end(JSON.stringify({ keys: published }))
    })
    await new Promise<void>((resolve) => issuerServer.listen(0, "127.0.0.1", resolve))
    jwks = `http://127.0.0.1:${(issuerServer.address() as AddressInfo).port}/jwks`
    const database = await memoryWith([views()])
    const runtime = ManagedRuntime.make(
      kitLayer({ families: [views()], database, verify: (asked) => verify(asked) }).pipe(
        Layer.provideMerge(
          Layer.merge(
            Logger.layer([Logger.map(Logger.formatJson, (line) => logged.push(line))]),
            Layer.succeed(References.MinimumLogLevel, "Info")
          )
        )
      )
    )
    fetch = webHandler(await runtime.context())
    close = () => runtime.dispose()
  })
  afterAll(async () => {
    issuerServer.closeAllConnections()
    issuerServer.close()
    await close()
  })
  beforeEach(() => {
    published = [keys.rs.jwk, keys.es.jwk, keys.ed.jwk]
    answer = "keys"
    fetched = 0
    logged.length = 0
    verify = jwtVerifier({ jwks, issuer, audience, principal, cooldown: 50 })
  })

  const call = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, "x-project-id": "p", "content-type": "application/json" }
    const init = { method: "POST", headers, body: "{}" }
    const response = await fetch(new Request("http://test/api/agent/list_page_views", init))
    const { error } = (await response.json()) as { error?: { code: string; message: string } }
    // A4: neither the token nor what it says of a person.
    const parts = [...token.split(".").filter((part) => part.length > 10), "usr_ada"]
    for (const line of logged) for (const part of parts) assert.notInclude(line, part)
    return { status: response.status, code: error?.code, message: error?.message, headers: response.headers }
  }

  const isRefused = async (token: string, reason: string) => {
    const { status, code, headers } = await call(token)
    assert.deepStrictEqual([status, code], [401, "UNAUTHENTICATED"], reason)
    assert.match(headers.get("www-authenticate") ?? "", /^Bearer/)
    assert.include(logged.join("\n"), reason)
  }

  it("A1: lets in whom a good token stands for, by any key that is published, and fetches the keys once", async () => {
    for (const key of [keys.rs, keys.es, keys.ed]) assert.strictEqual((await call(await sign(key))).status, 200)
    await Promise.all(Array.from({ length: 20 }, async () => call(await sign(keys.rs))))
    assert.strictEqual(fetched, 1)
  })

  it("A1: lets in by keys that it was given, and fetches none", async () => {
    verify = jwtVerifier({ jwks: { keys: [keys.es.jwk] }, issuer: [issuer, "other"], audience: [audience], principal })
    assert.strictEqual((await call(await sign(keys.es))).status, 200)
    await isRefused(await sign(keys.rs), "ERR_JWKS_NO_MATCHING_KEY")
    assert.strictEqual(fetched, 0)
  })

  it("A1: an expired token is 401 and says so, and what is not expired by the tolerance is let in", async () => {
    const token = await sign(keys.rs, { exp: Math.floor(Date.now() / 1000) - 2 })
    await isRefused(token, "ERR_JWT_EXPIRED")
    assert.strictEqual((await call(token)).message, "The access token has expired.")
    verify = jwtVerifier({ jwks, issuer, audience, principal, clockTolerance: 60 })
    assert.strictEqual((await call(token)).status, 200)
  })

  it("A1, A6: refuses what is not for here, not from there, not yet, or not for ever", async () => {
    const claim = "ERR_JWT_CLAIM_VALIDATION_FAILED"
    const soon = Math.floor(Date.now() / 1000) + 30
    await isRefused(await sign(keys.rs, { exp: undefined }), claim)
    await isRefused(await sign(keys.rs, { iss: "https://id.example.org/" }), claim)
    await isRefused(await sign(keys.rs, { iss: undefined }), claim)
    await isRefused(await sign(keys.rs, { aud: "https://app.example.com/other" }), claim)
    await isRefused(await sign(keys.rs, { aud: undefined }), claim)
    await isRefused(await sign(keys.rs, { nbf: soon }), claim)
    await isRefused(await sign(keys.rs, { exp: "tomorrow" }), claim)
    assert.strictEqual((await call(await sign(keys.rs, { aud: ["x", audience] }))).status, 200)
  })

  it("A1: refuses other signatures: none, by a stranger's key, by a public key as a secret, by another algorithm", async () => {
    const unsigned = new UnsecuredJWT({ sub: "usr_ada" })
      .setIssuer(issuer)
      .setAudience(audience)
      .setExpirationTime("1m")
    const publicKey = new TextEncoder().encode(await exportSPKI(keys.rs.publicKey))
    const not = "ERR_JOSE_ALG_NOT_ALLOWED"
    await isRefused(unsigned.encode(), not)
    await isRefused(await sign({ alg: "HS256", kid: "rs-1", privateKey: publicKey }), not)
    await isRefused(await sign(keys.stranger), "ERR_JWS_SIGNATURE_VERIFICATION_FAILED")
    await isRefused(`${(await sign(keys.rs)).slice(0, -8)}AAAAAAAA`, "ERR_JWS_SIGNATURE_VERIFICATION_FAILED")
    verify = jwtVerifier({ jwks, issuer, audience, principal, algorithms: ["ES256"] })
    await isRefused(await sign(keys.rs), not)
    assert.strictEqual((await call(await sign(keys.es))).status, 200)
    for (const text of ["x", "a.b.c", "eyJhbGciOiJSUzI1NiJ9..", "....", "aok_key"]) await isRefused(text, "ERR_J")
  })

  it("A1: an unknown key is 401, and asked for again once the cooldown is over", async () => {
    // jose goes by the system's clock.
    vi.useFakeTimers({ toFake: ["Date"] })
    onTestFinished(() => void vi.useRealTimers())
    verify = jwtVerifier({ jwks, issuer, audience, principal, cooldown: 20_000 })
    assert.strictEqual((await call(await sign(keys.rs))).status, 200)
    const token = await sign(keys.next)
    for (let i = 0; i < 10; i++) await isRefused(token, "ERR_JWKS_NO_MATCHING_KEY")
    assert.isAtMost(fetched, 2)
    published = [keys.next.jwk]
    await isRefused(token, "ERR_JWKS_NO_MATCHING_KEY")
    vi.setSystemTime(Date.now() + 21_000)
    assert.strictEqual((await call(token)).status, 200)
    await isRefused(await sign(keys.rs), "ERR_JWKS_NO_MATCHING_KEY")
  })

  it("A1: a token that names no key is tried with each that could be meant", async () => {
    const [one, another, stranger] = [await makeKey("ES256"), await makeKey("ES256"), await makeKey("ES256")]
    published = [one.jwk, another.jwk]
    assert.strictEqual((await call(await sign(one))).status, 200)
    assert.strictEqual((await call(await sign(another))).status, 200)
    await isRefused(await sign(another, { exp: 1 }), "ERR_JWT_EXPIRED")
    await isRefused(await sign(stranger), "ERR_JWS_SIGNATURE_VERIFICATION_FAILED")
  })

  it.each(["error", "page", "large", "never"] as const)(
    "E1: keys that cannot be had (%s) are 503, not 401",
    async (what) => {
      answer = what
      verify = jwtVerifier({ jwks, issuer, audience, principal, timeout: 1000, cooldown: 50 })
      const token = await sign(keys.rs)
      const { status, code, headers } = await call(token)
      assert.deepStrictEqual([status, code], [503, "UNAVAILABLE"])
      assert.strictEqual(headers.get("retry-after"), "5")
      assert.include(logged.join("\n"), '"WARN"')
      answer = "keys"
      assert.strictEqual((await call(token)).status, 200)
    }
  )

  it("E1: an issuer that refuses connections is 503", async () => {
    verify = jwtVerifier({ jwks: "http://127.0.0.1:1/jwks", issuer, audience, principal })
    assert.strictEqual((await call(await sign(keys.rs))).status, 503)
  })

  it("A1: claims that stand for nobody are 401, and what `principal` throws is not taken for the token's fault", async () => {
    assert.strictEqual((await call(await sign(keys.rs, { sub: "nobody" }))).status, 401)
    verify = jwtVerifier({ jwks, issuer, audience, principal: () => Promise.reject(new Error("the table is gone")) })
    assert.strictEqual((await call(await sign(keys.rs))).status, 500)
    assert.include(logged.join("\n"), "the table is gone")
  })

  it("refuses options that would let anything in", () => {
    const good = { jwks, issuer, audience, principal }
    for (const bad of [
      { issuer: "" },
      { issuer: [] },
      { issuer: undefined },
      { audience: "" },
      { audience: [""] },
      { audience: undefined },
      { algorithms: ["none"] },
      { algorithms: ["RS256", "HS256"] },
      { algorithms: [] }
    ]) {
      assert.throws(() => jwtVerifier({ ...good, ...bad } as JwtVerifierOptions), TypeError, "jwtVerifier ")
    }
    assert.throws(() => jwtVerifier({ ...good, jwks: "not a URL" }))
    assert.throws(() => jwtVerifier({ ...good, jwks: {} as never }))
  })
})
