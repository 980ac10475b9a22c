import { describe, expect, test } from "vitest"
import { patternOf, readDocument, shown } from "../src/documents/blocks.ts"
import { ownerOf } from "../src/documents/ownerOf.ts"
import { runBlock } from "../src/documents/runBlock.ts"

/** Each with the number of programs that it shows with their output. */
const packages = {
  "definition-diff": 2,
  "revision-store": 1,
  egress: 1,
  auth: 2,
  operations: 1,
  definitions: 1,
  views: 1,
  evals: 10,
  traces: 1,
  http: 1,
  kit: 2,
  identity: 1
}

describe.each(Object.entries(packages))("the README of %s", (name, programs) => {
  const document = `packages/${name}/README.md`
  const examples = shown(readDocument(document), "ts", "text")

  test("shows programs with their output", () => {
    expect(examples).toHaveLength(programs)
  })

  test.each(examples)("program %# prints what it shows", async ({ code, output }) => {
    expect(await runBlock(code, ownerOf(document, code))).toMatch(patternOf(output))
  })
})
