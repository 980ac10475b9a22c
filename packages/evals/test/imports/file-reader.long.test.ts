import { layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { assert } from "vitest"
import { FileReader } from "../../src/imports/thread/FileReader.ts"

const read = (path: string, content: string) => FileReader.use((reader) => reader.read([{ path, content }], undefined))

/** Each key is compared to all before it. */
const slow = `- input:\n${Array.from({ length: 60_000 }, (_, n) => `    k${n}: 1\n`).join("")}`

/** A hundred aliases of half a megabyte of numbers. */
const large = `- &a {input: [${"1,".repeat(250_000)}1]}\n- input: [${"*a,".repeat(90)}1]`

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
