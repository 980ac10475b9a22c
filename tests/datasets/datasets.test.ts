import { Socket } from "node:net"
import { drawn } from "@agent-operations/testing/drawn"
import { AuditLog, Organizations } from "@agent-operations/auth"
import { datasets } from "@agent-operations/evals"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { limits } from "../../tooling/readme/src/limits.ts"
import { ada, assertLimit, codeOf, databases, outcome, pagesOf, type Sort, startTwo } from "../kit.ts"

/** Whom a call is for: an owner of the organization, somebody else who signed in, or a key. */
const actors = {
  owner: ada,
  member: { type: "user", id: "usr_ben", name: "Ben" },
  // Not even one that is called as an owner is.
  key: { type: "api_key", id: ada.id, name: "CI" }
} as const

const startHost = async (sort: Sort) => {
  const checking = (deadline: "1 minute" | "1 second") => () => [datasets({ deadline })] as const
  const { kit, other, close } = await startTwo(sort, checking("1 minute"), checking("1 second"))
  const { id: organizationId } = await kit.run(
    Organizations.use((organizations) =>
      organizations.create({ name: "Acme", owner: { userId: ada.id, name: ada.name } })
    )
  )
  return {
    as: (projectId: string, who: keyof typeof actors = "owner") =>
      kit.as({ actor: actors[who], organizationId, projectId }),
    /** The same on another process, which gives the schemas of a write one second. */
    elsewhere: (projectId: string) => other.as({ actor: actors.owner, organizationId, projectId }),
    /** What the audit log has of an item. */
    audited: (subjectId: string) => {
      const log = AuditLog.use((log) =>
        log.list({ organizationId, by: { type: "operator" }, limit: 10, filter: { subjectId } })
      )
      return kit.run(Effect.map(Effect.provide(log, AuditLog.layer), ({ items }) => items))
    },
    /** Lets an hour pass for all items of a dataset and for its versions. */
    age: (datasetId: string) =>
      kit.run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`
            update agent_operations.dataset_items
            set created_at = created_at - interval '1 hour', updated_at = updated_at - interval '1 hour'
            where dataset_id = ${datasetId}`
          yield* sql`
            update agent_operations.dataset_versions set made_at = made_at - interval '1 hour'
            where dataset_id = ${datasetId}`
        })
      ),
    /** Has a dataset count so many items. */
    count: (datasetId: string, items: number) =>
      kit.run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`update agent_operations.dataset_heads set item_count = ${items} where dataset_id = ${datasetId}`
        })
      ),
    /** Has all items of a dataset expect the same. */
    fill: (datasetId: string, expected: string) =>
      kit.run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`update agent_operations.dataset_items set expected = ${expected} where dataset_id = ${datasetId}`
        })
      ),
    /** How many rows of the items' table hold a text. */
    rowsWith: (text: string) =>
      kit.run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const rows = yield* sql`
            select from agent_operations.dataset_items as i
            where i.tenant_id = ${organizationId} and strpos(i::text, ${text}) > 0`
          return rows.length
        })
      ),
    close
  }
}
type Host = Awaited<ReturnType<typeof startHost>>
type Calls = ReturnType<Host["as"]>

const refusal = async (call: Promise<unknown>) => {
  try {
    await call
  } catch (error) {
    return (error as { details?: { items?: ReadonlyArray<{ index: number; pointer: string; message: string }> } })
      .details?.items
  }
  return assert.fail("It was not refused.")
}

let names = 0
const create = async (calls: Calls, settings = {}) => {
  const { id } = await calls.datasets.create({
    name: `Dataset ${names++}`,
    description: null,
    source: { type: "items" },
    settings: { inputSchema: null, expectedSchema: null, metadataSchema: null, extra: {}, ...settings },
    references: {}
  })
  return id
}

/** All items of a version, by a walk in pages. */
const walk = async (calls: Calls, datasetId: string, version?: number) => {
  const at = version === undefined ? {} : { version }
  const pages = await pagesOf((next) => calls.datasets.items({ datasetId, ...at, limit: 2, ...next }))
  for (const { items } of pages.slice(1)) assert.isNotEmpty(items)
  return pages.flatMap(({ items }) => items)
}

type Arbitrary<A> = A extends fc.Arbitrary<infer T> ? T : never

/** What a model keeps of an item. */
interface Modelled {
  readonly id: string
  readonly externalId: string
  readonly input: number
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("put" as const),
      items: fc.array(fc.record({ name: fc.nat(4), input: fc.nat(2) }), { minLength: 1, maxLength: 3 })
    })
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("delete" as const), name: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restore" as const), version: fc.nat(6) }) }
)

/** What a property draws by chance alone, once for certain. */
const everyStep: Array<Arbitrary<typeof step>> = [
  { do: "put", items: [{ name: 0, input: 0 }] },
  { do: "put", items: [{ name: 0, input: 0 }] },
  { do: "put", items: [{ name: 0, input: 1 }] },
  { do: "delete", name: 0 },
  { do: "delete", name: 0 },
  { do: "restore", version: 1 },
  { do: "restore", version: 6 }
]

