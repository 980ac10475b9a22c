import type { GraphNode } from "@agent-operations/revision-store"
import { assert, it } from "vitest"
import { toNodes } from "../../src/index.ts"

it("K3: the definitions of a graph are read by steps, and their settings stay text", () => {
  const requested = { kind: "custom_field", id: "cf_1", revision: null }
  const settings = '{"target":"trace","valueType":"number"}'
  const source = { type: "attribute", pointer: "/a" }
  const resolved = { revision: 3, source: JSON.stringify(source), settings, references: "{}" }
  const there = Array.from({ length: 100 }, (): GraphNode => ({ requested, resolved }))
  const reading = toNodes([...there, { requested, resolved: null }])
  let steps = 0
  let step = reading.next()
  while (step.done !== true) {
    steps++
    step = reading.next()
  }
  const node = { kind: "custom_field", id: "cf_1", requested, revision: 3, source, settings, references: {} }
  assert.strictEqual(steps, 100)
  assert.lengthOf(step.value, 100)
  assert.deepEqual(step.value[0], node as never)
})
