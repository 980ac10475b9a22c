import { newTypeId, placeOf } from "@agent-operations/database"
import { BrowserSessions, IdentityHttp, Outbox, SignIn } from "@agent-operations/identity"
import { describeOnPostgres, databases } from "@agent-operations/testing"
import { describe, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { assert, test } from "vitest"
import { makeAdmission } from "../../src/sign-in/admission.ts"
import {
  askForLink,
  authorizationQuery,
  authorize,
  cookieHeader,
  headersWith,
  identityOn,
  newVerifier,
  register,
  send,
  signIn
} from "../support/world.ts"

const someone = () => `${newTypeId("p")}@example.com`

const open = (token: string, cookie: string) =>
  Effect.flatMap(SignIn, (service) => service.openLink({ token, headers: headersWith(cookie) }))

const reasonOf = (token: string, cookie: string) =>
  Effect.map(Effect.flip(open(token, cookie)), (failure) => ("reason" in failure ? failure.reason : failure._tag))

const who = (cookie: string) => Effect.flatMap(BrowserSessions, (sessions) => sessions.current(headersWith(cookie)))

const sessionCookie = (cookie: string) => cookie.split("; ").find((pair) => pair.includes("session_token="))!

describeOnPostgres("sign-in by link", (database) => {
  layer(identityOn(database), { excludeTestServices: true })((it) => {
    it.effect("OWASP API2:2023: a link signs in once, and of parallel openings one wins", () =>
      Effect.gen(function* () {
        const { token, cookie } = yield* askForLink(someone())
        const outcomes = yield* Effect.all(
          Array.from({ length: 8 }, () => Effect.result(open(token, cookie))),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(outcomes.filter(({ _tag }) => _tag === "Success").length, 1)
        assert.strictEqual(yield* reasonOf(token, cookie), "unknown")
      })
    )

    it.effect("RFC 9700 4.7.1, login CSRF: a link works in the browser that asked for it, and nowhere else", () =>
      Effect.gen(function* () {
        const attacker = yield* askForLink(someone())
        const victim = yield* askForLink(someone())
        assert.strictEqual(yield* reasonOf(attacker.token, ""), "other_browser")
        assert.strictEqual(yield* reasonOf(attacker.token, victim.cookie), "other_browser")
        assert.strictEqual(yield* reasonOf(attacker.token, victim.cookie.replace(/=.*/, "=")), "other_browser")
        assert.strictEqual(yield* reasonOf(attacker.token, `x${attacker.cookie}`), "other_browser")
        // None of this used it up.
        assert.isDefined((yield* open(attacker.token, attacker.cookie)).returnTo)
      })
    )

    it.effect("prefetch: nothing that a browser gets by itself uses a link up", () =>
      Effect.gen(function* () {
        const { token, cookie } = yield* askForLink(someone(), "/projects?x=1")
        for (const path of [
          "/sign-in/link",
          "/api/auth/sign-in/link",
          "/api/auth/magic-link/verify",
          "/api/auth/callback/link",
          "/api/auth/oauth2/authorize"
        ]) {
          for (const method of ["GET", "HEAD", "OPTIONS", "POST"]) {
            yield* send(`${path}?token=${token}`, { method, headers: { cookie, purpose: "prefetch" } })
          }
        }
        assert.strictEqual((yield* open(token, cookie)).returnTo, "/projects?x=1")
      })
    )

    it.effect("a link that is late, altered or made up signs nobody in, and says which", () =>
      Effect.gen(function* () {
        const { token, cookie } = yield* askForLink(someone())
        const flipped = token.startsWith("A") ? `B${token.slice(1)}` : `A${token.slice(1)}`
        for (const wrong of [flipped, token.slice(1), `${token}A`, "", "\0", "' or 1=1 --", "a".repeat(100_000)]) {
          assert.strictEqual(yield* reasonOf(wrong, cookie), "unknown")
        }
        const sql = yield* SqlClient.SqlClient
        yield* sql`update agent_operations_identity.sign_in_links set expires_at = now() - interval '1 second'`
        assert.strictEqual(yield* reasonOf(token, cookie), "late")
      })
    )

    it.effect("session fixation: what the browser had before sign-in is not taken over, and ends", () =>
      Effect.gen(function* () {
        const attacker = yield* signIn(someone())
        const forged = "agent-operations.session_token=chosen-by-the-attacker.c2lnbmF0dXJl"
        for (const planted of [attacker.cookie, forged]) {
          const { token, cookie } = yield* askForLink(someone(), "/", planted)
          const signedIn = cookieHeader((yield* open(token, `${planted}; ${cookie}`)).cookies)
          assert.notInclude(signedIn, sessionCookie(planted))
          assert.notInclude(planted, sessionCookie(signedIn))
          assert.isUndefined(yield* who(planted))
          assert.isDefined(yield* who(signedIn))
        }
      })
    )

    it.effect("a second sign-in of the same person makes another session, and ends the browser's own only", () =>
      Effect.gen(function* () {
        const email = someone()
        const [laptop, phone] = [yield* signIn(email), yield* signIn(email)]
        const { token, cookie } = yield* askForLink(email, "/", laptop.cookie)
        const again = cookieHeader((yield* open(token, `${laptop.cookie}; ${cookie}`)).cookies)
        assert.isUndefined(yield* who(laptop.cookie))
        assert.strictEqual((yield* who(phone.cookie))?.user.id, laptop.user.id)
        assert.strictEqual((yield* who(again))?.user.id, laptop.user.id)
      })
    )

    it.effect("A7, OWASP API2:2023: an altered, truncated or foreign cookie is nobody's", () =>
      Effect.gen(function* () {
        const [ada, eve] = [yield* signIn(someone()), yield* signIn(someone())]
        const [name = "", value = ""] = sessionCookie(ada.cookie).split("=")
        const [token, signature] = decodeURIComponent(value).split(".") as [string, string]
        const [other] = decodeURIComponent(sessionCookie(eve.cookie).split("=")[1]!).split(".") as [string]
        const made = [
          token,
          `${token}.`,
          `.${signature}`,
          `${token}.${signature.slice(0, -4)}`,
          `${token}.${signature}A`,
          `${other}.${signature}`,
          `${token.slice(1)}.${signature}`,
          `${token}A.${signature}`,
          `${token}..${signature}`,
          "",
          ".",
          "null",
          "undefined",
          "\u00e9.x"
        ]
        const headers = [
          ...made.map((text) => `${name}=${encodeURIComponent(text)}`),
          ...[...Array(token.length).keys()].map(
            (at) => `${name}=${encodeURIComponent(`${token.slice(0, at)}~${token.slice(at + 1)}.${signature}`)}`
          ),
          `x${name}=${value}`,
          `__Host-${name}=${value}`,
          `${name}=%`,
          `${name}=${"a".repeat(10_000)}`,
          `session_token=${value}`,
          `better-auth.session_token=${value}`,
          `agent-operations.session_data=${value}`,
          ada.session.id,
          `${name}=${ada.session.id}`,
          ada.user.id
        ]
        for (const cookie of headers) assert.isUndefined(yield* who(cookie), cookie.slice(0, 100))
        assert.isDefined(yield* who(`a=b; ${name}=${value}; c=d`))
        const sessions = yield* BrowserSessions
        for (const cookie of headers) yield* sessions.end(headersWith(cookie))
        assert.isDefined(yield* who(ada.cookie))
        // Nothing but a cookie: a session is no bearer token.
        assert.isUndefined(
          yield* sessions.current(new Headers({ authorization: `Bearer ${token}.${signature}`, "x-session": value }))
        )
      })
    )

    it.effect("a session ends when it was said to, and being used does not lengthen it", () =>
      Effect.gen(function* () {
        const { cookie, session } = yield* signIn(someone())
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          update agent_operations_identity.sessions
          set updated_at = now() - interval '6 days', expires_at = now() + interval '1 hour' where id = ${session.id}`
        const left = Date.parse((yield* who(cookie))!.expiresAt)
        const { body } = yield* register()
        const asked = yield* authorize(authorizationQuery(body["client_id"]!, newVerifier()), cookie)
        assert.match(asked.headers.get("location")!, /\/consent\?/)
        assert.strictEqual(Date.parse((yield* who(cookie))!.expiresAt), left)
        yield* sql`update agent_operations_identity.sessions set expires_at = now() - interval '1 second' where id = ${session.id}`
        assert.isUndefined(yield* who(cookie))
      })
    )

    it.effect("OWASP API2:2023: whether an address is known changes neither the answer nor what is done for it", () =>
      Effect.gen(function* () {
        const known = (yield* signIn(someone())).user.email
        const sql = yield* SqlClient.SqlClient
        // Nobody is looked up at all.
        yield* sql`alter table agent_operations_identity.users rename to hidden`
        const service = yield* SignIn
        const answers = yield* Effect.forEach([known, known.toUpperCase(), someone()], (email) =>
          Effect.map(
            service.sendLink({ email, returnTo: "/", address: newTypeId("ip"), headers: new Headers() }),
            (cookies) => cookies.map((cookie) => cookie.replace(/=[\w-]{43}/, "=…"))
          )
        )
        yield* sql`alter table agent_operations_identity.hidden rename to users`
        assert.deepStrictEqual(answers[0], answers[1])
        assert.deepStrictEqual(answers[0], answers[2])
        const mails = (yield* (yield* Outbox).list).slice(0, 3)
        assert.strictEqual(
          new Set(mails.map(({ subject, text }) => subject + text.replace(/token=[\w-]{43}/, ""))).size,
          1
        )
      })
    )

    it.effect("OWASP API4:2023: links for one address, or from one place, meet a limit, known or not", () =>
      Effect.gen(function* () {
        const service = yield* SignIn
        const ask = (email: string, address: string) =>
          Effect.result(service.sendLink({ email, returnTo: "/", address, headers: new Headers() }))
        for (const email of [(yield* signIn(someone())).user.email, someone()]) {
          let sent = 0
          let last = yield* ask(email, newTypeId("ip"))
          for (; last._tag === "Success" && sent < 10; sent++) last = yield* ask(email.toUpperCase(), newTypeId("ip"))
          assert.isAtMost(sent, 5)
          assert.isTrue(
            last._tag === "Failure" &&
              last.failure._tag === "TooManyAttempts" &&
              last.failure.retryAfter > 0 &&
              last.failure.retryAfter <= 600
          )
        }
        const place = (index: number) => `2001:db8:7:7::${index.toString(16)}`
        const email = someone()
        const many = yield* Effect.forEach([...Array(10).keys()], (index) => ask(email, place(index)))
        assert.strictEqual(many.filter(({ _tag }) => _tag === "Success").length, 3)
      })
    )

    /** Strangers everywhere ask for links to an address, until they get none. */
    const flood = Effect.fnUntraced(function* (email: string) {
      const service = yield* SignIn
      const asked = yield* Effect.forEach([...Array(12).keys()], () =>
        Effect.result(service.sendLink({ email, returnTo: "/", address: newTypeId("ip"), headers: new Headers() }))
      )
      assert.strictEqual(asked.at(-1)!._tag, "Failure")
    })

    it.effect("OWASP API4:2023: strangers who ask for links keep nobody out of a browser that signed in before", () =>
      Effect.gen(function* () {
        const { cookie, user } = yield* signIn(someone())
        yield* flood(user.email)
        assert.strictEqual((yield* Effect.flip(askForLink(user.email)))._tag, "TooManyAttempts")
        const other = yield* signIn(someone())
        assert.strictEqual((yield* Effect.flip(askForLink(user.email, "/", other.cookie)))._tag, "TooManyAttempts")
        const asked = yield* askForLink(user.email, "/", cookie)
        assert.isDefined((yield* open(asked.token, `${cookie}; ${asked.cookie}`)).returnTo)
        // Signing out ends the session, and not what the browser is known by.
        const ended = cookieHeader(yield* (yield* BrowserSessions).end(headersWith(cookie)))
        assert.notInclude(ended, "known")
      })
    )

    it.effect("a browser that is known is not signed in by that", () =>
      Effect.gen(function* () {
        const { cookie } = yield* signIn(someone())
        const [known = ""] = cookie.split("; ").filter((pair) => pair.includes("known"))
        assert.isNotEmpty(known)
        assert.isUndefined(yield* who(known))
      })
    )

    it.effect("OWASP API4:2023: on a new device, the newest mail gets its reader a link, whoever asked for it", () =>
      Effect.gen(function* () {
        const service = yield* SignIn
        const email = someone()
        yield* flood(email)
        const newest = /token=([\w-]+)/.exec((yield* (yield* Outbox).list)[0]!.text)![1]!
        const ask = (earlierLink: string, to = email) =>
          service.sendLink({ email: to, returnTo: "/", address: "203.0.113.5", headers: new Headers(), earlierLink })
        const refusedWith = (token: string) => Effect.map(Effect.flip(ask(token)), ({ _tag }) => _tag)
        const mine = yield* askForLink(someone())
        for (const none of ["", "x", "a".repeat(43), mine.token]) {
          assert.strictEqual(yield* refusedWith(none), "TooManyAttempts", none)
        }
        // It still signs in only the browser that asked for it, and gets nobody else's mail sent.
        assert.strictEqual(yield* reasonOf(newest, mine.cookie), "other_browser")
        const browser = cookieHeader(yield* ask(newest))
        const [mail] = yield* (yield* Outbox).list
        assert.strictEqual(mail!.to, email)
        const token = /token=([\w-]+)/.exec(mail!.text)![1]!
        assert.notStrictEqual(token, newest)
        assert.strictEqual(yield* reasonOf(token, mine.cookie), "other_browser")
        assert.isDefined((yield* open(token, browser)).returnTo)
        assert.strictEqual(yield* refusedWith(newest), "TooManyAttempts")
        // One that was used, or is late, shows as well that its reader reads the mail; one of the day before does not.
        yield* ask(token)
        const sql = yield* SqlClient.SqlClient
        const [later] = yield* (yield* Outbox).list
        const last = /token=([\w-]+)/.exec(later!.text)![1]!
        const age = (interval: string) =>
          sql`update agent_operations_identity.sign_in_links set expires_at = now() - ${interval}::interval where email = ${email}`
        yield* age("25 hours")
        assert.strictEqual(yield* refusedWith(last), "TooManyAttempts")
        yield* age("23 hours")
        yield* ask(last)
      })
    )

    it.effect("a link that was to get another one is not used up where none was mailed", () =>
      Effect.gen(function* () {
        const email = someone()
        let { token, cookie } = yield* askForLink(email)
        const ask = () =>
          Effect.flatMap(SignIn, (service) =>
            service.sendLink({
              email,
              returnTo: "/",
              address: "203.0.113.6",
              headers: new Headers(),
              earlierLink: token
            })
          )
        for (let asked = 0; asked < 5; asked++) {
          cookie = cookieHeader(yield* ask())
          token = /token=([\w-]+)/.exec((yield* (yield* Outbox).list)[0]!.text)![1]!
        }
        assert.strictEqual((yield* Effect.flip(ask()))._tag, "TooManyAttempts")
        assert.isDefined((yield* open(token, cookie)).returnTo)
      })
    )

    it.effect("addresses in any script sign in, and what is no address is refused", () =>
      Effect.gen(function* () {
        const service = yield* SignIn
        const tag = newTypeId("p")
        for (const email of [
          `jürgen-${tag}@example.com`,
          `a.b.${tag}@example.com`,
          `${tag}@localhost`,
          `ada+x-${tag}@example.com`
        ]) {
          assert.strictEqual((yield* signIn(email)).user.email, email)
        }
        for (const email of [
          "",
          "ada",
          "a..b@example.com",
          "@example.com",
          "ada@",
          "a@b@example.com",
          '"a b"@example.com',
          '"a@evil.example"@example.com',
          "a@example.com, b@example.com",
          "Ada <ada@example.com>",
          "ada@exämple.com",
          "ada@example.com.",
          "ada@.example.com",
          "ada@[127.0.0.1]",
          "a\0@example.com",
          "a\n@example.com",
          "a\r\nBcc: eve@evil.example@example.com",
          "\ud800@example.com",
          `${"a".repeat(65)}@example.com`,
          `a@${"b.".repeat(130)}com`
        ]) {
          const refused = yield* Effect.flip(
            service.sendLink({ email, returnTo: "/", address: newTypeId("ip"), headers: new Headers() })
          )
          assert.strictEqual(refused._tag, "InvalidEmail", email)
        }
      })
    )
  })
})

// Nothing here depends on the sort of database.
describe("who may sign in, and with which cookies", () => {
  const [database] = databases.filter(({ name }) => name === "PostgreSQL")

  for (const [origin, prefix, secure] of [
    ["http://127.0.0.1:4400", "agent-operations.", false],
    ["https://ops.example.com", "__Host-agent-operations.", true]
  ] as const) {
    layer(identityOn(database!, { origin }), { excludeTestServices: true })((it) => {
      it.effect(
        `OWASP API2:2023: on ${origin} every cookie is HttpOnly, SameSite=Lax, of the whole host${secure ? " and Secure" : ""}`,
        () =>
          Effect.gen(function* () {
            const service = yield* SignIn
            const asked = yield* service.sendLink({
              email: someone(),
              returnTo: "/",
              address: "x",
              headers: new Headers()
            })
            const token = /token=([\w-]+)/.exec((yield* (yield* Outbox).list)[0]!.text)![1]!
            const { cookies } = yield* service.openLink({ token, headers: headersWith(cookieHeader(asked)) })
            const ended = yield* (yield* BrowserSessions).end(headersWith(cookieHeader(cookies)))
            assert.isAtLeast(ended.length, 1)
            for (const cookie of [...asked, ...cookies, ...ended]) {
              assert.isTrue(cookie.startsWith(prefix), cookie)
              assert.match(cookie, /; Path=\/(;|$)/)
              assert.match(cookie, /; HttpOnly(;|$)/)
              assert.match(cookie, /; SameSite=Lax(;|$)/)
              assert.strictEqual(/; Secure(;|$)/.test(cookie), secure, cookie)
              assert.notMatch(cookie, /Domain=/i)
            }
          })
      )
    })
  }

  layer(
    identityOn(database!, {
      publicSignUp: false,
      emailDomains: ["Example.com", "@partner.example"],
      ownerEmail: "First@Owner.example"
    }),
    { excludeTestServices: true }
  )((it) => {
    it.effect(
      "OWASP API5:2023: a person whose domain is taken off the list is out, at the next sign-in and at once",
      () =>
        Effect.gen(function* () {
          const { cookie, user } = yield* signIn(someone())
          const link = yield* askForLink(user.email)
          assert.isDefined(yield* who(cookie))
          const sql = Layer.succeed(SqlClient.SqlClient, yield* SqlClient.SqlClient)
          const later = yield* Layer.build(
            Layer.fresh(identityOn({ migrated: () => sql }, { publicSignUp: false, emailDomains: ["other.example"] }))
          )
          yield* Effect.gen(function* () {
            assert.isUndefined(yield* who(cookie))
            assert.strictEqual(yield* reasonOf(link.token, link.cookie), "unknown")
            assert.strictEqual((yield* Effect.flip(askForLink(user.email)))._tag, "EmailDomainDenied")
          }).pipe(Effect.provide(Context.pick(BrowserSessions, SignIn, Outbox, IdentityHttp)(later)))
          assert.isDefined(yield* who(cookie))
        }).pipe(Effect.scoped)
    )

    it.effect("an address of another domain gets no mail", () =>
      Effect.gen(function* () {
        const before = (yield* (yield* Outbox).list).length
        assert.strictEqual((yield* Effect.flip(askForLink("eve@evil.example")))._tag, "EmailDomainDenied")
        assert.strictEqual((yield* (yield* Outbox).list).length, before)
        yield* askForLink("first@owner.example")
        assert.strictEqual((yield* (yield* Outbox).list).length, before + 1)
      })
    )
  })

  const listed = makeAdmission({
    emailDomains: ["Example.com", "@partner.example"],
    publicSignUp: true,
    ownerEmail: "First@Owner.example"
  })
  test.each([
    "ada@example.com",
    "ADA@EXAMPLE.COM",
    "grace@partner.example",
    "first@owner.example",
    "FIRST@owner.EXAMPLE"
  ])("%s may", (email) => assert.isTrue(listed.allows(email)))
  test.each([
    "a@example.com.evil",
    "a@evil-example.com",
    "a@sub.example.com",
    "a@example.co",
    "a@xexample.com",
    "a@evil@example.com",
    '"a@example.com"@evil.example',
    "a@example.com@evil.example",
    "second@owner.example",
    "xfirst@owner.example",
    "a@exаmple.com",
    "example.com",
    "a@",
    ""
  ])("%s may not", (email) => assert.isFalse(listed.allows(email)))

  test("an empty list lets in nobody but the first owner, unless sign-up is public", () => {
    const closed = makeAdmission({ ownerEmail: "first@owner.example" })
    assert.deepStrictEqual(["first@owner.example", "ada@example.com"].map(closed.allows), [true, false])
    assert.isFalse(makeAdmission({}).allows("ada@example.com"))
    assert.isFalse(makeAdmission({}).allows(""))
    assert.isTrue(makeAdmission({ publicSignUp: true }).allows("ada@example.com"))
  })

  test("an address that its issuer did not verify is refused, whoever it is of", () => {
    for (const verified of [false, undefined, null, "false", 0, 1, "yes", {}]) {
      assert.deepStrictEqual(listed.refusal("ada@example.com", verified), { error: "email_not_verified" })
    }
    for (const verified of [true, "true"]) {
      assert.isUndefined(listed.refusal("ada@example.com", verified))
      assert.deepStrictEqual(listed.refusal("a@evil.example", verified), { error: "email_domain_denied" })
    }
  })

  test("a place is an IPv4 address, or the network of an IPv6 address", () => {
    assert.strictEqual(placeOf("2001:db8:1:2::1"), placeOf("2001:db8:1:2:ffff:ffff:ffff:ffff"))
    assert.notStrictEqual(placeOf("2001:db8:1:2::1"), placeOf("2001:db8:1:3::1"))
    assert.strictEqual(placeOf("::ffff:203.0.113.1"), "203.0.113.1")
    assert.strictEqual(placeOf("unknown"), "unknown")
  })
})
