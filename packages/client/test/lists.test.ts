import { assert, describe, it } from "vitest"
import { type Answers, clientOver, data, failure, rejection, view } from "./answers.ts"

const named = (name: string) => view({ name })
const items = (page: number) => [1, 2, 3].map((item) => named(`${page}.${item}`))

/** Three pages of three, and how many of them were asked for. */
const pages: Answers = ({ input }) => {
  const page = Number(input["cursor"] ?? input["before"] ?? 0)
  const next = page === 2 ? null : page + 1
  return data(
    input["before"] === undefined && input["id"] === undefined
      ? { items: items(page), nextCursor: next && String(next) }
      : { items: items(page), nextBefore: next }
  )
}

const collected = async <A>(items: AsyncIterable<A>) => {
  const all: Array<A> = []
  for await (const item of items) all.push(item)
  return all
}

const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

describe("all", () => {
  it("P1: gives every item of every page, once, in their order", async () => {
    const { client, sent } = clientOver(pages)
    const names: Array<string> = []
    for await (const { name } of client.pageViews.list.all({ search: "x", limit: 3 })) names.push(name)
    assert.deepStrictEqual(
      names,
      [0, 1, 2].flatMap(items).map(({ name }) => name)
    )
    assert.deepStrictEqual(
      sent.map(({ input }) => input),
      [
        { search: "x", limit: 3 },
        { search: "x", limit: 3, cursor: "1" },
        { search: "x", limit: 3, cursor: "2" }
      ]
    )
  })

  it("P6: follows a history by its own continuation", async () => {
    const { client, sent } = clientOver(pages)
    const { id } = view()
    const all = await collected(client.pageViews.history.all({ id }))
    assert.lengthOf(all, 9)
    assert.deepStrictEqual(
      sent.map(({ input }) => input),
      [{ id }, { id, before: 1 }, { id, before: 2 }]
    )
  })

  it("P2: goes on behind a page that is short or empty", async () => {
    const { client } = clientOver(({ input }) =>
      data(input["cursor"] === undefined ? { items: [], nextCursor: "1" } : { items: [view()], nextCursor: null })
    )
    assert.lengthOf(await collected(client.pageViews.list.all()), 1)
  })

  it("asks for nothing before it is read, and for no further page when it is left after one item", async () => {
    const { client, sent } = clientOver(pages)
    const iterator = client.pageViews.list.all()
    await turns()
    assert.lengthOf(sent, 0)
    for await (const { name } of iterator) {
      assert.strictEqual(name, "0.1")
      break
    }
    await turns()
    assert.lengthOf(sent, 1)
  })

  it("asks for one page ahead at most, and aborts that when the loop is left", async () => {
    const { client, sent } = clientOver(async (one, index) =>
      index === 1 ? new Promise(() => undefined) : pages(one, index)
    )
    for await (const { name } of client.pageViews.list.all()) {
      await turns()
      if (name === "0.3") break
    }
    assert.lengthOf(sent, 2)
    assert.isTrue(sent[1]?.init.signal?.aborted)
  })

  it("rejects where a page fails, after the items before it", async () => {
    const { client } = clientOver((one, index) => (index === 1 ? failure("VALIDATION_ERROR", 400) : pages(one, index)))
    const names: Array<string> = []
    const walk = async () => {
      for await (const { name } of client.pageViews.list.all()) names.push(name)
    }
    assert.match(String(await rejection(walk())), /VALIDATION_ERROR/)
    assert.deepStrictEqual(names, ["0.1", "0.2", "0.3"])
  })

  it("ends by a signal, with its reason", async () => {
    const controller = new AbortController()
    const { client } = clientOver(pages)
    const walk = async () => {
      for await (const { name } of client.pageViews.list.all({}, { signal: controller.signal })) {
        if (name === "1.1") controller.abort(new Error("Enough."))
      }
    }
    assert.match(String(await rejection(walk())), /Enough/)
  })
})
