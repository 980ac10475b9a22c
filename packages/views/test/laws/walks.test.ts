import { newTypeId } from "@agent-operations/database"
import { Effect } from "effect"
import { SqlClient, Statement } from "effect/sql"
import fc from "fast-check"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { access, outcome, type Setting, settings } from "./setting.ts"

const body = (name: string, code?: string) => ({
  name,
  description: null,
  source: code === undefined ? ({ type: "table" } as const) : ({ type: "react", code } as const),
  settings: { target: "traces", columns: [], filters: [], sort: [], groupBy: null, extra: {} } as const,
  references: {}
})

type Item = { readonly id: string; readonly name: string; readonly revision: number }
type Page = { readonly items: ReadonlyArray<Item>; readonly nextCursor: string | null; readonly total?: number }

/** Writes before each statement that an effect sends: what it then reads is of another moment than what it read before. */
const writingBetween = <A, E, R>(effect: Effect.Effect<A, E, R>, write: () => Promise<unknown>) =>
  Effect.provideService(effect, Statement.CurrentTransformer, (statement) =>
    Effect.as(Effect.promise(write), statement)
  )

describe.each(settings)("walks on $name", ({ start }) => {
  let setting: Setting
  beforeAll(async () => void (setting = await start()))
  afterAll(() => setting.close())

  const ok = async <T>(answer: Promise<unknown>): Promise<T> => {
    const told = (await answer) as { ok?: T }
    assert.property(told, "ok", JSON.stringify(told))
    return told.ok as T
  }
  const inProject = (projectId = newTypeId("prj")) => {
    const { pageViews, customFields } = setting.as(access(projectId))
    return {
      create: (name: string, code?: string) => ok<Item>(outcome(setting, pageViews.create(body(name, code)))),
      update: (item: Item, changes: object) =>
        outcome(setting, pageViews.update({ id: item.id, expectedRevision: item.revision, ...changes })),
      remove: (item: Item) => outcome(setting, pageViews.delete({ id: item.id, expectedRevision: item.revision })),
      list: (input: Parameters<typeof pageViews.list>[0], write = () => Promise.resolve<unknown>(undefined)) =>
        outcome(setting, writingBetween(pageViews.list(input), write)),
      fields: (input: Parameters<typeof customFields.list>[0]) => outcome(setting, customFields.list(input)),
      history: (input: Parameters<typeof pageViews.history>[0]) => outcome(setting, pageViews.history(input))
    }
  }

  it("P1, P2: a walk yields what existed throughout once, newest first, whatever is written meanwhile", async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat(4)), fc.constantFrom(undefined, "kept"), async (choices, search) => {
        const project = inProject()
        const kept: Array<Item> = []
        const doomed: Array<Item> = []
        for (let n = 0; n < 12; n++) kept.push(await project.create(`Kept ${n}`))
        for (let n = 0; n < 6; n++) doomed.push(await project.create(`Doomed ${n}`))
        for (let n = 12; n < 20; n++) kept.push(await project.create(`Kept ${n}`))
        const seen: Array<Item> = []
        let cursor: string | null | undefined
        let made = 0
        do {
          const limit = 1 + (choices.next().value ?? 0)
          const page: Page = await ok(
            project.list({ limit, ...(cursor ? { cursor } : {}), ...(search ? { search } : {}) })
          )
          assert.isAtMost(page.items.length, limit)
          seen.push(...page.items)
          cursor = page.nextCursor
          const choice = choices.next().value ?? 0
          const victim = doomed.pop()
          await Promise.all([
            project.create(`Made ${made++}`),
            choice > 1 && victim ? project.remove(victim) : undefined,
            project.update(kept[choice]!, { description: `${made}` }).then((answer) => {
              if ("ok" in answer) kept[choice] = answer.ok as Item
            })
          ])
        } while (cursor !== null)
        const names = seen.map(({ name }) => name).filter((name) => name.startsWith("Kept"))
        assert.deepStrictEqual(
          names,
          Array.from({ length: 20 }, (_, n) => `Kept ${19 - n}`)
        )
        assert.strictEqual(new Set(seen.map(({ id }) => id)).size, seen.length)
      }),
      // runs: each walks some 20 definitions while others are written, page by page
      { numRuns: 5 }
    )
  })

  it.each([undefined, "counted"])(
    "P1, P4: a total is of the same moment as the items of its page, whatever is written meanwhile (search: %s)",
    async (search) => {
      const project = inProject()
      const [kept, doomed]: [Array<Item>, Array<Item>] = [[], []]
      for (let n = 0; n < 12; n++) (n % 3 === 0 ? kept : doomed).push(await project.create(`Counted ${n}`))
      const filter = { includeTotal: true, ...(search === undefined ? {} : { search }) }
      const writes = { made: 0, gone: 0 }
      const write = async () => {
        const victim = doomed.shift()
        if (victim !== undefined) await ok(project.remove(victim)).then(() => writes.gone++)
        else await project.create(`Counted later ${writes.made++}`)
      }
      for (let n = 0; n < 8; n++) {
        const { items, nextCursor, total } = await ok<Page>(project.list(filter, write))
        assert.deepStrictEqual([total, nextCursor], [items.length, null])
      }
      assert.isAbove(writes.gone, 5)
      assert.isAbove(writes.made, 0)
      const seen: Array<string> = []
      let cursor: string | null | undefined
      do {
        const before = kept.length + writes.made
        const page: Page = await ok(project.list({ ...filter, limit: 2, ...(cursor ? { cursor } : {}) }, write))
        assert.strictEqual(page.total, before + 1)
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor
      } while (cursor !== null)
      assert.strictEqual(new Set(seen).size, seen.length)
      assert.deepStrictEqual(
        seen.filter((id) => kept.some((one) => one.id === id)),
        kept.map(({ id }) => id).toReversed()
      )
      assert.deepInclude(await ok<Page>(project.list({ ...filter, search: "nothing" })), { items: [], total: 0 })
    }
  )

  it("P3: a cursor is good for its own list alone, and with no character changed", async () => {
    const project = inProject("prj_cursors")
    for (let n = 0; n < 3; n++) await project.create(`Page view ${n}`)
    const { nextCursor } = await ok<Page>(project.list({ limit: 1, search: "view" }))
    const cursor = nextCursor ?? assert.fail("no cursor")
    await ok(project.list({ limit: 2, search: "view", cursor }))
    const refused = [
      project.list({ cursor }),
      project.list({ cursor, search: "View" }),
      project.fields({ cursor, search: "view" }),
      inProject("prj_other").list({ cursor, search: "view" }),
      project.list({ cursor: "", search: "view" }),
      project.list({ cursor: `${cursor}A`, search: "view" })
    ]
    for (const answer of refused) assert.propertyVal(await answer, "code", "VALIDATION_ERROR")
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    await fc.assert(
      fc.asyncProperty(fc.nat(cursor.length - 1), fc.constantFrom(...alphabet), async (at, letter) => {
        const changed = cursor.slice(0, at) + letter + cursor.slice(at + 1)
        const answer = await project.list({ search: "view", cursor: changed })
        assert.strictEqual("ok" in answer, changed === cursor)
      }),
      { numRuns: 150 }
    )
  })

  it("P5: a page of large definitions stays below 8 MiB, and the walk still yields each once", async () => {
    const project = inProject()
    const code = "\u0001".repeat(200) + "é".repeat(100_000)
    for (let n = 0; n < 45; n++) await project.create(`Large ${n}`, code)
    const seen: Array<string> = []
    let cursor: string | null | undefined
    do {
      const page: Page = await ok(project.list({ limit: 200, ...(cursor ? { cursor } : {}) }))
      assert.isBelow(Buffer.byteLength(JSON.stringify({ data: page })), 8 * 1024 * 1024)
      assert.isAbove(page.items.length, 0)
      seen.push(...page.items.map(({ name }) => name))
      cursor = page.nextCursor
    } while (cursor !== null)
    assert.deepStrictEqual(
      seen,
      Array.from({ length: 45 }, (_, n) => `Large ${44 - n}`)
    )
  })

  it("P6: the walk of a history yields each revision once while more are made", async () => {
    const project = inProject()
    let item = await project.create("Revised")
    for (let n = 0; n < 9; n++) item = await ok<Item>(project.update(item, { description: `${n}` }))
    const seen: Array<number> = []
    let before: number | null | undefined
    do {
      const page: { items: Array<Item>; nextBefore: number | null } = await ok(
        project.history({ id: item.id, limit: 3, ...(before ? { before } : {}) })
      )
      seen.push(...page.items.map(({ revision }) => revision))
      before = page.nextBefore
      item = await ok<Item>(project.update(item, { description: "meanwhile" }))
    } while (before !== null)
    assert.deepStrictEqual(seen, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  })

  it("P8: the last page reads no more of the database than the first", async () => {
    const project = inProject("prj_deep")
    await setting.runtime.runPromise(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          with made as (
            insert into agent_operations.definitions (tenant_id, project_id, kind, id, name, name_key, revision)
            select 'org_analytical', 'prj_deep', 'page_view', 'pv_' || lpad(n::text, 26, '0'), 'Deep ' || n, 'deep ' || n, 1
            from generate_series(1, 5000) as n returning *
          )
          insert into agent_operations.revisions (tenant_id, project_id, kind, definition_id, revision, name, name_key,
            source, settings, refs, origin, created_at, created_by, updated_at, updated_by)
          select tenant_id, project_id, kind, id, 1, name, name_key, '{"type":"table"}', '{}', '{}', '{"type":"created"}',
            now(), '{}', now(), '{}' from made`
      ).pipe(Effect.andThen(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`analyze`)))
    )
    /** The blocks that a page of 50 touches, wherever it begins. */
    const blocks = (before: number) =>
      setting.runtime.runPromise(
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          Effect.map(
            sql<{ "QUERY PLAN": ReadonlyArray<{ Plan: Record<string, number> }> }>`
              explain (analyze, buffers, format json)
              select d.* from agent_operations.definitions as d
              where d.tenant_id = 'org_analytical' and d.project_id = 'prj_deep' and d.kind = 'page_view'
                and d.position < (select min(position) + ${before} from agent_operations.definitions where project_id = 'prj_deep')
              order by d.position desc limit 51`,
            ([row]) => {
              const plan = row?.["QUERY PLAN"][0]?.Plan ?? {}
              return (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0)
            }
          )
        )
      )
    const [near, far] = [await blocks(4900), await blocks(60)]
    assert.isAtMost(far, near * 1.3 + 5)
    const first: Page = await ok(project.list({ limit: 50 }))
    assert.strictEqual(first.items[0]?.name, "Deep 5000")
  })
})
