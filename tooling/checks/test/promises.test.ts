import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { type Held, promisesOf, titlesIn, unheld } from "../src/prose/promises.ts"
import { root } from "../src/publicPackages.ts"

const read = (file: string) => readFileSync(join(root, file), "utf8")

describe("sentences that promise", () => {
  it("are found in paragraphs, lists and tables, and not in code", () => {
    const text = `A key is shown once. Keep it.

- \`latest\` always means
  the current one.

| when | what |
|---|---|
| it dies | no write is lost |

\`\`\`sh
# It never ends.
\`\`\`

\`never\` is a word.`
    assert.deepStrictEqual(promisesOf(text), [
      "A key is shown once.",
      "`…` always means the current one.",
      "no write is lost"
    ])
  })

  it.each([
    ["it is listed with its test", { "never changes": { "a.test.ts": "stays" } }, []],
    ["it is listed with a reason", { "never changes": "It is advice." }, []],
    ["it is not listed", {}, ["a.md: not listed: It never changes."]],
    ["it has neither test nor reason", { never: {} }, ["a.md: no test and no reason: never"]],
    ["its reason is empty", { never: "" }, ["a.md: no test and no reason: never"]],
    ["what is listed is gone", { never: "Advice.", always: "Advice." }, ["a.md: no promise has: always"]],
    ["the file is not there", { never: { "b.test.ts": "stays" } }, ["a.md: no file b.test.ts: never"]],
    ["the title is not there", { never: { "a.test.ts": "goes" } }, ["a.md: no title in a.test.ts has: goes"]]
  ] as ReadonlyArray<[string, Held, ReadonlyArray<string>]>)(
    "are told where they are not held: %s",
    (_, held, found) => {
      const titles = titlesIn('it.effect("R2: stays as it was", () => assert.include("goes", "goes"))')
      const titlesOf = (file: string) => (file === "a.test.ts" ? titles : undefined)
      assert.deepStrictEqual(unheld("a.md", "It never changes. It is one.", held, titlesOf), found)
    }
  )
})

/** The pages that people wrote: the others are made, or tell what was measured. */
const guides = globSync("docs/*.md", { cwd: root }).filter(
  (file) => !/performance|reliability|conformance|capacity|tenancy|errors|console-forms/.test(file)
)
const promises: Readonly<Record<string, Held>> = JSON.parse(read("tooling/checks/promises.json"))
const titles = new Map<string, ReadonlyArray<string>>()
const titlesOf = (file: string) => {
  if (!file.endsWith(".test.ts") || !existsSync(join(root, file))) return undefined
  if (!titles.has(file)) titles.set(file, titlesIn(read(file)))
  return titles.get(file)
}

it("every promise of a guide is listed in promises.json, with the test that holds it or why it is none", () => {
  const pages = new Set([...guides, ...Object.keys(promises)])
  assert.isAbove(pages.size, 30)
  const found = [...pages].flatMap((page) => {
    const text = guides.includes(page) ? read(page) : ""
    return unheld(page, text, promises[page] ?? {}, titlesOf)
  })
  assert.deepStrictEqual(found, [])
})
