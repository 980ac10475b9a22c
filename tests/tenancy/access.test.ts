import { readFileSync } from "node:fs"
import { assert, it } from "vitest"
import { combinations, describeAccess } from "./access.ts"
import { callables } from "./declared.ts"

const pages = ["SECURITY.md", "README.md", "docs/security.md"]

it.each(pages)("%s says how many combinations there are, and places of IDs", (page) => {
  const text = readFileSync(`${import.meta.dirname}/../../${page}`, "utf8").replaceAll(/\s+/g, " ")
  const places = callables.flatMap(({ places }) => places).length
  assert.include(text, `${combinations.toLocaleString("en")} combinations`)
  assert.include(text, `${places} places`)
})

describeAccess(false)
