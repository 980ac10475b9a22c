import { decodeJsonInTurns, EncodedJson } from "@agent-operations/operations"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { vi } from "vitest"

describe("long answers", () => {
  it.live("K3: become values one at a time", () =>
    Effect.gen(function* () {
      const parsed = vi.spyOn(JSON, "parse")
      const names = ["a", "b", "c"] as const
      const values = names.map((name) => Array.from({ length: 100_000 }, () => ({ [name]: [] })))
      const decoded = yield* Effect.forEach(values, (value) => decodeJsonInTurns(EncodedJson.of(value)), {
        concurrency: "unbounded"
      })
      const order = parsed.mock.calls.flatMap(([text]) => names.find((name) => text.includes(`"${name}"`)) ?? [])
      vi.restoreAllMocks()
      assert.isAbove(order.length, 2 * names.length)
      assert.deepStrictEqual(order, order.toSorted())
      assert.deepStrictEqual(
        decoded.map((value) => value.length),
        values.map((value) => value.length)
      )
    })
  )
})
