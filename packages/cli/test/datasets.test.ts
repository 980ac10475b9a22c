import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { familiesOf } from "@agent-operations/contract"
import { datasets, imports } from "@agent-operations/evals"
import { traces } from "@agent-operations/traces"
import * as fc from "fast-check"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { serve } from "./served.ts"

const held = datasets()
const modules = [traces(), held, imports(held)]
const { cli, close, directory, file, lose } = await serve(modules)
afterAll(close)

const run = (...args: ReadonlyArray<string>) => cli(args, { families: familiesOf(modules) })

const done = async (...args: ReadonlyArray<string>) => {
  const { exit, out, error } = await run(...args)
  assert.strictEqual(exit, 0, error)
  return out
}

const json = async <A>(...args: ReadonlyArray<string>) => JSON.parse(await done(...args, "--json")) as A

let made = 0
const create = async () => {
  const given = ["--name", `Dataset ${made++}`, "--source", '{"type":"items"}', "--settings", "{}"]
  return (await json<{ readonly id: string }>("datasets", "create", ...given)).id
}

const put = (id: string, items: ReadonlyArray<object>) =>
  done("datasets", "put", "--dataset-id", id, "--items", `@${file("put.json", JSON.stringify(items))}`)

interface Item {
  readonly [member: string]: unknown
  readonly id: string
}

const itemsOf = async (id: string) =>
  await json<{ readonly version: number; readonly items: ReadonlyArray<Item> }>(
    ...["datasets", "items", "--dataset-id", id, "--limit", "500"]
  )

const exported = (id: string, ...more: ReadonlyArray<string>) =>
  done("datasets", "export", "--dataset-id", id, "-o", "items.jsonl", ...more)

const written = () => readFileSync(join(directory, "items.jsonl"), "utf8")

const lines = (text: string): ReadonlyArray<Item> =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line))

const importInto = (id: string, ...more: ReadonlyArray<string>) =>
  json<{ readonly version: number; readonly report: { readonly items: object; readonly warnings: unknown } }>(
    ...["import", "items.jsonl", "--into", id, ...more]
  )

/** What is one's own of items, in their order. */
const contents = (items: ReadonlyArray<Item>) =>
  items.map(({ externalId, input, expected, metadata, split, source }) => ({
    ...{ externalId, input, expected, metadata, split, source }
  }))

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 8 }).filter((one) => !one.includes("\0")),
  fc.constantFrom("__proto__", "\u2028", "\uFEFF", "\u001b[31m", "a\r\nb", '"', "1e400")
)
const value = fc.oneof(text, fc.integer(), fc.constantFrom(null, true, 0.1, 1e-7), fc.dictionary(text, fc.array(text)))
const items = fc.array(
  fc.record({
    input: value,
    expected: value,
    metadata: fc.dictionary(text, value, { maxKeys: 3 }),
    split: fc.constantFrom(null, "test", "train"),
    source: fc.constantFrom(null, { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" })
  }),
  { minLength: 1, maxLength: 8 }
)

describe("datasets export", () => {
  it("I3: what is exported and imported is the same items, in the same dataset and in another one", async () => {
    await fc.assert(
      fc.asyncProperty(items, async (sent) => {
        const [id, other] = [await create(), await create()]
        await put(
          id,
          sent.map((item, n) => (n % 2 === 0 ? item : { ...item, externalId: `item ${n}` }))
        )
        await exported(id)
        const before = await itemsOf(id)
        for (const mode of [[], ["--replace"]]) {
          const { version, report } = await importInto(id, ...mode)
          const unchanged = { created: 0, changed: 0, unchanged: sent.length, deleted: 0 }
          assert.deepStrictEqual([version, report.items, report.warnings], [1, unchanged, []])
        }
        assert.deepStrictEqual(await itemsOf(id), before)
        await importInto(other)
        assert.deepStrictEqual(contents((await itemsOf(other)).items), contents(before.items))
      }),
      // runs: each is several commands of the program, with a server to itself
      { numRuns: 6 }
    )
  })

  it("I3: an item as large as items may be is exported and imported", async () => {
    const [id, other] = [await create(), await create()]
    // Together with null and {}, and the quotation marks.
    const input = "x".repeat(1024 * 1024 - 8)
    await put(id, [{ externalId: "large", input }])
    await exported(id)
    await importInto(other)
    assert.deepStrictEqual(contents((await itemsOf(other)).items), contents((await itemsOf(id)).items))
  })

  describe("of many items", { shuffle: false }, () => {
    let id: string
    const sent = Array.from({ length: 1100 }, (_, n) => ({ input: n, split: n % 2 === 0 ? "test" : "train" }))

    beforeAll(async () => {
      id = await create()
      for (const from of [0, 500, 1000]) await put(id, sent.slice(from, from + 500))
    })

    it("D2: writes all items of a version once, by their position", async () => {
      const inputs = () => lines(written()).map(({ input }) => input)
      await exported(id)
      assert.deepStrictEqual(
        inputs(),
        sent.map(({ input }) => input)
      )
      await exported(id, "--version", "1", "--split", "test")
      assert.deepStrictEqual(
        inputs(),
        Array.from({ length: 250 }, (_, n) => 2 * n)
      )
      await exported(id, "--version", "0")
      assert.strictEqual(written(), "")
      assert.strictEqual(
        await done(
          "datasets",
          "export",
          "--dataset-id",
          id,
          "--version",
          "1",
          "--json",
          "input",
          "--split",
          "train"
        ).then((out) => out.split("\n")[0]),
        '{"input":1}'
      )
    })

    it("D2: goes on at the version where it was lost, whatever was written since", async () => {
      let pages = 0
      const name = "rest.jsonl"
      const signal = new AbortController()
      const stopped = await cli(["datasets", "export", "--dataset-id", id, "-o", name], {
        families: familiesOf(modules),
        isWatched: true,
        signal: signal.signal,
        error: (told) => {
          error += told
          if (told.includes("500") && pages++ === 0) signal.abort()
        }
      })
      assert.strictEqual(stopped.exit, 130)
      await put(id, [{ input: "later" }])
      const again = /To continue: agent-operations (.+)$/m.exec(error)![1]!.split(" ")
      await done(...again)
      assert.lengthOf(lines(readFileSync(join(directory, name), "utf8")), sent.length)
    })
    let error = ""
  })

  it("leaves out items whose content was purged", async () => {
    const [kept, gone] = [false, true].map((purged) => ({ id: `di_${purged}`, input: purged ? null : 1, purged }))
    const server = createServer((_, response) => {
      response.end(JSON.stringify({ data: { version: 1, items: [gone, kept], nextCursor: null } }))
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { out, error } = await run(
      "datasets",
      "export",
      "--dataset-id",
      "ds_01k9x3m2h8e7v9q4t6w5z0r1ca",
      "--url",
      url
    )
    server.close()
    assert.strictEqual(out, '{"id":"di_false","input":1}\n')
    assert.include(error, "Left out: 1 items that are purged")
  })

  it("has an example, names what it needs, and is told from the export of another family", async () => {
    const help = await done("datasets", "export", "--help")
    for (const line of help.split("\n")) assert.isAtMost(line.length, 80, line)
    const { exit, error } = await run("datasets", "export")
    assert.strictEqual(exit, 2)
    assert.include(error, "--dataset-id")
    // Both are loaded, since both families are named.
    assert.strictEqual(await done("traces", "export", "-o", "datasets"), "")
    lose({ of: /list_dataset_items/, lost: "request" })
    const id = await create()
    assert.strictEqual(await done("datasets", "export", "--dataset-id", id, "-o", "traces"), "")
  })
})
