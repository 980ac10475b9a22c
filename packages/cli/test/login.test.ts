import { execFile } from "node:child_process"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { hostname, tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { referenceFamilies } from "@agent-operations/contract/reference"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { withLock } from "../src/lock.ts"
import { keychainStore } from "../src/login/keychain.ts"
import { signIn } from "../src/login/sign-in.ts"
import { storeTokens } from "../src/login/token-store.ts"
import { run } from "../src/run.ts"
import type { Terminal } from "../src/terminal.ts"
import { startIssuer } from "./issuer.ts"

const directory = mkdtempSync(join(tmpdir(), "login-"))
const config = join(directory, "config", "agent-operations")
const configFile = join(config, "config.json")
const page = join(directory, "page.html")
const env = {
  // Whose xdg-open is that below.
  PATH: `${join(directory, "bin")}:${process.env["PATH"]}`,
  XDG_CONFIG_HOME: join(directory, "config"),
  AGENT_OPERATIONS_KEYCHAIN: "no"
}

let issuer: Awaited<ReturnType<typeof startIssuer>>
beforeAll(async () => {
  issuer = await startIssuer()
  mkdirSync(join(directory, "bin"))
  const browser = join(directory, "bin", process.platform === "darwin" ? "open" : "xdg-open")
  writeFileSync(browser, `#!/bin/sh\nexec curl -sL -o '${page}' "$1"\n`)
  chmodSync(browser, 0o755)
})
afterAll(() => {
  issuer.close()
  rmSync(directory, { recursive: true, force: true })
})
beforeEach(() => {
  issuer.reset()
  rmSync(join(directory, "config"), { recursive: true, force: true })
  writeFileSync(page, "")
})

const terminal = (given: Partial<Terminal> & { readonly input?: string } = {}) => {
  const { input = "", ...rest } = given
  const printed = { out: "", error: "" }
  const made: Terminal = {
    env,
    cwd: directory,
    stdin: async function* () {
      yield Buffer.from(input)
    },
    isInteractive: true,
    columns: undefined,
    out: (text) => void (printed.out += text),
    error: (text) => void (printed.error += text),
    signal: new AbortController().signal,
    ...rest
  }
  return { printed, terminal: made }
}

const cli = async (args: ReadonlyArray<string>, given: Parameters<typeof terminal>[0] = {}) => {
  const { printed, terminal: made } = terminal(given)
  const exit = await run(args, made, { version: "1.2.3", families: referenceFamilies })
  return { exit, ...printed }
}

const login = (...args: ReadonlyArray<string>) => cli(["login", "--url", issuer.url, ...args])
const readConfig = () => JSON.parse(readFileSync(configFile, "utf8"))
const writeConfig = (value: object) => {
  mkdirSync(config, { recursive: true })
  writeFileSync(configFile, JSON.stringify(value))
}
const tokensFile = () => join(config, readdirSync(config).find((name) => /^tokens-.*json$/.test(name)) ?? "none")
const setTokens = (members: object) =>
  writeFileSync(tokensFile(), JSON.stringify({ ...JSON.parse(readFileSync(tokensFile(), "utf8")), ...members }))

describe("login", () => {
  it("opens a browser, stores the tokens for this person alone, and writes the profile beside what is there", async () => {
    writeConfig({ theme: "dark", profiles: { other: { url: "https://other.example" } } })
    const { exit, out, error } = await login("--json")
    assert.strictEqual(exit, 0, error)
    const { actor, projectId, tokens } = JSON.parse(out)
    assert.deepStrictEqual([actor.name, projectId, tokens], ["Ada", "of-the-token", "file"])
    assert.include(error, `The tokens are in ${tokensFile()} (mode 600)`)
    // The browser ends after the command that opened it.
    await waitUntil("the page of this sign-in", () => readFileSync(page, "utf8").includes("You are signed in as Ada."))
    assert.strictEqual(statSync(tokensFile()).mode & 0o777, 0o600)
    assert.deepStrictEqual(readConfig(), {
      theme: "dark",
      profiles: {
        other: { url: "https://other.example" },
        default: { url: issuer.url, projectId: "of-the-token", tokens: "file" }
      }
    })
    const [exchanged] = issuer.askedAt("/token")
    assert.match(exchanged!, /code_verifier=[\w-]{43}/)
    assert.include(exchanged!, encodeURIComponent(`${issuer.url}/api/cli`))
    // A second one ends what the first gave.
    const { refreshToken } = JSON.parse(readFileSync(tokensFile(), "utf8"))
    assert.strictEqual((await login()).exit, 0)
    assert.include(issuer.askedAt("/revoke").join(), `token=${refreshToken}`)
    const called = await cli(["page-views", "list", "--json"])
    assert.strictEqual(called.exit, 0, called.error)
    assert.match(issuer.askedAt("/api/agent/list_page_views").join(), /Bearer aot_/)
  })

  it("makes the first profile the usual one, where it is named", async () => {
    assert.strictEqual((await login("--profile", "work")).exit, 0)
    assert.strictEqual((await login("--profile", "home")).exit, 0)
    assert.deepStrictEqual([readConfig().profile, Object.keys(readConfig().profiles)], ["work", ["work", "home"]])
    writeConfig({})
    assert.strictEqual((await login()).exit, 0)
    assert.notProperty(readConfig(), "profile")
  })

  it("over SSH it opens nothing, and takes the address that is pasted", async () => {
    const { promise: address, resolve } = Promise.withResolvers<string>()
    const given = terminal({
      env: { ...env, SSH_CONNECTION: "10.0.0.1 1 10.0.0.2 22", PATH: "" },
      error: (text) => {
        const [, asked] = /^ {2}(http\S+)$/m.exec(text) ?? []
        if (asked !== undefined) resolve(asked)
      },
      stdin: async function* () {
        const { headers } = await fetch(await address, { redirect: "manual" })
        // In pieces, as a terminal may.
        const pasted = `${headers.get("location")}\n`
        yield Buffer.from(pasted.slice(0, 30))
        yield Buffer.from(pasted.slice(30))
      }
    })
    assert.strictEqual(
      await run(["login", "--url", issuer.url], given.terminal, { version: "1", families: referenceFamilies }),
      0
    )
    assert.include(given.printed.out, "Ada")
  })

  it("tells agents and pipes what to do where nobody can answer, before anything is asked", async () => {
    const url = ["login", "--url", issuer.url]
    const ended = [
      await cli(url, { isInteractive: false }),
      await cli(url, { env: { ...env, CLAUDECODE: "1" } }),
      await cli([...url, "--agent", "yes"])
    ]
    for (const { exit, out, error } of ended) {
      assert.deepStrictEqual([exit, out], [2, ""])
      assert.include(error, "AGENT_OPERATIONS_API_KEY")
    }
    assert.deepStrictEqual(issuer.asked, [])
    const nothing = await cli([...url, "--no-browser"], { isInteractive: false })
    assert.strictEqual(nothing.exit, 2)
    assert.include(nothing.error, "No address was pasted")
  })

  it("refuses a folder's address, an address without TLS, and a profile of another server", async () => {
    const cwd = join(directory, "cloned")
    mkdirSync(cwd, { recursive: true })
    writeFileSync(join(cwd, "agent-operations.json"), '{"url":"https://elsewhere.example"}')
    const foreign = await cli(["login"], { cwd })
    assert.strictEqual(foreign.exit, 2)
    assert.include(foreign.error, "--url https://elsewhere.example")
    assert.include((await cli(["login", "--url", "http://ops.example"])).error, "without TLS")
    const alias = await cli(["login", "--url", `${issuer.url.replace("127.0.0.1", "localhost")}/`])
    assert.deepStrictEqual([alias.exit, alias.error.includes(`--url ${issuer.url}`)], [2, true], alias.error)
    writeConfig({ profiles: { default: { url: "https://other.example" } } })
    const other = await login()
    assert.strictEqual(other.exit, 2)
    assert.include(other.error, "--profile NAME")
    assert.strictEqual((await login("--profile", "../new")).exit, 0)
    assert.strictEqual(readConfig().profiles["../new"].url, issuer.url)
    assert.isTrue(existsSync(tokensFile()))
  })

  const faults: ReadonlyArray<readonly [title: string, arrange: () => void, exit: number, told: RegExp]> = [
    [
      "the person says no",
      () => (issuer.state.redirect = { error: "access_denied" }),
      3,
      /access_denied\nIt was not allowed in the browser\. Run it again\.$/m
    ],
    ["another issuer answers", () => (issuer.state.redirect = { iss: "https://evil.example" }), 8, /iss/],
    [
      "the code is refused",
      () => (issuer.state.answers = { "/token": [400, { error: "invalid_grant", error_description: "Used." }] }),
      3,
      /invalid_grant: Used\.\nRun it again\.$/m
    ],
    [
      "a proxy answers",
      () => (issuer.state.answers = { "/.well-known/oauth-protected-resource/api/cli": [200, "<html>"] }),
      8,
      /does not say how to sign in/
    ],
    [
      "it has keys alone",
      () => (issuer.state.answers = { "/.well-known/oauth-protected-resource/api/cli": [404, {}] }),
      3,
      /AGENT_OPERATIONS_API_KEY/
    ],
    [
      "its page is none",
      () => (issuer.state.metadata = { authorization_endpoint: "file:///bin/sh" }),
      3,
      /no https page/
    ],
    [
      "its page is not its own",
      () => (issuer.state.metadata = { authorization_endpoint: "http://x.test/a" }),
      3,
      /no https page/
    ],
    [
      "it does not say who it is",
      () =>
        (issuer.state.answers = { "/api/cli": [503, { error: { code: "UNAVAILABLE", message: "Away.", hint: "" } }] }),
      8,
      /Away/
    ]
  ]
  it.each(faults)("where %s, nothing is kept, and it is told", async (_, arrange, exit, told) => {
    arrange()
    const ended = await login()
    assert.strictEqual(ended.exit, exit, ended.error)
    assert.match(ended.error, told)
    assert.isFalse(existsSync(configFile))
    assert.strictEqual(issuer.askedAt("/revoke").length, ended.error.includes("Away") ? 1 : 0)
  })

  it("answers what comes with another state, goes on waiting, and shows no markup of others", async () => {
    const { terminal: made, printed } = terminal({ env: { ...env, PATH: "" } })
    const done = signIn(made, { url: issuer.url, opensBrowser: true }, async () => "<b>Done</b>")
    await waitUntil("an address to open", () => printed.error.includes("redirect_uri"))
    const address = /^ {2}(http\S+)$/m.exec(printed.error)![1]!
    const back = new URL(address).searchParams.get("redirect_uri")!
    const stale = await fetch(`${back}?code=c&state=other`)
    assert.strictEqual(stale.status, 400)
    assert.strictEqual((await fetch(new URL("/favicon.ico", back))).status, 404)
    const right = await fetch(address)
    assert.include(await right.text(), "<p>&#60;b&#62;Done")
    assert.strictEqual(right.headers.get("cache-control"), "no-store")
    await done
  })

  it("ends where the browser never comes back, and with 130 where it is interrupted", async () => {
    const quiet = { ...env, PATH: "" }
    const { terminal: made } = terminal({ env: quiet })
    const late = await signIn(made, { url: issuer.url, opensBrowser: true, waitMs: 20 }, async () => "").catch(String)
    assert.include(late, "did not come back")
    const interrupt = new AbortController()
    const ending = cli(["login", "--url", issuer.url], {
      env: quiet,
      signal: interrupt.signal,
      error: (text) => text.includes("http") && interrupt.abort(new Error("It was interrupted."))
    })
    assert.strictEqual((await ending).exit, 130)
  })
})

describe("tokens", () => {
  beforeEach(async () => {
    await login()
    issuer.reset()
  })

  it("come after the key of the environment, and go to no server but theirs", async () => {
    const listed = () => issuer.askedAt("/api/agent/list_page_views").join()
    assert.strictEqual(
      (await cli(["page-views", "list"], { env: { ...env, AGENT_OPERATIONS_API_KEY: "aok_k" } })).exit,
      0
    )
    assert.include(listed(), "Bearer aok_k")
    const cwd = join(directory, "theirs")
    mkdirSync(cwd, { recursive: true })
    writeFileSync(
      join(cwd, "agent-operations.json"),
      JSON.stringify({ url: issuer.url.replace("127.0.0.1", "localhost") })
    )
    issuer.reset()
    for (const ended of [
      await cli(["page-views", "list"], { cwd }),
      await cli(["status", "--url", "http://127.0.0.1:9"])
    ]) {
      assert.strictEqual(ended.exit, 2)
      assert.include(ended.error, "agent-operations login")
      assert.include(ended.error, "AGENT_OPERATIONS_API_KEY")
    }
    // Those of a profile whose address was changed since are those of another server.
    setTokens({ url: "https://elsewhere.example" })
    assert.strictEqual((await cli(["page-views", "list"])).exit, 3)
    assert.deepStrictEqual(issuer.asked, [])
    const curl = await cli(["page-views", "list", "--curl"])
    assert.notInclude(curl.out, "aot_")
  })

  it("are refreshed before they end; where that fails they are kept, and it is said what to do", async () => {
    setTokens({ expiresAt: 0 })
    const before = readFileSync(tokensFile(), "utf8")
    issuer.state.answers = { "/token": [400, { error: "invalid_grant" }] }
    const ended = await cli(["page-views", "list"])
    assert.strictEqual(ended.exit, 3)
    assert.include(ended.error, "Run login again")
    issuer.state.answers = { "/token": [503, "<html>"] }
    assert.strictEqual((await cli(["page-views", "list"])).exit, 8)
    assert.strictEqual(readFileSync(tokensFile(), "utf8"), before)
    issuer.reset()
    assert.strictEqual((await cli(["page-views", "list"])).exit, 0)
    assert.strictEqual((await cli(["page-views", "list"])).exit, 0)
    assert.lengthOf(issuer.askedAt("/token"), 1)
    rmSync(tokensFile())
    assert.include((await cli(["page-views", "list"])).error, "Run login again")
  })

  it("status says who, where, which project, which scopes, and from which source", async () => {
    const status = await cli(["status"])
    for (const said of ["Ada (usr_ada)", `${issuer.url} (profile)`, "of-the-token (profile)", "views:read", "file"]) {
      assert.include(status.out, said)
    }
    assert.include(issuer.askedAt("/api/cli").join(), "Bearer aot_")
    const key = { ...env, AGENT_OPERATIONS_API_KEY: "aok_k", AGENT_OPERATIONS_PROJECT_ID: "p" }
    const { from } = JSON.parse((await cli(["status", "--json", "--url", issuer.url], { env: key })).out)
    assert.deepStrictEqual(from, { url: "flag", projectId: "environment", credential: "environment" })
    const { out } = await cli(["status", "--url", issuer.url], { env: key })
    assert.match(out, /^where +\S+ \(flag\)$/m)
    assert.match(out, /^project +\S+ \(environment\)$/m)
    assert.match(out, /^credential +AGENT_OPERATIONS_API_KEY$/m)
    issuer.state.answers = { "/api/cli": [401, { error: { code: "UNAUTHENTICATED", message: "No.", hint: "x" } }] }
    assert.strictEqual((await cli(["status"])).exit, 3)
    issuer.state.answers = { "/api/agent/list_page_views": issuer.state.answers["/api/cli"]! }
    const refused = await cli(["page-views", "list"])
    assert.strictEqual(refused.exit, 3)
    assert.include(refused.error, "run login again")
  })

  it("logout ends them at the server and forgets them, and says so where the server could not be told", async () => {
    issuer.state.answers = { "/revoke": [503, "<html>"] }
    const untold = await cli(["logout", "--json"])
    assert.deepStrictEqual([untold.exit, JSON.parse(untold.out).revoked], [0, false])
    assert.include(untold.error, "The server was not told")
    assert.isFalse(existsSync(tokensFile()))
    assert.deepStrictEqual(readConfig().profiles.default, { url: issuer.url, projectId: "of-the-token" })
    issuer.reset()
    assert.include((await cli(["logout"])).error, "Nobody is signed in")
    const nobody = JSON.parse((await cli(["logout", "--json"])).out)
    assert.deepStrictEqual(nobody, { profile: "default", url: issuer.url, revoked: false })
    await login()
    const told = await cli(["logout", "--json"])
    assert.deepStrictEqual(JSON.parse(told.out), { profile: "default", url: issuer.url, revoked: true })
    assert.match(issuer.askedAt("/revoke").join(), /token=aor_/)
  })

  it("are in the keychain where there is one that works", async () => {
    const kept = new Map<string, string>()
    class AsyncEntry {
      readonly #name: string
      constructor(service: string, name: string, options: object) {
        this.#name = `${service} ${name} ${JSON.stringify(options)}`
      }
      setPassword = async (text: string) => void kept.set(this.#name, text)
      getPassword = async () => kept.get(this.#name) ?? null
      deleteCredential = async () => kept.delete(this.#name)
    }
    const works = keychainStore("work", async () => ({ AsyncEntry }) as never)
    const all = { ...env, AGENT_OPERATIONS_KEYCHAIN: "" }
    const stored = await storeTokens(all, "work", "{}", works)
    assert.deepStrictEqual([stored.store.place, stored.why], ["keychain", undefined])
    assert.deepStrictEqual([...kept.keys()], ['agent-operations work {"linux":{"store":"secret-service"}}'])
    await stored.store.remove()
    assert.isUndefined(await works.read())
    const away = keychainStore("work", async () => {
      throw new Error("Couldn't access platform storage: AccessDenied")
    })
    const beside = await storeTokens(all, "work", "{}", away)
    assert.deepStrictEqual([beside.store.place, await beside.store.read()], ["file", "{}"])
    assert.include(beside.why!, "AccessDenied")
  })
})

describe("the lock", () => {
  const { signal } = new AbortController()
  const file = () => join(directory, "config", "some.lock")

  it("is one holder's at a time, is let go where they fail, and is taken from who crashed", async () => {
    let inside = 0
    const hold = () =>
      withLock(file(), signal, async () => {
        assert.strictEqual(++inside, 1)
        // clock: what is done while it is held; the others would come in meanwhile
        await sleep(2)
        inside--
      })
    mkdirSync(dirname(file()), { recursive: true })
    const { stdout } = await promisify(execFile)("sh", ["-c", "echo $$"])
    writeFileSync(file(), `${stdout.trim()} ${hostname()} crashed`)
    await Promise.all([hold(), hold(), hold(), hold()])
    const failed = await withLock(file(), signal, async () => Promise.reject(new Error("full"))).catch(String)
    assert.strictEqual(failed, "Error: full")
    assert.deepStrictEqual(readdirSync(dirname(file())), [])
  })

  it("is not taken from who is alive, nor from another machine; a signal ends the wait", async () => {
    mkdirSync(dirname(file()), { recursive: true })
    for (const owner of [`${process.pid} ${hostname()} x`, "1 elsewhere x", ""]) {
      writeFileSync(file(), owner)
      // clock: for a lock that is not to be taken, of which nothing tells
      const ended = await withLock(file(), AbortSignal.timeout(150), async () => "held").catch(() => "waited")
      assert.strictEqual(ended, "waited")
      assert.strictEqual(readFileSync(file(), "utf8"), owner)
    }
  })
})
