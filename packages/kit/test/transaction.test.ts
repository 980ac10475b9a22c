import { isAgentError } from "@agent-operations/error-envelope"
import { createAgentOperations, QueryFailed } from "@agent-operations/kit"
import { createDatabase } from "@agent-operations/postgres-for-tests"
import { views } from "@agent-operations/views"
import pg from "pg"
import { afterAll, assert, beforeAll, describe, inject, it } from "vitest"
import { access, databases, view } from "./front-door.ts"

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => assert.fail("It did not reject."),
    (error: unknown) => error
  )

describe.each(databases)("kit.transaction on $name", ({ name, open }) => {
  const start = async () => {
    const { database, drop } = await open()
    const kit = await createAgentOperations({ families: [views()], database, logLevel: "None" })
    await kit.transaction(({ query }) => query("create table orders (id integer primary key, page_view text)"))
    return { kit, drop }
  }
  let host: Awaited<ReturnType<typeof start>>
  beforeAll(async () => void (host = await start()))
  afterAll(async () => {
    await host.kit.close()
    await host.drop()
  })

  const orders = async () =>
    (await host.kit.transaction(({ query }) => query<{ id: number }>("select id from orders order by id"))).map(
      ({ id }) => id
    )
  const isThere = async (search: string) => {
    const { items } = await host.kit.as(access).pageViews.list({ search })
    return items.some(({ name }) => name === search)
  }

  it("a definition, the host's row and a project commit together", async () => {
    const { id: organizationId } = await host.kit.organizations.create({ name: "Acme" })
    const made = await host.kit.transaction(async ({ operations, query }) => {
      const { id, revision } = await operations.as(access).pageViews.create(view("Together"))
      await query("insert into orders values ($1, $2)", [1, id])
      await operations.projects.create({ organizationId, name: "Together", id: "together" })
      assert.strictEqual((await operations.as(access).pageViews.get({ id })).revision, revision)
      // PGlite has one session: nobody else sees anything meanwhile.
      if (name === "PostgreSQL") assert.isFalse(await isThere("Together"), "seen before the commit")
      return { id }
    })
    assert.strictEqual((await host.kit.as(access).pageViews.get(made)).name, "Together")
    assert.include(await orders(), 1)
    assert.lengthOf(await host.kit.projects.list({ organizationId }), 1)
  })

  it("both vanish where the function throws, and what it threw is thrown again as it was", async () => {
    const thrown = { reason: "the host's own" }
    let id = ""
    const error = await rejection(
      host.kit.transaction(async ({ operations, query }) => {
        ;({ id } = await operations.as(access).pageViews.create(view("Vanished")))
        await operations.as(access).pageViews.update({ id, expectedRevision: 1, description: "Two" })
        await query("insert into orders values (2, $1)", [id])
        throw thrown
      })
    )
    assert.strictEqual(error, thrown)
    // Nothing is remembered of it: neither the definition, nor its name.
    assert(isAgentError(await rejection(host.kit.as(access).pageViews.get({ id })), "NOT_FOUND"))
    assert.notInclude(await orders(), 2)
    assert.strictEqual((await host.kit.as(access).pageViews.create(view("Vanished"))).revision, 1)
  })

  it("what fails within is undone alone, so that the transaction can go on", async () => {
    await host.kit.as(access).pageViews.create(view("Taken"))
    await host.kit.transaction(async ({ operations, query }) => {
      const { pageViews } = operations.as(access)
      assert(isAgentError(await rejection(pageViews.create(view("Taken"))), "NAME_TAKEN"))
      await query("insert into orders values (3, null)")
      const failed = await rejection(query("insert into orders values (3, null)"))
      assert.instanceOf(failed, QueryFailed)
      assert.strictEqual((failed as QueryFailed).code, "23505")
      assert.match((failed as QueryFailed).message, /orders_pkey/)
      await pageViews.create(view("Free"))
    })
    assert.include(await orders(), 3)
    assert.isTrue(await isThere("Free"))
  })

  it("calls that were begun at the same time take turns, and those that nobody awaited belong to it", async () => {
    await host.kit.transaction(async ({ operations, query }) => {
      const { pageViews } = operations.as(access)
      const all = [..."abcd"].map((letter) => pageViews.create(view(`Beside ${letter}`)))
      void query("insert into orders values (4, null)")
      await Promise.all(all)
      void pageViews.create(view("Not awaited"))
    })
    assert.isTrue(await isThere("Beside d"))
    assert.isTrue(await isThere("Not awaited"))
    assert.include(await orders(), 4)
  })

  it("of calls that were begun at the same time, those that fail are undone alone", async () => {
    await host.kit.as(access).pageViews.create(view("Taken before"))
    await host.kit.transaction(async ({ operations, query }) => {
      const { pageViews } = operations.as(access)
      const settled = await Promise.allSettled([
        pageViews.create(view("Taken before")),
        query("insert into orders values (7, null)"),
        query("insert into orders values (7, null)"),
        pageViews.create(view("Taken by nobody")),
        query("select from no_such_table"),
        query("insert into orders values (8, null)")
      ])
      assert.deepStrictEqual(
        settled.map(({ status }) => status),
        ["rejected", "fulfilled", "rejected", "fulfilled", "rejected", "fulfilled"]
      )
    })
    assert.includeMembers(await orders(), [7, 8])
    assert.isTrue(await isThere("Taken by nobody"))
  })

  it("is over when its function has returned, and says so", async () => {
    const kept = await host.kit.transaction((transaction) => ({ transaction }))
    const { operations, query } = kept.transaction
    for (const call of [() => query("select 1"), () => operations.as(access).pageViews.list({})]) {
      assert.match(String(await rejection(call())), /The transaction has ended\. Await every call/)
    }
  })

  it("does not let statements begin or end it", async () => {
    const behind = ["/* a */ commit", "/* -- /* */ */ -- b\n commit", "-- c\r\ncommit", ";; commit", "/**/commit"]
    for (const text of ["commit", " ROLLBACK", "begin", "Savepoint x", "end", ...behind]) {
      const error = await rejection(
        host.kit.transaction(async ({ query }) => {
          await query("insert into orders values (71, null)")
          await query(text)
        })
      )
      assert.instanceOf(error, TypeError, text)
      assert.notInclude(await orders(), 71, text)
    }
  })

  it("does not let statements leave anything behind on the connection", async () => {
    for (const text of [
      "set role x",
      "SET SESSION statement_timeout = 1",
      "/**/set x.tenant = 'a'",
      "deallocate all"
    ]) {
      assert.instanceOf(await rejection(host.kit.transaction(({ query }) => query(text))), TypeError, text)
    }
    const kept = await host.kit.transaction(async ({ query }) => {
      await query("set local x.tenant = 'a'")
      await query("set constraints all deferred")
      return query("select current_setting('x.tenant') as tenant")
    })
    assert.deepStrictEqual(kept, [{ tenant: "a" }])
  })

  it("a connection that forgot its prepared statements is given up, and no other call meets it", async () => {
    await rejection(host.kit.transaction(({ query }) => query("do $$ begin execute 'deallocate all'; end $$")))
    for (let n = 0; n < 4; n++) {
      assert.deepStrictEqual(await host.kit.transaction(({ query }) => query("select 1 as one")), [{ one: 1 }])
      await host.kit.as(access).pageViews.list({})
    }
  })

  it("sends statements as they are, whatever schema the kit is in", async () => {
    const { database, drop } = await open()
    const renamed = await createAgentOperations({
      families: [views()],
      database: { ...database, schema: "ops" } as typeof database,
      logLevel: "None"
    })
    const rows = await renamed.transaction(({ query }) =>
      query("select 'agent_operations' as text, $1::text as value", ["agent_operations"])
    )
    await renamed.close()
    await drop()
    assert.deepStrictEqual(rows, [{ text: "agent_operations", value: "agent_operations" }])
  })

  it("is refused with options that cannot be meant", async () => {
    for (const options of [{ isolation: "serializable; drop table orders" }, { deadline: "soon" }]) {
      const error = await rejection(host.kit.transaction(({ query }) => query("select 1"), options as never))
      assert.instanceOf(error, TypeError)
      assert.match(String(error), /isolation is one of|deadline has to be a duration/)
    }
  })

  it("is given up at its deadline, or by a signal, and rolled back", async () => {
    let told: AbortSignal | undefined
    const late = await rejection(
      host.kit.transaction(
        async ({ operations, query, signal }) => {
          told = signal
          await operations.as(access).pageViews.create(view("Too late"))
          await query("insert into orders values (5, null)")
          await new Promise(() => {})
        },
        { deadline: "300 millis" }
      )
    )
    assert(isAgentError(late, "TIMEOUT"))
    assert.isTrue(told?.aborted)
    const reason = new Error("Nobody waits any more.")
    const controller = new AbortController()
    const given = host.kit.transaction(
      async ({ query }) => {
        await query("insert into orders values (6, null)")
        controller.abort(reason)
        await new Promise(() => {})
      },
      { signal: controller.signal }
    )
    assert.strictEqual(await rejection(given), reason)
    assert.isFalse(await isThere("Too late"))
    const found = await orders()
    assert.notInclude(found, 5)
    assert.notInclude(found, 6)
  })
})

