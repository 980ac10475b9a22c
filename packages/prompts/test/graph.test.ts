import type { GraphNode } from "@agent-operations/revision-store"
import { assert, it } from "vitest"
import { readNodes } from "../src/rendering/graph.ts"

it("K3: prompts of a graph are read by steps, each once, without what rendering does not look at", () => {
  const source = { type: "text", template: "Hi {{name}}" } as const
  const variables = [{ name: "name", description: null, type: "string", required: true }]
  const root = { id: "pr_root", revision: 1, source, settings: { variables: [] }, references: {} }
  const resolved = {
    revision: 3,
    source: JSON.stringify(source),
    settings: JSON.stringify({ variables, extra: { a: 1 } }),
    references: "{}"
  }
  const found = Array.from({ length: 100 }, (_, n): ReadonlyArray<GraphNode> => {
    const requested = { kind: "prompt", id: `pr_${n}`, revision: null }
    return [
      { requested, resolved },
      { requested: { ...requested, revision: 3 }, resolved }
    ]
  })
  const reading = readNodes(root, [
    ...found.flat(),
    { requested: { kind: "prompt", id: "gone", revision: 1 }, resolved: null }
  ])
  let steps = 0
  let step = reading.next()
  while (step.done !== true) {
    steps++
    step = reading.next()
  }
  const { nodes, requests } = step.value
  assert.strictEqual(steps, 100)
  assert.lengthOf([...nodes], 101)
  assert.lengthOf([...requests], 200)
  const node = { id: "pr_7", revision: 3, source, settings: { variables }, references: {} }
  assert.deepEqual(requests.get("pr_7 null"), node as never)
  assert.strictEqual(requests.get("pr_7 null"), requests.get("pr_7 3"))
})
