import { familiesOf } from "@agent-operations/contract"
import { imports } from "@agent-operations/contract/imports"
import { family, implement } from "@agent-operations/kit"
import { ImportRefused } from "@agent-operations/error-envelope"
import * as fc from "fast-check"
import { afterAll, assert, beforeEach, describe, it } from "vitest"
import { partsOf } from "../src/import/parts.ts"
import { serve } from "./served.ts"

type Operations = typeof imports.operations
type Input = Operations["importResources"]["input"]["Type"]

const place = { file: "a.csv", line: 2, column: 5, pointer: "/q", code: "SYNTAX", message: "This is wrong." } as const
const none = { created: 0, changed: 0, unchanged: 0, deleted: 0 }

/** A server that keeps what it is sent, and refuses files that say so. */
let sent: Array<Input> = []
const modules = [
  family(
    "imports",
    [
      implement(imports.operations.importResources, async (input) => {
        sent.push(input)
        const { importKey, part = { index: 1, count: 1 }, dryRun } = input
        const isWrong = input.files.some(({ content }) => content.startsWith("wrong"))
        if (isWrong && dryRun !== true) {
          throw new ImportRefused({ message: "They are wrong.", details: { errors: [place] } })
        }
        const dataset = {
          id: null,
          name: "Capitals",
          change: "created",
          version: 1,
          items: { ...none, created: 2 }
        } as const
        const isLast = part.index === part.count
        return {
          id: null,
          importKey,
          status: dryRun === true ? "checked" : isLast ? "applied" : "staged",
          parts: { staged: part.index, count: part.count },
          report: {
            datasets: isLast ? [dataset] : [],
            items: none,
            scorers: [],
            warnings: isLast ? ["Look at \u001b this."] : [],
            errors: isWrong ? [place] : []
          },
          createdAt: null
        } as const
      })
    ],
    { scopes: imports.scopes }
  )
]
const { cli, close, file, lose } = await serve(modules)
afterAll(close)
beforeEach(() => void (sent = []))

const run = (...args: ReadonlyArray<string>) => cli(["import", ...args], { families: familiesOf(modules) })

describe("import", () => {
  it("sends a file, and says what became of it", async () => {
    const name = file("capitals.csv", "\uFEFFq,a\nFrance,Paris\n")
    const { exit, out, error } = await run(name, "--into", "Capitals", "--mapping", '{"q":"input","a":"expected"}')
    assert.deepStrictEqual([exit, error], [0, "Look at \\u001b this.\n"])
    assert.strictEqual(out, "Capitals: 2 created, 0 changed, 0 unchanged, 0 deleted; version 1\n")
    const { importKey, ...rest } = sent[0]!
    assert.match(importKey, /^[0-9a-f-]{36}$/)
    assert.deepStrictEqual(rest, {
      files: [{ path: "capitals.csv", content: "q,a\nFrance,Paris\n" }],
      into: { datasetName: "Capitals" },
      mapping: { q: "input", a: "expected" },
      mode: "add"
    })
    const bundle = await cli(["import", "-", "--format", "yaml", "--replace", "--key", "mine"], {
      families: familiesOf(modules),
      input: "datasets: []"
    })
    assert.strictEqual(bundle.exit, 0)
    assert.deepInclude(sent[1], { importKey: "mine", mode: "replace" })
    assert.deepStrictEqual(sent[1]!.files, [{ path: "stdin", format: "yaml", content: "datasets: []" }])
  })

  it("has an example, within 80 columns", async () => {
    const { exit, out } = await run("--help")
    assert.strictEqual(exit, 0)
    assert.include(out, "\nExample\n  agent-operations import capitals.csv")
    for (const line of out.split("\n")) assert.isAtMost(line.length, 80, line)
  })

  it("I1: tells each place of files that are refused, or would be", async () => {
    const name = file("a.csv", "wrong")
    for (const args of [[name], [name, "--dry-run"]]) {
      const { exit, out, error } = await run(...args)
      assert.deepStrictEqual([exit, out], [6, ""])
      assert.include(error, "a.csv:2:5: This is wrong.\n")
    }
    const json = await run(name, "--json")
    assert.deepStrictEqual(JSON.parse(json.error.trim() === "" ? json.out : json.error).error.details, {
      errors: [place]
    })
  })

  it("I2: sends large files in parts of one key, and again what was lost", async () => {
    const content = `${JSON.stringify({ input: "é😀\n".repeat(50) })}\n`.repeat(30_000)
    const name = file("large.jsonl", content)
    lose({ of: /import_resources/, lost: "answer" })
    const { exit } = await run(name, "--into", "Capitals")
    assert.strictEqual(exit, 0)
    const [first, again, ...others] = sent
    assert.deepStrictEqual(first, again)
    assert.isAbove(others.length, 0)
    const parts = [again!, ...others]
    assert.strictEqual(parts.map(({ files }) => files[0]!.content).join(""), content)
    assert.deepStrictEqual(
      parts.map(({ part }) => part),
      parts.map((_, index) => ({ index: index + 1, count: parts.length }))
    )
    assert.lengthOf(new Set(parts.map(({ importKey }) => importKey)), 1)
  })

  it("parts have all of the files, in their order, and are within the limit", () => {
    const limit = 500_000
    const content = fc
      .tuple(fc.string({ unit: "grapheme", maxLength: 20 }), fc.nat(40_000))
      .map(([text, times]) => text.repeat(times).slice(0, 900_000))
      .filter((text) => text.isWellFormed())
    fc.assert(
      fc.property(fc.array(content, { maxLength: 4 }), fc.nat(60), (large, small) => {
        const contents = [...large, ...Array.from({ length: small }, () => "")]
        const files = contents.map((content, index) => ({ path: `${index}.csv`, content }))
        const parts = partsOf(files, limit)
        const joined = new Map<string, string>()
        for (const part of parts) {
          assert.isBelow(Buffer.byteLength(JSON.stringify(part)), limit)
          assert.isAtMost(part.length, 50)
          for (const { path, content } of part) {
            assert.isTrue(content.isWellFormed())
            joined.set(path, (joined.get(path) ?? "") + content)
          }
        }
        assert.deepStrictEqual(
          [...joined],
          files.map(({ path, content }) => [path, content])
        )
      }),
      { numRuns: 30 }
    )
  })
})
