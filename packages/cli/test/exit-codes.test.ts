import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { AgentError, type ErrorCode } from "@agent-operations/client"
import { catalogue } from "@agent-operations/error-envelope"
import { afterAll, assert, describe, it, vi } from "vitest"
import { CommandError, exitTable } from "../src/errors.ts"
import { failureOf } from "../src/failure.ts"
import { commandLine, credentialsFor } from "./command-line.ts"

/** What a server answers, for an error code that the client knows, and how the command that meets it ends. */
const cases: { readonly [C in ErrorCode]: readonly [answer: number | "page" | "cut" | "silence", exit: number] } = {
  VALIDATION_ERROR: [400, 6],
  UNAUTHENTICATED: [401, 3],
  USAGE_LIMIT_REACHED: [402, 7],
  MISSING_SCOPE: [403, 3],
  PROJECT_ACCESS_DENIED: [403, 3],
  HUMAN_REQUIRED: [403, 3],
  ADMIN_REQUIRED: [403, 3],
  LABEL_PROTECTED: [403, 3],
  NOT_FOUND: [404, 4],
  CONFLICT: [409, 5],
  NAME_TAKEN: [409, 5],
  STILL_REFERENCED: [409, 5],
  REQUEST_KEY_REUSED: [409, 5],
  RUN_ENDED: [409, 5],
  REVIEW_TAKEN: [409, 5],
  SPAN_TAKEN: [409, 5],
  PAYLOAD_TOO_LARGE: [413, 6],
  REFERENCE_NOT_FOUND: [422, 6],
  INVALID_REFERENCE: [422, 6],
  TRACE_DELETED: [422, 6],
  MISSING_VARIABLE: [422, 6],
  UNPRICED: [422, 6],
  INVALID_VIEW: [422, 6],
  UNSUPPORTED_TARGET: [422, 6],
  TOO_MANY_ROWS: [422, 6],
  EGRESS_REFUSED: [422, 6],
  ITEM_INVALID: [422, 6],
  IMPORT_REFUSED: [422, 6],
  RATE_LIMITED: [429, 7],
  INTERNAL_ERROR: [500, 8],
  UNAVAILABLE: [503, 8],
  TIMEOUT: [504, 8],
  NOT_AN_ENVELOPE: ["page", 8],
  CONNECTION_FAILED: ["cut", 8],
  CLIENT_TIMEOUT: ["silence", 8],
  OUTCOME_UNKNOWN: ["cut", 9]
}
const codes = Object.keys(cases) as ReadonlyArray<ErrorCode>

/** How a command ends after an error whose code only a newer server has. */
const byStatus = {
  ...{ 400: 6, 401: 3, 402: 7, 403: 3, 404: 4, 409: 5, 413: 6, 422: 6, 429: 7, 500: 8, 503: 8, 504: 8 },
  ...{ 410: 6, 499: 6, 501: 8, 599: 8 }
}

/** A server that answers as its address says: `/400/VALIDATION_ERROR/api/agent/…`. */
const server = createServer((request, response) => {
  const [, answer = "", code] = (request.url ?? "").split("/")
  request.resume()
  if (answer === "cut") return void request.socket.destroy()
  if (answer === "silence") return
  if (answer === "page") return void response.end("<p>Sign in</p>")
  const error = { code, message: "No.", hint: "Do." }
  response.writeHead(Number(answer), { "content-type": "application/json" }).end(JSON.stringify({ error }))
}).listen(0, "127.0.0.1")
await once(server, "listening")
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const get = ["page-views", "get", "pv_01k9x3m2h8e7v9q4t6w5z0r1ca"]
const update = ["page-views", "update", ...get.slice(2), "--expected-revision", "1", "--name", "New"]

