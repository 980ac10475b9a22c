import { ConfigProvider, Effect, Redacted } from "effect"
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { type IdentityPlan, type Place, planIdentity } from "../../src/identity/plan.ts"
import { authSecret } from "../../src/identity/secret.ts"
import { readSettings } from "../../src/settings.ts"
import { command } from "../process.ts"

const here: Place = { origin: "http://127.0.0.1:4400", prefix: "", host: "127.0.0.1", workers: 1 }
const away: Place = { origin: "https://ops.example.com", prefix: "", host: "0.0.0.0", workers: 1 }

const settingsOf = (env: Readonly<Record<string, string>>) =>
  Effect.runPromise(Effect.provideService(readSettings, ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })))

const plan = async (place: Place, environment: Readonly<Record<string, string>> = {}) =>
  planIdentity(await settingsOf(environment), place)

const planned = async (place: Place, environment: Readonly<Record<string, string>> = {}) => {
  const found = await plan(place, environment)
  if (typeof found === "string") assert.fail(found)
  return found satisfies IdentityPlan
}

describe("what identity is, by the settings", () => {
  it("on one's own computer mail goes to the outbox, and the owner and anybody may sign in", async () => {
    const { mail, options, off } = await planned(here)
    assert.strictEqual(mail, "outbox")
    assert.deepStrictEqual([options.ownerEmail, options.publicSignUp], ["owner@localhost", true])
    assert.deepStrictEqual(
      off.map((line) => /^[^:]+/.exec(line)![0]),
      ["Sign-in with Google is off"]
    )
  })

  it("elsewhere there is no outbox, nobody may sign in unless it is said, and what is off is told", async () => {
    const { mail, options, off } = await planned(away)
    assert.strictEqual(mail, "none")
    assert.deepStrictEqual([options.ownerEmail, options.publicSignUp], [undefined, false])
    assert.strictEqual(off.length, 3)
    assert.match(off.join(), /SMTP_URL.*GOOGLE_CLIENT_ID.*OWNER_EMAIL/)
  })

  it.each([
    ["several workers", { ...here, workers: 2 }, {}],
    ["an address of the network", { ...here, host: "0.0.0.0" }, {}],
    ["another origin", { ...here, origin: "https://ops.example.com" }, {}],
    ["a header that a proxy sends", here, { CLIENT_ADDRESS_HEADER: "x-forwarded-for" }]
  ])("with %s there is no outbox", async (_, place, environment) => {
    assert.strictEqual((await planned(place, environment)).mail, "none")
  })

  it("an account of Google is nobody's by itself, even on one's own computer", async () => {
    const google = { GOOGLE_CLIENT_ID: "g", GOOGLE_CLIENT_SECRET: "gs" }
    const signUp = async (more = {}) => (await planned(here, { ...google, ...more })).options.publicSignUp
    assert.deepStrictEqual([await signUp(), await signUp({ PUBLIC_SIGN_UP: "true" })], [false, true])
  })

  it("takes a mail server, Google and another issuer, each once it is whole", async () => {
    const { mail, options } = await planned(away, {
      SMTP_URL: "smtp://mail.example.com",
      GOOGLE_CLIENT_ID: "g",
      GOOGLE_CLIENT_SECRET: "gs",
      OIDC_ISSUER: "https://id.example.com",
      OIDC_CLIENT_ID: "o",
      OIDC_CLIENT_SECRET: "os",
      OIDC_NAME: "Example",
      EMAIL_DOMAINS: "example.com, example.org",
      OWNER_EMAIL: "ada@example.net"
    })
    assert.strictEqual(mail, "smtp")
    assert.deepStrictEqual(options.emailDomains, ["example.com", "example.org"])
    assert.deepStrictEqual(
      options.providers?.map(({ id, name, issuer }) => [id, name, issuer]),
      [
        ["google", "Google", "https://accounts.google.com"],
        ["oidc", "Example", "https://id.example.com/"]
      ]
    )
    assert.deepStrictEqual((await planned(away, { GOOGLE_CLIENT_ID: "g" })).options.providers, [])
  })

  it("is off, with the reason, without TLS and where it is turned off", async () => {
    const reasons = [await plan({ ...here, origin: "http://ops.example.com" }), await plan(here, { IDENTITY: "false" })]
    assert.match(JSON.stringify(reasons), /PUBLIC_URL.*IDENTITY/)
  })

  it("A4: the secret is made once, readable by its owner alone, and the same for all who start together", async () => {
    const directory = mkdtempSync(join(tmpdir(), "secret-"))
    const settings = await settingsOf({ DATA_DIR: join(directory, "data") })
    const made = await Promise.all(Array.from({ length: 8 }, () => Effect.runPromise(authSecret(settings))))
    const file = join(directory, "data", "auth-secret")
    assert.deepStrictEqual([...new Set(made.map(Redacted.value))], [readFileSync(file, "utf8")])
    assert.strictEqual(statSync(file).mode & 0o777, 0o600)
    assert.match(readFileSync(file, "utf8"), /^[\w-]{43}$/)
    rmSync(directory, { recursive: true })
  })

  it("refuses a mail server that cannot be one at the start", async () => {
    const directory = mkdtempSync(join(tmpdir(), "smtp-"))
    const { code, stderr } = await command(["serve"], {
      SMTP_URL: "http://user:secret@mail.example.com",
      PORT: "0",
      DATA_DIR: directory
    })
    assert.strictEqual(code, 1)
    assert.include(stderr, "SMTP_URL is not valid")
    assert.notInclude(stderr, "secret")
    rmSync(directory, { recursive: true })
  })
})
