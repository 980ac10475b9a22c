import { Egress } from "@agent-operations/egress"
import { describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { assert, vi } from "vitest"
import type { Exchange } from "../../src/apps/call/exchange.ts"
import { post } from "../../src/apps/call/post.ts"

/** Tells of each call of `Buffer.concat` how much was joined. */
const joined = Effect.acquireRelease(
  Effect.sync(() => vi.spyOn(Buffer, "concat")),
  (concat) => Effect.sync(() => concat.mockRestore())
)

describe("K3: an answer in chunks of one byte", () => {
  it.effect("is kept as a few", () =>
    Effect.gen(function* () {
      const bytes = 5000
      const body = Stream.map(Stream.range(1, bytes), () => new Uint8Array([120]))
      const egress = Egress.of({
        check: () => Effect.void,
        send: () => Effect.succeed({ status: 200, headers: {}, body })
      })
      const exchange: Exchange = { request: { url: "", headers: {} } }
      const concat = yield* joined
      const asked = { url: "https://app.example/run", headers: {}, body: "{}", timeoutMs: 1000, maxBytes: bytes }
      const text = yield* Effect.provideService(post(asked, exchange), Egress, egress)
      const lengths = concat.mock.calls.map(([list]) => list.length)
      assert.strictEqual(text, "x".repeat(bytes))
      assert.isAbove(lengths.length, 0)
      assert.isAtMost(Math.max(...lengths), 100)
    }).pipe(Effect.scoped)
  )
})
