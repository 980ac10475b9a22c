import { setTimeout } from "node:timers/promises"
import { ApiKeys } from "@agent-operations/auth"
import { operationsOf, viewFamilies } from "@agent-operations/contract"
import { createDatabase } from "@agent-operations/postgres-for-tests"
import { Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, inject, it } from "vitest"
import { startMeter } from "../src/wire-meter.ts"
import { openKit, smallContent } from "../src/world.ts"

const field = { source: { type: "attribute", pointer: "/a" }, settings: { target: "trace", valueType: "json" } }

/**
 * Statements, the credential's among them, and bytes to and from PostgreSQL. A restore looks up the current revision
 * where the caller names none, a validation looks for what is referenced, and a page of history or of what was deleted
 * reads what is not remembered.
 */
const counts: Readonly<Record<string, readonly [statements: number, bytesTo: number, bytesFrom: number]>> = {
  list_page_views: [2, 345, 419],
  get_page_view: [2, 374, 1401],
  create_page_view: [2, 1581, 314],
  update_page_view: [2, 790, 1456],
  copy_page_view: [2, 670, 1459],
  delete_page_view: [2, 815, 314],
  get_page_view_history: [3, 610, 1490],
  restore_page_view: [3, 794, 1456],
  get_page_view_dependencies: [2, 409, 330],
  list_deleted_page_views: [2, 278, 593],
  recover_page_view: [2, 709, 1527],
  validate_page_view: [3, 632, 1427],
  list_custom_fields: [2, 348, 419],
  get_custom_field: [2, 377, 687],
  create_custom_field: [2, 873, 314],
  update_custom_field: [2, 798, 742],
  copy_custom_field: [2, 673, 744],
  delete_custom_field: [2, 824, 314],
  get_custom_field_history: [3, 616, 780],
  restore_custom_field: [3, 803, 741],
  get_custom_field_dependencies: [2, 326, 338],
  list_deleted_custom_fields: [2, 281, 593],
  recover_custom_field: [2, 715, 812]
}

/** Sends requests whose bodies say how long they are, as clients do over HTTP. */
const senderOf =
  (fetch: (request: Request) => Promise<Response>, token: string) =>
  async (operation: string, input: object, headers: Readonly<Record<string, string>>) => {
    const body = JSON.stringify(input)
    const all = { ...headers, authorization: `Bearer ${token}`, "content-type": "application/json" }
    const response = await fetch(
      new Request(`http://bench.test/api/agent/${operation}`, {
        method: "POST",
        headers: { ...all, "content-length": String(body.length) },
        body
      })
    )
    await response.text()
    return response
  }

const kindOf = (operation: string) => (operation.includes("custom_field") ? "custom_field" : "page_view")

/** Names and times may be a little longer. */
const tolerance = 1.1

/**
 * What an operation costs on the way to PostgreSQL and back, once its statements are prepared: what a clock shows of a
 * regression only on a quiet machine, these show anywhere.
 */
