import { baseUrlOf, IdentityHttp, identityPlaces } from "@agent-operations/identity"
import { safePath } from "@agent-operations/identity/http"
import { databases } from "@agent-operations/testing"
import { describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { assert, it as test } from "vitest"
import { askForLink, headersWith, identityOn, origin } from "./support/world.ts"
import { SignIn } from "../src/index.ts"

/** Every place, with the methods that are answered there of those that there are. */
const answered = Effect.fnUntraced(function* (paths: ReadonlyArray<string>) {
  const http = yield* IdentityHttp
  return paths.map((path) => ({
    path,
    methods: ["GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE"].filter(
      (method) => http.handle(new Request(origin + path, { method }), "203.0.113.1") !== undefined
    )
  }))
})

for (const prefix of ["", "/ops"]) {
  const baseUrl = origin + prefix
  const places = identityPlaces(baseUrl).map(({ methods, path, atOrigin }) => ({
    path: `${atOrigin ? "" : prefix}${path.replace("{provider}", "google")}`,
    methods: ["GET", "HEAD", "POST", "OPTIONS"].filter((method) => methods.includes(method))
  }))

  // Nothing here depends on the sort of database.
  describe(`identity at ${baseUrl}`, () => {
    layer(identityOn(databases[1]!, { prefix }), { excludeTestServices: true })((it) => {
      it.effect("answers at its places, by their methods alone, and nowhere else", () =>
        Effect.gen(function* () {
          const paths = places.map(({ path }) => path)
          assert.deepStrictEqual(yield* answered(paths), places)
          const others = paths.flatMap((path) => [
            `${path}/x`,
            `/other${path}`,
            path.replace(`${prefix}/api`, "/x/api")
          ])
          const elsewhere =
            prefix === "" ? [] : ["/.well-known/oauth-authorization-server", "/api/auth/oauth2/authorize"]
          assert.isNotEmpty(others)
          const found = yield* answered([...others, ...elsewhere, `${prefix}/api/auth`])
          assert.lengthOf(found, others.length + elsewhere.length + 1)
          for (const { path, methods } of found) {
            assert.isEmpty(paths.includes(path) ? [] : methods, path)
          }
        })
      )

      it.effect("mails links and sets cookies of its own", () =>
        Effect.gen(function* () {
          const { token, cookie } = yield* askForLink("ada@example.com", "/elsewhere")
          assert.match(cookie, prefix === "" ? /^agent-operations\.browser=/ : /^agent-operations_ops\.browser=/)
          const { returnTo } = yield* (yield* SignIn).openLink({ token, headers: headersWith(cookie) })
          assert.strictEqual(returnTo, prefix === "" ? "/elsewhere" : "/ops/")
        })
      )
    })
  })
}

test("a prefix is a path that addresses can have", () => {
  const https = "https://ops.example.com"
  for (const prefix of [undefined, "", "/ops", "/v1/ops.x_y~z-1"]) {
    assert.strictEqual(baseUrlOf({ origin: https, prefix }), `${https}${prefix ?? ""}`)
  }
  for (const prefix of [
    "/",
    "ops",
    "/ops/",
    "//x",
    "/a b",
    "/..",
    "/a/./b",
    "/%2e",
    "/a?b",
    "/a#b",
    ".evil.example",
    ":1"
  ]) {
    assert.throws(() => baseUrlOf({ origin: https, prefix }), /is no path that pages can be below/, prefix)
  }
  assert.strictEqual(safePath("/x", ""), "/x")
})
