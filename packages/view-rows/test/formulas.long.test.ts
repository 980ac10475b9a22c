import { expect, it } from "vitest"
import { cellOf, formula, raw } from "./rows.ts"

const doubling = (times: number, value = '"aaaaaaaa"', use = (name: string) => `size(${name})`) => {
  const bindings = Array.from({ length: times }, (_, n) => `cel.bind(x${n + 1}, x${n} + x${n}, `).join("")
  return `cel.bind(x0, ${value}, ${bindings}${use(`x${times}`)}${")".repeat(times + 1)}`
}

it.each([
  [
    "maps nested six deep",
    Array.from({ length: 6 }).reduce<string>((inner, _, n) => `[1,2,3,4,5,6,7,8,9,10].map(x${n},${inner})`, "1")
  ],
  ["a text that doubles", doubling(40)],
  ["a list that doubles", doubling(40, "[1,2,3,4]")],
  ["a large pattern over a long text", doubling(14, undefined, (name) => `${name}.matches("(a?b?c?){900}d")`)]
])("T15: %s is told to be too expensive soon", (_, expression) => {
  const begun = performance.now()
  expect(cellOf(formula(expression, "json"), raw({ name: "a" }))).toMatchObject({ error: { code: "TOO_EXPENSIVE" } })
  expect(performance.now() - begun).toBeLessThan(5000)
})
