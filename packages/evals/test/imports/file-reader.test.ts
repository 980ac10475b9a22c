import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { assert } from "vitest"
import { FileReader } from "../../src/imports/thread/FileReader.ts"

const read = (path: string, content: string) =>
  FileReader.use((reader) =>
    reader.read(
      [
        { path: "before.csv", content: "input\na\n" },
        { path, content }
      ],
      undefined
    )
  )

/** So many aliases of half a megabyte of numbers. */
const aliases = (count: number) => `- &a {input: [${"1,".repeat(250_000)}1]}\n- input: [${"*a,".repeat(count)}1]`

/** Takes 10 s where nothing else is done, and then 40 s and more memory than there is. */
const [slow, large] = [aliases(20), aliases(90)]

layer(FileReader.layer({ deadline: "1500 millis" }), { excludeTestServices: true })((it) => {
  it.effect("I1: a file that takes too long or too much memory is named, and others are read after it", () =>
    Effect.gen(function* () {
      for (const [path, content] of [
        ["slow.yaml", slow],
        ["large.yaml", large]
      ] as const) {
        // Starting the thread is no part of its time.
        const before = yield* read("a.jsonl", '{"input":1}')
        assert.lengthOf(before.datasets[0]!.items, 2)
        const { errors } = yield* read(path, content)
        assert.deepInclude(errors[0], { file: path, code: "TOO_EXPENSIVE" })
      }
    })
  )

  it.effect("the event loop goes on while a file is read", () =>
    Effect.gen(function* () {
      yield* read("a.jsonl", '{"input":1}')
      let turns = 0
      const timer = setInterval(() => turns++, 5)
      yield* read("slow.yaml", slow)
      clearInterval(timer)
      // It is given up after 1.5 s, of which a turn each 5 ms would make 300.
      assert.isAbove(turns, 10)
    })
  )
})
