import { randomBytes } from "node:crypto"
import { newTypeId } from "@agent-operations/database"
import {
  BrowserSessions,
  identityLayer,
  type IdentityOptions,
  type ProviderOptions,
  SignIn
} from "@agent-operations/identity"
import { describeOnPostgres } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted, References } from "effect"
import { SqlClient } from "effect/sql"
import { assert, vi } from "vitest"
import { type Forgery, startForgingIssuer } from "./support/forging-issuer.ts"
import { type Account, signIn as walk, startIssuer } from "./support/openid-issuer.ts"
import {
  askForLink,
  challengeOf,
  cookieHeader,
  headersWith,
  identityOn,
  newVerifier,
  origin,
  send,
  signIn,
  verify
} from "./support/world.ts"

const secret = Redacted.make("a".repeat(43))
const clientSecret = "it's a s&cret: %"
const callbackOf = (id: string) => `${origin}/api/auth/callback/${id}`

/** The issuers that people sign in with here. */
class Issuers extends Context.Service<
  Issuers,
  {
    readonly real: Awaited<ReturnType<typeof startIssuer>>
    readonly forging: Awaited<ReturnType<typeof startForgingIssuer>>
    readonly providers: ReadonlyArray<ProviderOptions>
  }
>()("@agent-operations/identity/test/Issuers") {}

const issuers = Layer.effect(
  Issuers,
  Effect.gen(function* () {
    const redirectUris = [callbackOf("corp"), callbackOf("other")]
    const real = yield* Effect.acquireRelease(
      Effect.promise(() => startIssuer({ clientId: "kit", clientSecret, redirectUris })),
      ({ stop }) => Effect.promise(stop)
    )
    const forging = yield* Effect.acquireRelease(
      Effect.promise(() => startForgingIssuer("kit")),
      ({ stop }) => Effect.promise(stop)
    )
    const provider = (id: string, issuer: string) => ({
      id,
      name: id,
      issuer,
      clientId: "kit",
      clientSecret: Redacted.make(clientSecret)
    })
    const providers = [
      provider("corp", `${real.issuer}/`),
      provider("other", real.issuer),
      provider("forging", forging.issuer)
    ]
    return { real, forging, providers }
  })
)

/** Another process on the same database, set up otherwise. */
const elsewhere = Effect.fnUntraced(function* (options: Partial<IdentityOptions>) {
  const { providers } = yield* Issuers
  return yield* Layer.build(Layer.fresh(identityLayer({ origin, secret, providers, publicSignUp: true, ...options })))
})

const begin = Effect.fnUntraced(function* (provider = "corp", returnTo = "/", cookie = "") {
  const begun = yield* SignIn.use((ways) => ways.startProvider({ provider, returnTo, headers: headersWith(cookie) }))
  return { location: begun.location, cookie: cookieHeader(begun.cookies) }
})

const comeBack = Effect.fnUntraced(function* (url: URL, cookie: string) {
  assert.strictEqual(url.origin, origin)
  const response = yield* send(`${url.pathname}${url.search}`, { headers: { cookie } })
  assert.strictEqual(response.status, 302)
  const cookies = cookieHeader(response.headers.getSetCookie())
  const session = yield* BrowserSessions.use((sessions) => sessions.current(headersWith(cookies)))
  const location = new URL(response.headers.get("location")!, origin)
  return { location, session, cookie: cookies, error: location.searchParams.get("error") }
})

/** Signs somebody in at the real issuer, and comes back. */
const signInAs = Effect.fnUntraced(function* (account: Account, { returnTo = "/", cookie = "" } = {}) {
  const { real } = yield* Issuers
  const begun = yield* begin("corp", returnTo, cookie)
  real.setAccount(account)
  const url = yield* Effect.promise(() => walk(begun.location))
  const held = [cookie, begun.cookie].filter((part) => part !== "").join("; ")
  return { ...(yield* comeBack(url, held)), url, held }
})

/** Comes back from an issuer that does what it should not. */
const signInForged = Effect.fnUntraced(function* (forgery: Forgery) {
  const { forging } = yield* Issuers
  const begun = yield* begin("forging")
  const url = forging.authorize(begun.location)
  forging.forge(forgery)
  return yield* Effect.ensuring(
    comeBack(url, begun.cookie),
    Effect.sync(() => forging.forge({}))
  )
})

