import { type AgentError, type PageView } from "@agent-operations/client"
import { assert, describe, it } from "vitest"
import { type Answers, clientOver, data, failure, rejection, view } from "./answers.ts"

const { id } = view()

/** A page view that somebody else updates before each of the first updates here. */
const contended = (times: number): Answers => {
  let current = view()
  let raced = 0
  const next = (changed: Partial<PageView>) => (current = { ...current, ...changed, revision: current.revision + 1 })
  return ({ operation, input }) => {
    if (operation === "get_page_view") return data(current)
    if (raced++ < times) next({ description: `Theirs ${raced}` })
    const { expectedRevision, ...changes } = input
    return expectedRevision === current.revision
      ? data(next(changes))
      : failure("CONFLICT", 409, { expectedRevision, currentRevision: current.revision })
  }
}

describe("updateWith", () => {
  it("R3: updates what was read, and reads again where somebody else was faster, without losing what they did", async () => {
    const { client, sent } = clientOver(contended(2))
    const updated = await client.pageViews.updateWith(id, ({ name, description }) => ({
      name: `${name}: ${description}`
    }))
    assert.strictEqual(updated.name, "Slow traces: Theirs 2")
    assert.strictEqual(updated.description, "Theirs 2")
    assert.deepStrictEqual(
      sent.filter(({ operation }) => operation === "update_page_view").map(({ input }) => input["expectedRevision"]),
      [1, 2, 3]
    )
  })

  it("gives up after so many attempts, with the last conflict", async () => {
    const { client, sent } = clientOver(contended(9))
    const error = (await rejection(
      client.pageViews.updateWith(id, () => ({ name: "x" }), { attempts: 2 })
    )) as AgentError
    assert.strictEqual(error.code, "CONFLICT")
    assert.lengthOf(sent, 4)
  })

  it("tries five times, unless it is told otherwise", async () => {
    const updates = async (times: number) => {
      const { client, sent } = clientOver(contended(times))
      const ended = await rejection(client.pageViews.updateWith(id, () => ({ name: "x" }))).catch(() => undefined)
      const count = sent.filter(({ operation }) => operation === "update_page_view").length
      return [count, (ended as AgentError | undefined)?.code]
    }
    assert.deepStrictEqual(
      [await updates(4), await updates(5)],
      [
        [5, undefined],
        [5, "CONFLICT"]
      ]
    )
  })

  it("updates nothing where nothing is to change, also by a promise", async () => {
    const { client, sent } = clientOver(contended(0))
    assert.deepStrictEqual(await client.pageViews.updateWith(id, async () => undefined), view())
    assert.lengthOf(sent, 1)
  })

  it("does not try again what is no conflict, nor what the change throws", async () => {
    const { client, sent } = clientOver((one, index) =>
      one.operation === "update_page_view" ? failure("NAME_TAKEN", 409) : contended(0)(one, index)
    )
    assert.match(String(await rejection(client.pageViews.updateWith(id, () => ({ name: "x" })))), /NAME_TAKEN/)
    assert.lengthOf(sent, 2)
    assert.match(
      String(
        await rejection(
          client.pageViews.updateWith(id, () => {
            throw new Error("Mine.")
          })
        )
      ),
      /Mine/
    )
    assert.lengthOf(sent, 3)
  })

  it("updates what was read, whatever else a change names", async () => {
    const { client, sent } = clientOver(contended(0))
    await client.pageViews.updateWith(
      id,
      () => ({ name: "x", id: "pv_other", expectedRevision: 9 }) as { name: string }
    )
    assert.deepStrictEqual(sent.at(-1)?.input, { name: "x", id, expectedRevision: 1 })
  })

  it("ends by its signal", async () => {
    const controller = new AbortController()
    const { client } = clientOver(contended(9))
    const change = () => {
      controller.abort(new Error("Enough."))
      return { name: "x" }
    }
    assert.match(
      String(await rejection(client.pageViews.updateWith(id, change, { signal: controller.signal }))),
      /Enough/
    )
  })
})
