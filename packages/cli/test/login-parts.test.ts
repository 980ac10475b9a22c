import { AuthorizationResponseError, OperationProcessingError, ResponseBodyError } from "oauth4webapi"
import { assert, describe, it, vi } from "vitest"
import { CommandError } from "../src/errors.ts"
import { failureOf, isEnded, isLost } from "../src/login/failures.ts"
import { pairOf } from "../src/login/oauth.ts"
import { readPasted } from "../src/login/pasted.ts"
import { isFresh, parseTokens, type Tokens } from "../src/login/tokens.ts"
import { askWho } from "../src/login/who.ts"
import { now } from "../src/now.ts"

const url = "https://ops.example"
const tokens: Tokens = {
  ...{ url, issuer: `${url}/auth`, tokenEndpoint: `${url}/token`, clientId: "cli", accessToken: "aot_1" },
  ...{ refreshToken: "aor_1", revocationEndpoint: `${url}/revoke`, expiresAt: 5 }
}

describe("tokens that are stored", () => {
  it("are read where they are whole, and of that server", () => {
    const { refreshToken, revocationEndpoint, ...least } = tokens
    for (const whole of [tokens, least, { ...least, refreshToken }, { ...least, revocationEndpoint, more: 1 }])
      assert.deepStrictEqual(parseTokens(JSON.stringify(whole), url), whole)
    assert.isUndefined(parseTokens(JSON.stringify(tokens), `${url}/other`))
    for (const text of [undefined, "", "{", "null", "1", '"text"', "[]", "{}"])
      assert.isUndefined(parseTokens(text, url))
    for (const name of Object.keys(tokens)) {
      const isNumber = name === "expiresAt"
      for (const wrong of [isNumber ? "5" : 5, null])
        assert.isUndefined(parseTokens(JSON.stringify({ ...tokens, [name]: wrong }), url), name)
      const without: Partial<Tokens> = JSON.parse(JSON.stringify({ ...tokens, [name]: undefined }))
      const isOptional = ["refreshToken", "revocationEndpoint"].includes(name)
      assert.deepStrictEqual(parseTokens(JSON.stringify(without), url), isOptional ? (without as Tokens) : undefined)
    }
  })

  it("are good for half a minute at least, and end when the server said, or after ten minutes", () => {
    const endingIn = (ms: number) => isFresh({ ...tokens, expiresAt: now() + ms })
    assert.deepStrictEqual([-1000, 0, 20_000, 30_000, 60_000].map(endingIn), [false, false, false, false, true])
    const given = { access_token: "aot_2", token_type: "bearer" } as const
    for (const [more, pair, seconds] of [
      [{}, {}, 600],
      [{ refresh_token: "aor_2", expires_in: 7 }, { refreshToken: "aor_2" }, 7]
    ] as const) {
      const from = now()
      const { expiresAt, ...rest } = pairOf({ ...given, ...more })
      assert.deepStrictEqual(rest, { accessToken: "aot_2", ...pair })
      assert.isAtLeast(expiresAt, from + seconds * 1000)
      assert.isAtMost(expiresAt, now() + seconds * 1000)
    }
  })
})

