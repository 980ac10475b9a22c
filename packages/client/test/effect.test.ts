import { make } from "@agent-operations/client/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Stream } from "effect"
import { eventually } from "../../../tooling/testing/src/eventually.ts"
import { type Answers, data, failure, fetchOver, view } from "./answers.ts"

const { id } = view()

const clientOver = (answers: Answers) => {
  const { fetch, sent } = fetchOver(answers)
  return { client: make({ baseUrl: "http://localhost", fetch, retries: 1 }), sent }
}

/** Leaves it time for what it is not to do. */
// clock: nothing tells of what does not happen; beside load less is noticed, and nothing is made up
const turns = Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 20)))

const silence = () => new Promise<never>(() => undefined)

const page = (cursor: unknown) => {
  const number = Number(cursor ?? 0)
  const items = [1, 2, 3].map((item) => view({ name: `${number}.${item}` }))
  return data({ items, nextCursor: number === 2 ? null : `${number + 1}` })
}

describe("the client with Effect", () => {
  it.effect("C4: has the results and the retries of the promises", () =>
    Effect.gen(function* () {
      const { client, sent } = clientOver((_, index) => (index === 0 ? failure("UNAVAILABLE", 503) : data(view())))
      assert.deepStrictEqual(yield* client.pageViews.get({ id }, { projectId: "q" }), view())
      assert.lengthOf(sent, 2)
      assert.strictEqual(new Headers(sent[1]?.init.headers).get("x-project-id"), "q")
      assert.deepStrictEqual(yield* client.call("get_page_view", { id }), view())
    })
  )

  it.effect("E2: fails with the codes of the operation, by their tags, with their details", () =>
    Effect.gen(function* () {
      const details = { expectedRevision: 1, currentRevision: 2 }
      const { client } = clientOver(() => failure("CONFLICT", 409, details))
      const told = client.pageViews.update({ id, expectedRevision: 1 }).pipe(
        Effect.as({}),
        Effect.catchTag("CONFLICT", ({ details, status }) => Effect.succeed({ details, status }))
      )
      assert.deepStrictEqual(yield* told, { details, status: 409 })
    })
  )

  it.effect("what is no error of a call is a defect", () =>
    Effect.gen(function* () {
      const broken = make({
        baseUrl: "http://localhost",
        credential: () => Promise.reject(new RangeError("No keychain."))
      })
      const exit = yield* Effect.exit(broken.pageViews.get({ id }))
      assert.isTrue(Exit.hasDies(exit))
    })
  )

  it.effect("interruption aborts the request", () =>
    Effect.gen(function* () {
      const { client, sent } = clientOver(silence)
      const fiber = yield* Effect.forkChild(client.pageViews.get({ id }))
      yield* eventually(
        "the request",
        Effect.sync(() => sent.length === 1)
      )
      assert.isFalse(sent[0]?.init.signal?.aborted)
      yield* Fiber.interrupt(fiber)
      assert.isTrue(sent[0]?.init.signal?.aborted)
    })
  )

  it.effect("P1: a list is a stream of every item", () =>
    Effect.gen(function* () {
      const { client, sent } = clientOver(({ input }) => page(input["cursor"]))
      const names = yield* client.pageViews.list.all({ limit: 3 }).pipe(
        Stream.map(({ name }) => name),
        Stream.runCollect
      )
      assert.deepStrictEqual([...names], ["0.1", "0.2", "0.3", "1.1", "1.2", "1.3", "2.1", "2.2", "2.3"])
      assert.lengthOf(sent, 3)
    })
  )

  it.effect("a stream that takes no more asks for no more, and one that is interrupted aborts its request", () =>
    Effect.gen(function* () {
      const taken = clientOver(({ input }) => page(input["cursor"]))
      assert.lengthOf(yield* taken.client.pageViews.list.all().pipe(Stream.take(1), Stream.runCollect), 1)
      yield* turns
      assert.lengthOf(taken.sent, 1)
      const waiting = clientOver(silence)
      const fiber = yield* Effect.forkChild(Stream.runDrain(waiting.client.pageViews.list.all()))
      yield* eventually(
        "the request",
        Effect.sync(() => waiting.sent.length === 1)
      )
      yield* Fiber.interrupt(fiber)
      assert.isTrue(waiting.sent[0]?.init.signal?.aborted)
    })
  )

  it.effect("a stream fails with the codes of its operation", () =>
    Effect.gen(function* () {
      const { client } = clientOver(() => failure("NOT_FOUND", 404))
      const code = yield* Stream.runDrain(client.pageViews.history.all({ id })).pipe(
        Effect.as(""),
        Effect.catchTag("NOT_FOUND", ({ code }) => Effect.succeed(code))
      )
      assert.strictEqual(code, "NOT_FOUND")
    })
  )

  it.effect("updateWith is an effect, too", () =>
    Effect.gen(function* () {
      const { client, sent } = clientOver(({ input }) =>
        data(view({ name: (input["name"] as string | undefined) ?? "Slow" }))
      )
      const updated = yield* client.pageViews.updateWith(id, ({ name }) => ({ name: `${name}er` }), { projectId: "q" })
      assert.strictEqual(updated.name, "Slower")
      assert.strictEqual(new Headers(sent[1]?.init.headers).get("x-project-id"), "q")
    })
  )
})