const urlOf = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`

const cli = (path: string, args: ReadonlyArray<string>, given: { readonly out?: (text: string) => void } = {}) =>
  commandLine({ env: credentialsFor(urlOf(path)), cwd: tmpdir() })(args, given)

const endOf = async (code: ErrorCode) => {
  const [answer] = cases[code]
  const args = code === "OUTCOME_UNKNOWN" ? update : get
  const { exit, error } = await cli(`/${answer}/${code}`, [...args, "--json"])
  return [code, JSON.parse(error).error.code, exit]
}

describe("exit codes", () => {
  it("E2: a command that meets an error ends as the page says, whatever its code", async () => {
    const met = codes.filter((code) => code !== "CLIENT_TIMEOUT")
    assert.deepStrictEqual(
      await Promise.all(met.map(endOf)),
      met.map((code) => [code, code, cases[code][1]])
    )
  })

  it("ends as the page says where no answer comes in time", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const asked = once(server, "request")
    const ended = endOf("CLIENT_TIMEOUT")
    await asked
    vi.runAllTimers()
    vi.useRealTimers()
    assert.deepStrictEqual(await ended, ["CLIENT_TIMEOUT", "CLIENT_TIMEOUT", cases.CLIENT_TIMEOUT[1]])
  })

  it("E2: a code that only a newer server has is known by its status", async () => {
    const ends = Object.keys(byStatus).map(async (status) => [status, (await cli(`/${status}/NEW`, get)).exit])
    assert.deepStrictEqual(Object.fromEntries(await Promise.all(ends)), byStatus)
  })

  it("is 1 where something fails that nobody foresaw", async () => {
    const { exit, error } = await cli("/", ["--help"], {
      out: () => {
        throw new Error("It broke.")
      }
    })
    assert.deepStrictEqual([exit, error.includes("It broke.")], [1, true])
  })

  it("E2: are listed with their codes and statuses, in the README and in --help", async () => {
    const listed = exitTable.flatMap(({ exit, codes }) => codes.map((code) => [code, exit]))
    assert.deepStrictEqual(Object.fromEntries(listed), Object.fromEntries(codes.map((code) => [code, cases[code][1]])))
    const statuses = exitTable.flatMap(({ exit, statuses }) => statuses.map((status) => [status, exit] as const))
    assert.include(byStatus, Object.fromEntries(statuses))
    assert.sameMembers(
      statuses.map(([status]) => status),
      [...new Set(codes.flatMap((code) => (typeof cases[code][0] === "number" ? [cases[code][0]] : [])))]
    )
    const { out: help } = await cli("", ["--help"])
    const [, section = ""] = help.split("Exit codes\n")
    const rows = [...section.matchAll(/^ {2}(\d+) +([\s\S]*?)(?=^ {2}\d|$(?![\s\S]))/gm)]
    const shown = rows.flatMap(([, exit, text = ""]) =>
      (text.match(/\b[A-Z_]{6,}\b/g) ?? []).map((code) => [code, exit])
    )
    assert.deepStrictEqual(
      Object.fromEntries(shown),
      Object.fromEntries(codes.map((code) => [code, String(cases[code][1])]))
    )
    assert.deepStrictEqual(
      rows.map(([, exit]) => exit),
      ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "130"]
    )
  })
})

describe("what to do", () => {
  const { signal } = new AbortController()
  const told = (code: string, hint: string, env = {}) =>
    failureOf(new AgentError({ code, message: "No.", hint, operation: "x", attempts: 1, details: { a: 1 } }), {
      env,
      signal
    })
  const server = "See that the address (--url, AGENT_OPERATIONS_URL or that of the profile) is the server's"

  it("is said in words of the command line where the usual ones are for code, and else as the server says it", () => {
    const { NOT_FOUND, PROJECT_ACCESS_DENIED, CONFLICT } = catalogue
    const hints: ReadonlyArray<readonly [code: ErrorCode, hint: string, expected: string]> = [
      ["NOT_FOUND", NOT_FOUND.hint, "Check the ID: list prints those that there are."],
      ["NOT_FOUND", "Do.", "Do."],
      [
        "PROJECT_ACCESS_DENIED",
        PROJECT_ACCESS_DENIED.hint,
        "Name a project that the credential reaches, by its ID: --project, or AGENT_OPERATIONS_PROJECT_ID."
      ],
      ["PROJECT_ACCESS_DENIED", "Do.", "Do."],
      ["CONFLICT", CONFLICT.hint, CONFLICT.hint],
      ["CONNECTION_FAILED", "Do.", `${server}, and that it can be reached.`],
      ["NOT_AN_ENVELOPE", "Do.", `${server}, and that nothing answers in its place: a proxy, or a page to sign in at.`],
      ["CLIENT_TIMEOUT", "Do.", "Do."]
    ]
    for (const [code, hint, expected] of hints)
      assert.deepStrictEqual(told(code, hint).failure, { code, message: "No.", hint: expected, details: { a: 1 } })
  })

  it("about a credential that is refused is for the one that was sent", () => {
    const byKey = told("UNAUTHENTICATED", "Do.", { AGENT_OPERATIONS_API_KEY: "aok_1" }).failure.hint
    assert.strictEqual(byKey, "Set another API key as AGENT_OPERATIONS_API_KEY; or unset it, and run login.")
    for (const env of [{}, { AGENT_OPERATIONS_API_KEY: "" }])
      assert.strictEqual(told("UNAUTHENTICATED", "Do.", env).failure.hint, "The access has ended: run login again.")
  })

  it("is told of what is no error of a call, and of an interruption", () => {
    const own = new CommandError("Own.", { code: "OWN", hint: "Do.", exit: 7, details: 1 })
    const of = (error: unknown, given = signal) => {
      const { failure, exit } = failureOf(error, { env: {}, signal: given })
      return [failure.code, failure.message, failure.hint, exit]
    }
    const aborted = AbortSignal.abort()
    for (const given of [signal, aborted]) assert.deepStrictEqual(of(own, given), ["OWN", "Own.", "Do.", 7])
    assert.deepStrictEqual(of("broken"), ["UNFORESEEN", "broken", "Please report it.", 1])
    assert.deepStrictEqual(of(new Error("x"), aborted), ["INTERRUPTED", "It was interrupted.", "Run it again.", 130])
  })
})
