import { runSteps } from "@agent-operations/operations"
import { assert, describe, it } from "vitest"
import { rootMember } from "../src/entry/root-member.ts"

const awkward = ["next", '"next":1', "\\", '\\"', "}", "]", ",", 7, null, "é😀", { next: 1 }, [{ next: 2 }], ["next"]]

describe("a member of the root of an answer", () => {
  it.each(awkward.map((value) => [value]))("C4: is what JSON.parse tells of it, beside and as %j", (value) => {
    const objects = [
      { next: value },
      { next: value, items: [value, value] },
      { a: value, next: value },
      { a: value, nex: 1, "next\\": 2, '"next': 3, b: [], next: value, c: {} },
      { a: "next", b: { next: value } }
    ]
    const texts = objects.flatMap((object) => [JSON.stringify(object), JSON.stringify(object, undefined, 1)])
    assert.deepStrictEqual(
      texts.map((json) => runSteps(rootMember(json, "next"))),
      texts.map((json) => (JSON.parse(json) as Readonly<Record<string, unknown>>)["next"])
    )
  })

  it("K3: is found by steps, however long what is before it is", () => {
    const before = JSON.stringify({ text: '\\"'.repeat(300_000), items: Array.from({ length: 200_000 }, () => ({})) })
    const json = `${before.slice(0, -1)},"next":"there"}`
    const steps = rootMember(json, "next")
    let count = 0
    let step = steps.next()
    for (; step.done !== true; step = steps.next()) count++
    assert.strictEqual(step.value, "there")
    assert.isAtLeast(count, Math.floor(json.length / (64 * 1024)) - 1)
  })
})
