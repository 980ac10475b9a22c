import { execFileSync, spawnSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, test } from "vitest"
import { blocksOf, readDocument, root } from "../src/documents/blocks.ts"
import { ownerOf } from "../src/documents/ownerOf.ts"
import { fileNameOf, typeErrors } from "../src/documents/typeErrors.ts"

const documents = globSync(
  ["*.md", "docs/**/*.md", "{packages,apps,tooling}/*/README.md", "packages/*/{src,examples}/**/README.md"],
  { cwd: root, exclude: ["**/node_modules/**"] }
).toSorted()

/** Its programs use packages that only `tooling/sdks` installs: `npm run check -- check:sdks` runs them. */
const ofSdks = "docs/sdks.md"

/** A guide whose programs are files of one host: this package has all that they import. */
const hosts = ["docs/embedding.md"]

/** Imports what another block of the guide writes: `embedding-guide.test.ts` runs that, and compiles all of the guide. */
const importsWritten = (text: string) => text.includes('from "./generated/')

const blocks = documents.flatMap((document) =>
  blocksOf(readDocument(document)).map((block, index) => ({
    ...block,
    page: document,
    document: hosts.includes(document) && fileNameOf(block.text) !== undefined ? document : undefined,
    owner: hosts.includes(document) ? "tooling/readme" : ownerOf(document, block.text),
    title: `${document}, block ${index + 1}`
  }))
)
const inLanguage = (...languages: ReadonlyArray<string>) =>
  blocks.filter(({ language }) => languages.includes(language))

/** What is read by people alone, or by a program that is not here. */
const notChecked = ["text", "mermaid", "http", "ini", "sql", "toml", "yaml"]

test("every block of every page names a language that is checked, or why it is not", () => {
  // The console's own tests compile React page views, which are in JSX.
  const checked = ["ts", "tsx", "js", "jsx", "json", "sh", "bash", "python", ...notChecked]
  expect(blocks.length).toBeGreaterThan(0)
  expect(blocks.filter(({ language }) => !checked.includes(language)).map(({ title }) => title)).toEqual([])
})

describe("TypeScript and JavaScript", () => {
  const programs = inLanguage("ts", "tsx", "js")
    .filter(({ page, text }) => page !== ofSdks && !importsWritten(text))
    .map(({ text, ...rest }) => ({ ...rest, code: text }))
  const wrong = { title: "wrong", owner: "packages/http", language: "ts", code: 'export const port: number = "4400"' }
  let errors: Awaited<ReturnType<typeof typeErrors>> = new Map()
  beforeAll(async () => {
    errors = await typeErrors([...programs, wrong])
  })

  test("the compiler has nothing to say but of a program", () => expect(errors.get("the compiler")).toBeUndefined())

  test.each(programs)("$title compiles", ({ title }) => expect(errors.get(title)).toBeUndefined())

  test("an error would be told", () => {
    expect(errors.get(wrong.title)).toEqual([expect.stringContaining("TS2322")])
  })
})

const python = spawnSync("python3", ["--version"]).status === 0

test.skipIf(!python).each(inLanguage("python"))(
  `$title is Python${python ? "" : " (there is no python3)"}`,
  ({ text }) => {
    const read = "import ast, sys; ast.parse(sys.stdin.read())"
    expect(spawnSync("python3", ["-c", read], { input: text, encoding: "utf8" }).stderr).toBe("")
  }
)

test.each(inLanguage("json"))("$title is JSON", ({ text }) => {
  expect(() => JSON.parse(text) as unknown).not.toThrow()
})

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> }

describe.each(inLanguage("sh", "bash"))("$title", ({ text }) => {
  test("is a script that bash reads", () => {
    expect(execFileSync("bash", ["-n"], { input: text, encoding: "utf8", stdio: ["pipe", "pipe", "pipe"] })).toBe("")
  })

  test("calls scripts that are there", () => {
    const called = [...text.matchAll(/\bnpm run (?:--silent )?([\w:]+)/g)].map(([, name = ""]) => name)
    expect(called.filter((name) => !(name in scripts))).toEqual([])
  })
})
