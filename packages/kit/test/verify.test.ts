import { type AgentError, InternalError, Unauthenticated, Unavailable } from "@agent-operations/error-envelope"
import { webHandler } from "@agent-operations/http"
import { type HostPrincipal, type HostVerify, kitLayer } from "@agent-operations/kit"
import { isLong } from "@agent-operations/testing/long"
import { views } from "@agent-operations/views"
import { Effect, Layer, Logger, ManagedRuntime, References } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { kits } from "./server.ts"

const ada: HostPrincipal = {
  actor: { type: "user", id: "usr_ada", name: "Ada" },
  organizationId: "acme",
  scopes: ["views:read", "views:write"],
  projectId: "support"
}

const headers = { authorization: "Bearer x", "x-project-id": "support", "content-type": "application/json" }

/** Every row of every table, as text. */
const dump = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'agent_operations'`
  const rows = yield* Effect.forEach(
    tables,
    ({ name }) => sql<{ row: string }>`select t::text as row from agent_operations.${sql(name)} as t`
  )
  return rows.flat().map(({ row }) => row)
})

describe.each(isLong ? kits : kits.slice(1))("a host's verify on $name", ({ database }) => {
  let verify: (...asked: Parameters<HostVerify>) => unknown = () => ada
  const logged: Array<string> = []
  let rows: () => Promise<ReadonlyArray<string>>
  let fetch: ReturnType<typeof webHandler>
  let close: () => Promise<void>

  beforeAll(async () => {
    const { config, drop } = await database()
    const runtime = ManagedRuntime.make(
      kitLayer({
        families: [views()],
        database: config,
        deadline: "1 second",
        verify: (asked) => verify(asked) as HostPrincipal
      }).pipe(
        Layer.provideMerge(
          Layer.merge(
            Logger.layer([Logger.map(Logger.formatJson, (line) => logged.push(line))]),
            Layer.succeed(References.MinimumLogLevel, "Info")
          )
        )
      )
    )
    fetch = webHandler(await runtime.context())
    rows = () => runtime.runPromise(dump)
    close = async () => {
      await runtime.dispose()
      await drop()
    }
  })
  afterAll(() => close())

  let made = 0
  /** Creates a page view as whoever `verify` says. */
  const create = async (answer: () => unknown) => {
    verify = answer
    logged.length = 0
    const body = JSON.stringify({ name: `View ${++made}`, source: { type: "table" }, settings: { target: "traces" } })
    const response = await fetch(
      new Request("http://test/api/agent/create_page_view", { method: "POST", headers, body })
    )
    const { data, error } = (await response.json()) as {
      data?: { createdBy: unknown }
      error?: { code: string; message: string; hint: string; details?: unknown }
    }
    return { status: response.status, headers: response.headers, data, error, log: logged.join("\n") }
  }

  it("keeps the members of a principal, and nothing else that it answers", async () => {
    const user = { ...ada.actor, passwordHash: "$argon2id$secret", session: { token: "tok_secret" } }
    const { status, data } = await create(async () => ({ ...ada, actor: user, iban: "DE_secret" }))
    assert.strictEqual(status, 200)
    assert.deepStrictEqual(data?.createdBy, ada.actor)
    const stored = await rows()
    assert.isTrue(stored.some((row) => row.includes("usr_ada")))
    for (const row of stored) assert.notMatch(row, /secret|passwordHash|session|iban/)
  })

  it("reads a principal whose members are getters, and may answer at once", async () => {
    class Row {
      get actor() {
        return ada.actor
      }
      organizationId = "acme"
      scopes = ada.scopes
      projectId = "support"
    }
    assert.strictEqual((await create(() => new Row())).status, 200)
    assert.strictEqual((await create(async () => ada)).status, 200)
  })

  it("A2: leaves out scopes that there are not", async () => {
    assert.strictEqual(
      (await create(async () => ({ ...ada, scopes: ["openid", "views:write", "views:write"] }))).status,
      200
    )
    const { status, error } = await create(async () => ({ ...ada, scopes: ["openid", "views:read", "views:*"] }))
    assert.deepStrictEqual([status, error?.details], [403, { required: ["views:write"], granted: ["views:read"] }])
  })

  const secret = "s3cret-in-the-wrong-place"
  const actor = (changed: object) => ({ ...ada, actor: { ...ada.actor, ...changed } })
  it.each<readonly [string, unknown, string]>([
    ["an empty organization", { ...ada, organizationId: "" }, "principal.organizationId"],
    ["no organization", { ...ada, organizationId: undefined }, "principal.organizationId"],
    ["an organization that is a number", { ...ada, organizationId: 7 }, "principal.organizationId"],
    ["an organization that is an object", { ...ada, organizationId: { secret } }, "principal.organizationId"],
    ["an over-long organization", { ...ada, organizationId: secret.repeat(20) }, "principal.organizationId"],
    ["a NUL", { ...ada, organizationId: `${secret}\0` }, "principal.organizationId"],
    ["half of a surrogate pair", actor({ name: `${secret}\ud800` }), "principal.actor.name"],
    ["an actor without an ID", actor({ id: "" }), "principal.actor.id"],
    ["an actor whose ID is a number", actor({ id: 42 }), "principal.actor.id"],
    ["an actor of another type", actor({ type: secret }), "principal.actor.type"],
    ["an actor that is text", { ...ada, actor: secret }, "principal.actor"],
    ["an actor without a name", actor({ name: undefined }), "principal.actor.name"],
    ["an over-long name", actor({ name: secret.repeat(20) }), "principal.actor.name"],
    ["scopes that are text", { ...ada, scopes: `views:write ${secret}` }, "principal.scopes"],
    ["a scope that is no text", { ...ada, scopes: [{ secret }] }, "principal.scopes.0"],
    ["a project that is a number", { ...ada, projectId: 1 }, "principal.projectId"],
    ["no project", { ...ada, projectId: undefined }, "principal.projectId"],
    ["text", secret, "principal"],
    ["true", true, "principal"],
    ["an array", [ada], "principal"]
  ])("E1: refuses %s as a 500, and says what was wrong in the log without its value", async (_, answer, place) => {
    const before = await rows()
    const { status, error, log } = await create(async () => answer)
    assert.deepStrictEqual([status, error?.code], [500, "INTERNAL_ERROR"])
    assert.include(log, `${place}: has to be `)
    assert.include(log, '"ERROR"')
    assert.notInclude(log, "s3cret")
    assert.notInclude(JSON.stringify(error), "principal")
    assert.deepStrictEqual(await rows(), before)
  })

  it("A1: null and undefined are nobody, at once and later", async () => {
    for (const answer of [() => null, () => undefined, async () => null, async () => undefined]) {
      const { status, error } = await create(answer)
      assert.deepStrictEqual([status, error?.code], [401, "UNAUTHENTICATED"])
    }
  })

  const thrower = (thrown: unknown) => [
    () => {
      throw thrown
    },
    async () => {
      throw thrown
    }
  ]

  it("E2: an error of the catalogue that it throws is answered as it is, also one of another copy's class", async () => {
    class ForeignError extends Error {}
    const foreign = (fields: object) => Object.assign(new ForeignError("from another copy"), fields)
    const cases: ReadonlyArray<readonly [unknown, number, string]> = [
      [new Unauthenticated({ message: "The session has ended.", hint: "Sign in again." }), 401, "UNAUTHENTICATED"],
      [new Unavailable({ message: "The session store is away.", retryAfter: 7 }), 503, "UNAVAILABLE"],
      [new InternalError({ message: "It failed." }), 500, "INTERNAL_ERROR"],
      [foreign({ _tag: "RATE_LIMITED", retryAfter: 7 }), 429, "RATE_LIMITED"],
      [foreign({ _tag: "UNAVAILABLE" }), 503, "UNAVAILABLE"],
      [foreign({ _tag: "MISSING_SCOPE", details: { required: ["views:write"], granted: [] } }), 403, "MISSING_SCOPE"],
      [foreign({ _tag: "TIMEOUT", details: { secret } }), 504, "TIMEOUT"]
    ]
    for (const [thrown, status, code] of cases) {
      for (const answer of thrower(thrown)) {
        const { error, headers, ...answered } = await create(answer)
        assert.deepStrictEqual([answered.status, error?.code], [status, code])
        assert.strictEqual(error?.message, (thrown as AgentError).message)
        if ((thrown as AgentError).hint !== undefined) assert.strictEqual(error?.hint, (thrown as AgentError).hint)
        if (status === 429) assert.strictEqual(headers.get("retry-after"), "7")
        if (status === 503) assert.match(headers.get("retry-after") ?? "", /^[17]$/)
        assert.notInclude(JSON.stringify(error), "s3cret")
      }
    }
  })

  it("the cause of an error of the catalogue is logged, and not answered", async () => {
    const cause = new Error("connect ECONNREFUSED 10.0.0.7")
    const { status, error, log } = await create(
      thrower(new Unavailable({ message: "Sessions are away.", retryAfter: 1, cause }))[1]!
    )
    assert.strictEqual(status, 503)
    assert.include(log, "10.0.0.7")
    assert.include(log, '"WARN"')
    assert.notInclude(JSON.stringify(error), "10.0.0.7")
  })

  it("E1: whatever else it throws is a 500, and logged with its cause", async () => {
    const cause = new Error("connect ECONNREFUSED 10.0.0.7")
    const wrong = { _tag: "CONFLICT", message: "no details, 10.0.0.7" }
    const cases = [new Error("The look-up failed", { cause }), "10.0.0.7", { at: "10.0.0.7" }, wrong, undefined, null]
    for (const thrown of cases) {
      for (const answer of thrower(thrown)) {
        const { status, error, log } = await create(answer)
        assert.deepStrictEqual([status, error?.code], [500, "INTERNAL_ERROR"])
        assert.include(log, "The host's verify failed.")
        if (thrown != null) assert.include(log, "10.0.0.7")
        assert.notInclude(JSON.stringify(error), "10.0.0.7")
      }
    }
  })

  it("E1: one that never answers is ended by the deadline", async () => {
    const { status, error } = await create(() => new Promise(() => {}))
    assert.deepStrictEqual([status, error?.code], [504, "TIMEOUT"])
  })
})
