import { type AgentError, type PageView, settled } from "@agent-operations/client"
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { type Answers, clientOver, data, failure, rejection, type Sent, view } from "./answers.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const { id } = view()
const settings = { target: "traces" } as const
const made = { name: " Slow traces ", source: { type: "table" }, settings } as const

/** A server that loses the answer to each write, and reads from a history of revisions, oldest first, of one page view. */
const server = (history: () => ReadonlyArray<PageView>): Answers => {
  const read = ({ operation, input }: Sent) => {
    const revisions = history()
    const current = revisions.at(-1)
    if (operation === "list_page_views") {
      const matches = current?.name.toLowerCase().includes(String(input["search"]).toLowerCase())
      return data({ items: matches ? [current] : [], nextCursor: null })
    }
    const found = input["revision"] === undefined ? current : revisions[Number(input["revision"]) - 1]
    return found === undefined || input["id"] !== found.id ? failure("NOT_FOUND", 404) : data(found)
  }
  return (sent) => (/^(get|list)_/.test(sent.operation) ? read(sent) : failure("TIMEOUT", 504))
}

/** The error of a write whose outcome is unknown. */
const unknown = async (call: Promise<unknown>): Promise<AgentError<"OUTCOME_UNKNOWN">> => {
  const { error } = await settled(call)
  assert.strictEqual(error?.code, "OUTCOME_UNKNOWN")
  return error as AgentError<"OUTCOME_UNKNOWN">
}

const outcome = async (error: AgentError<"OUTCOME_UNKNOWN">) => (await error.inspect?.())?.outcome

const updated = (changed: Partial<PageView> = {}) => view({ revision: 2, origin: { type: "updated" }, ...changed })

describe("what became of an update, by the next revision and its content", () => {
  it("happened: the revision is there with all that was sent, whatever came after", async () => {
    const result = updated({ name: "Slower" })
    const { client } = clientOver(server(() => [view(), result, updated({ revision: 3, name: "Slowest" })]))
    const error = await unknown(client.pageViews.update({ id, expectedRevision: 1, name: " Slower ", settings }))
    assert.deepStrictEqual(await error.inspect?.(), { outcome: "happened", result })
  })

  it("notYet while the server may still do it, with how long that is; didNot from then on", async () => {
    const { client } = clientOver(server(() => [view()]))
    const error = await unknown(client.pageViews.update({ id, expectedRevision: 1, name: "Slower" }))
    assert.deepStrictEqual(await error.inspect?.(), { outcome: "notYet", waitMs: 30_000 })
    await vi.advanceTimersByTimeAsync(29_000)
    assert.deepStrictEqual(await error.inspect?.(), { outcome: "notYet", waitMs: 1000 })
    await vi.advanceTimersByTimeAsync(1000)
    assert.deepStrictEqual(await error.inspect?.(), { outcome: "didNot" })
  })

  it("happened, where it landed late", async () => {
    const history = [view()]
    const { client } = clientOver(server(() => history))
    const error = await unknown(client.pageViews.update({ id, expectedRevision: 1, name: "Slower" }))
    assert.strictEqual(await outcome(error), "notYet")
    history.push(updated({ name: "Slower" }))
    assert.strictEqual(await outcome(error), "happened")
  })

  it.each([
    ["another name", updated({ name: "Mine" })],
    ["other settings", updated({ name: "Slower", settings: { ...view().settings, target: "trace" } })],
    ["a restore", updated({ name: "Slower", origin: { type: "restored", revision: 1 } })]
  ])("didNot: the next revision is somebody else's, with %s", async (_, theirs) => {
    const { client } = clientOver(
      server(() => [view(), theirs]),
      { serverDeadlineMs: 10 }
    )
    const error = await unknown(client.pageViews.update({ id, expectedRevision: 1, name: "Slower", settings }))
    assert.strictEqual(await outcome(error), "notYet")
    await vi.advanceTimersByTimeAsync(10)
    assert.strictEqual(await outcome(error), "didNot")
  })

  it("columns are compared whole and in their order", async () => {
    const columns = [{ field: "trace.name" }, { field: "trace.status" }]
    const kept = (columns: PageView["settings"]["columns"]) => updated({ settings: { ...view().settings, columns } })
    const cases = [
      [columns, "happened"],
      [columns.toReversed(), "didNot"],
      [[...columns, { field: "trace.id" }], "didNot"],
      [columns.slice(1), "didNot"]
    ] as const
    for (const [there, expected] of cases) {
      const { client } = clientOver(
        server(() => [view(), kept(there)]),
        { serverDeadlineMs: 0 }
      )
      const error = await unknown(
        client.pageViews.update({ id, expectedRevision: 1, settings: { ...settings, columns } })
      )
      assert.strictEqual(await outcome(error), expected)
    }
  })

  it("is told as NOT_FOUND where the definition is gone, with its revisions", async () => {
    const { client } = clientOver(server(() => []))
    const error = await unknown(client.pageViews.update({ id, expectedRevision: 1, name: "Slower" }))
    assert.strictEqual(((await rejection(error.inspect!())) as AgentError).code, "NOT_FOUND")
  })
})