describe("whom a credential stands for", () => {
  const { signal } = new AbortController()
  const who = { actor: { type: "user", id: "usr_1", name: "Ada" }, organizationId: "o", projectId: "p", scopes: ["a"] }
  const notServed = "See that the address is that of an Agent Operations server, and that it can be reached."

  /** What comes of an answer, or of what is thrown in place of it. */
  const asked = async (answer: unknown, status = 200, more: { projectId?: string; signal?: AbortSignal } = {}) => {
    const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
      if (answer instanceof Error) throw answer
      return new Response(typeof answer === "string" ? answer : JSON.stringify(answer), { status })
    })
    const { projectId } = more
    const given = { url, credential: "aok_secret", projectId }
    const ended = await askWho(given, more.signal ?? signal).catch((error: unknown) => error)
    const [address, options] = fetched.mock.lastCall ?? []
    fetched.mockRestore()
    assert.deepStrictEqual(
      [address, options?.redirect, options?.signal?.aborted],
      [`${url}/api/cli`, "manual", more.signal?.aborted ?? false]
    )
    assert.deepStrictEqual(options?.headers, {
      authorization: "Bearer aok_secret",
      ...(projectId !== undefined && { "x-project-id": projectId })
    })
    if (!(ended instanceof CommandError)) return ended
    const { message, code, hint, exit, details } = ended
    return { message, code, hint, exit, details }
  }

  it("is what the server says", async () => {
    assert.deepStrictEqual(await asked({ data: who }), who)
    assert.deepStrictEqual(await asked({ data: who }, 200, { projectId: "p" }), who)
  })

  it("is not known by an answer that lacks something, or is a refusal, which is told as it is", async () => {
    const strange = {
      message: `${url} does not say who this is.`,
      code: "NOT_AN_ENVELOPE",
      hint: notServed,
      exit: 8,
      details: undefined
    }
    const { actor, projectId, scopes } = who
    const refusal = { code: "UNAUTHENTICATED", message: "No.", hint: "Log in." }
    for (const answer of [
      ...[{}, null, 1, { data: null }, { data: {} }, { error: null }, { error: {} }],
      ...[
        { data: { projectId, scopes } },
        { data: { actor: null, projectId, scopes } },
        { data: { actor: {}, projectId, scopes } }
      ],
      ...[{ data: { actor, scopes } }, { data: { actor, projectId } }, { data: { actor, projectId, scopes: "a" } }],
      ...Object.keys(refusal).map((name) => ({ error: { ...refusal, [name]: 1 } }))
    ])
      assert.deepStrictEqual(await asked(answer), strange, JSON.stringify(answer))
    const told = { ...refusal, exit: 3, details: undefined }
    assert.deepStrictEqual(await asked({ error: refusal }, 401), told)
    assert.deepStrictEqual(await asked({ error: { ...refusal, details: { a: 1 } } }, 401), {
      ...told,
      details: { a: 1 }
    })
    const newer = { ...refusal, code: "SOME_NEWER_CODE" }
    assert.deepStrictEqual(await asked({ error: newer }, 429), { ...newer, exit: 7, details: undefined })
  })

  it("is not known where nothing answers, or no JSON, and no credential is shown", async () => {
    const told = (why: string, code: string) => ({
      ...{ message: `${url} does not say who this is: ${why}`, code, hint: notServed, exit: 8, details: undefined }
    })
    const failed = new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") })
    assert.deepStrictEqual(await asked(failed), told("ECONNREFUSED", "CONNECTION_FAILED"))
    const header = new TypeError("aok_secret is no header: Bearer aok_secret")
    assert.deepStrictEqual(await asked(header), told("… is no header: Bearer …", "CONNECTION_FAILED"))
    const { code, message } = (await asked("<html>")) as { code: string; message: string }
    assert.deepStrictEqual(
      [code, message.startsWith(`${url} does not say who this is: Unexpected token`)],
      ["NOT_AN_ENVELOPE", true]
    )
    const interrupted = new AbortController()
    interrupted.abort(new Error("It was interrupted."))
    const ended = await asked(failed, 200, { signal: interrupted.signal })
    assert.deepStrictEqual(ended, interrupted.signal.reason)
  })
})