describe.each(databases)("datasets of a host on $name", (database) => {
  let host: Host
  beforeAll(async () => void (host = await startHost(database)))
  afterAll(() => host?.close())

  it("D1, D2, D3: any changes make versions 1, 2, 3, …, each of which reads the same for ever, in the same order", async () => {
    const branches = { created: 0.05, changed: 0.005, unchanged: 0.005, deleted: 0.005, none: 0.005, restored: 0.005 }
    await drawn(branches, (of) =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
          const [calls, elsewhere] = [host.as("model"), host.elsewhere("model")]
          const datasetId = await create(calls)
          /** The items of each version, by their place. */
          const versions: Array<ReadonlyArray<Modelled>> = [[]]
          /** Every item that there ever was, in the order of their places. */
          const places: Array<string> = []
          for (const now of steps) {
            const before = versions.at(-1)!
            let after = before
            if (now.do === "put") {
              const items = now.items.filter(({ name }, n) => now.items.findIndex((other) => other.name === name) === n)
              const sent = items.map(({ name, input }) => ({ externalId: `item ${name}`, input }))
              const done = await calls.datasets.put({ datasetId, items: sent })
              const written = new Map(done.items.map(({ id }, n) => [id, { id, ...sent[n]! }]))
              for (const { id } of done.items) if (!places.includes(id)) places.push(id)
              const created = [...written.values()].filter(({ id }) => !before.some((item) => item.id === id))
              after = [...before.map((item) => written.get(item.id) ?? item), ...created]
              assert.strictEqual(done.created, created.length)
              const changed = before.filter(
                ({ id, input }) => written.has(id) && written.get(id)!.input !== input
              ).length
              const unchanged = sent.length - created.length - changed
              assert.deepInclude(done, { changed, unchanged })
              of(
                created.length > 0 ? "created" : undefined,
                changed > 0 ? "changed" : undefined,
                unchanged > 0 ? "unchanged" : undefined
              )
            } else if (now.do === "delete") {
              const item = before.find(({ externalId }) => externalId === `item ${now.name}`)
              of(item === undefined ? "none" : "deleted")
              if (item === undefined) continue
              const { deleted } = await calls.datasets.deleteItems({ datasetId, ids: [item.id] })
              assert.strictEqual(deleted, 1)
              after = before.filter(({ id }) => id !== item.id)
            } else {
              const ended = codeOf(calls.datasets.restoreVersion({ datasetId, version: now.version }))
              assert.strictEqual(await ended, now.version < versions.length ? "done" : "NOT_FOUND")
              of(now.version < versions.length ? "restored" : "none")
              after = versions[now.version] ?? before
            }
            after = after.toSorted((a, b) => places.indexOf(a.id) - places.indexOf(b.id))
            if (JSON.stringify(after) !== JSON.stringify(before)) versions.push(after)
            for (const [version, expected] of versions.entries()) {
              const read = (await walk(elsewhere, datasetId, version)).map(({ id, externalId, input }) => ({
                id,
                externalId,
                input
              }))
              assert.deepStrictEqual(read, expected as typeof read)
            }
          }
          const { items: listed } = await elsewhere.datasets.versions({ datasetId })
          const counted = versions.slice(1).map((after, n) => {
            const before = new Map(versions[n]!.map(({ id, input }) => [id, input]))
            const created = after.filter(({ id }) => !before.has(id)).length
            const changed = after.filter(({ id, input }) => before.has(id) && before.get(id) !== input).length
            return { version: n + 1, created, changed, deleted: before.size + created - after.length }
          })
          assert.deepStrictEqual(
            listed.map(({ version, created, changed, deleted }) => ({ version, created, changed, deleted })),
            counted.toReversed()
          )
          const [from, to] = [Math.floor(versions.length / 2), versions.length - 1]
          const compared = await elsewhere.datasets.compare({ datasetId, from, to })
          const differing = places.flatMap((id) => {
            const [before, after] = [from, to].map((version) => versions[version]!.find((item) => item.id === id))
            if (before?.input === after?.input) return []
            return [[id, before === undefined ? "created" : after === undefined ? "deleted" : "changed"]]
          })
          // An item that was deleted and came back the same is told too: it is another revision of it.
          const told = compared.items.filter(({ before, after }) => before?.input !== after?.input)
          assert.deepStrictEqual(
            told.map(({ id, change }) => [id, change]),
            differing
          )
        }),
        // runs: each reads every version again after each of up to 8 changes
        { numRuns: 15, examples: [[everyStep]] }
      )
    )
  })

  it("D1: of racing changes each gets a version of its own, and with one expectedVersion one wins", async () => {
    const calls = [host.as("races"), host.elsewhere("races")]
    const datasetId = await create(calls[0]!)
    const racing = (more: object) =>
      Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          calls[n % 2]!.datasets.put({ datasetId, items: [{ input: n }], ...more }).then(
            ({ version }) => version,
            (error: { _tag: string }) => error._tag
          )
        )
      )
    const made = await racing({})
    assert.deepStrictEqual(made.toSorted(), [1, 2, 3, 4, 5, 6, 7, 8])
    const one = await racing({ expectedVersion: 8 })
    assert.deepStrictEqual(
      one.filter((ended) => ended !== "CONFLICT"),
      [9]
    )
    assert.lengthOf(await walk(calls[0]!, datasetId), 9)
  })

  it("D1: items that are sent again as they are make no version", async () => {
    const calls = host.as("again")
    const datasetId = await create(calls)
    const put = () =>
      calls.datasets.put({ datasetId, items: ["a", "b"].map((externalId) => ({ externalId, input: 1 })) })
    const { version } = await put()
    const before = await walk(calls, datasetId)
    assert.deepInclude(await put(), { version, created: 0, changed: 0, unchanged: 2 })
    assert.deepStrictEqual(await walk(calls, datasetId), before)
  })

  it("D1: each change is refused where another version is expected, which it names, and is done at that one", async () => {
    const calls = host.as("expected")
    const datasetId = await create(calls)
    const { items } = await calls.datasets.put({ datasetId, items: [{ input: 1 }, { input: 2 }] })
    const changes: ReadonlyArray<(expectedVersion: number) => Promise<{ readonly version: number }>> = [
      (expectedVersion) => calls.datasets.put({ datasetId, items: [{ input: 3 }], expectedVersion }),
      (expectedVersion) => calls.datasets.deleteItems({ datasetId, ids: [items[0]!.id], expectedVersion }),
      (expectedVersion) => calls.datasets.restoreVersion({ datasetId, version: 1, expectedVersion })
    ]
    for (const [n, change] of changes.entries()) {
      const version = n + 1
      for (const expected of [version - 1, version + 1]) {
        const refused = await change(expected).then(
          () => assert.fail(`change ${n} was done`),
          ({ _tag, details }: { _tag: string; details: unknown }) => [_tag, details]
        )
        assert.deepStrictEqual(refused, ["CONFLICT", { expectedRevision: expected, currentRevision: version }])
      }
      assert.strictEqual((await calls.datasets.items({ datasetId })).version, version)
      assert.strictEqual((await change(version)).version, version + 1)
    }
  })

  it("D1: restoring what there is already makes no version, though it was changed and changed back", async () => {
    const calls = host.as("restores")
    const datasetId = await create(calls)
    for (const input of [0, 1, 0]) await calls.datasets.put({ datasetId, items: [{ externalId: "a", input }] })
    assert.deepStrictEqual(await calls.datasets.restoreVersion({ datasetId, version: 1 }), { version: 3 })
    assert.deepStrictEqual(await calls.datasets.restoreVersion({ datasetId, version: 2 }), { version: 4 })
    const items = (await walk(calls, datasetId)).map(({ input, position }) => ({ input, position }))
    assert.deepStrictEqual(items, [{ input: 1, position: 1 }])
  })

  it("D1, D3: a version that is restored tells what it made, changed and deleted", async () => {
    const calls = host.as("told")
    const datasetId = await create(calls)
    const put = (items: Parameters<typeof calls.datasets.put>[0]["items"]) => calls.datasets.put({ datasetId, items })
    const { items } = await put(["a", "b", "c", "d"].map((externalId) => ({ externalId, input: 1 })))
    await calls.datasets.deleteItems({ datasetId, ids: [items[0]!.id] })
    await put([
      { externalId: "b", input: 2 },
      { externalId: "c", input: 2 },
      ...["x", "y", "z"].map((externalId) => ({ externalId, input: 1 }))
    ])
    await calls.datasets.restoreVersion({ datasetId, version: 1 })
    const { items: versions } = await calls.datasets.versions({ datasetId, limit: 1 })
    assert.deepInclude(versions[0]!, { version: 4, created: 1, changed: 2, deleted: 3 })
  })

  it("D1: an item that comes back is what it was last, and is refused without an input where it is not", async () => {
    const calls = host.as("back")
    const datasetId = await create(calls)
    const { items } = await calls.datasets.put({
      datasetId,
      items: [{ externalId: "a", input: 0 }, { input: "other" }]
    })
    const { id } = items[0]!
    await host.age(datasetId)
    await calls.datasets.put({ datasetId, items: [{ id, input: 1 }] })
    const { createdAt, createdBy, position } = await calls.datasets.item({ id })
    await calls.datasets.deleteItems({ datasetId, ids: [id] })
    const [fault] = (await refusal(calls.datasets.put({ datasetId, items: [{ id }] }))) ?? []
    assert.deepInclude(fault, { index: 0, pointer: "/input" })
    assert.match(fault!.message, /new item needs an input/)
    await calls.datasets.put({ datasetId, items: [{ id, input: 2 }] })
    assert.deepInclude(await calls.datasets.item({ id }), { createdAt, createdBy, position, input: 2, fromVersion: 4 })
    const none = await calls.datasets.item({ id, version: 3 }).catch((error: unknown) => error)
    assert.match((none as Error).message, /no item di_\w+ in the project at version 3/)
  })

  it("D1, D3: each member of an item comes back with the version that is restored, though no other changed", async () => {
    const calls = host.as("members")
    const datasetId = await create(calls)
    const source = { traceId: "a".repeat(32), spanId: null }
    const first = { externalId: "a", split: "train", input: 1, expected: 1, metadata: { n: 1 }, source }
    const { items } = await calls.datasets.put({ datasetId, items: [first] })
    const { id } = items[0]!
    const others = {
      externalId: "b",
      split: "test",
      input: 2,
      expected: 2,
      metadata: { n: 2 },
      source: { ...source, spanId: "b".repeat(16) }
    }
    for (const [member, value] of Object.entries(others)) {
      const { version } = await calls.datasets.put({ datasetId, items: [{ id, [member]: value } as never] })
      assert.deepInclude((await walk(calls, datasetId))[0], { ...first, [member]: value })
      assert.deepStrictEqual(await calls.datasets.restoreVersion({ datasetId, version: 1 }), { version: version + 1 })
      assert.deepInclude((await walk(calls, datasetId))[0], first)
    }
  })

  it("D2: versions that there are not are compared with none, on either side", async () => {
    const calls = host.as("compared")
    const datasetId = await create(calls)
    await calls.datasets.put({ datasetId, items: [{ input: 1 }] })
    const other = await create(calls)
    for (const dataset of [datasetId, other]) {
      const numbers = Array.from({ length: 4 }, (_, n) => ({ externalId: `n${n}`, input: n }))
      await calls.datasets.put({ datasetId: dataset, items: numbers })
    }
    const pages = await pagesOf((next) => calls.datasets.compare({ datasetId, from: 1, to: 2, limit: 2, ...next }))
    for (const { items } of pages) assert.lengthOf(items, 2)
    const told = pages.flatMap(({ items }) => items.map(({ after }) => after!.externalId))
    assert.deepStrictEqual(told, ["n0", "n1", "n2", "n3"])
    const compare = (from: number, to: number) => codeOf(calls.datasets.compare({ datasetId, from, to }))
    assert.deepStrictEqual(
      [await compare(0, 1), await compare(1, 0), await compare(3, 1), await compare(1, 3)],
      ["done", "done", "NOT_FOUND", "NOT_FOUND"]
    )
  })

  it("P5: a page of what differs has as many items as fit, one at least", async () => {
    const calls = host.as("compared large")
    const datasetId = await create(calls)
    const items = (text: string) =>
      Array.from({ length: 6 }, (_, n) => ({ externalId: `n${n}`, input: text.repeat(900 * 1024) }))
    await calls.datasets.put({ datasetId, items: items("a") })
    await calls.datasets.put({ datasetId, items: items("b") })
    const pages = await pagesOf((next) => calls.datasets.compare({ datasetId, from: 1, to: 2, limit: 200, ...next }))
    assert.deepStrictEqual(
      pages.map(({ items }) => items.map(({ before, after }) => [before!.externalId, after!.externalId])),
      [[0, 1, 2, 3].map((n) => [`n${n}`, `n${n}`]), [4, 5].map((n) => [`n${n}`, `n${n}`])]
    )
  })

  it("D3: a write reads the size and the digest of what it changes, and nothing of what it leaves as it is", async () => {
    const connect = vi.spyOn(Socket.prototype, "connect")
    const kit = await startHost(database)
    try {
      const calls = kit.as("changed large")
      const datasetId = await create(calls)
      const items = Array.from({ length: 50 }, (_, n) => ({
        externalId: `n${n}`,
        input: n,
        expected: n,
        metadata: { n }
      }))
      await calls.datasets.put({ datasetId, items })
      const large = "ö".repeat(400_000)
      await kit.fill(datasetId, JSON.stringify(large))
      const read = () => connect.mock.contexts.reduce<number>((sum, socket) => sum + (socket as Socket).bytesRead, 0)
      const before = read()
      const sent = items.map(({ externalId, input }) => ({ externalId, input, split: input === 0 ? "test" : null }))
      const { changed, unchanged } = await calls.datasets.put({ datasetId, items: sent })
      assert.deepStrictEqual([changed, unchanged], [1, 49])
      assert.isBelow(read() - before, 200_000)
      const [first] = (await calls.datasets.items({ datasetId, limit: 1 })).items
      assert.deepInclude(first, { split: "test", input: 0, expected: large, metadata: { n: 0 } })
      // What stays counts for the size of an item, and is compared by all of it.
      const put = (item: object) => calls.datasets.put({ datasetId, items: [{ externalId: "n1", ...item }] })
      assert.deepInclude(await put({ expected: large }), { changed: 0 })
      assert.deepInclude(await put({ expected: `${large.slice(1)}é` }), { changed: 1 })
      assert.strictEqual(await codeOf(put({ input: "x".repeat(400_000) })), "ITEM_INVALID")
    } finally {
      connect.mockRestore()
      await kit.close()
    }
  })

  it("D1: items are deleted together or not at all, each once however often it is named", async () => {
    const calls = host.as("deletes")
    const datasetId = await create(calls)
    const { items } = await calls.datasets.put({ datasetId, items: [1, 2, 3].map((input) => ({ input })) })
    const [one, two, three] = items.map(({ id }) => id) as [string, string, string]
    const other = await create(calls)
    const { items: others } = await calls.datasets.put({ datasetId: other, items: [{ input: "another dataset's" }] })
    const theirs = [others[0]!.id]
    assert.strictEqual(await codeOf(calls.datasets.deleteItems({ datasetId, ids: theirs })), "NOT_FOUND")
    assert.lengthOf(await walk(calls, other), 1)
    const none = `di_${"7".padStart(26, "0")}`
    assert.strictEqual(await codeOf(calls.datasets.deleteItems({ datasetId, ids: [one, none] })), "NOT_FOUND")
    assert.lengthOf(await walk(calls, datasetId), 3)
    const done = await calls.datasets.deleteItems({ datasetId, ids: [one, two, one] })
    assert.deepStrictEqual(done, { version: 2, deleted: 2 })
    assert.strictEqual(await codeOf(calls.datasets.deleteItems({ datasetId, ids: [one] })), "NOT_FOUND")
    assert.deepStrictEqual(
      (await walk(calls, datasetId)).map(({ id }) => id),
      [three]
    )
  })

  it("D1: versions are listed from the newest on, in pages", async () => {
    const calls = host.as("versions")
    const datasetId = await create(calls)
    for (const input of [1, 2, 3]) await calls.datasets.put({ datasetId, items: [{ input }] })
    const page = async (more: { limit?: number; before?: number }) => {
      const { items, nextBefore } = await calls.datasets.versions({ datasetId, ...more })
      return [...items.map(({ version }) => version), nextBefore]
    }
    assert.deepStrictEqual(await page({}), [3, 2, 1, null])
    assert.deepStrictEqual(await page({ limit: 3 }), [3, 2, 1, null])
    assert.deepStrictEqual(await page({ limit: 1 }), [3, 3])
    assert.deepStrictEqual(await page({ limit: 2 }), [3, 2, 2])
    assert.deepStrictEqual(await page({ limit: 2, before: 2 }), [1, null])
  })

  it("an item tells who made and who changed it last and when, and each version who made it", async () => {
    const [owner, member, key] = (["owner", "member", "key"] as const).map((who) => host.as("people", who))
    const datasetId = await create(owner!)
    const hour = 3_600_000
    const { id } = (await owner!.datasets.put({ datasetId, items: [{ externalId: "a", input: 1 }] })).items[0]!
    const made = await owner!.datasets.item({ id })
    assert.deepInclude(made, { createdBy: actors.owner, updatedBy: actors.owner, updatedAt: made.createdAt })
    const steps = [
      [member!, "member", (calls: Calls) => calls.datasets.put({ datasetId, items: [{ id, input: 2 }] })],
      [key!, "key", (calls: Calls) => calls.datasets.restoreVersion({ datasetId, version: 1 })],
      [
        member!,
        "member",
        async (calls: Calls) => {
          await owner!.datasets.deleteItems({ datasetId, ids: [id] })
          await calls.datasets.put({ datasetId, items: [{ id, input: 3 }] })
        }
      ]
    ] as const
    for (const [n, [calls, who, change]] of steps.entries()) {
      await host.age(datasetId)
      await change(calls)
      const item = await owner!.datasets.item({ id })
      const shown = `change ${n}`
      assert.deepInclude(item, { createdBy: actors.owner, updatedBy: actors[who] }, shown)
      assert.strictEqual(Date.parse(item.createdAt), Date.parse(made.createdAt) - (n + 1) * hour, shown)
      assert.isAtLeast(Date.parse(item.updatedAt), Date.parse(made.updatedAt), shown)
      const before = await owner!.datasets.item({ id, version: 1 })
      assert.deepInclude(before, { updatedBy: actors.owner, updatedAt: before.createdAt }, shown)
    }
    const { items: versions } = await owner!.datasets.versions({ datasetId })
    assert.deepStrictEqual(
      versions.map(({ by, at }) => [by, Math.round((Date.parse(made.createdAt) - Date.parse(at)) / hour) + 0] as const),
      [
        [actors.member, 0],
        [actors.owner, 0],
        [actors.key, 1],
        [actors.member, 2],
        [actors.owner, 3]
      ]
    )
  })

  it("a split is listed and counted by itself, and an item that is moved is of the other one from then on", async () => {
    const calls = host.as("splits")
    const datasetId = await create(calls)
    const splits = ["train", "test", null, "train", "test", "train"]
    const { items } = await calls.datasets.put({ datasetId, items: splits.map((split, input) => ({ split, input })) })
    await calls.datasets.put({ datasetId, items: [{ id: items[3]!.id, split: "test" }] })
    const listed = async (split: string | undefined, version: number) => {
      const asked = { datasetId, version, limit: 2, includeTotal: true, ...(split !== undefined && { split }) }
      const pages = await pagesOf((next) => calls.datasets.items({ ...asked, ...next }))
      return [pages.flatMap(({ items }) => items.map(({ input }) => input)), pages.map(({ total }) => total)]
    }
    assert.deepStrictEqual(await listed("train", 1), [
      [0, 3, 5],
      [3, 3]
    ])
    assert.deepStrictEqual(await listed("train", 2), [[0, 5], [2]])
    assert.deepStrictEqual(await listed("test", 2), [
      [1, 3, 4],
      [3, 3]
    ])
    assert.deepStrictEqual(await listed("validation", 2), [[], [0]])
    assert.deepStrictEqual(await listed(undefined, 2), [
      [0, 1, 2, 3, 4, 5],
      [6, 6, 6]
    ])
  })

  it("D2: a walk is of the version of its first page, and its cursor is good for no other list", async () => {
    const calls = host.as("walks")
    const datasetId = await create(calls)
    await calls.datasets.put({ datasetId, items: [1, 2, 3].map((input) => ({ input, externalId: `${input}` })) })
    const first = await calls.datasets.items({ datasetId, limit: 2, includeTotal: true })
    assert.deepInclude(first, { version: 1, total: 3 })
    await calls.datasets.put({ datasetId, items: [{ externalId: "3", input: "late" }, { input: 4 }] })
    const cursor = first.nextCursor!
    const second = await calls.datasets.items({ datasetId, limit: 2, cursor })
    assert.deepStrictEqual([second.version, second.items.map(({ input }) => input)], [1, [3]])
    const other = await create(calls)
    for (const input of [
      { datasetId: other, cursor },
      { datasetId, split: "test", cursor }
    ]) {
      assert.strictEqual(await codeOf(calls.datasets.items(input)), "VALIDATION_ERROR")
    }
    assert.strictEqual(await codeOf(host.as("elsewhere").datasets.items({ datasetId })), "NOT_FOUND")
    assert.strictEqual(await codeOf(calls.datasets.items({ datasetId, version: 3 })), "NOT_FOUND")
    const { id } = (await calls.datasets.items({ datasetId })).items[0]!
    assert.strictEqual((await calls.datasets.item({ id, version: 2 })).id, id)
    assert.strictEqual(await codeOf(calls.datasets.item({ id, version: 3 })), "NOT_FOUND")
  })

  it("P5: a page of items, or of how they differ, is what an answer can hold, whichever of their members is large", async () => {
    const calls = host.as("large")
    const large = "x".repeat(1_000_000)
    const items = [{ input: large }, { input: 0, expected: large }, { input: 0, metadata: { large } }]
    const datasetId = await create(calls)
    const ids: Array<string> = []
    for (let n = 0; n < 4; n++) {
      const written = await calls.datasets.put({ datasetId, items })
      ids.push(...written.items.map(({ id }) => id))
    }
    const listed = await pagesOf((next) => calls.datasets.items({ datasetId, ...next }))
    const differ = await pagesOf((next) => calls.datasets.compare({ datasetId, from: 0, to: 4, ...next }))
    for (const pages of [listed, differ]) {
      assert.deepStrictEqual(
        pages.map(({ items }) => items.length),
        [8, 4]
      )
      assert.deepStrictEqual(
        pages.flatMap(({ items }) => items.map(({ id }) => id)),
        ids
      )
    }
  })

  it("D3: an item is found by its ID or its externalId, keeps what is not sent, and takes nobody's name", async () => {
    const calls = host.as("items")
    const datasetId = await create(calls)
    const { items } = await calls.datasets.put({
      datasetId,
      items: [
        { externalId: "a", input: { question: 1 }, expected: 2, metadata: { hard: true }, split: "test" },
        { externalId: "b", input: 2 }
      ]
    })
    const [a, b] = items.map(({ id }) => id) as [string, string]
    await calls.datasets.put({ datasetId, items: [{ id: a, expected: 3 }] })
    const item = await calls.datasets.item({ id: a })
    assert.deepInclude(item, { externalId: "a", input: { question: 1 }, expected: 3, split: "test", fromVersion: 2 })
    assert.deepInclude(await calls.datasets.item({ id: a, version: 1 }), { expected: 2, fromVersion: 1, toVersion: 2 })
    const wrong = [
      { id: b, externalId: "a" },
      { externalId: "new" },
      { id: a, input: "x".repeat(1024 * 1024) },
      { externalId: "b", input: 3 }
    ]
    assert.deepStrictEqual(
      (await refusal(calls.datasets.put({ datasetId, items: wrong })))?.map(({ index, pointer }) => [index, pointer]),
      [
        [0, "/externalId"],
        [1, "/input"],
        [2, ""],
        [3, ""]
      ]
    )
    // Names may change hands within one write.
    const swapped = await calls.datasets.put({
      datasetId,
      items: [
        { id: a, externalId: "b" },
        { id: b, externalId: "a" }
      ]
    })
    assert.strictEqual(swapped.changed, 2)
    await calls.datasets.deleteItems({ datasetId, ids: [a] })
    assert.strictEqual(await codeOf(calls.datasets.item({ id: a })), "NOT_FOUND")
    const back = await calls.datasets.put({ datasetId, items: [{ id: a, input: "again" }] })
    assert.deepInclude(await calls.datasets.item({ id: back.items[0]!.id }), { id: a, position: 1, externalId: null })
    assert.strictEqual(
      await codeOf(calls.datasets.deleteItems({ datasetId, ids: [a, item.datasetId.replace("ds", "di")] })),
      "NOT_FOUND"
    )
  })

  it("ITEM_INVALID tells each place that breaks the schemas, and a schema that never ends holds up nobody", async () => {
    const calls = host.as("schemas")
    const inputSchema = { type: "object", properties: { question: { type: "string" } }, required: ["question"] }
    const datasetId = await create(calls, { inputSchema, expectedSchema: { enum: ["yes", "no"] } })
    const items = [
      { input: { question: "1 + 1?" }, expected: "yes" },
      { input: { question: 1 }, expected: "maybe" },
      { input: {} }
    ]
    const places = await refusal(calls.datasets.put({ datasetId, items }))
    assert.deepStrictEqual(
      places?.map(({ index, pointer }) => [index, pointer]),
      [
        [1, "/input/question"],
        [1, "/expected"],
        [2, "/input"]
      ]
    )
    assert.deepStrictEqual(await walk(calls, datasetId), [])
    // What no dataset takes is not looked at.
    const large = await refusal(calls.datasets.put({ datasetId, items: [{ input: "x".repeat(1024 * 1024) }] }))
    assert.deepStrictEqual(
      large?.map(({ pointer, message }) => [pointer, message]),
      [["", "The item is larger than 1 MiB as JSON. Make it smaller."]]
    )
    const endless = { type: "string", pattern: "^(a+)+$" }
    const slow = await create(calls, { inputSchema: endless })
    const hurried = host.elsewhere("schemas")
    const bomb = await refusal(hurried.datasets.put({ datasetId: slow, items: [{ input: `${"a".repeat(60)}!` }] }))
    assert.match(bomb![0]!.message, /too long/)
    for (const schema of [
      { $ref: "https://example.com/schema.json" },
      { type: "nothing" },
      { anyOf: [{ $ref: "#/$defs/missing" }] }
    ]) {
      assert.strictEqual(await codeOf(create(calls, { inputSchema: schema })), "VALIDATION_ERROR")
    }
    // One that refers to itself is a schema like any other.
    const tree = { type: "object", properties: { next: { $ref: "#" } }, additionalProperties: false }
    const recursive = await create(calls, { inputSchema: tree })
    const done = await calls.datasets.put({ datasetId: recursive, items: [{ input: { next: { next: {} } } }] })
    assert.strictEqual(done.version, 1)
  })

  const put = async (items: ReadonlyArray<{ readonly input: unknown }>) => {
    const calls = host.as("limits")
    return calls.datasets.put({ datasetId: await create(calls), items: items as never })
  }
  const cases = {
    "living items of a dataset": async (count: number) => {
      const { datasets } = host.as("limits")
      const datasetId = await create(host.as("limits"))
      await datasets.put({ datasetId, items: [{ input: 1 }] })
      await host.count(datasetId, count - 1)
      await datasets.put({ datasetId, items: [{ input: 2 }] })
    },
    // Beside the text are its quotation marks, `null` and `{}`.
    "an item, as JSON": (bytes: number) => put([{ input: "x".repeat(bytes - 8) }]),
    "items of one write": (count: number) => put(Array.from({ length: count }, (_, input) => ({ input }))),
    "a schema of a dataset": (bytes: number) =>
      create(host.as("limits"), { inputSchema: { const: "é".repeat((bytes - 12) >> 1) + "x".repeat(bytes % 2) } })
  }
  it.each(Object.keys(cases) as ReadonlyArray<keyof typeof cases>)("the limit of %s", (what) =>
    assertLimit(limits.datasets[what], cases[what])
  )

  it("an item too many is refused by its place in the input, until another one is deleted", async () => {
    const calls = host.as("limits")
    const datasetId = await create(calls)
    const put = (input: number) =>
      outcome(calls.datasets.put({ datasetId, items: [{ externalId: `${input}`, input }] }))
    await put(1)
    await host.count(datasetId, limits.datasets["living items of a dataset"].most - 1)
    assert.strictEqual((await put(2)).code, "done")
    assert.include(JSON.stringify((await put(3)).details), '"path":"/items"')
    const { items } = await calls.datasets.items({ datasetId })
    await calls.datasets.deleteItems({ datasetId, ids: [items[0]!.id] })
    assert.strictEqual((await put(3)).code, "done")
    assert.strictEqual((await put(4)).code, "VALIDATION_ERROR")
  })

  it("D2, F1: what is purged is gone from every version, whatever was written before, and all else reads as it did", async () => {
    let secrets = 0
    await drawn({ purged: 0.5 }, (of) =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), fc.nat(6), async (steps, pick) => {
          const [calls, elsewhere] = [host.as("purges"), host.elsewhere("purges")]
          const datasetId = await create(calls)
          const secret = `secret ${secrets++};`
          let version = 0
          for (const now of steps) {
            if (now.do === "put") {
              const items = new Map(now.items.map(({ name, input }) => [name, input]))
              const drafts = [...items].map(([name, input]) => ({
                externalId: `${secret}${name}`,
                input: [secret, input],
                expected: secret,
                metadata: { [secret]: name }
              }))
              version = (await calls.datasets.put({ datasetId, items: drafts })).version
            } else if (now.do === "delete") {
              const item = (await walk(calls, datasetId)).find(({ metadata }) => metadata[secret] === now.name)
              if (item === undefined) continue
              version = (await calls.datasets.deleteItems({ datasetId, ids: [item.id] })).version
            } else {
              version = (await calls.datasets.restoreVersion({ datasetId, version: Math.min(now.version, version) }))
                .version
            }
          }
          const read = async () =>
            await Promise.all(Array.from({ length: version + 1 }, (_, at) => walk(elsewhere, datasetId, at)))
          const before = await read()
          const ids = [...new Set(before.flat().map(({ id }) => id))]
          of(ids.length > 0 ? "purged" : undefined)
          if (ids.length === 0) return
          const id = ids[pick % ids.length]!
          const done = await calls.datasets.purge({ id, reason: "Asked for." })
          assert.deepStrictEqual(done, { id, purged: true, evidence: 0 })
          const nothing = { externalId: null, input: null, expected: null, metadata: {}, source: null, purged: true }
          const after = before.map((items) => items.map((item) => (item.id === id ? { ...item, ...nothing } : item)))
          assert.deepStrictEqual(await read(), after)
          assert.strictEqual((await calls.datasets.items({ datasetId })).version, version)
          // Nothing of it is left, and none of what came later has it.
          await calls.datasets.restoreVersion({ datasetId, version: Math.max(0, version - 1) })
          for (const other of ids) if (other !== id) await calls.datasets.purge({ id: other, reason: "Asked for." })
          assert.strictEqual(await host.rowsWith(secret), 0)
        }),
        // runs: each writes up to 6 versions, and searches all tables for what was purged
        { numRuns: 10 }
      )
    )
  })

  it("F1: owners and admins purge, as people, and the audit log has who, when and why, once", async () => {
    const calls = host.as("erasure")
    await calls.datasets.put({ datasetId: await create(calls), items: [{ input: "another dataset's" }] })
    const datasetId = await create(calls)
    const { items } = await calls.datasets.put({ datasetId, items: [{ input: "Ada's address" }, { input: "other" }] })
    const [id, deleted] = items.map((item) => item.id) as [string, string]
    const asked = { id, reason: "Erasure asked for in ticket 4711." }
    assert.strictEqual(await codeOf(host.as("erasure", "key").datasets.purge(asked)), "HUMAN_REQUIRED")
    assert.strictEqual(await codeOf(host.as("erasure", "member").datasets.purge(asked)), "ADMIN_REQUIRED")
    assert.strictEqual(await codeOf(host.as("another").datasets.purge(asked)), "NOT_FOUND")
    assert.deepInclude(await calls.datasets.item({ id }), { input: "Ada's address", purged: false })
    assert.deepStrictEqual(await host.audited(id), [])
    for (const again of [false, true]) {
      assert.deepStrictEqual(await calls.datasets.purge(asked), { id, purged: true, evidence: 0 }, String(again))
      assert.lengthOf(await host.audited(id), 1, String(again))
    }
    assert.deepStrictEqual(
      (await host.audited(id)).map(({ action, actor, subject, details }) => ({ action, actor, subject, details })),
      [
        {
          action: "dataset_item.purged",
          actor: actors.owner,
          subject: { type: "dataset_item", id, name: id },
          details: { projectId: "erasure", datasetId, reason: asked.reason, evidence: 0 }
        }
      ]
    )
    // One that has no content left is given all of it anew, or nothing.
    const pointers = async (item: object) =>
      (await refusal(calls.datasets.put({ datasetId, items: [{ id, ...item }] })))?.map(({ pointer }) => pointer)
    assert.deepStrictEqual(await pointers({ expected: 1 }), ["/input"])
    await calls.datasets.put({ datasetId, items: [{ id, input: "new" }] })
    assert.deepInclude(await calls.datasets.item({ id }), { input: "new", purged: false })
    assert.deepInclude(await calls.datasets.item({ id, version: 1 }), { input: null, purged: true })
    // Neither an item nor a dataset keeps what was purged for having been deleted.
    await calls.datasets.deleteItems({ datasetId, ids: [deleted] })
    await calls.datasets.delete({ id: datasetId, expectedRevision: 1 })
    await calls.datasets.purge({ id: deleted, reason: "Too." })
    await calls.datasets.recover({ id: datasetId })
    assert.deepInclude(await calls.datasets.item({ id: deleted, version: 1 }), { input: null, purged: true })
  })

  it("F1: no write that races a purge brings back what it read before", async () => {
    const [calls, elsewhere] = [host.as("racing"), host.elsewhere("racing")]
    const datasetId = await create(calls)
    const { items } = await calls.datasets.put({ datasetId, items: [{ input: "racing secret", expected: -1 }] })
    const { id } = items[0]!
    const write = (n: number) =>
      n % 2 === 0
        ? elsewhere.datasets.put({ datasetId, items: [{ id, expected: n }] })
        : elsewhere.datasets.restoreVersion({ datasetId, version: 1 })
    const writing = (from: number) => Array.from({ length: 4 }, (_, n) => codeOf(write(from + n)))
    const [before, purged, after] = await Promise.all([
      Promise.all(writing(0)),
      codeOf(calls.datasets.purge({ id, reason: "Asked for." })),
      Promise.all(writing(4))
    ])
    const others = [...before, ...after]
    assert.strictEqual(purged, "done")
    const [puts, restores] = [0, 1].map((odd) => others.filter((_, n) => n % 2 === odd))
    assert.deepStrictEqual(restores, ["done", "done", "done", "done"])
    // either: what is written before the purge is done, and after it refused, as here
    assert.isTrue(
      puts!.every((code) => ["done", "ITEM_INVALID"].includes(code)),
      puts!.join(", ")
    )
    assert.strictEqual(await codeOf(write(0)), "ITEM_INVALID")
    assert.strictEqual(await host.rowsWith("racing secret"), 0)
  })
})
