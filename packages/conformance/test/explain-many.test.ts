import {
  explainMany,
  type ManyAct,
  type ManyRecorded,
  type ManyReply,
  renderMany,
  type Seen,
  shrinkMany
} from "@agent-operations/conformance/history"
import { assert, describe, it } from "vitest"

const kind = "page_view"
const seen = (id: string, name: string, revision = 1, uses: Seen["uses"] = {}): Seen => ({
  id,
  revision,
  name,
  token: name,
  uses
})
const create = (name: string): ManyAct => ({ type: "create", kind, name, token: name, uses: {} })
const shown = (one: Seen): ManyReply => ({ type: "shown", seen: one })
const list: ManyAct = { type: "list", kind }
const listed = (...items: ReadonlyArray<Seen>): ManyReply => ({
  type: "listed",
  items,
  whole: true
})
const counted = (total: number, ...items: ReadonlyArray<Seen>): ManyReply => ({
  type: "listed",
  items,
  whole: true,
  total
})
const recorded = (act: ManyAct, reply: ManyReply, invoked: number, returned: number): ManyRecorded => ({
  client: "a",
  act,
  reply,
  invoked,
  returned
})

const [a, b] = [seen("1", "a"), seen("2", "b")]
const made = [recorded(create("a"), shown(a), 0, 1), recorded(create("b"), shown(b), 2, 3)]

/** Creates of so many clients at once, round after round. */
const rounds = (clients: number, count: number): ReadonlyArray<ManyRecorded> =>
  Array.from({ length: clients * count }, (_, n) => {
    const [round, id] = [Math.floor(n / clients), `made ${n}`]
    return recorded(create(id), shown(seen(id, id)), round * 10, round * 10 + 9)
  })

describe("R4: histories of many definitions", () => {
  it("are explained by an order that keeps to the times", () => {
    const history = [...made, recorded(list, listed(a), 1.5, 9), recorded(list, listed(a, b), 4, 5)]
    assert.deepStrictEqual(explainMany(history), [0, 2, 1, 3])
  })

  it.each<[string, ReadonlyArray<ManyRecorded>]>([
    ["a list that is older than what was acknowledged", [...made, recorded(list, listed(a), 4, 5)]],
    ["a list of what never was together", [...made, recorded(list, listed(b), 0, 9)]],
    ["a total that is older than what was acknowledged", [...made, recorded(list, counted(1, a, b), 4, 5)]],
    [
      "a total that is not of the moment of its list",
      [...made, recorded(create("c"), shown(seen("3", "c")), 4, 9), recorded(list, counted(3, a, b), 4, 9)]
    ],
    [
      "a copy under the name of what was deleted before it",
      [
        ...made,
        recorded({ type: "delete", kind, id: "1", expectedRevision: 1 }, { type: "deleted" }, 4, 9),
        recorded({ type: "copy", kind, id: "1", name: "A" }, shown({ ...a, id: "3", name: "A" }), 4, 9)
      ]
    ],
    ["a name that two have", [...made, recorded(create("A"), shown(seen("3", "A")), 4, 5)]],
    [
      "a reference to what is deleted",
      [
        ...made,
        recorded({ type: "delete", kind, id: "1", expectedRevision: 1 }, { type: "deleted" }, 4, 6),
        recorded(
          { type: "update", kind, id: "2", expectedRevision: 1, uses: { used: "1" } },
          shown(seen("2", "b", 2, { used: "1" })),
          4,
          6
        )
      ]
    ],
    [
      "reads of two definitions that each show the other's write as still to come",
      [
        ...made,
        recorded({ type: "update", kind, id: "1", expectedRevision: 1 }, shown(seen("1", "a", 2)), 4, 9),
        recorded({ type: "update", kind, id: "2", expectedRevision: 1 }, shown(seen("2", "b", 2)), 4, 9),
        recorded(list, listed(seen("1", "a", 2), b), 4, 9),
        recorded(list, listed(a, seen("2", "b", 2)), 4, 9)
      ]
    ]
  ])("are explained by none where there is %s", (_, history) => {
    assert.strictEqual(explainMany(history), "none")
  })

  it("may have an act that was never answered, done or not", () => {
    const lost = recorded(create("c"), { type: "unknown" }, 4, Infinity)
    assert.notStrictEqual(explainMany([...made, lost, recorded(list, listed(a, b), 5, 6)]), "none")
    const c = seen("3", "c")
    assert.notStrictEqual(explainMany([...made, lost, recorded(list, listed(a, b, c), 5, 6)]), "none")
    assert.strictEqual(explainMany([...made, recorded(list, listed(a, b, c), 5, 6)]), "none")
  })

  it("are made smaller to what none explains", () => {
    const others = rounds(4, 10).map((one) => ({ ...one, invoked: one.invoked + 20, returned: one.returned + 20 }))
    const read: ManyAct = { type: "read", kind, id: "1" }
    const wrong = recorded(read, { type: "refused", refusal: { code: "NOT_FOUND" } }, 11, 12)
    const looks = [5, 7, 9].map((at) => recorded(read, shown(a), at, at + 1))
    const least = shrinkMany([...made, ...looks, wrong, ...others])
    assert.deepStrictEqual(least, [...made.slice(0, 1), wrong])
    assert.match(renderMany(least), /^0\.0–1\.0 ms, a: create .*\n11\.0–12\.0 ms, a: read .*NOT_FOUND/)
  })

  it("are made smaller by what has no part in it, though all of it was listed, copied and referred to", () => {
    const attach: ManyAct = { type: "update", kind, id: "2", expectedRevision: 1, uses: { used: "1" } }
    const used = seen("2", "b", 2, { used: "1" })
    const copy: ManyAct = { type: "copy", kind, id: "2", name: "c" }
    const copied = { ...seen("3", "c", 1, { used: "1" }), token: "b" }
    const history = (total: number) => [
      ...made,
      recorded(attach, shown(used), 4, 5),
      recorded(copy, shown(copied), 6, 7),
      recorded(list, counted(total, a, used, copied), 10, 11)
    ]
    assert.isArray(explainMany(history(3)))
    assert.strictEqual(explainMany(history(2)), "none")
    const alone = { ...copied, uses: {} }
    assert.deepStrictEqual(shrinkMany(history(2)), [
      recorded({ type: "create", kind, name: "c", token: "b", uses: {} }, shown(alone), 6, 7),
      recorded(list, counted(0, alone), 10, 11)
    ])
  })

  it("are searched in little time where many act at once, and else given up", () => {
    assert.isArray(explainMany(rounds(8, 50)))
    assert.strictEqual(explainMany([...rounds(12, 2), recorded(list, listed(b), 0, 99)], 500), "undecided")
  })
})
