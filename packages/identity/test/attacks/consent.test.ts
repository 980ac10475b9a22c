import { Organizations } from "@agent-operations/auth"
import { BrowserSessions, Consents, Grants } from "@agent-operations/identity"
import { describeOnPostgres } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { limits } from "../../../../tooling/readme/src/limits.ts"
import { tidy } from "../../src/Upkeep.ts"
import { locationOf } from "../support/answers.ts"
import {
  authorizationQuery,
  authorize,
  connected,
  headersWith,
  identityOn,
  newTeam,
  newVerifier,
  register,
  signIn,
  type Team,
  works
} from "../support/world.ts"

const { most } = limits.access["connected applications of a person"]

/** Has a team's person asked in one browser, and gives what each browser may try with it. */
const asked = Effect.fnUntraced(function* (team: Team) {
  const { body } = yield* register()
  const { search } = locationOf(yield* authorize(authorizationQuery(body["client_id"]!, newVerifier()), team.cookie))
  const consents = yield* Consents
  const { organizationId, projectId } = team
  const query = search.slice(1)
  const by = (cookie: string) => {
    const headers = headersWith(cookie)
    const choice = { organizationId, projectId, scopes: ["views:read"] as const }
    return {
      describe: consents.describe({ query, headers }),
      accept: consents.accept({ query, headers, ...choice }),
      deny: consents.deny({ query, headers }),
      acceptIn: (other: object) => consents.accept({ query, headers, ...choice, ...other })
    }
  }
  return { query, by, ...by(team.cookie) }
})

/** How an answer ends: "yes", "no", or why it is not taken. */
const outcome = (answer: Effect.Effect<{ readonly location: string }, { readonly _tag: string; reason?: string }>) =>
  Effect.match(answer, {
    onSuccess: ({ location }) => (new URL(location).searchParams.has("code") ? "yes" : "no"),
    onFailure: ({ _tag, reason }) => reason ?? _tag
  })

/** How many grants and codes a team has. */
const given = Effect.fnUntraced(function* ({ organizationId, user }: Team) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`
    select (select count(*)::integer from agent_operations.grants where organization_id = ${organizationId}) as grants,
      (select count(*)::integer from agent_operations.audit_events
        where organization_id = ${organizationId} and action = 'application.connected') as events,
      (select count(*)::integer from agent_operations_identity.verifications
        where value like '%' || ${user.id}::text || '%') as codes`
  return row
})

