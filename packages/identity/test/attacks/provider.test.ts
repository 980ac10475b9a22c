import { newTypeId } from "@agent-operations/database"
import { BrowserSessions, SignIn } from "@agent-operations/identity"
import { databases } from "@agent-operations/testing"
import { describe, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert } from "vitest"
import { type Issuer, signIn as signInAt, startIssuer } from "../support/openid-issuer.ts"
import { cookieHeader, headersWith, identityOn, origin, send, signIn } from "../support/world.ts"

const clientSecret = "s".repeat(40)
const issuer = await startIssuer({
  clientId: "kit",
  clientSecret,
  redirectUris: [`${origin}/api/auth/callback/local`]
})
const provider = {
  id: "local",
  name: "Local",
  issuer: issuer.issuer,
  clientId: "kit",
  clientSecret: Redacted.make(clientSecret)
}

describe("sign-in at an OpenID Connect issuer", () => {
  afterAll(() => issuer.stop())

  const who = (cookie: string) => Effect.flatMap(BrowserSessions, (sessions) => sessions.current(headersWith(cookie)))

  const started = Effect.fnUntraced(function* (returnTo = "/", cookie = "") {
    const { location, cookies } = yield* (yield* SignIn).startProvider({
      provider: "local",
      returnTo,
      headers: headersWith(cookie)
    })
    return { location, state: cookieHeader(cookies), cookies }
  })

  const back = (url: URL, cookie: string) => send(`${url.pathname}${url.search}`, { headers: headersWith(cookie) })

  const walked = Effect.fnUntraced(function* (
    account: Parameters<Issuer["setAccount"]>[0],
    returnTo = "/",
    cookie = ""
  ) {
    issuer.setAccount(account)
    const { location, state } = yield* started(returnTo, cookie)
    const url = yield* Effect.promise(() => signInAt(location))
    const answer = yield* back(url, cookie === "" ? state : `${cookie}; ${state}`)
    return {
      answer,
      url,
      state,
      location: new URL(answer.headers.get("location")!),
      cookie: cookieHeader(answer.headers.getSetCookie().filter((value) => !/Max-Age=0/i.test(value)))
    }
  })

  layer(
    identityOn(databases[1]!, {
      publicSignUp: false,
      emailDomains: ["example.com"],
      providers: [provider]
    }),
    { timeout: 60_000, excludeTestServices: true }
  )((it) => {
    const account = () => {
      const sub = newTypeId("sub")
      return { sub, email: `${sub}@example.com`, email_verified: true, name: "Ada" }
    }

    it.effect("a person comes back signed in, to where they began", () =>
      Effect.gen(function* () {
        const ada = account()
        const { location, cookie } = yield* walked(ada, "/projects?x=1")
        assert.strictEqual(location.href, `${origin}/projects?x=1`)
        const session = yield* who(cookie)
        assert.deepStrictEqual([session?.user.email, session?.user.name], [ada.email, "Ada"])
        const again = yield* walked(ada)
        assert.strictEqual((yield* who(again.cookie))?.user.id, session?.user.id)
      })
    )

    it.effect(
      "OWASP API2:2023: an address that the issuer did not verify signs nobody in, least of all somebody known",
      () =>
        Effect.gen(function* () {
          const ada = account()
          const known = yield* signIn(ada.email)
          const { email_verified: _, ...silent } = ada
          for (const claims of [
            { ...ada, email_verified: false },
            silent,
            { sub: ada.sub },
            { ...ada, email: "eve@evil.example" }
          ]) {
            const { location, cookie } = yield* walked(claims)
            assert.strictEqual(`${location.origin}${location.pathname}`, `${origin}/sign-in`)
            assert.isTrue(location.searchParams.has("error"))
            assert.isUndefined(yield* who(cookie))
          }
          assert.strictEqual((yield* who((yield* walked(ada)).cookie))?.user.id, known.user.id)
          // Nor later, once the account is linked.
          const { cookie, location } = yield* walked({ ...ada, email_verified: false })
          assert.strictEqual(location.searchParams.get("error"), "email_not_verified")
          assert.isUndefined(yield* who(cookie))
        })
    )

    it.effect("A4: what the issuer gave is not kept", () =>
      Effect.gen(function* () {
        yield* walked(account())
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql<Record<string, unknown>>`
          select access_token, refresh_token, id_token, password from agent_operations_identity.accounts`
        assert.isNotEmpty(rows)
        for (const row of rows) assert.deepStrictEqual(Object.values(row), [null, null, null, null])
      })
    )

    it.effect(
      "RFC 9700 4.7.1, login CSRF: a callback in another browser, twice, or without its state signs nobody in",
      () =>
        Effect.gen(function* () {
          issuer.setAccount(account())
          const mine = yield* started()
          const other = yield* started()
          const url = yield* Effect.promise(() => signInAt(mine.location))
          const bare = new URL(`${origin}/api/auth/callback/local?code=${url.searchParams.get("code")}`)
          for (const [where, cookie] of [
            [url, ""],
            [url, other.state],
            [bare, mine.state],
            [new URL(`${bare}&state=x`), mine.state],
            [new URL(`${url}&iss=https://evil.example`), mine.state]
          ] as const) {
            const answer = yield* back(where, cookie)
            const location = new URL(answer.headers.get("location")!)
            assert.strictEqual(location.origin, origin)
            assert.isTrue(location.searchParams.has("error"), where.href)
            assert.isUndefined(yield* who(cookieHeader(answer.headers.getSetCookie())))
          }
        })
    )

    it.effect("session fixation: the session that the browser had before ends", () =>
      Effect.gen(function* () {
        const before = yield* signIn(account().email)
        const { cookie } = yield* walked(account(), "/", before.cookie)
        assert.isUndefined(yield* who(before.cookie))
        assert.isDefined(yield* who(cookie))
      })
    )

    it.effect("RFC 9700 4.11: whatever it is asked to return to, it stays on this server", () =>
      Effect.gen(function* () {
        for (const returnTo of [
          "https://evil.example/",
          "//evil.example",
          "/\\evil.example",
          "javascript:alert(1)",
          "/%0d%0aLocation:x"
        ]) {
          const { location } = yield* walked(account(), returnTo)
          assert.strictEqual(location.origin, origin)
        }
        assert.strictEqual(
          (yield* Effect.flip(
            (yield* SignIn).startProvider({ provider: "other", returnTo: "/", headers: new Headers() })
          ))._tag,
          "UnknownProvider"
        )
      })
    )

    it.effect("RFC 9700 2.1.1: the issuer is asked with PKCE and a state of its own each time", () =>
      Effect.gen(function* () {
        const [one, two] = [new URL((yield* started()).location), new URL((yield* started()).location)]
        assert.strictEqual(one.searchParams.get("code_challenge_method"), "S256")
        for (const name of ["state", "code_challenge"])
          assert.notStrictEqual(one.searchParams.get(name), two.searchParams.get(name))
        for (const cookie of (yield* started()).cookies) assert.match(cookie, /; HttpOnly(;|$)/)
      })
    )
  })
})