describe("what became of other writes", () => {
  it("a restore, by the origin of the next revision; without expectedRevision nothing tells", async () => {
    const restored = (revision: number) => view({ revision: 3, origin: { type: "restored", revision } })
    const cases = [
      [1, "happened"],
      [2, "didNot"]
    ] as const
    for (const [revision, expected] of cases) {
      const { client } = clientOver(
        server(() => [view(), updated(), restored(revision)]),
        { serverDeadlineMs: 0 }
      )
      assert.strictEqual(
        await outcome(await unknown(client.pageViews.restore({ id, revision: 1, expectedRevision: 2 }))),
        expected
      )
      assert.isUndefined((await unknown(client.pageViews.restore({ id, revision: 1 }))).inspect)
    }
  })

  it("a deletion, by what is gone", async () => {
    let history: ReadonlyArray<PageView> = [view()]
    const { client } = clientOver(
      server(() => history),
      { serverDeadlineMs: 0 }
    )
    const error = await unknown(client.pageViews.delete({ id, expectedRevision: 1 }))
    assert.strictEqual(await outcome(error), "didNot")
    history = [view(), updated()]
    assert.strictEqual(await outcome(error), "didNot")
    history = []
    assert.deepStrictEqual(await error.inspect?.(), { outcome: "happened", result: { id, deleted: true, revision: 1 } })
  })

  it("a create, by its name and its first revision", async () => {
    let history: ReadonlyArray<PageView> = []
    const { client, sent } = clientOver(
      server(() => history),
      { serverDeadlineMs: 0 }
    )
    const error = await unknown(client.pageViews.create(made))
    assert.strictEqual(await outcome(error), "didNot")
    assert.strictEqual(sent.at(-1)?.input["search"], "Slow traces")
    history = [view(), updated({ description: "Changed since." })]
    assert.deepStrictEqual(await error.inspect?.(), { outcome: "happened", result: view() })
    history = [view({ description: "Somebody else's.", settings: { ...view().settings, target: "trace" } })]
    assert.strictEqual(await outcome(error), "didNot")
    history = [view({ name: "Slow traces of mine" })]
    assert.strictEqual(await outcome(error), "didNot")
  })

  it("a copy, by its name and what it is a copy of", async () => {
    const other = "pv_01k9x3s6d1g8wm4j7v2b5n9q0h"
    let history = [view({ name: "Mine", origin: { type: "copied", id: other, revision: 4 } })]
    const { client } = clientOver(
      server(() => history),
      { serverDeadlineMs: 0 }
    )
    const latest = await unknown(client.pageViews.copy({ id: other, name: "Mine" }))
    const pinned = await unknown(client.pageViews.copy({ id: other, name: "Mine", revision: 3 }))
    assert.strictEqual(await outcome(latest), "happened")
    assert.strictEqual(await outcome(pinned), "didNot")
    history = [view({ name: "Mine", origin: { type: "copied", id, revision: 4 } })]
    assert.strictEqual(await outcome(latest), "didNot")
  })

  it("reads with the project and the headers of the call, and not with its signal", async () => {
    const controller = new AbortController()
    const answers = server(() => [view(), updated({ name: "Slower" })])
    const silent: Answers = (sent, index) => (index === 0 ? new Promise(() => undefined) : answers(sent, index))
    const { client, sent } = clientOver(silent)
    const call = client.pageViews.update(
      { id, expectedRevision: 1, name: "Slower" },
      { projectId: "q", signal: controller.signal }
    )
    const ended = unknown(call)
    await vi.advanceTimersByTimeAsync(1)
    controller.abort()
    assert.strictEqual(await outcome(await ended), "happened")
    assert.strictEqual(new Headers(sent.at(-1)?.init.headers).get("x-project-id"), "q")
  })
})
