import { beforeAll, describe, expect, test } from "vitest"
import { patternOf, readDocument, shown } from "../src/documents/blocks.ts"
import { ownerOf } from "../src/documents/ownerOf.ts"
import { type Ran, runBlocks } from "../src/documents/runBlock.ts"

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

const documents = Object.entries(packages).map(([name, count]) => {
  const document = `packages/${name}/README.md`
  const examples = shown(readDocument(document), "ts", "text")
  return { name, count, programs: examples.map((example) => ({ ...example, owner: ownerOf(document, example.code) })) }
})

const all = documents.flatMap(({ programs }) => programs)
let ran: ReadonlyArray<Ran> = []
beforeAll(async () => {
  ran = await runBlocks(all)
})

describe.each(documents)("the README of $name", ({ count, programs }) => {
  test("shows programs with their output", () => {
    expect(programs).toHaveLength(count)
  })

  test.each(programs.map((program, n) => ({ program, n })))("program $n prints what it shows", ({ program }) => {
    const { output, failure } = ran[all.indexOf(program)]!
    expect(failure).toBeUndefined()
    expect(output.trim()).toMatch(patternOf(program.output))
  })
})
