import { ClientDocuments } from "@agent-operations/identity"
import { databases } from "@agent-operations/testing"
import { newTypeId } from "@agent-operations/database"
import { describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { assert } from "vitest"
import { locationOf } from "../support/answers.ts"
import { authorizationQuery, identityOn, newVerifier, register, send } from "../support/world.ts"

/** A value of each type of JSON, the empty ones too. */
const values: ReadonlyArray<unknown> = [
  null,
  true,
  false,
  0,
  1.5,
  "",
  "text",
  "\u0000",
  "\ud800",
  [],
  [null],
  [1],
  [["text"]],
  [{}],
  {},
  { a: 1 },
  "x".repeat(10_000)
]

const says = (value: unknown) => !(value === null || value === "" || (Array.isArray(value) && value.length === 0))
const isText = (value: unknown) => typeof value === "string" && value !== "\u0000" && value !== "\ud800"
const never = () => false
const always = () => true
const unsaid = (value: unknown) => !says(value)
const unsaidOr = (is: (value: unknown) => boolean) => (value: unknown) => !says(value) || is(value)

/** Which of these values each member may have, of a registration. */
const members: Readonly<Record<string, (value: unknown) => boolean>> = {
  redirect_uris: never,
  client_name: unsaidOr(isText),
  client_uri: unsaid,
  grant_types: unsaid,
  response_types: unsaid,
  token_endpoint_auth_method: unsaid,
  application_type: unsaidOr(isText),
  software_id: unsaidOr(isText),
  software_version: unsaidOr(isText),
  // What the server has no use for may be anything.
  token_endpoint_auth_methods_supported: always,
  scope: always,
  contacts: always,
  logo_uri: always,
  tos_uri: always,
  policy_uri: always,
  jwks_uri: always,
  jwks: always,
  client_id: always,
  client_secret: always,
  member_of_another_standard: always
}

/** The same of a document, which has to say more. */
const ofDocument = {
  ...members,
  client_id: never,
  client_secret: unsaid,
  client_name: (value: unknown) => says(value) && isText(value)
}

const shown = (member: string, value: unknown) => `${member}: ${JSON.stringify(value).slice(0, 40)}`

const documents = new Map<string, unknown>()
const shelf = ClientDocuments.layerWith((address) => Effect.succeed(documents.get(address)))

describe("OWASP API10:2023: each member with each type of JSON", () => {
  layer(identityOn(databases[1]!, {}, shelf), { excludeTestServices: true })((it) => {
    const fine = {
      client_name: "Client",
      redirect_uris: ["http://127.0.0.1:7777/callback"],
      grant_types: ["authorization_code", "refresh_token"]
    }

    it.effect("of a document is taken or left out, or the document is refused and it is said why", () =>
      Effect.gen(function* () {
        for (const [member, may] of Object.entries(ofDocument)) {
          for (const [n, value] of values.entries()) {
            const id = `https://client.example/${member}/${n}.json`
            documents.set(id, { client_id: id, ...fine, [member]: value })
            const query = authorizationQuery(id, newVerifier())
            const { pathname, searchParams } = locationOf(
              yield* send(`/api/auth/oauth2/authorize?${query}`, {}, newTypeId("ip"))
            )
            const what = shown(member, value)
            assert.strictEqual(pathname, may(value) ? "/sign-in" : "/authorization-error", what)
            if (may(value)) continue
            const { reason, error, error_description } = Object.fromEntries(searchParams)
            assert.strictEqual(reason, "client_document_not_accepted", what)
            const code = member === "redirect_uris" ? "invalid_redirect_uri" : "invalid_client_metadata"
            assert.strictEqual(error, code, what)
            assert.match(error_description!, /^The client's metadata document is not accepted: .+\.$/, what)
          }
        }
      })
    )

    it.effect("of a registration is taken or left out, or the registration is refused and it is said why", () =>
      Effect.gen(function* () {
        for (const [member, may] of Object.entries(members)) {
          for (const value of values) {
            const { response, body } = yield* register({ [member]: value })
            const what = `${shown(member, value)} ${JSON.stringify(body).slice(0, 200)}`
            assert.strictEqual(response.status, may(value) ? 201 : 400, what)
            if (may(value)) continue
            const code = member === "redirect_uris" ? "invalid_redirect_uri" : "invalid_client_metadata"
            assert.strictEqual(body["error"], code, what)
            assert.isNotEmpty(body["error_description"], what)
          }
        }
      })
    )
  })
})
