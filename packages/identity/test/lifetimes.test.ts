import { BrowserSessions, Consents, SignIn } from "@agent-operations/identity"
import { describeOnPostgres } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { assert, vi } from "vitest"
import { lifetimes, limits } from "../../../tooling/readme/src/limits.ts"
import { linkMail } from "../src/sign-in/link-mail.ts"
import { lifetimeOf } from "./options/described.ts"
import { locationOf } from "./support/answers.ts"
import {
  askForLink,
  authorizationQuery,
  authorize,
  authorized,
  connected,
  exchangeCode,
  headersWith,
  identityOn,
  newTeam,
  newVerifier,
  refresh,
  register,
  send,
  type Team,
  works
} from "./support/world.ts"

/** Lifetimes that a host says. */
const given = {
  accessToken: "11 minutes",
  refreshToken: "4 days",
  authorization: "7 minutes",
  session: "2 days",
  signInLink: "3 minutes"
} as const satisfies Record<keyof typeof lifetimeOf, Duration.Input>

const second = 1000
const millisOf = { minutes: 60 * second, days: 86_400 * second } as const

const isTaken = <E, R>(asked: Effect.Effect<Response, E, R>) => Effect.map(asked, ({ status }) => status === 200)

/** What lets somebody in once, twice each, and whether it is taken. */
const cases = {
  "browser session": ({ cookie }: Team) => {
    const isSignedIn = Effect.flatMap(BrowserSessions, ({ current }) =>
      Effect.map(current(headersWith(cookie)), (session) => session !== undefined)
    )
    return Effect.succeed([[isSignedIn], [isSignedIn]] as const)
  },
  "sign-in link": () =>
    Effect.gen(function* () {
      const link = Effect.map(askForLink("links@example.com"), ({ token, cookie }) =>
        Effect.flatMap(SignIn, ({ openLink }) => Effect.isSuccess(openLink({ token, headers: headersWith(cookie) })))
      )
      return [[yield* link], [yield* link]] as const
    }),
  "consent page and authorization code": (team: Team) =>
    Effect.gen(function* () {
      const clientId = (yield* register()).body["client_id"]!
      const code = Effect.map(authorized(team, { clientId }), (given) => isTaken(exchangeCode(given)))
      const consent = Effect.map(authorize(authorizationQuery(clientId, newVerifier()), team.cookie), (asked) => {
        const { organizationId, projectId } = team
        const query = locationOf(asked).search.slice(1)
        const given = { organizationId, projectId, query, headers: headersWith(team.cookie), scopes: ["views:read"] }
        return Effect.flatMap(Consents, ({ accept }) => Effect.isSuccess(accept(given)))
      })
      return [
        [yield* code, yield* consent],
        [yield* code, yield* consent]
      ] as const
    }),
  "access token": (team: Team) =>
    Effect.map(connected(team), ({ accessToken }) => {
      const isGood = works(accessToken, team.projectId)
      return [[isGood], [isGood]] as const
    }),
  "refresh token, from its last use": (team: Team) =>
    Effect.gen(function* () {
      const token = Effect.map(connected(team), (given) => isTaken(refresh(given, given.refreshToken)))
      return [[yield* token], [yield* token]] as const
    })
}

describeOnPostgres("what lets somebody in", (database) => {
  for (const [as, options] of [
    ["documents say", {}],
    ["a host says", { lifetimes: given }]
  ] as const)
    layer(identityOn(database, options), { excludeTestServices: true })((it) => {
      it.effect.each(Object.entries(lifetimeOf) as ReadonlyArray<[keyof typeof given, keyof typeof cases]>)(
        `is taken for as long as ${as}, and no longer: lifetimes.%s, %s`,
        ([option, what]) =>
          Effect.gen(function* () {
            yield* Effect.addFinalizer(() => Effect.sync(() => vi.useRealTimers()))
            const { most, unit } = lifetimes[what]
            const lifetime = "lifetimes" in options ? Duration.toMillis(given[option]) : most * millisOf[unit]
            // It stands still meanwhile.
            const start = Date.now()
            vi.setSystemTime(start)
            const [early, late] = yield* cases[what](yield* newTeam)
            vi.setSystemTime(start + lifetime - second)
            assert.deepStrictEqual(new Set(yield* Effect.all(early)), new Set([true]))
            vi.setSystemTime(start + lifetime + second)
            assert.deepStrictEqual(new Set(yield* Effect.all(late)), new Set([false]))
          })
      )
    })

  layer(identityOn(database))((it) => {
    it.effect("a sign-in mail tells for how long its link works, in both of its forms", () =>
      Effect.gen(function* () {
        const { most, unit } = lifetimes["sign-in link"]
        const { mail } = yield* askForLink("mail@example.com")
        assert.include(mail.text, `It works once, for ${most} ${unit}.`)
        const { text, html } = linkMail("https://example.com/link", 60)
        for (const form of [text, html]) assert.include(form, "It works once, for 1 minute.")
      })
    )

    it.effect.each([
      ["registrations of programs from one place, in 10 minutes", "POST", "register", "10 minutes"],
      ["calls of the OAuth endpoints from one place, in a minute", "GET", "authorize", "1 minute"]
    ] as const)("%s", ([what, method, endpoint, window]) =>
      Effect.gen(function* () {
        const { most } = limits.signIn[what]
        const ask = send(`/api/auth/oauth2/${endpoint}`, { method }, "203.0.113.200")
        const before = yield* Effect.replicateEffect(ask, most)
        assert.notInclude(
          before.map(({ status }) => status),
          429
        )
        const { status, headers } = yield* ask
        assert.deepStrictEqual([status, headers.has("retry-after")], [429, true])
        yield* TestClock.adjust(window)
        assert.notStrictEqual((yield* ask).status, 429)
      })
    )
  })
})
