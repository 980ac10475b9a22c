import { createAgentOperations } from "@agent-operations/kit"
import { views } from "@agent-operations/views"
import { setTimeout } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Answer, caller, kits, makeTenant } from "./server.ts"

const rounds = 4
const view = (name: string) => ({ name, source: { type: "table" }, settings: { target: "traces" } })

/** What can be done to a key, and how those who call with it are answered from then on. */
const ends = {
  revoked: [401, "update agent_operations.api_keys set revoked_at = now() where id = $1"],
  expired: [401, "update agent_operations.api_keys set expires_at = now() - interval '1 second' where id = $1"],
  "of another secret": [401, "update agent_operations.api_keys set secret_hash = sha256('other') where id = $1"],
  narrowed: [403, "update agent_operations.api_keys set scopes = array['traces:read'] where id = $1"]
} as const

// PGlite's files are of one process; two kits are two of everything that a process remembers.
describe.each(kits)("a key that ends while it is used on $name", ({ name, database }) => {
  const start = async () => {
    const { config, drop } = await database()
    const begin = () => createAgentOperations({ families: [views()], database: config, logLevel: "None" })
    const first = await begin()
    const all = name === "PostgreSQL" ? [first, await begin()] : [first]
    const tenant = await makeTenant(first)
    const { token } = await tenant.key(["views:read", "views:write"])
    const query = <A extends object>(text: string, values: ReadonlyArray<string> = []) =>
      first.transaction(({ query }) => query<A>(text, values))
    await query("insert into agent_operations.event_subscriptions (name) values ('watch')")
    const close = async () => {
      for (const kit of all) await kit.close()
      await drop()
    }
    return { kits: all, tenant, query, call: caller(first, token, tenant.projectId), close }
  }
  let host: Awaited<ReturnType<typeof start>>
  beforeAll(async () => void (host = await start()))
  afterAll(() => host.close())

  for (const [end, [status, statement]] of Object.entries(ends)) {
    it(`A1, A5, R10: ${end}, it changes nothing that is not acknowledged, and nothing is told once that is`, async () => {
      for (let round = 0; round < rounds; round++) {
        const made = await Promise.all(
          Array.from({ length: 8 }, async (_, n) => {
            const { body } = await host.call("create_page_view", view(`${end} ${round} ${n}`))
            const { id }: { id: string } = body.data!
            return id
          })
        )
        const key = await host.tenant.key(["views:read", "views:write"])
        const callers = host.kits.map((kit) => {
          const call = caller(kit, key.token, host.tenant.projectId)
          // What is short by its header is tried under a guard.
          return (operation: string, body: unknown) =>
            call(operation, body, { "content-length": String(Buffer.byteLength(JSON.stringify(body))) })
        })
        for (const call of callers)
          for (const id of made) assert.strictEqual((await call("get_page_view", { id })).status, 200)

        const acknowledged = new Map(made.map((id) => [id, 0]))
        const refused = ({ status: answered, body }: Answer) => {
          assert.strictEqual(answered, status)
          assert.notProperty(body, "data")
          assert.strictEqual(body.error!.code, status === 401 ? "UNAUTHENTICATED" : "MISSING_SCOPE")
        }
        let over = false
        /** Updates one after another, each by the revision before, until it is refused; others read, and fail, beside. */
        const write = async (id: string, call: (typeof callers)[number], gap: number) => {
          for (let revision = 1; ; revision++) {
            const wasOver = over
            const answers = await Promise.all([
              call("update_page_view", { id, expectedRevision: revision, description: `${revision}` }),
              call("update_page_view", { id, expectedRevision: 1000 }),
              call("get_page_view", { id }),
              call("get_page_view", { id: `${id.slice(0, -4)}0000` })
            ])
            if (wasOver) answers.forEach(refused)
            const [update, stale, get, missing] = answers
            if (stale.status !== status) assert.strictEqual(stale.body.error?.code, "CONFLICT")
            if (get.status !== status) assert.strictEqual(get.status, 200)
            if (missing.status !== status) assert.strictEqual(missing.body.error?.code, "NOT_FOUND")
            if (update.status !== 200) return refused(update)
            acknowledged.set(id, revision)
            // clock: callers of another pace each; any will do
            if (gap > 0) await setTimeout(gap)
          }
        }
        const writing = Promise.all(made.map((id, n) => write(id, callers[n % callers.length]!, n % 3)))
        // clock: any moment will do to be revoked at
        await setTimeout(Math.random() * 30)
        await host.query(statement, [key.id])
        over = true
        await writing

        for (const [id, updates] of acknowledged) {
          const { body } = await host.call("get_page_view", { id })
          const { revision }: { revision: number } = body.data!
          assert.strictEqual(revision, updates + 1)
          const events = await host.query<{ n: string }>(
            "select count(*)::text as n from agent_operations.definition_events where definition_id = $1",
            [id]
          )
          assert.strictEqual(events[0]?.n, String(updates + 1))
        }
        await Promise.all(callers.map(async (call) => refused(await call("update_page_view", ["{"]))))
      }
    })
  }
})