describe("transactions on a server", () => {
  const start = async () => {
    const { url, drop } = await createDatabase(inject("postgresUrl"))
    const pool = new pg.Pool({ connectionString: url, max: 4 })
    // The server may end a connection that is being closed when its database goes.
    pool.on("error", () => {})
    await pool.query("create table orders (id integer primary key, amount integer)")
    const kit = await createAgentOperations({ families: [views()], database: { url }, logLevel: "None" })
    const overPool = await createAgentOperations({ families: [views()], database: { pool }, logLevel: "None" })
    return { kit, overPool, pool, drop }
  }
  let host: Awaited<ReturnType<typeof start>>
  beforeAll(async () => void (host = await start()))
  afterAll(async () => {
    await host.kit.close()
    await host.overPool.close()
    await host.pool.end()
    await host.drop()
  })

  it("a serialization failure says to run the whole transaction again, and the second run succeeds", async () => {
    const { kit, pool } = host
    await pool.query("insert into orders values (1, 0)")
    let runs = 0
    const attempt = () =>
      kit.transaction(
        async ({ operations, query }) => {
          runs += 1
          await query("select amount from orders where id = 1")
          if (runs === 1) await pool.query("update orders set amount = 1 where id = 1")
          await operations.as(access).pageViews.create(view("Serial"))
          await query("update orders set amount = amount + 10 where id = 1")
        },
        { isolation: "repeatable read" }
      )
    const error = await rejection(attempt())
    assert(isAgentError(error, "UNAVAILABLE"))
    assert.match(error.message, /run the whole transaction again/)
    await attempt()
    assert.deepStrictEqual((await pool.query("select amount from orders where id = 1")).rows, [{ amount: 11 }])
  })

  it("operations are a part of the transaction that the host has open on its own client", async () => {
    for (const [n, kit] of [host.kit, host.overPool].entries()) {
      for (const end of ["commit", "rollback"]) {
        const client = await host.pool.connect()
        await client.query("begin")
        await client.query("insert into orders values ($1, 0)", [100 + n])
        const { pageViews } = kit.within(client).as(access)
        const [{ id }] = await Promise.all([
          pageViews.create(view(`Joined ${n}`)),
          pageViews.create(view(`Beside ${n}`))
        ])
        assert(isAgentError(await rejection(pageViews.create(view(`Joined ${n}`))), "NAME_TAKEN"))
        assert(isAgentError(await rejection(kit.as(access).pageViews.get({ id })), "NOT_FOUND"))
        await client.query(end === "commit" && n === 0 ? "commit" : end)
        client.release()
        const { rows } = await host.pool.query("select from orders where id = $1", [100 + n])
        if (end === "commit") {
          assert.lengthOf(rows, 1)
          assert.strictEqual((await kit.as(access).pageViews.get({ id })).name, `Joined ${n}`)
          await kit.as(access).pageViews.delete({ id, expectedRevision: 1 })
          const { items } = await kit.as(access).pageViews.list({ search: `Beside ${n}` })
          for (const { id, revision } of items)
            await kit.as(access).pageViews.delete({ id, expectedRevision: revision })
          await host.pool.query("delete from orders where id = $1", [100 + n])
        } else {
          assert.lengthOf(rows, 0)
          assert(isAgentError(await rejection(kit.as(access).pageViews.get({ id })), "NOT_FOUND"))
        }
      }
    }
  })

  it("a pool of the host's is sent one statement at a time", async () => {
    const error = await rejection(
      host.overPool.transaction(({ query }) => query("insert into orders values (50, 0); commit"))
    )
    assert.strictEqual((error as QueryFailed).code, "42601")
    assert.lengthOf((await host.pool.query("select from orders where id = 50")).rows, 0)
  })

  it("what is no client of pg is refused, and says so", async () => {
    for (const client of [null, undefined, "x", {}]) {
      assert.throws(() => host.kit.within(client as never), /kit\.within needs a client of pg/)
    }
  })

  it("of calls that were begun at the same time on the host's client, those that fail are undone alone", async () => {
    const client = await host.pool.connect()
    await client.query("begin")
    const { pageViews } = host.kit.within(client).as(access)
    const names = ["Same client", "Same client", "Beside it", "Same client", "After it"]
    const settled = await Promise.allSettled(names.map((name) => pageViews.create(view(name))))
    assert.deepStrictEqual(
      settled.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled", "rejected", "fulfilled"]
    )
    await client.query("commit")
    client.release()
    for (const name of ["Same client", "Beside it", "After it"]) {
      assert.lengthOf((await host.kit.as(access).pageViews.list({ search: name })).items, 1, name)
    }
  })

  it.each([
    [
      "whose times are not written as ISO has them",
      "set local DateStyle to German",
      "OtherDateStyle",
      /DateStyle to ISO/
    ],
    ["whose user may not use the tables", "set local role pg_monitor", "NotPermitted", /sql --grants/]
  ])("a client %s is refused, and says what to do", async (_, setting, reason, hint) => {
    await host.kit.as(access).pageViews.create(view(reason))
    const client = await host.pool.connect()
    await client.query("begin")
    await client.query(setting)
    const error = (await rejection(host.kit.within(client).as(access).pageViews.list({ search: reason }))) as {
      reason: string
      hint: string
    }
    await client.query("rollback")
    client.release()
    assert.strictEqual(error.reason, reason)
    assert.match(error.hint, hint)
  })

  it("a client without a transaction is refused, and says what to do", async () => {
    const client = await host.pool.connect()
    const error = (await rejection(host.kit.within(client).as(access).pageViews.list({}))) as {
      reason: string
      hint: string
    }
    client.release()
    assert.strictEqual(error.reason, "NoTransaction")
    assert.match(error.hint, /Start one/)
  })
})
