import { type BrowserSessions, Consents, IdentityHttp } from "@agent-operations/identity"
import { describeOnPostgres } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Context, Effect } from "effect"
import * as oauth from "oauth4webapi"
import { assert } from "vitest"
import { headersWith, identityOn, newTeam, origin, redirectUri, resources, works } from "./support/world.ts"

const issuer = new URL(`${origin}/api/auth`)

describeOnPostgres("a client that was written elsewhere (oauth4webapi)", (database) => {
  layer(identityOn(database), { excludeTestServices: true })((it) => {
    /** Sends the client's requests to the handler instead of the network. */
    const network = Effect.gen(function* () {
      const context = yield* Effect.context<IdentityHttp | BrowserSessions>()
      const http = Context.get(context, IdentityHttp)
      const fetch = async (url: string, init: object): Promise<Response> => {
        const answer = http.handle(new Request(url, init), "203.0.113.9")
        return answer === undefined ? new Response(null, { status: 404 }) : Effect.runPromise(answer)
      }
      return { [oauth.customFetch]: fetch, [oauth.allowInsecureRequests]: true } as const
    })

    for (const audience of ["rest", "mcp"] as const) {
      it.effect(`walks from the resource's metadata to its tokens, refreshes and revokes them (${audience})`, () =>
        Effect.gen(function* () {
          const options = yield* network
          const team = yield* newTeam
          const resource = new URL(resources[audience])
          const protectedBy = yield* Effect.promise(() =>
            oauth
              .resourceDiscoveryRequest(resource, options)
              .then((response) => oauth.processResourceDiscoveryResponse(resource, response))
          )
          assert.deepStrictEqual(protectedBy.authorization_servers, [issuer.href])
          const server = yield* Effect.promise(() =>
            oauth
              .discoveryRequest(issuer, { algorithm: "oauth2", ...options })
              .then((response) => oauth.processDiscoveryResponse(issuer, response))
          )
          assert.deepStrictEqual(server.code_challenge_methods_supported, ["S256"])
          const client = yield* Effect.promise(() =>
            oauth
              .dynamicClientRegistrationRequest(
                server,
                {
                  client_name: "Elsewhere",
                  redirect_uris: [redirectUri],
                  token_endpoint_auth_method: "none",
                  grant_types: ["authorization_code", "refresh_token"],
                  response_types: ["code"]
                },
                options
              )
              .then(oauth.processDynamicClientRegistrationResponse)
          )
          const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()]
          const challenge = yield* Effect.promise(() => oauth.calculatePKCECodeChallenge(verifier))
          const url = new URL(server.authorization_endpoint!)
          url.search = new URLSearchParams({
            client_id: client.client_id,
            redirect_uri: redirectUri,
            response_type: "code",
            scope: "views:read",
            state,
            code_challenge: challenge,
            code_challenge_method: "S256",
            resource: resource.href
          }).toString()
          const asked = yield* Effect.promise(() =>
            options[oauth.customFetch](url.href, { headers: { cookie: team.cookie } })
          )
          const { location } = yield* (yield* Consents).accept({
            query: new URL(asked.headers.get("location")!).search.slice(1),
            headers: headersWith(team.cookie),
            organizationId: team.organizationId,
            projectId: team.projectId,
            scopes: ["views:read"]
          })
          const mixedUp = new URL(location)
          mixedUp.searchParams.set("iss", "https://evil.example")
          assert.throws(() => oauth.validateAuthResponse(server, client, mixedUp, state), /iss/)
          mixedUp.searchParams.delete("iss")
          assert.throws(() => oauth.validateAuthResponse(server, client, mixedUp, state), /iss/)
          const parameters = oauth.validateAuthResponse(server, client, new URL(location), state)
          const more = { ...options, additionalParameters: { resource: resource.href } }
          const tokens = yield* Effect.promise(() =>
            oauth
              .authorizationCodeGrantRequest(server, client, oauth.None(), parameters, redirectUri, verifier, more)
              .then((response) => oauth.processAuthorizationCodeResponse(server, client, response))
          )
          assert.isTrue(yield* works(tokens.access_token, team.projectId, audience))
          const next = yield* Effect.promise(() =>
            oauth
              .refreshTokenGrantRequest(server, client, oauth.None(), tokens.refresh_token!, more)
              .then((response) => oauth.processRefreshTokenResponse(server, client, response))
          )
          assert.isTrue(yield* works(next.access_token, team.projectId, audience))
          yield* Effect.promise(() =>
            oauth
              .revocationRequest(server, client, oauth.None(), next.refresh_token!, options)
              .then(oauth.processRevocationResponse)
          )
          assert.isFalse(yield* works(next.access_token, team.projectId, audience))
          const refused = yield* Effect.promise(() =>
            oauth
              .refreshTokenGrantRequest(server, client, oauth.None(), next.refresh_token!, more)
              .then((response) => oauth.processRefreshTokenResponse(server, client, response))
              .then(
                () => undefined,
                (error: unknown) => error
              )
          )
          assert.isTrue(refused instanceof oauth.ResponseBodyError && refused.error === "invalid_grant")
        })
      )
    }

    it.effect("one with a secret proves it in the header, and one with a wrong one does not", () =>
      Effect.gen(function* () {
        const options = yield* network
        const server = yield* Effect.promise(() =>
          oauth
            .discoveryRequest(issuer, { algorithm: "oauth2", ...options })
            .then((response) => oauth.processDiscoveryResponse(issuer, response))
        )
        const client = yield* Effect.promise(() =>
          oauth
            .dynamicClientRegistrationRequest(
              server,
              { redirect_uris: ["https://app.example.com/cb"], token_endpoint_auth_method: "client_secret_basic" },
              options
            )
            .then(oauth.processDynamicClientRegistrationResponse)
        )
        const revoke = (secret: string) =>
          Effect.promise(() =>
            oauth
              .revocationRequest(server, client, oauth.ClientSecretBasic(secret), "unknown", options)
              .then(oauth.processRevocationResponse)
              .then(
                () => "done",
                (error: unknown) => String(error)
              )
          )
        assert.strictEqual(yield* revoke(client["client_secret"] as string), "done")
        assert.notStrictEqual(yield* revoke("wrong"), "done")
      })
    )
  })
})