describe("an operation on a definition of 1 KB", () => {
  let drop = async () => {}
  let meter: Awaited<ReturnType<typeof startMeter>>
  let opened: Awaited<ReturnType<typeof openKit>>
  let names = 0
  const name = () => `Counted ${names++}`

  beforeAll(async () => {
    const database = await createDatabase(inject("postgresUrl"))
    meter = await startMeter(new URL(database.url))
    opened = await openKit({ url: meter.url })
    drop = async () => {
      await opened.kit.close()
      await meter.close()
      await database.drop()
    }
  })
  afterAll(() => drop())

  const make = async (kind: string) =>
    (await opened.call(`create_${kind}`, { name: name(), ...(kind === "page_view" ? smallContent : field) })).id

  /** An input of an operation that succeeds, on a definition that was just made. */
  const inputOf = async (operation: string): Promise<object> => {
    const kind = kindOf(operation)
    if (operation.startsWith("list_")) return { limit: 1 }
    if (operation.startsWith("create_")) return { name: name(), ...(kind === "page_view" ? smallContent : field) }
    const id = await make(kind)
    if (operation.startsWith("recover_")) await opened.call(`delete_${kind}`, { id, expectedRevision: 1 })
    if (operation.startsWith("update_")) return { id, expectedRevision: 1, description: "Other" }
    if (operation.startsWith("restore_")) return { id, revision: 1 }
    if (operation.startsWith("delete_")) return { id, expectedRevision: 1 }
    return operation.startsWith("copy_") ? { id, name: name() } : { id }
  }

  it.each(operationsOf(viewFamilies).map(({ id }) => id))(
    "%s: statements, and bytes to and from the database",
    async (operation) => {
      // A list has more than its page holds, whatever was made before.
      if (operation.startsWith("list_")) {
        await make(kindOf(operation))
        await make(kindOf(operation))
      }
      // On any of the pool's connections the first time prepares.
      for (let n = 0; n < 20; n++) await opened.call(operation, await inputOf(operation))
      const input = await inputOf(operation)
      meter.take()
      await opened.call(operation, input)
      const { statements, bytesTo, bytesFrom } = meter.take()
      const [wanted, to, from] = counts[operation] ?? assert.fail(`${operation} has no counts yet`)
      assert.strictEqual(statements, wanted)
      assert.isBelow(bytesTo, to * tolerance)
      assert.isBelow(bytesFrom, from * tolerance)
    }
  )

  it("A1: what decides access by itself is tried for who was let in before, once for who is no more, and for nobody else", async () => {
    const { kit, organizationId, projectId, call } = opened
    const { id } = await call("create_page_view", { name: name(), ...smallContent })
    const get = ["get_page_view", { id }] as const
    const update = ["update_page_view", { id, expectedRevision: 1, description: "Never" }] as const
    const by = { type: "operator" } as const
    const makeKey = async () => {
      const scopes = ["views:read", "views:write"] as const
      const { key, token } = await kit.run(
        ApiKeys.use((keys) => keys.create({ organizationId, name: "Guest", scopes, by }))
      )
      const send = senderOf(kit.fetch, Redacted.value(token))
      const revoke = () => kit.run(ApiKeys.use((keys) => keys.revoke({ organizationId, id: key.id, by })))
      /** The status of an answer, and how many statements it took, with what was begun and given up. */
      const ask = async ([operation, input]: readonly [string, object], project = projectId) => {
        meter.take()
        const { status } = await send(operation, input, { "x-project-id": project })
        // clock: what is begun and given up has no event; more time only finds more
        await setTimeout(50)
        return [status, meter.take().statements]
      }
      return { ask, revoke }
    }
    const [reader, writer] = [await makeKey(), await makeKey()]
    for (const { ask } of [reader, writer]) {
      assert.deepStrictEqual(await ask(get), [200, 2])
      assert.deepStrictEqual(await ask(get), [200, 1])
      assert.deepStrictEqual(await ask(get, "elsewhere"), [403, 1])
    }
    await reader.revoke()
    assert.deepStrictEqual(await reader.ask(get), [401, 2])
    assert.deepStrictEqual(await reader.ask(get), [401, 1])
    await writer.revoke()
    assert.deepStrictEqual(await writer.ask(update), [401, 2])
    assert.deepStrictEqual(await writer.ask(update), [401, 1])
    assert.deepStrictEqual(await writer.ask(get), [401, 1])
    assert.strictEqual((await call("get_page_view", { id })).revision, 1)
  })

  it("what looks up one of something is planned once, not at each execution", async () => {
    const { id } = await opened.call("create_page_view", { name: name(), ...smallContent })
    for (let n = 0; n < 20; n++) {
      await opened.call("get_page_view", { id })
      await opened.call("get_page_view_dependencies", { id })
      await opened.call("update_page_view", { id, expectedRevision: n + 1, description: `${n}` })
    }
    // One after the other they all have the same connection.
    const statements = await opened.kit.run(
      SqlClient.SqlClient.use(
        (sql) => sql<{ statement: string; kept: number; anew: number }>`
          select statement, generic_plans::integer as kept, custom_plans::integer as anew from pg_prepared_statements
          where statement ~ 'asked\\.(key_id|revision|place)|update agent_operations.definitions'`
      )
    )
    const often = statements.filter(({ kept, anew }) => kept + anew >= 20)
    assert.isAtLeast(often.length, 4)
    for (const { statement, kept, anew } of often) assert.isAbove(kept, anew, statement)
  })
})
