import { createAgentOperations, migrationsOf } from "@agent-operations/kit"
import type { PgPool } from "@agent-operations/database"
import { serverCopy } from "@agent-operations/testing/kit"
import { Pool } from "pg"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { everyScope } from "../tenancy/contract.ts"
import { everyFamily } from "../tenancy/families.ts"

/** By which the server tells that a caller may come back, of each class. */
const passing = "08006 25006 25P03 28000 3D000 40001 40P01 53100 55P03 57014 57P01 58030".split(" ")
/** By which it tells of a mistake in what it was asked, or in its own data. */
const faults = "0A000 22012 23503 26000 42P01 HV00L P0001 XX000 XX001".split(" ")

const expected: ReadonlyArray<readonly [state: string, codes: ReadonlyArray<string>]> = [
  ...passing.map((state) => [state, ["UNAVAILABLE", "TIMEOUT"]] as const),
  ...faults.map((state) => [state, ["INTERNAL_ERROR"]] as const)
]

/** The statement that fails, as another node or a broken disk would have it fail, and with which SQLSTATE. */
let failing: { readonly text: string; readonly state: string } | undefined
let sent = new Set<string>()

const isControl = (text: string) => /^\s*(?:begin|commit|rollback|savepoint|release|start|set)\b/i.test(text)

const failingPool = (pool: Pool): PgPool => ({
  connect: async () => {
    const client = await pool.connect()
    return {
      query: (statement) => {
        if (!isControl(statement.text)) sent.add(statement.text)
        return failing?.text === statement.text
          ? client.query({ text: "select public.fail_with($1)", values: [failing.state] })
          : client.query(statement)
      },
      on: (event, listener) => client.on(event, listener),
      removeListener: (event, listener) => client.removeListener(event, listener),
      release: (error) => client.release(error)
    }
  }
})

const open = async () => {
  const { url, drop } = await serverCopy(migrationsOf(everyFamily(false)))
  const pool = new Pool({ connectionString: url, max: 6, options: "-c jit=off" })
  pool.on("connect", (client) => client.on("error", () => {})).on("error", () => {})
  await pool.query(`
    create function public.fail_with(state text) returns int language plpgsql as $$
    begin raise exception 'as another node would' using errcode = state; end $$`)
  const kit = await createAgentOperations({
    ...{ families: everyFamily(false), database: { pool: failingPool(pool) }, migrate: false, logLevel: "None" },
    requestsPerMinute: "off",
    verify: ({ projectId = null }) => ({
      ...{ actor: { type: "user", id: "usr_ada", name: "Ada" }, organizationId: "acme", projectId, scopes: everyScope }
    })
  })
  const close = async () => {
    await kit.close()
    await pool.end()
    await drop()
  }
  return { kit, close }
}

interface Answer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- what was made is looked at as its operation tells it
  readonly data?: any
  readonly error?: { readonly code: string }
}

describe("an error of any class, at each statement of a request", () => {
  let world: Awaited<ReturnType<typeof open>>
  beforeAll(async () => void (world = await open()))
  afterAll(() => world.close())

  const ask = async (operation: string, input: object): Promise<Answer> => {
    const response = await world.kit.fetch(
      new Request(`http://errors.test/api/agent/${operation}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-project-id": "prj_states", authorization: "Bearer ada" },
        body: JSON.stringify(input)
      })
    )
    return { status: response.status, ...((await response.json()) as object) }
  }
  const ok = async (operation: string, input: object) => {
    const answer = await ask(operation, input)
    assert.strictEqual(answer.status, 200, `${operation} was answered ${JSON.stringify(answer)}`)
    return answer.data
  }

  let made = 0
  const hex = (digits: number) => (++made).toString(16).padStart(digits, "0")

  /** Of each write: what it needs, and then an input that has not been sent before. */
  const writes: ReadonlyArray<readonly [operation: string, prepare: () => Promise<() => object | Promise<object>>]> = [
    [
      "record_traces",
      async () => () => {
        const span = { id: hex(16), name: "answer", startedAt: new Date().toISOString(), endedAt: null }
        return { traces: [{ id: hex(32), spans: [span] }] }
      }
    ],
    [
      "update_page_view",
      async () => {
        const view = { name: "States", source: { type: "table" }, settings: { target: "traces" } }
        const { id } = await ok("create_page_view", view)
        return async () => {
          const { revision } = await ok("get_page_view", { id })
          return { id, expectedRevision: revision, description: `${++made}` }
        }
      }
    ],
    [
      "create_eval_run",
      async () => {
        const app = { name: "States", source: { type: "sample", behaviour: "echo" }, settings: {} }
        const exact = { type: "builtin", name: "exact" }
        const scorer = { name: "States", source: exact, settings: { output: { type: "boolean" } } }
        const [{ id: appId }, { id: scorerId }, { id: datasetId }] = [
          await ok("register_app", app),
          await ok("create_scorer", scorer),
          await ok("create_dataset", { name: "States", source: { type: "items" }, settings: {} })
        ]
        await ok("put_dataset_items", { datasetId, items: [{ input: "a", expected: "a" }] })
        return () => ({
          ...{ requestKey: `${++made}`, name: "States", app: { id: appId }, dataset: { id: datasetId } },
          scorers: { exact: { id: scorerId } }
        })
      }
    ]
  ]

  it.each(writes)("E1: is told by its code, and leaves %s to be done by who asks again", async (operation, prepare) => {
    const next = await prepare()
    const first = await next()
    sent = new Set()
    await ok(operation, first)
    const statements = [...sent]
    assert.isNotEmpty(statements)
    const wrong: Array<string> = []
    for (const text of statements) {
      for (const [state, codes] of expected) {
        const input = await next()
        failing = { text, state }
        const { status, error } = await ask(operation, input)
        failing = undefined
        // What is only remembered for later may fail.
        if (status === 200) continue
        if (!codes.includes(error!.code)) wrong.push(`${error!.code} for ${state} at ${text}`)
        await ok(operation, input)
      }
      const reads = Array.from({ length: 100 }, async () => (await ask("list_page_views", { limit: 1 })).status)
      assert.deepStrictEqual(new Set(await Promise.all(reads)), new Set([200]))
      await ok(operation, await next())
    }
    assert.deepStrictEqual(wrong, [])
  })
})
