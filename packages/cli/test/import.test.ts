import { mkdirSync } from "node:fs"
import { join } from "node:path"
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
        const [isWrong, wrong = 1] = /^wrong(?: (\d+))?/.exec(input.files[0]!.content) ?? []
        const count = isWrong === undefined ? 0 : Number(wrong)
        const errors = Array.from({ length: count }, (_, n) => ({ ...place, line: place.line + n }))
        if (errors.length > 0 && dryRun !== true) {
          throw new ImportRefused({ message: "They are wrong.", details: { errors } })
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
            errors
          },
          createdAt: null
        } as const
      })
    ],
    { scopes: imports.scopes }
  )
]
const { cli, close, directory, file, lose } = await serve(modules)
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

  it("I1: tells as many places as are read, and how many there are", async () => {
    const told = (count: number) =>
      Array.from({ length: count }, (_, n) => `a.csv:${n + 2}:5: This is wrong.\n`).join("")
    for (const [count, shown, words] of [
      [1, told(1), "one place is"],
      [20, told(20), "20 places are"],
      [21, `${told(20)}… and 1 more\n`, "21 places are"],
      [25, `${told(20)}… and 5 more\n`, "25 places are"]
    ] as const) {
      const name = file("many.csv", `wrong ${count}`)
      const hint = `error: Nothing was imported: ${words} wrong.\n`
      for (const more of [[], ["--dry-run"]]) {
        const { exit, error } = await run(name, ...more)
        assert.strictEqual(exit, 6)
        assert.strictEqual(error.slice(0, shown.length + hint.length), shown + hint)
      }
      const { error } = JSON.parse((await run(name, "--json")).error)
      assert.deepStrictEqual([error.code, error.details.errors.length], ["IMPORT_REFUSED", count])
    }
  })

  it("sends the files in their order, to a dataset by its ID too, and writes nothing to try", async () => {
    const names = ["b.csv", "a.jsonl"].map((name) => file(name, name))
    const id = "ds_01k9x3m2h8e7v9q4t6w5z0r1ca"
    const { exit, out, error } = await run(...names, "--into", id, "--dry-run", "--replace")
    assert.strictEqual(exit, 0)
    const [{ importKey: _, ...input } = {}] = sent
    const files = names.map((name) => ({ path: name, content: name }))
    assert.deepStrictEqual(input, { files, into: { datasetId: id }, mode: "replace", dryRun: true })
    const counts = "2 created, 0 changed, 0 unchanged, 0 deleted"
    assert.strictEqual(out, `Capitals: ${counts}; version 1, if it were not a check\n`)
    const told = "Nothing was written. agent-operations import without --dry-run does.\n"
    assert.strictEqual(error, `Look at \\u001b this.\n${told}`)
    const json = await run(...names, "--into", "Capitals", "--dry-run", "--json")
    assert.deepStrictEqual([json.exit, json.error], [0, "Look at \\u001b this.\n"])
    assert.deepStrictEqual([JSON.parse(json.out).status, sent[1]!.into], ["checked", { datasetName: "Capitals" }])
  })

  it("refuses two files of one name, before anything is sent", async () => {
    mkdirSync(join(directory, "deep"))
    const names = [file("same.csv", "a"), file("other.csv", "a"), file("deep/same.csv", "b")]
    const { exit, error } = await run(...names, "--into", "Capitals")
    assert.strictEqual(exit, 2)
    assert.include(error, "Two files are called same.csv.")
    assert.deepStrictEqual(sent, [])
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

  it("parts are as full as pieces of 64 KiB let them be, and have no more than 50 files", () => {
    const piece = 64 * 1024
    const file = (path: string, length: number) => ({ path, format: "csv", content: "x".repeat(length) })
    const sizes = (files: Parameters<typeof partsOf>[0], limit: number) =>
      partsOf(files, limit).map((part) => part.map(({ path, content }) => [path, content.length]))
    // A piece is as JSON two quotes longer, and the first of a file has its path, and 100 more.
    const first = piece + 2 + '"a"'.length + 100
    for (const [limit, expected] of [
      [first + piece + 2, [[["a", piece]], [["a", piece + 1]]]],
      [first + 3, [[["a", piece]], [["a", piece]], [["a", 1]]]]
    ] as const)
      assert.deepStrictEqual(sizes([file("a", 2 * piece + 1)], limit), expected as never)
    const each = 1 + 2 + '"a"'.length + 100
    assert.deepStrictEqual(sizes([file("a", 1), file("b", 1)], 2 * each), [
      [
        ["a", 1],
        ["b", 1]
      ]
    ])
    assert.deepStrictEqual(sizes([file("a", 1), file("b", 1)], 2 * each - 1), [[["a", 1]], [["b", 1]]])
    const many = Array.from({ length: 101 }, (_, index) => file(String(index), 0))
    assert.deepStrictEqual(
      sizes(many, 1e6).map(({ length }) => length),
      [50, 50, 1]
    )
    const cut = `${"x".repeat(piece - 1)}😀y`
    assert.deepStrictEqual(
      partsOf([{ path: "a", content: cut }], 1).map(([part]) => part),
      ["x".repeat(piece - 1), "😀y"].map((content) => ({ path: "a", content }))
    )
    assert.deepStrictEqual(partsOf([file("a", 1)], 1e6), [[file("a", 1)]])
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
