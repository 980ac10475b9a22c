import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { readDocument, root } from "../src/documents/blocks.ts"
import { filesIn, lawsOf, quotedByFile, withoutShortTest } from "../src/law-table.ts"

const spec = readDocument("SPEC.md")
const laws = lawsOf(spec)
const quoted = quotedByFile()
const everyQuoted = new Set([...quoted.values()].flatMap((ids) => [...ids]))

describe("SPEC.md", () => {
  test("has every law once", () => {
    const ids = laws.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)])
    expect(ids.length).toBe([...spec.matchAll(/^\*\*[A-Z]\d+\*\*/gm)].length)
    expect(ids).toEqual(expect.arrayContaining(["R9", "P8", "E4", "A7", "C3", "V6", "T24"]))
  })

  test.each(laws.filter(({ isLater }) => !isLater))(
    "a test quotes $id, and so do those that it names",
    ({ id, heldBy }) => {
      expect(everyQuoted).toContain(id)
      expect(heldBy.filter((path) => quoted.get(path)?.has(id) !== true)).toEqual([])
      expect(heldBy).not.toEqual([])
    }
  )

  test("has every law that a test quotes", () => {
    const known = new Set(laws.map(({ id }) => id))
    expect(
      [...quoted].flatMap(([path, ids]) => [...ids].filter((id) => !known.has(id)).map((id) => `${path}: ${id}`))
    ).toEqual([])
  })

  test("has no law without a test in the short run, but with a reason", () => {
    expect(withoutShortTest(laws, quoted)).toEqual([])
    const [one, other] = lawsOf(
      "**R1** One.\n- Held by: `a/b.ts`\n\n**R2** Other.\n- Long runs only: it takes a day.\n"
    )
    const long = new Map([["packages/a/test/b.long.test.ts", new Set(["R1", "R2"])]])
    expect(withoutShortTest([one!, other!], long)).toEqual(["R1"])
  })

  test("names only files that are there", () => {
    expect(filesIn(spec).filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})