describe("what goes wrong in a sign-in", () => {
  it("is told as the standard has it, as far as it does", () => {
    const response = new Response("{}", { status: 400 })
    const body = (error: string, error_description?: string) =>
      new ResponseBodyError("wrong", {
        cause: { error, ...(error_description !== undefined && { error_description }) },
        response
      })
    const redirect = new AuthorizationResponseError("wrong", { cause: new URLSearchParams({ error: "access_denied" }) })
    const timeout = new DOMException("It took too long.", "TimeoutError")
    const cases: ReadonlyArray<readonly [error: unknown, message: string, code: string, exit: number, hint: string]> = [
      [body("invalid_grant"), "It failed. invalid_grant", "SIGN_IN_REFUSED", 3, "Run it again."],
      [body("server_error", "Used."), "It failed. server_error: Used.", "SIGN_IN_REFUSED", 3, "Run it again."],
      [
        ...([redirect, "It failed. access_denied", "SIGN_IN_REFUSED", 3] as const),
        "It was not allowed in the browser. Run it again."
      ],
      [
        ...([new OperationProcessingError("No iss."), "It failed. No iss.", "SIGN_IN_FAILED", 8] as const),
        "See that the address is that of an Agent Operations server, and that nothing answers in its place."
      ],
      ...(
        [
          [new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") }), "ECONNREFUSED"],
          [new TypeError("fetch failed", { cause: new AggregateError([]) }), "fetch failed"],
          [new TypeError("fetch failed", { cause: "text" }), "fetch failed"],
          [timeout, "It took too long."]
        ] as const
      ).map(
        ([error, why]) =>
          [
            error,
            `It failed. ${why}`,
            "CONNECTION_FAILED",
            8,
            "See that the server can be reached, and run it again."
          ] as const
      )
    ]
    for (const [error, ...told] of cases) {
      const failure = failureOf(error, "It failed.")
      assert.instanceOf(failure, CommandError)
      assert.deepStrictEqual([failure.message, failure.code, failure.exit, failure.hint], told)
    }
    const others = [new Error("x"), new DOMException("It was interrupted.", "AbortError"), undefined]
    for (const error of others) assert.strictEqual(failureOf(error, "It failed."), error)
    assert.deepStrictEqual([...others, ...cases.map(([error]) => error)].map(isLost), [
      ...Array(7).fill(false),
      ...Array(4).fill(true)
    ])
    assert.deepStrictEqual(
      [body("invalid_grant"), body("invalid_client"), redirect, new Error("invalid_grant")].map(isEnded),
      [true, false, false, false]
    )
  })
})

describe("an address that is pasted", () => {
  const back = "http://127.0.0.1:9/callback"
  const right = `${back}?code=c&state=s`

  /** What comes of these chunks of input: the address, or the message, and what was told meanwhile. */
  const pasted = async (...chunks: ReadonlyArray<string | Uint8Array>) => {
    let told = ""
    const input = async function* () {
      for (const chunk of chunks) yield Buffer.from(chunk)
    }
    const ended = await readPasted(input(), back, "s", (text) => void (told += text)).then(
      ({ ended }) => ended.href,
      (error: Error) => error.message
    )
    return [ended, told]
  }
  const wrong = `That is not the address: it begins with ${back}?\n`

  it("is the first line that is one of this sign-in, however it comes", async () => {
    for (const chunks of [
      [right],
      [`${right}\n`],
      [`  ${right} \r\n`],
      [right.slice(0, 9), `${right.slice(9)}\nmore\n`],
      ["\n", " \n", right]
    ])
      assert.deepStrictEqual(await pasted(...chunks), [right, ""], JSON.stringify(chunks))
    const strange = `${back}?code=é&state=s`
    const bytes = Buffer.from(strange)
    const cut = bytes.indexOf("é") + 1
    assert.deepStrictEqual(await pasted(bytes.subarray(0, cut), bytes.subarray(cut)), [new URL(strange).href, ""])
    assert.deepStrictEqual(await pasted(`text\n${back}?code=c&state=other\n${right}`), [right, wrong.repeat(2)])
    assert.deepStrictEqual(await pasted(`${back}/more?state=s\n`), ["No address was pasted.", wrong])
    assert.deepStrictEqual(await pasted(), ["No address was pasted.", ""])
  })
})
