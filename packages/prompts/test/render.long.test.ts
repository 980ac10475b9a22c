import { assert, it } from "vitest"
import type { PromptGraph, Variables } from "../src/index.ts"
import { runSteps } from "@agent-operations/operations"
import { checkPrompt as checkBySteps } from "../src/rendering/check.ts"
import { render as renderBySteps } from "../src/rendering/render.ts"
import { graphOf } from "./graphs.ts"

const checkPrompt = (graph: PromptGraph) => runSteps(checkBySteps(graph))
const render = (graph: PromptGraph, variables: Variables) => runSteps(renderBySteps(graph, variables))

it("M3: hostile templates and values end soon", () => {
  const since = performance.now()
  render(graphOf({ root: { template: "{{a}}".repeat(50_000) } }), { a: "é".repeat(100) })
  // Each level includes the next 100 times: of nothing, 10^16 times over.
  const levels = Object.fromEntries(
    Array.from({ length: 9 }, (_, n) => [
      `n${n}`,
      n === 8 ? { template: "" } : { template: "{{> p}}".repeat(100), includes: { p: `n${n + 1}` } }
    ])
  )
  render(graphOf(levels), {})
  for (const piece of ["{", "{{", "{{ ", "{{>", "{{> a", "{{a", "{{ a ", `{{${" ".repeat(100)}`, "{{> a}"]) {
    const graph = graphOf({ root: { template: piece.repeat(Math.floor((256 * 1024) / piece.length)) } })
    render(graph, {})
    checkPrompt(graph)
  }
  const undeclared = Array.from({ length: 20_000 }, (_, n) => `{{v${n}}}`).join("\n")
  checkPrompt(graphOf({ root: { template: undeclared } }))
  assert.isBelow(performance.now() - since, 5000)
})
