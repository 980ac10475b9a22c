import { expect, it } from "vitest"
import { unrecorded, usesEffect } from "../src/copies.ts"

const line = (name: string) =>
  `recordCopy("${name}", import.meta.url, Effect.void, () => import.meta.resolve("effect"))\n`

it.each([
  ["nothing", ""],
  ["nothing", ` * ${line("a")}`],
  ["b", line("b")],
  ["a, a", line("a") + line("a")]
])("a package has to record itself once, and not %s", (what, text) => {
  const [fault = "", ...others] = unrecorded([{ name: "a", texts: ["const x = 1\n", text] }])
  expect(fault).toContain(`a records ${what}. `)
  expect(fault).toContain(line("a").trim())
  expect(others).toEqual([])
})

it("and nothing is wrong with one that does", () => {
  expect(unrecorded([{ name: "a", texts: ["const x = 1\n", `const y = 2\n\n${line("a")}`] }])).toEqual([])
})

it.each([
  ['import { Context, Effect } from "effect"', true],
  ['import {\n  Effect,\n  Layer\n} from "effect"', true],
  ['import { type Effect, Layer } from "effect"', false],
  ['import type { Effect } from "effect"', false],
  ['import { Effects } from "effect"', false]
])("tells whether code runs effects: %s", (text, expected) => {
  expect(usesEffect(text)).toBe(expected)
})
