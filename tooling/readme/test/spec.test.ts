import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { readDocument, root } from "../src/documents/blocks.ts"

interface Law {
  readonly id: string
  readonly later: boolean
  readonly heldBy: ReadonlyArray<string>
}

const filesIn = (text: string) => [...text.matchAll(/`([\w./-]+\/[\w./-]+\.\w+)`/g)].map(([, path = ""]) => path)

const spec = readDocument("SPEC.md")

const laws: ReadonlyArray<Law> = [...spec.matchAll(/^\*\*([A-Z]\d+)\*\* .+\n((?:- .+\n)+)/gm)].map(
  ([, id = "", notes = ""]) => ({
    id,
    later: notes.includes("- Later work: "),
    heldBy: filesIn(/^- Held by: (.+)$/m.exec(notes)?.[1] ?? "")
  })
)

/** `P1 to P3` in a title names three laws. */
const spelledOut = (title: string) =>
  title.replace(/\b([A-Z])(\d) to \1(\d)\b/g, (_, letter: string, first: string, last: string) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${letter}${Number(first) + index}`).join(
      " "
    )
  )

const letters = "[REPACVTDIMSGXFUHN]"

/** The laws that the titles of a test file quote. A title that quotes any begins with one. */
const quotedIn = (source: string): ReadonlySet<string> =>
  new Set(
    [...source.matchAll(new RegExp(`["'\`](${letters}\\d{1,2}\\b[^"'\`\\n]*)`, "g"))].flatMap(([, title = ""]) =>
      [...spelledOut(title).matchAll(new RegExp(`\\b${letters}\\d+\\b`, "g"))].map(([id]) => id)
    )
  )

const quoted = new Map(
  globSync(
    ["{packages,apps,tooling}/*/test/**/*.{test,test-d}.ts", "packages/conformance/src/{checks/**/*,client}.ts"],
    {
      cwd: root
    }
  )
    .filter((path) => !path.includes("node_modules"))
    .map((path) => [path, quotedIn(readFileSync(join(root, path), "utf8"))] as const)
)

const everyQuoted = new Set([...quoted.values()].flatMap((ids) => [...ids]))

describe("SPEC.md", () => {
  test("has every law once", () => {
    const ids = laws.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)])
    expect(ids.length).toBe([...spec.matchAll(/^\*\*[A-Z]\d+\*\*/gm)].length)
    expect(ids).toEqual(expect.arrayContaining(["R9", "P8", "E4", "A7", "C3", "V6", "T24"]))
  })

  test.each(laws.filter(({ later }) => !later))("$id is quoted by a test, and by those it names", ({ id, heldBy }) => {
    expect(everyQuoted).toContain(id)
    expect(heldBy.filter((path) => quoted.get(path)?.has(id) !== true)).toEqual([])
    expect(heldBy).not.toEqual([])
  })

  test("has every law that a test quotes", () => {
    const known = new Set(laws.map(({ id }) => id))
    expect(
      [...quoted].flatMap(([path, ids]) => [...ids].filter((id) => !known.has(id)).map((id) => `${path}: ${id}`))
    ).toEqual([])
  })

  test("names only files that are there", () => {
    expect(filesIn(spec).filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})
