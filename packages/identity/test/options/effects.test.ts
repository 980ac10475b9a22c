import { migrations as authMigrations } from "@agent-operations/auth"
import { BrowserSessions, IdentityHttp, type IdentityOptions, migrations, SignIn } from "@agent-operations/identity"
import { databases } from "@agent-operations/testing"
import { describeOptions, shownBy } from "@agent-operations/testing/options"
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert } from "vitest"
import { lifetimes } from "../../../../tooling/readme/src/limits.ts"
import { refreshGraceOf } from "../../src/options.ts"
import { headersWith, identityWith, jsonOf, origin, secret, signIn } from "../support/world.ts"
import { described } from "./described.ts"

const runtime = ManagedRuntime.make(databases.at(-1)!.migrated([authMigrations, migrations]))
afterAll(() => runtime.dispose())

type Services = Layer.Success<ReturnType<typeof identityWith>>

/** What is seen of an identity with options, and of one with what is required alone. */
const both = async <A>(
  options: Partial<IdentityOptions>,
  see: (options: IdentityOptions) => Effect.Effect<A, unknown, Services>,
  without: Partial<IdentityOptions> = {}
) => {
  const seen: Array<A> = []
  for (const one of [options, without]) {
    const whole = { origin, secret, ...one }
    const over = (sql: SqlClient.SqlClient) =>
      Layer.fresh(identityWith({ migrated: () => Layer.succeed(SqlClient.SqlClient, sql) }, whole))
    seen.push(
      await runtime.runPromise(
        Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.scoped(Effect.provide(see(whole), over(sql))))
      )
    )
  }
  return seen
}

/** The issuer, as the metadata at some address tells it. */
const issuerAt = (place: (options: IdentityOptions) => string) => (options: IdentityOptions) =>
  Effect.gen(function* () {
    const answered = (yield* IdentityHttp).handle(new Request(place(options)), "203.0.113.1")
    return answered === undefined ? undefined : (yield* jsonOf(yield* answered))["issuer"]
  })

const metadata = "/.well-known/oauth-authorization-server"

/** Which addresses get a link. */
const mayComeIn =
  (...emails: ReadonlyArray<string>) =>
  () =>
    Effect.forEach(emails, (email) => Effect.isSuccess(signIn(email)))

describeOptions<IdentityOptions>("identityLayer", described, {
  origin: async () => {
    const other = "https://ops.example.com"
    const issuers = await both(
      { origin: other },
      issuerAt(({ origin }) => origin + metadata)
    )
    assert.deepStrictEqual(issuers, [`${other}/api/auth`, `${origin}/api/auth`])
  },
  prefix: async () => {
    const issuers = await both(
      { prefix: "/ops" },
      issuerAt(() => `${origin}${metadata}/ops/api/auth`)
    )
    assert.deepStrictEqual(issuers, [`${origin}/ops/api/auth`, undefined])
  },
  secret: async () => {
    const publicSignUp = true
    const signedIn = () => Effect.map(signIn("ada@example.com"), ({ cookie }) => cookie)
    const [cookie] = await both({ publicSignUp }, signedIn, { publicSignUp })
    const known = () =>
      Effect.map(
        BrowserSessions.use(({ current }) => current(headersWith(cookie!))),
        (session) => session?.user.email
      )
    assert.deepStrictEqual(
      await both({ publicSignUp, secret: Redacted.make("b".repeat(43)) }, known, { publicSignUp }),
      [undefined, "ada@example.com"]
    )
  },
  emailDomains: async () => {
    assert.deepStrictEqual(
      await both({ emailDomains: ["example.com"] }, mayComeIn("ada@example.com", "ada@another.example")),
      [
        [true, false],
        [false, false]
      ]
    )
  },
  publicSignUp: async () => {
    assert.deepStrictEqual(await both({ publicSignUp: true }, mayComeIn("eve@example.com")), [[true], [false]])
  },
  ownerEmail: async () => {
    assert.deepStrictEqual(
      await both({ ownerEmail: "owner@example.com" }, mayComeIn("owner@example.com", "ben@example.com")),
      [
        [true, false],
        [false, false]
      ]
    )
  },
  providers: async () => {
    const corp = {
      ...{ id: "corp", name: "Corp", issuer: "https://issuer.example", clientId: "kit" },
      clientSecret: Redacted.make("s".repeat(43))
    }
    assert.deepStrictEqual(
      await both({ providers: [corp] }, () => SignIn.use(({ ways }) => Effect.succeed(ways.providers))),
      [[{ id: "corp", name: "Corp" }], []]
    )
    shownBy("packages/identity/test/providers.test.ts", "a new person is made of what the issuer says")()
  },
  lifetimes: shownBy("packages/identity/test/lifetimes.test.ts", "documents say", "a host says"),
  refreshGrace: () => {
    const { most } = lifetimes["spent refresh token, for further pairs"]
    assert.deepStrictEqual([refreshGraceOf({ refreshGrace: "2 minutes" }), refreshGraceOf({})], [120_000, most * 1000])
    shownBy("packages/identity/test/refresh-grace.test.ts", "after the grace a spent token ends the family")()
    shownBy("packages/identity/test/attacks/codes.test.ts", "refreshGrace: 0")()
  }
})
