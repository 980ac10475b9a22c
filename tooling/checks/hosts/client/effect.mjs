// A program with Effect: prints how its calls ended on the kit of the server that it is given.
import { make } from "@agent-operations/client/effect"
import { Effect, Stream } from "effect"

const { pageViews } = make({ baseUrl: `${process.argv[2]}/ops`, credential: "any", projectId: "effects" })

const program = Effect.gen(function* () {
  const input = { name: "Slow traces", source: { type: "table" }, settings: { target: "traces" } }
  const { id } = yield* pageViews.create(input)
  const stale = pageViews.update({ id, expectedRevision: 2 })
  const { code } = yield* Effect.catchTag(stale, "CONFLICT", Effect.succeed)
  const listed = yield* Stream.runCollect(Stream.map(pageViews.list.all(), ({ name }) => name))
  return { code, listed }
})

console.log(JSON.stringify(await Effect.runPromise(program)))