describeOnPostgres("RFC 9700 4.12, OWASP API6:2023: consent", (database) => {
  layer(identityOn(database), { excludeTestServices: true })((it) => {
    it.effect(
      "K3: a person connects so many applications, also of racing ones, and another once one is disconnected",
      () =>
        Effect.gen(function* () {
          const team = yield* newTeam
          const first = yield* connected(team)
          const sql = yield* SqlClient.SqlClient
          const of = { userId: team.user.id }
          yield* sql`
          insert into agent_operations.grants
          select (jsonb_populate_record(g, jsonb_build_object('id', 'grt_0' || n, 'code_hash', n))).*
          from agent_operations.grants as g, generate_series(1, ${most - 2}::int) as n where g.user_id = ${team.user.id}`
          yield* sql`
          insert into agent_operations_identity.oauth_refresh_tokens
          select (jsonb_populate_record(t, jsonb_build_object('id', g.id, 'token', g.id, 'reference_id', g.id))).*
          from agent_operations_identity.oauth_refresh_tokens as t, agent_operations.grants as g
          where t.user_id = ${team.user.id} and g.user_id = t.user_id and g.id like 'grt_0%'`
          const three = yield* Effect.all([asked(team), asked(team), asked(team)])
          const outcomes = yield* Effect.all(
            three.map(({ accept }) => outcome(accept)),
            { concurrency: "unbounded" }
          )
          assert.sameMembers(outcomes, ["yes", "TooManyGrants", "TooManyGrants"])
          const again = three[outcomes.indexOf("TooManyGrants")]!
          assert.include((yield* Effect.flip(again.accept)).message, `${most} connected applications`)

          const { list, get, revoke } = yield* Grants
          const listed = yield* list(of)
          // The one that was allowed just now has no token yet.
          assert.lengthOf(listed, most - 1)
          assert.deepStrictEqual(yield* get({ ...of, id: listed[3]!.id }), listed[3])
          const stranger = yield* newTeam
          assert.strictEqual((yield* Effect.flip(get({ userId: stranger.user.id, id: listed[3]!.id })))._tag, "Unknown")
          assert.strictEqual((yield* Effect.flip(get({ ...of, id: "grt_\u0000" })))._tag, "Unknown")
          yield* revoke({ ...of, id: listed[3]!.id })
          assert.strictEqual((yield* Effect.flip(get({ ...of, id: listed[3]!.id })))._tag, "Unknown")
          assert.strictEqual(yield* outcome(again.accept), "yes")
          assert.isTrue(yield* works(first.accessToken, team.projectId))
        })
    )

    it.effect("is answered once: whatever is answered again, in whatever way, is refused and changes nothing", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const yes = yield* asked(team)
        assert.strictEqual(yield* outcome(yes.accept), "yes")
        const no = yield* asked(team)
        assert.strictEqual(yield* outcome(no.deny), "no")
        for (const { describe, accept, deny } of [yes, no]) {
          for (const answer of [accept, deny, accept]) assert.strictEqual(yield* outcome(answer), "answered")
          assert.strictEqual((yield* Effect.flip(describe))._tag, "InvalidConsent")
        }
        assert.deepStrictEqual(yield* given(team), { grants: 1, events: 1, codes: 1 })
      })
    )

    it.effect("is answered by the browser session that was asked alone, and by nobody once that ended", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const request = yield* asked(team)
        const elsewhere = yield* signIn(team.user.email)
        const stranger = yield* signIn("stranger@example.com")
        yield* (yield* Organizations).setMember({
          organizationId: team.organizationId,
          userId: stranger.user.id,
          name: "Stranger",
          role: "owner",
          by: team.by
        })
        for (const { cookie } of [elsewhere, stranger]) {
          const { describe, accept, deny } = request.by(cookie)
          assert.strictEqual((yield* Effect.flip(describe))._tag, "InvalidConsent")
          for (const answer of [accept, deny]) assert.strictEqual(yield* outcome(answer), "unknown")
        }
        for (const answer of [request.by("").accept, request.by("").deny]) {
          assert.strictEqual(yield* outcome(answer), "NotAllowed")
        }
        assert.deepStrictEqual(yield* given(team), { grants: 0, events: 0, codes: 0 })
        yield* (yield* BrowserSessions).endAll(team.user.id)
        const again = yield* signIn(team.user.email)
        assert.strictEqual(yield* outcome(request.accept), "NotAllowed")
        assert.strictEqual(yield* outcome(request.by(again.cookie).accept), "unknown")
        assert.deepStrictEqual(yield* given(team), { grants: 0, events: 0, codes: 0 })
      })
    )

    it.effect("of answers at once exactly one is taken", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        let granted = 0
        for (let round = 0; round < 5; round++) {
          const { accept, deny } = yield* asked(team)
          const outcomes = yield* Effect.forEach([accept, deny, accept, accept, deny, accept], outcome, {
            concurrency: "unbounded"
          })
          assert.lengthOf(
            outcomes.filter((each) => each === "answered"),
            5,
            outcomes.join()
          )
          if (outcomes.includes("yes")) granted++
        }
        assert.deepStrictEqual(yield* given(team), { grants: granted, events: granted, codes: granted })
      })
    )

    it.effect("that could not be given as it was chosen can still be answered", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const { accept, acceptIn } = yield* asked(team)
        for (const wrong of [{ projectId: "prj_none" }, { scopes: [] }, { scopes: ["traces:write"] }]) {
          assert.strictEqual(yield* outcome(acceptIn(wrong)), "NotAllowed")
        }
        assert.strictEqual(yield* outcome(accept), "yes")
      })
    )

    it.effect("ends in time, answered or not, and is forgotten", () =>
      Effect.gen(function* () {
        const team = yield* newTeam
        const sql = yield* SqlClient.SqlClient
        const { accept, deny } = yield* asked(team)
        yield* sql`update agent_operations_identity.consent_requests set expires_at = now() - interval '1 second'`
        for (const answer of [accept, deny]) assert.strictEqual(yield* outcome(answer), "unknown")
        yield* tidy
        assert.lengthOf(yield* sql`select 1 from agent_operations_identity.consent_requests`, 0)
      })
    )
  })
})
