import { layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { assert } from "vitest"
import { FileReader } from "../../src/imports/thread/FileReader.ts"

const read = (path: string, content: string) => FileReader.use((reader) => reader.read([{ path, content }], undefined))

/** So many aliases of half a megabyte of numbers. */
const aliases = (count: number) => `- &a {input: [${"1,".repeat(250_000)}1]}\n- input: [${"*a,".repeat(count)}1]`

/** Takes 10 s where nothing else is done, and then 40 s and more memory than there is. */
const [slow, large] = [aliases(20), aliases(90)]

layer(FileReader.layer({ deadline: "1500 millis" }), { excludeTestServices: true })((it) => {
  it.effect("I1: a file that takes too long or too much memory is given up soon, and holds up nothing meanwhile", () =>
    Effect.gen(function* () {
      for (const content of [slow, large]) {
        // Starting the thread is no part of its time.
        yield* read("a.jsonl", '{"input":1}')
        let [longest, last] = [0, performance.now()]
        const timer = setInterval(() => {
          const now = performance.now()
          longest = Math.max(longest, now - last)
          last = now
        }, 5)
        const [took] = yield* Effect.timed(read("a.yaml", content))
        clearInterval(timer)
        assert.isBelow(Duration.toMillis(took), 10_000)
        assert.isBelow(longest, 500)
      }
    })
  )
})
