import { type Act, explain, type Recorded, type Reply } from "@agent-operations/conformance/history"
import fc from "fast-check"
import { assert, describe, it } from "vitest"

const read: Act = { type: "read" }
const update = (expectedRevision: number, token: string): Act => ({ type: "update", expectedRevision, token })
const at = (revision: number, token: string): Reply => ({ type: "revision", revision, token })
const conflict = (currentRevision: number): Reply => ({ type: "conflict", currentRevision })
const unknown: Reply = { type: "unknown" }
const recorded = (client: string, act: Act, reply: Reply, invoked: number, returned: number): Recorded => ({
  client,
  act,
  reply,
  invoked,
  returned
})

describe("explain", () => {
  it.each<[string, ReadonlyArray<Recorded>]>([
    ["nothing", []],
    ["a read of what was made", [recorded("a", read, at(1, "made"), 0, 1)]],
    [
      "a read during an update that sees what was before, and one that sees what it made",
      [
        recorded("a", update(1, "new"), at(2, "new"), 0, 10),
        recorded("b", read, at(1, "made"), 1, 2),
        recorded("c", read, at(2, "new"), 3, 4)
      ]
    ],
    [
      "a loser that is told of the winner before the winner is",
      [recorded("a", update(1, "x"), at(2, "x"), 0, 10), recorded("b", update(1, "y"), conflict(2), 1, 2)]
    ],
    [
      "an update without an answer that happened",
      [recorded("a", update(1, "x"), unknown, 0, Infinity), recorded("b", read, at(2, "x"), 5, 6)]
    ],
    [
      "an update without an answer that never happened",
      [recorded("a", update(1, "x"), unknown, 0, Infinity), recorded("b", read, at(1, "made"), 5, 6)]
    ],
    [
      "a restore, and a delete after it",
      [
        recorded("a", update(1, "x"), at(2, "x"), 0, 1),
        recorded("a", { type: "restore", revision: 1, expectedRevision: 2 }, at(3, "made"), 2, 3),
        recorded("a", { type: "delete", expectedRevision: 3 }, { type: "deleted" }, 4, 5),
        recorded("b", read, { type: "not found" }, 4.5, 6)
      ]
    ]
  ])("R4: finds the order of %s", (_, history) => assert.isArray(explain("made", history)))

  it.each<[string, ReadonlyArray<Recorded>]>([
    [
      "two that win on one revision",
      [recorded("a", update(1, "x"), at(2, "x"), 0, 10), recorded("b", update(1, "y"), at(2, "y"), 0, 10)]
    ],
    [
      "an acknowledged update that a later read does not see",
      [recorded("a", update(1, "x"), at(2, "x"), 0, 1), recorded("b", read, at(1, "made"), 2, 3)]
    ],
    ["a read that sees what was never written", [recorded("a", read, at(1, "other"), 0, 1)]],
    [
      "reads that go back in time",
      [
        recorded("a", update(1, "x"), at(2, "x"), 0, 10),
        recorded("b", read, at(2, "x"), 1, 2),
        recorded("c", read, at(1, "made"), 3, 4)
      ]
    ],
    ["a conflict with the current revision", [recorded("a", update(1, "x"), conflict(1), 0, 1)]],
    [
      "an update without an answer that is seen and then gone",
      [
        recorded("a", update(1, "x"), unknown, 0, Infinity),
        recorded("b", read, at(2, "x"), 1, 2),
        recorded("b", read, at(1, "made"), 3, 4)
      ]
    ],
    [
      "a read of what was deleted",
      [
        recorded("a", { type: "delete", expectedRevision: 1 }, { type: "deleted" }, 0, 1),
        recorded("b", read, at(1, "made"), 2, 3)
      ]
    ]
  ])("R4: finds no order of %s", (_, history) => assert.strictEqual(explain("made", history), "none"))

  it("R4: explains whatever a right definition answers, in whatever order it is recorded", () => {
    const script = fc.array(fc.record({ kind: fc.nat(3), lag: fc.nat(1), wait: fc.nat(3), unanswered: fc.nat(9) }), {
      maxLength: 14
    })
    fc.assert(
      fc.property(script, fc.infiniteStream(fc.nat()), (steps, shuffle) => {
        let state: ReadonlyArray<string> | undefined = ["made"]
        const history = steps.map(({ kind, lag, wait, unanswered }, n): Recorded => {
          const expectedRevision = Math.max(1, (state?.length ?? 1) - lag)
          const act: Act =
            kind === 0
              ? read
              : kind === 3 && n > 8
                ? { type: "delete", expectedRevision }
                : update(expectedRevision, `${n}`)
          let reply: Reply
          if (state === undefined) reply = { type: "not found" }
          else if (act.type === "read") reply = at(state.length, state.at(-1)!)
          else if (expectedRevision !== state.length) reply = conflict(state.length)
          else if (act.type === "delete") {
            state = undefined
            reply = { type: "deleted" }
          } else {
            state = [...state, `${n}`]
            reply = at(state.length, `${n}`)
          }
          // Each takes effect at its own moment, and its call and answer lie around that.
          const lost = unanswered === 0
          return recorded(`${n}`, act, lost ? unknown : reply, n * 2 - wait, lost ? Infinity : n * 2 + wait)
        })
        const order = shuffle[Symbol.iterator]()
        const mixed = history.map((one) => [order.next().value ?? 0, one] as const).toSorted(([a], [b]) => a - b)
        assert.isArray(
          explain(
            "made",
            mixed.map(([, one]) => one)
          )
        )
      })
    )
  })
  /** Updates by one client after the other, of which each begins before the last is answered. */
  const updates = (count: number) =>
    Array.from({ length: count }, (_, n) => recorded("a", update(n + 1, `${n}`), at(n + 2, `${n}`), n * 2, n * 2 + 3))

  it("R4: finds the order of a long history, of which hundreds of acts were lost", () => {
    const restore: Act = { type: "restore", revision: 1, expectedRevision: 5000 }
    const lost = Array.from({ length: 500 }, (_, n) => recorded("b", restore, unknown, n, Infinity))
    const history = [...lost, ...updates(10_000)]
    assert.deepStrictEqual(
      explain("made", history),
      Array.from({ length: 10_000 }, (_, n) => lost.length + n)
    )
    assert.strictEqual(explain("made", [...history, recorded("c", read, at(9, "7"), 30_000, 30_001)]), "none")
  })

  it("R4: gives up a search that became too long", () => {
    const reads = Array.from({ length: 12 }, (_, n) => recorded(`${n}`, read, at(1, "made"), n, 99))
    const stale = recorded("late", read, at(2, "0"), 0, 99)
    assert.strictEqual(explain("made", [...reads, stale]), "none")
    assert.strictEqual(explain("made", [...reads, stale], 500), "undecided")
  })
})