/** Has what waits for an issuer give up in less time, and lists the limits that it set itself, in milliseconds. */
const quickTimeouts = Effect.acquireRelease(
  Effect.sync(() => {
    const limits: Array<number> = []
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const spied = vi.spyOn(AbortSignal, "timeout").mockImplementation((limit) => {
      limits.push(limit)
      return timeout(limit * 0.4)
    })
    return Object.assign(limits, { restore: () => spied.mockRestore() })
  }),
  ({ restore }) => Effect.sync(restore)
)

const assertOut = (back: Effect.Success<ReturnType<typeof comeBack>>, error: string) => {
  assert.deepStrictEqual([back.location.pathname, back.error], ["/sign-in", error])
  assert.isUndefined(back.session)
  assert.notMatch(back.cookie, /session_token=[^;]/)
}

const count = (table: "users" | "sessions" | "accounts") =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ n: number }>`select count(*)::integer as n from agent_operations_identity.${sql.literal(table)}`,
      ([row]) => row!.n
    )
  )

/** Every row of every table of identity, as text. */
const dump = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'agent_operations_identity'`
  assert.isAbove(tables.length, 10)
  const rows = yield* Effect.forEach(
    tables,
    ({ name }) => sql`
    select to_jsonb(t)::text as row from agent_operations_identity.${sql.literal(name)} as t`
  )
  return JSON.stringify(rows)
})

const newAccount = (more: Partial<Account> = {}): Account => ({
  sub: newTypeId("sub"),
  email: `${newTypeId("p")}@example.com`,
  email_verified: true,
  ...more
})

/** What a person does who presses Cancel at the real issuer. */
const cancel = async (location: string): Promise<URL> => {
  const first = await fetch(location, { redirect: "manual", headers: { accept: "text/html" } })
  const cookie = cookieHeader(first.headers.getSetCookie())
  const at = (response: Response) => new URL(response.headers.get("location")!, location)
  const pressed = await fetch(at(first), {
    method: "POST",
    redirect: "manual",
    headers: { cookie },
    body: new URLSearchParams({ choice: "cancel" })
  })
  return at(await fetch(at(pressed), { redirect: "manual", headers: { cookie } }))
}

describeOnPostgres("sign-in at another issuer", (database) => {
  const world = Layer.unwrap(
    Effect.map(Issuers, ({ providers }) =>
      identityOn(database, { secret, providers, publicSignUp: false, emailDomains: ["example.com"] })
    )
  ).pipe(Layer.provideMerge(issuers), Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "Error" as const)))

  layer(world, { excludeTestServices: true })((it) => {
    it.effect("a new person is made of what the issuer says, and is the same person the next time", () =>
      Effect.gen(function* () {
        const account = newAccount({ name: "Grace\u0000 Höpper" })
        const first = yield* signInAs({ ...account, email: account.email!.toUpperCase() })
        assert.isNull(first.error)
        assert.deepInclude(first.session?.user, { name: "Grace Höpper", email: account.email!.toLowerCase() })
        const people = yield* count("users")
        const second = yield* signInAs(account)
        assert.strictEqual(second.session?.user.id, first.session?.user.id)
        assert.notStrictEqual(second.session?.id, first.session?.id)
        assert.strictEqual(yield* count("users"), people)
        const nameless = yield* signInAs(newAccount({ email: "ada@example.com" }))
        assert.strictEqual(nameless.session?.user.name, "ada")
      })
    )

    it.effect("who signed in by a link before is the same person; another account's address changes nothing", () =>
      Effect.gen(function* () {
        const account = newAccount()
        const byLink = yield* signIn(account.email!)
        const byIssuer = yield* signInAs(account)
        assert.strictEqual(byIssuer.session?.user.id, byLink.user.id)
        // The issuer's account is what counts from then on, not the address that it has.
        const moved = yield* signInAs({ ...account, email: newAccount().email! })
        assert.deepStrictEqual(moved.session?.user, byLink.user)
      })
    )

    it.effect("a person who signs in from two browsers at once for the first time is one person", () =>
      Effect.gen(function* () {
        const { real } = yield* Issuers
        for (let round = 0; round < 10; round++) {
          real.setAccount(newAccount())
          const begun = yield* Effect.all([begin(), begin(), begin()])
          const back = yield* Effect.forEach(begun, ({ location }) => Effect.promise(() => walk(location)))
          const before = [yield* count("users"), yield* count("accounts")]
          const answers = yield* Effect.all(
            back.map((url, n) => comeBack(url, begun[n]!.cookie)),
            { concurrency: "unbounded" }
          )
          const people = new Set(answers.flatMap(({ session }) => session?.user.id ?? []))
          assert.strictEqual(people.size, 1)
          assert.deepStrictEqual(
            [yield* count("users"), yield* count("accounts")],
            before.map((n) => n + 1)
          )
          for (const { location, session } of answers) {
            assert.strictEqual(location.pathname, session === undefined ? "/sign-in" : "/")
          }
        }
      })
    )

    it.effect("an address that the issuer did not verify, or none, signs nobody in and makes nobody", () =>
      Effect.gen(function* () {
        const known = yield* signIn(newAccount().email!)
        const before = [yield* count("users"), yield* count("sessions"), yield* count("accounts")]
        assertOut(yield* signInAs(newAccount({ email_verified: false })), "email_not_verified")
        const { email_verified: _, ...unsaid } = newAccount()
        assertOut(yield* signInAs(unsaid), "email_not_verified")
        assertOut(yield* signInAs(newAccount({ email: known.user.email, email_verified: false })), "email_not_verified")
        assertOut(yield* signInAs({ sub: newTypeId("sub") }), "email_not_found")
        assert.deepStrictEqual([yield* count("users"), yield* count("sessions"), yield* count("accounts")], before)
      })
    )

    it.effect("a domain that is not admitted signs nobody in; one that is taken away, nobody any more", () =>
      Effect.gen(function* () {
        const before = yield* count("users")
        for (const domain of ["example.org", "sub.example.com", "example.com.evil.test", "xexample.com"]) {
          assertOut(yield* signInAs(newAccount({ email: `eve@${domain}` })), "email_domain_denied")
        }
        assert.strictEqual(yield* count("users"), before)
        const account = newAccount()
        const first = yield* signInAs(account)
        const later = yield* elsewhere({ publicSignUp: false, emailDomains: ["example.org"] })
        assertOut(yield* Effect.provide(signInAs(account), later), "email_domain_denied")
        const { current } = Context.get(later, BrowserSessions)
        assert.isUndefined(yield* current(headersWith(first.cookie)))
      }).pipe(Effect.scoped)
    )

    it.effect("a person who cancels is back at the page to sign in by, with where to go on", () =>
      Effect.gen(function* () {
        const begun = yield* begin("corp", "/o/org_1?tab=2")
        const url = yield* Effect.promise(() => cancel(begun.location))
        const back = yield* comeBack(url, begun.cookie)
        assertOut(back, "access_denied")
        assert.strictEqual(back.location.searchParams.get("returnTo"), "/o/org_1?tab=2")
      })
    )

    it.effect("where to go on is kept, and only ever a path of this origin", () =>
      Effect.gen(function* () {
        const kept = yield* signInAs(newAccount(), { returnTo: "/consent?client_id=a%26b&sig=c#d" })
        assert.strictEqual(kept.location.href, `${origin}/consent?client_id=a%26b&sig=c#d`)
        for (const returnTo of [
          "https://evil.test/",
          "//evil.test",
          "/\\evil.test",
          "javascript:alert(1)",
          "/\t/evil.test",
          ""
        ]) {
          const { location, session } = yield* signInAs(newAccount(), { returnTo })
          assert.strictEqual(location.href, `${origin}/`)
          assert.isDefined(session)
        }
      })
    )

    it.effect("login CSRF: what somebody else began signs nobody in here", () =>
      Effect.gen(function* () {
        const { real } = yield* Issuers
        const [eves, mine] = [yield* begin(), yield* begin()]
        real.setAccount(newAccount())
        const url = yield* Effect.promise(() => walk(eves.location))
        assertOut(yield* comeBack(url, mine.cookie), "state_mismatch")
        assertOut(yield* comeBack(url, ""), "state_mismatch")
        const session = yield* signIn(newAccount().email!)
        assertOut(yield* comeBack(url, session.cookie), "state_mismatch")
        const still = yield* BrowserSessions.use(({ current }) => current(headersWith(session.cookie)))
        assert.strictEqual(still?.id, session.session.id)
      })
    )

    it.effect("RFC 9700 4.5: an answer counts once, and a code, state or cookie that is not its own never", () =>
      Effect.gen(function* () {
        const { real } = yield* Issuers
        const first = yield* signInAs(newAccount())
        assert.isDefined(first.session)
        const sessions = yield* count("sessions")
        assertOut(yield* comeBack(first.url, first.held), "invalid_code")

        real.setAccount(newAccount())
        const begun = yield* begin()
        const url = yield* Effect.promise(() => walk(begun.location))
        const changed = (name: string, change: (value: string) => string) => {
          const next = new URL(url)
          next.searchParams.set(name, change(url.searchParams.get(name)!))
          return next
        }
        const flipped = (text: string) => text.slice(0, -1) + (text.endsWith("A") ? "B" : "A")
        assertOut(yield* comeBack(changed("state", flipped), begun.cookie), "state_mismatch")
        assertOut(
          yield* comeBack(
            changed("state", () => ""),
            begun.cookie
          ),
          "state_not_found"
        )
        assertOut(yield* comeBack(changed("code", flipped), begun.cookie), "invalid_code")
        assertOut(
          yield* comeBack(
            changed("code", () => ""),
            begun.cookie
          ),
          "no_code"
        )
        assertOut(
          yield* comeBack(
            changed("iss", () => "https://evil.test"),
            begun.cookie
          ),
          "issuer_mismatch"
        )
        const forged = begun.cookie.replace(/=[^;]{20}/, `=${"0".repeat(20)}`)
        const unread = yield* comeBack(url, forged)
        assertOut(unread, "state_invalid")
        assert.strictEqual(yield* count("sessions"), sessions)
      })
    )

    it.effect("code injection: a code that another browser got, with a state of one's own", () =>
      Effect.gen(function* () {
        const { real } = yield* Issuers
        real.setAccount(newAccount())
        const [victims, mine] = [yield* begin(), yield* begin()]
        const stolen = yield* Effect.promise(() => walk(victims.location))
        const own = yield* Effect.promise(() => walk(mine.location))
        own.searchParams.set("code", stolen.searchParams.get("code")!)
        assertOut(yield* comeBack(own, mine.cookie), "invalid_code")
      })
    )

    it.effect("RFC 9700 4.4: what began with one issuer does not end with another", () =>
      Effect.gen(function* () {
        const { forging, real } = yield* Issuers
        real.setAccount(newAccount())
        const begun = yield* begin("corp")
        const url = yield* Effect.promise(() => walk(begun.location))
        const given = forging.given.length
        for (const [other, error] of [
          ["forging", "issuer_mismatch"],
          ["other", "invalid_code"]
        ] as const) {
          const swapped = new URL(`${callbackOf(other)}${url.search}`)
          if (other === "forging") yield* signInForged({})
          assertOut(yield* comeBack(swapped, begun.cookie), error)
          swapped.searchParams.delete("iss")
          assertOut(yield* comeBack(swapped, begun.cookie), "invalid_code")
        }
        assert.strictEqual(forging.given.length, given + 3, "the code was shown to another issuer")
      })
    )

    it.effect("session fixation: a session from before is dead, whoever has its cookie", () =>
      Effect.gen(function* () {
        const before = yield* signIn(newAccount().email!)
        const after = yield* signInAs(newAccount(), { cookie: before.cookie })
        assert.isDefined(after.session)
        assert.notStrictEqual(after.session?.id, before.session.id)
        assert.notStrictEqual(after.session?.user.id, before.user.id)
        assert.isUndefined(yield* BrowserSessions.use(({ current }) => current(headersWith(before.cookie))))
      })
    )

    it.effect(
      "OWASP API4:2023: a browser that signed in at an issuer is known with the address, whoever asks for links",
      () =>
        Effect.gen(function* () {
          const account = newAccount()
          const { cookie } = yield* signInAs(account)
          for (let asked = 0; asked < 6; asked++) yield* Effect.result(askForLink(account.email!))
          assert.strictEqual((yield* Effect.flip(askForLink(account.email!)))._tag, "TooManyAttempts")
          yield* askForLink(account.email!, "/", cookie)
        })
    )

    it.effect("A4, A6: no token of the issuer is kept, and none is a credential here", () =>
      Effect.gen(function* () {
        const { forging, real } = yield* Issuers
        const claims = { sub: "kept", email: "kept@example.com" }
        const { session } = yield* signInForged({ claims })
        assert.strictEqual(session?.user.email, claims.email)
        const assertNoneKept = Effect.gen(function* () {
          const rows = yield* dump
          assert.include(rows, claims.email)
          assert.isAtLeast(forging.given.length, 3)
          for (const token of [...forging.given, clientSecret]) assert.notInclude(rows, token)
        })
        // At the first sign-in, and at a later one.
        yield* assertNoneKept
        yield* signInForged({ claims })
        yield* assertNoneKept
        const refused = Effect.fnUntraced(function* (token: string) {
          for (const audience of ["rest", "mcp"] as const) {
            assert.strictEqual((yield* Effect.flip(verify(token, "prj_1", audience)))._tag, "UNAUTHENTICATED")
          }
        })
        for (const token of forging.given) yield* refused(token)

        const verifier = newVerifier()
        const query = new URLSearchParams({
          client_id: "kit",
          redirect_uri: callbackOf("corp"),
          response_type: "code",
          scope: "openid email",
          code_challenge: challengeOf(verifier),
          code_challenge_method: "S256"
        })
        const back = yield* Effect.promise(() => walk(`${real.issuer}/auth?${query}`))
        const basic = Buffer.from(["kit", clientSecret].map(encodeURIComponent).join(":")).toString("base64")
        const response = yield* Effect.promise(() =>
          fetch(`${real.issuer}/token`, {
            method: "POST",
            headers: { authorization: `Basic ${basic}` },
            body: new URLSearchParams({
              grant_type: "authorization_code",
              code: back.searchParams.get("code")!,
              redirect_uri: callbackOf("corp"),
              code_verifier: verifier
            })
          })
        )
        const tokens = (yield* Effect.promise(() => response.json())) as Record<string, string>
        yield* refused(tokens["access_token"]!)
        yield* refused(tokens["id_token"]!)
      })
    )

    it.effect("an ID token counts only if the issuer made it, for this client and this sign-in", () =>
      Effect.gen(function* () {
        const past = Math.floor(Date.now() / 1000) - 60
        const forgeries: Readonly<Record<string, Forgery>> = {
          "another issuer's": { claims: { iss: "https://accounts.google.com" } },
          "for another client": { claims: { aud: "another" } },
          "of another sign-in": { claims: { nonce: randomBytes(16).toString("hex") } },
          "of no sign-in": { claims: { nonce: undefined } },
          "too old": { claims: { exp: past } },
          "for ever": { claims: { exp: undefined } },
          "of nobody": { claims: { sub: "" } },
          "of a number": { claims: { sub: 1 } },
          "signed by another": { signedBy: "another key" },
          unsigned: { signedBy: "nobody", header: { alg: "none" } },
          "said to be signed": { signedBy: "nobody" },
          "signed with what all know": { header: { alg: "HS256" } },
          "with another's address": {
            claims: { email: undefined },
            answers: { "/me": { sub: "2", email: "boss@example.com", email_verified: true } }
          }
        }
        const sessions = yield* count("sessions")
        for (const [what, forgery] of Object.entries(forgeries)) {
          const back = yield* signInForged(forgery)
          assert.strictEqual(back.error, "unable_to_get_user_info", what)
          assertOut(back, "unable_to_get_user_info")
        }
        assertOut(yield* signInForged({ tokens: { id_token: undefined } }), "invalid_code")
        assert.strictEqual(yield* count("sessions"), sessions)
        const told = yield* signInForged({ claims: { email: undefined } })
        assert.strictEqual(told.session?.user.email, "forged@example.com")
      })
    )

    it.effect("an issuer that answers nonsense is a plain error, when signing in and when coming back", () =>
      Effect.gen(function* () {
        const { forging } = yield* Issuers
        const discovery = "/.well-known/openid-configuration"
        const right = (yield* Effect.promise(async () => (await fetch(forging.issuer + discovery)).json())) as object
        const nonsense = [
          "<html>",
          "null",
          "[]",
          {},
          { ...right, issuer: "https://accounts.google.com" },
          { ...right, authorization_endpoint: "javascript:alert(1)" },
          { ...right, token_endpoint: "file:///etc/passwd" },
          { ...right, jwks_uri: 1 },
          { ...right, more: "x".repeat(300_000) }
        ]
        const fresh = yield* elsewhere({})
        for (const answer of nonsense) {
          forging.forge({ answers: { [discovery]: answer } })
          const { location, cookie } = yield* Effect.provide(begin("forging", "/account"), fresh)
          assert.strictEqual(location, `${origin}/sign-in?returnTo=%2Faccount&error=provider_unavailable`)
          assert.strictEqual(cookie, "")
        }
        forging.forge({})
        for (const [path, error] of [
          ["/token", "invalid_code"],
          ["/keys", "unable_to_get_user_info"]
        ] as const) {
          for (const answer of ["<html>", "null", "[]", "{}", `${" ".repeat(300_000)}{}`]) {
            assertOut(yield* signInForged({ answers: { [path]: answer } }), error)
          }
        }
      }).pipe(Effect.scoped)
    )

    it.effect(
      "an issuer that does not answer is a plain error, in bounded time, also where it is away at the start",
      () =>
        Effect.gen(function* () {
          const { forging } = yield* Issuers
          const limits = yield* quickTimeouts
          for (const [path, error] of [
            ["/token", "invalid_code"],
            ["/keys", "unable_to_get_user_info"]
          ] as const) {
            assertOut(yield* signInForged({ silentAt: path }), error)
          }
          assert.isAbove(limits.length, 0)
          forging.forge({ silentAt: "/" })
          const before = limits.length
          const server = yield* elsewhere({})
          assert.lengthOf(limits, before, "the start waited for the issuer")
          const away = yield* Effect.provide(begin("forging"), server)
          assert.strictEqual(new URL(away.location).searchParams.get("error"), "provider_unavailable")
          assert.deepStrictEqual([...new Set(limits)], [5000])
          // Others are signed in meanwhile, and once it is back it is used.
          assert.isDefined((yield* Effect.provide(signInAs(newAccount()), server)).session)
          forging.forge({})
          assert.isDefined((yield* Effect.provide(signInForged({}), server)).session)
        }).pipe(Effect.scoped)
    )

    it.effect("an issuer at which nobody listens is away, and another of the same server is not", () =>
      Effect.gen(function* () {
        const provider = { id: "gone", name: "Gone", clientId: "kit", clientSecret: secret }
        const server = yield* elsewhere({ providers: [{ ...provider, issuer: "http://127.0.0.1:9" }] })
        const { location } = yield* Effect.provide(begin("gone"), server)
        assert.strictEqual(new URL(location).searchParams.get("error"), "provider_unavailable")
        const unknown = yield* Effect.flip(Effect.provide(begin("corp"), server))
        assert.strictEqual(unknown._tag, "UnknownProvider")
      }).pipe(Effect.scoped)
    )

    it.effect("Google is asked what it is where the standard says, and gets PKCE, a state and a nonce", () =>
      Effect.gen(function* () {
        const google = "https://accounts.google.com"
        const server = yield* elsewhere({
          providers: [{ id: "google", name: "Google", issuer: google, clientId: "id.apps", clientSecret: secret }]
        })
        const asked: Array<unknown> = []
        const spied = vi.spyOn(globalThis, "fetch").mockImplementation((url) => {
          asked.push(url)
          return Promise.resolve(
            Response.json({
              issuer: google,
              authorization_endpoint: `${google}/o/oauth2/v2/auth`,
              token_endpoint: "https://oauth2.googleapis.com/token",
              userinfo_endpoint: "https://openidconnect.googleapis.com/v1/userinfo",
              jwks_uri: "https://www.googleapis.com/oauth2/v3/certs",
              token_endpoint_auth_methods_supported: ["client_secret_post", "client_secret_basic"]
            })
          )
        })
        const { location } = yield* Effect.provide(begin("google"), server).pipe(
          Effect.ensuring(Effect.sync(() => spied.mockRestore()))
        )
        assert.deepStrictEqual(asked, [`${google}/.well-known/openid-configuration`])
        const url = new URL(location)
        assert.strictEqual(url.origin + url.pathname, `${google}/o/oauth2/v2/auth`)
        const { state, nonce, code_challenge, ...rest } = Object.fromEntries(url.searchParams)
        for (const random of [state, nonce, code_challenge]) assert.match(random!, /^[\w-]{32,43}$/)
        assert.deepStrictEqual(rest, {
          response_type: "code",
          client_id: "id.apps",
          redirect_uri: callbackOf("google"),
          scope: "openid email profile",
          code_challenge_method: "S256"
        })
      }).pipe(Effect.scoped)
    )
  })
})
