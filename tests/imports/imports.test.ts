import { drawn } from "@agent-operations/testing/drawn"
import { Import, type imports } from "@agent-operations/contract/imports"
import { makeDecoder } from "@agent-operations/contract/decode"
import { isAgentError } from "@agent-operations/error-envelope"
import * as fc from "fast-check"
import { findInexact } from "@agent-operations/operations"
import { Result } from "effect"
import { afterAll, assert, beforeAll, describe, it, onTestFinished } from "vitest"
import { limits } from "../../tooling/readme/src/limits.ts"
import { ada, assertLimit, databases } from "../kit.ts"
import { type Host, startHost, startWithoutScorers } from "./host.ts"

type Input = (typeof imports)["operations"]["importResources"]["input"]["Encoded"]

const jsonl = (...inputs: ReadonlyArray<unknown>) => inputs.map((input) => `${JSON.stringify({ input })}\n`).join("")

const file = (content: string, path = "items.jsonl") => ({ path, content })

/** An import of one file of lines into the dataset "Capitals". */
const asked = (importKey: string, content: string, more: Partial<Input> = {}): Input => ({
  importKey,
  files: [file(content)],
  into: { datasetName: "Capitals" },
  mode: "add",
  ...more
})

const refused = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error
  )
  assert.isTrue(isAgentError(error), String(error))
  return error as {
    readonly _tag: string
    readonly details?: { readonly errors: ReadonlyArray<Record<string, unknown>> }
  }
}

/** Cuts a text into so many pieces, some of them empty. */
const cut = (text: string, places: ReadonlyArray<number>) => {
  const sorted = [0, ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length]
  return sorted.slice(1).map((end, index) => text.slice(sorted[index]!, end))
}

type Answer = (typeof imports)["operations"]["importResources"]["result"]["Encoded"]

/** That a dry run told what applying did then, but for the IDs of what was made. Law: I3. */
const assertTold = (checked: Answer, applied: Answer) => {
  const withoutId = <One extends { readonly change: string }>(one: One) =>
    one.change === "created" ? { ...one, id: null } : one
  const { datasets, scorers } = applied.report
  const report = { ...applied.report, datasets: datasets.map(withoutId), scorers: scorers.map(withoutId) }
  assert.deepStrictEqual(checked as unknown, { ...applied, id: null, status: "checked", report, createdAt: null })
}

describe.each(databases)("imports of a host on $name", (database) => {
  let host: Host
  let projects = 0
  beforeAll(async () => void (host = await startHost(database)))
  afterAll(() => host?.close())

  const project = () => {
    const id = `p${projects++}`
    const { imports: calls, datasets, scorers } = host.as(id)
    const send = async (input: Input) => {
      const answer = await calls.importResources(input)
      assert.isTrue(Result.isSuccess(makeDecoder(Import)(answer)), JSON.stringify(answer))
      return answer
    }
    /** Of each dataset its name, its version and the inputs of its items. */
    const inputs = async () => {
      const { items } = await datasets.list({ sort: "created_asc" })
      return Promise.all(
        items.map(async ({ id, name }) => {
          const { version, items } = await datasets.items({ datasetId: id, limit: 500 })
          return [name, version, ...items.map(({ input }) => input)]
        })
      )
    }
    return { calls, datasets, scorers, send, inputs, count: (items: number) => host.count(id, items) }
  }

  it("I1, I2: an import is applied once, whoever sends it again, and its report is told", async () => {
    const { calls, send, inputs } = project()
    const input = asked("one", jsonl(1, 2))
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(input)))
    const { id, status, version, report } = answers[0]!
    assert.deepStrictEqual([status, version, report.items.created], ["applied", 1, 2])
    for (const answer of answers) assert.deepStrictEqual(answer, answers[0])
    assert.deepStrictEqual(await send({ ...input, dryRun: true }), answers[0])
    assert.deepStrictEqual(await calls.get({ id: id! }), answers[0])
    assert.deepStrictEqual(await inputs(), [["Capitals", 1, 1, 2]])
    assert.strictEqual((await refused(project().calls.get({ id: id! })))._tag, "NOT_FOUND")

    for (const other of [
      asked("one", jsonl(1)),
      asked("one", jsonl(1, 2), { mode: "replace" }),
      asked("one", jsonl(1, 2), { mapping: { input: "input" } }),
      asked("one", jsonl(1, 2), { part: { index: 1, count: 2 } })
    ]) {
      assert.strictEqual((await refused(send(other)))._tag, "REQUEST_KEY_REUSED")
    }
    assert.deepStrictEqual(await inputs(), [["Capitals", 1, 1, 2]])
  })

  it("I2: a key is of one import: of its files, mapping, mode and dataset, whatever the order of what it maps", async () => {
    const { send, inputs } = project()
    const csv = { files: [file("q,a\n1,2\n", "a.csv")], mapping: { q: "input", a: "expected" } }
    const { id } = await send(asked("one", "", csv))
    assert.strictEqual((await send(asked("one", "", { ...csv, mapping: { a: "expected", q: "input" } }))).id, id)
    const others: ReadonlyArray<Partial<Input>> = [
      { files: [file("q,a\n1,3\n", "a.csv")] },
      { files: [file("q,a\n1,2\n", "b.csv")] },
      { files: [{ ...file("q,a\n1,2\n", "a.csv"), format: "csv" }] },
      { files: [...csv.files, file("q,a\n", "b.csv")] },
      { mapping: { q: "expected", a: "input" } },
      { mapping: { q: "input" } },
      { mode: "replace" },
      { into: { datasetName: "Rivers" } },
      { part: { index: 1, count: 2 } }
    ]
    for (const other of others) {
      const { _tag } = await refused(send(asked("one", "", { ...csv, ...other })))
      assert.strictEqual(_tag, "REQUEST_KEY_REUSED", JSON.stringify(other))
    }
    assert.deepStrictEqual(await inputs(), [["Capitals", 1, "1"]])
  })

  it("I1, I2: parts are applied together, in whatever order they come and wherever they are cut", async () => {
    const csv = `q,a\n${Array.from({ length: 20 }, (_, n) => `"question\n${n}",é${n}`).join("\n")}`
    const mapping = { q: "input", a: "expected" }
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
        fc.infiniteStream(fc.nat()),
        async (places, order) => {
          const { send, inputs } = project()
          const pieces = cut(csv, places)
          const parts = pieces.map((content, index) =>
            asked("parts", "", {
              files: [file(content, "a.csv")],
              mapping,
              part: { index: index + 1, count: pieces.length }
            })
          )
          const shuffled = parts.map((part) => [order.next().value!, part] as const).sort(([a], [b]) => a - b)
          const [last, ...before] = shuffled.map(([, part]) => part).toReversed()
          for (const part of before) {
            assert.strictEqual((await send(part)).status, "staged")
            assert.deepStrictEqual(await inputs(), [])
          }
          // The last, again and at once, and one that was staged.
          const answers = await Promise.all([last!, last!, last!].map(send))
          assert.deepStrictEqual([answers[0]!.status, answers[0]!.report.items.created], ["applied", 20])
          for (const answer of [...answers, await send(parts[0]!)]) assert.deepStrictEqual(answer, answers[0])
          const [name, version, ...rest] = (await inputs())[0]!
          assert.deepStrictEqual([name, version], ["Capitals", 1])
          assert.deepStrictEqual(
            rest,
            Array.from({ length: 20 }, (_, n) => `question\n${n}`)
          )
        }
      ),
      // runs: each imports 20 items in up to 5 parts
      { numRuns: 8 }
    )
  })

  it("I1, I2: parts wait for the last one, whatever else is imported, here and elsewhere", async () => {
    const { send, inputs } = project()
    const elsewhere = project()
    const part = (index: number) => asked("parts", jsonl(index), { part: { index, count: 2 } })
    await send(part(1))
    await elsewhere.send(part(1))
    for (const one of [project(), elsewhere, { send }]) await one.send(asked("whole", jsonl(3)))
    assert.strictEqual((await send(part(2))).report.items.created, 2)
    assert.deepStrictEqual(await inputs(), [["Capitals", 2, 3, 1, 2]])
    assert.strictEqual((await elsewhere.send(part(2))).status, "applied")
  })

  it("a dataset that lost as many items as it got has changed, and so has one that lost more, or only lost some", async () => {
    const { send } = project()
    const changeOf = async (importKey: string, ...items: ReadonlyArray<number>) => {
      const { report } = await send(asked(importKey, jsonl(...items), { mode: "replace" }))
      return [report.datasets[0]!.change, report.items.created, report.items.deleted]
    }
    assert.deepStrictEqual(await changeOf("three", 1, 2, 3), ["created", 3, 0])
    assert.deepStrictEqual(await changeOf("one", 4), ["changed", 1, 3])
    assert.deepStrictEqual(await changeOf("anew", 5), ["changed", 1, 1])
    const named = (...names: ReadonlyArray<string>) =>
      names.map((externalId) => `${JSON.stringify({ externalId, input: 1 })}\n`).join("")
    const keeping = async (importKey: string, ...names: ReadonlyArray<string>) => {
      const { report } = await send(asked(importKey, named(...names), { mode: "replace" }))
      return [report.datasets[0]!.change, report.items.unchanged, report.items.deleted]
    }
    await keeping("named", "a", "b")
    assert.deepStrictEqual(await keeping("same", "a", "b"), ["unchanged", 2, 0])
    assert.deepStrictEqual(await keeping("fewer", "a"), ["changed", 1, 1])
  })

  it("a dataset that is full takes as many items as it loses, and no more", async () => {
    const { send, count } = project()
    const full = limits.datasets["living items of a dataset"].most
    await send(asked("one", jsonl(1)))
    await count(full)
    const { report } = await send(asked("anew", jsonl(2), { mode: "replace" }))
    assert.deepInclude(report.items, { created: 1, deleted: 1 })
    await count(full)
    const more = await refused(send(asked("more", jsonl(3, 4), { mode: "replace" })))
    assert.deepStrictEqual(
      more.details!.errors.map(({ code, file }) => [code, file]),
      [["TOO_LARGE", "items.jsonl"]]
    )
  })

  it("a host without scorers refuses those of a bundle, each at its place", async () => {
    const { kit, close } = await startWithoutScorers(database)
    onTestFinished(close)
    const calls = kit.as({ actor: ada, organizationId: "acme", projectId: "none" })
    const bundle = file('{"scorers":[\n{"name":"S"}]}', "bundle.json")
    const { details } = await refused(
      calls.imports.importResources({ importKey: "scorers", mode: "add", files: [bundle] })
    )
    const places = details!.errors.map(({ line, pointer, code }) => [line, pointer, code])
    assert.deepStrictEqual(places, [[2, "/scorers/0", "UNSUPPORTED"]])
  })

  it("scorers alone take nothing from the dataset that lists would go to, and a list of nothing takes all", async () => {
    const { send, inputs } = project()
    await send(asked("items", jsonl(1, 2)))
    const scorer = { name: "S", source: { type: "builtin", name: "exact" }, settings: {}, references: {} }
    const files = [file(JSON.stringify({ scorers: [scorer] }), "bundle.json")]
    await send(asked("scorers", "", { files, mode: "replace" }))
    assert.deepStrictEqual(await inputs(), [["Capitals", 1, 1, 2]])
    await send(asked("nothing", "", { mode: "replace" }))
    assert.deepStrictEqual(await inputs(), [["Capitals", 2]])
  })

  it("I2: a part that is not the same is refused, and the import stays as it is", async () => {
    const { calls, send, inputs } = project()
    const part = (index: number, content: string, more: Partial<Input> = {}) =>
      asked("parts", content, { part: { index, count: 2 }, ...more })
    const { id, parts } = await send(part(1, jsonl(1)))
    assert.deepStrictEqual(parts, { staged: 1, count: 2 })
    for (const other of [part(1, jsonl(2)), part(2, jsonl(2), { mode: "replace" }), asked("parts", jsonl(1))]) {
      assert.strictEqual((await refused(send(other)))._tag, "REQUEST_KEY_REUSED")
    }
    assert.deepStrictEqual([await calls.get({ id: id! }), await inputs()], [await send(part(1, jsonl(1))), []])
    assert.strictEqual((await send(part(2, jsonl(2)))).status, "applied")
    assert.deepStrictEqual(await inputs(), [["Capitals", 1, 1, 2]])
  })

  it("I1: a refused import names every place and changes nothing, and its key is good for the mended files", async () => {
    const { send, inputs } = project()
    const wrong = {
      files: [file(`${jsonl(1, "wrong")}{"inptu":1}\n`), file("input\na,b\n", "b.csv")]
    }
    const { _tag, details } = await refused(send(asked("wrong", "", wrong)))
    assert.strictEqual(_tag, "IMPORT_REFUSED")
    assert.deepStrictEqual(
      details!.errors.map(({ message: _, ...place }) => place),
      [
        { file: "items.jsonl", line: 3, column: 10, pointer: "/inptu", code: "INVALID_ITEM" },
        { file: "b.csv", line: 2, pointer: "", code: "SYNTAX" }
      ]
    )
    // What only the dataset knows to be wrong, after another has been written.
    const bundle = [
      '{"datasets": [{"name": "A", "items": [{"input": 1}]}, {"name": "B",',
      '  "settings": {"inputSchema": {"not": {"const": "wrong"}}},',
      '  "items": [{"input": 2},',
      '    {"input": "wrong"}]}]}'
    ].join("\n")
    const ofBundle = asked("bundle", "", { files: [file(bundle, "b.json")] })
    const inDataset = await refused(send(ofBundle))
    assert.deepInclude(inDataset.details!.errors[0], { file: "b.json", line: 4, pointer: "/datasets/1/items/1/input" })
    assert.deepStrictEqual(await inputs(), [])

    const part = (index: number, content: string) => asked("parts", content, { part: { index, count: 2 } })
    await send(part(1, jsonl(0)))
    const checked = await send({ ...part(2, "{"), dryRun: true })
    assert.deepStrictEqual([checked.status, checked.report.errors.length], ["checked", 1])
    // What was found to be wrong is kept no more: the first part may be another.
    await send(part(1, jsonl(1)))
    assert.strictEqual((await refused(send(part(2, "{"))))._tag, "IMPORT_REFUSED")
    assert.strictEqual((await send(part(2, jsonl(3)))).status, "staged")
    assert.strictEqual((await send(part(1, jsonl(2)))).status, "applied")
    assert.strictEqual((await send(asked("wrong", jsonl(4)))).status, "applied")
    assert.deepStrictEqual(await inputs(), [["Capitals", 2, 2, 3, 4]])
  })

  it("I3: a dryRun tells what applying does then, and writes nothing", async () => {
    await drawn({ refused: 0.05, applied: 0.05, "in parts": 0.05, replaced: 0.05 }, (of) =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof(fc.constantFrom("wrong", 1, 2), fc.string({ unit: "grapheme-ascii" })), { maxLength: 3 }),
          fc.constantFrom<"add" | "replace">("add", "replace"),
          fc.constantFrom(1, 2),
          async (values, mode, count) => {
            const { send, inputs, datasets } = project()
            await datasets.create({
              name: "Capitals",
              source: { type: "items" },
              settings: { inputSchema: { not: { const: "wrong" } } }
            })
            await send(asked("before", jsonl(0)))
            const before = await inputs()
            const [first, second] = [
              asked("checked", jsonl(...values), { mode, part: { index: 1, count } }),
              asked("checked", jsonl(7), { mode, part: { index: 2, count } })
            ]
            const last = count === 1 ? first : second
            const sendAll = async (dryRun: boolean) => {
              if (count === 2) await send(first)
              return send({ ...last, dryRun })
            }
            const checked = await sendAll(true)
            assert.deepStrictEqual([checked.status, await inputs()], ["checked", before])
            const { errors } = checked.report
            of(
              errors.length > 0 ? "refused" : "applied",
              count === 2 ? "in parts" : undefined,
              mode === "replace" ? "replaced" : undefined
            )
            if (errors.length > 0) {
              assert.deepStrictEqual((await refused(sendAll(false))).details!.errors, errors)
              assert.deepStrictEqual(await inputs(), before)
            } else {
              const { report, version } = await sendAll(false)
              assert.deepStrictEqual([report, version], [checked.report, checked.version])
            }
          }
        ),
        {
          // runs: each imports three times
          numRuns: 12,
          examples: [
            [["wrong", 1], "add", 1],
            [[1], "replace", 2]
          ]
        }
      )
    )
  })

  it("I3: what is exported as JSONL and imported again is the same items, there and elsewhere", async () => {
    const kept = fc.jsonValue({ maxDepth: 2 }).filter((value) => findInexact(JSON.stringify(value)) === undefined)
    const item = fc.record(
      {
        externalId: fc.option(fc.string({ minLength: 1, maxLength: 3, unit: "grapheme-ascii" })),
        input: kept,
        expected: kept,
        metadata: fc.dictionary(fc.string({ unit: "grapheme-ascii" }), kept, { maxKeys: 2, noNullPrototype: true }),
        split: fc.constantFrom(null, "test"),
        source: fc.constantFrom(null, { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: null })
      },
      { requiredKeys: ["input"] }
    )
    const items = fc.uniqueArray(item, { selector: ({ externalId }) => externalId ?? {}, minLength: 1, maxLength: 5 })
    const linesOf = (values: ReadonlyArray<unknown>) => values.map((value) => JSON.stringify(value)).join("\n")
    await fc.assert(
      fc.asyncProperty(items, async (written) => {
        const [here, there] = [project(), project()]
        const listed = async ({ datasets }: typeof here, datasetId: string) =>
          (await datasets.items({ datasetId, limit: 500 })).items
        const { report } = await here.send(asked("first", linesOf(written)))
        const id = report.datasets[0]!.id!
        const exported = await listed(here, id)

        const again = await here.send(asked("again", linesOf(exported), { mode: "replace" }))
        assert.deepStrictEqual([again.version, again.report.items.unchanged], [1, written.length])
        assert.deepStrictEqual(await listed(here, id), exported)

        const moved = await there.send(asked("moved", linesOf(exported)))
        assert.lengthOf(moved.report.warnings, 1)
        const contentOf = ({ externalId, input, expected, metadata, split, source }: (typeof exported)[number]) => ({
          externalId,
          input,
          expected,
          metadata,
          split,
          source
        })
        const copies = await listed(there, moved.report.datasets[0]!.id!)
        assert.deepStrictEqual(copies.map(contentOf), exported.map(contentOf))
      }),
      // runs: each imports, exports and imports again, in two projects
      { numRuns: 10 }
    )
  })

  it("I1, I3: a bundle's datasets and scorers are written by name, all of them or none, as a dry run tells", async () => {
    const exact = {
      name: "exact",
      source: { type: "builtin", name: "exact" },
      settings: { output: { type: "boolean" } }
    }
    const asks = { name: "asks", description: "People.", source: { type: "human", question: "Good?" } }
    const name = fc.constantFrom("exact", "asks", "more", "nameless")
    const scorer = name.chain((name) =>
      fc.record(
        {
          name: fc.constant(name),
          description: fc.constantFrom("a", "b"),
          source: fc.constantFrom(exact.source, asks.source)
        },
        { requiredKeys: ["name"] }
      )
    )
    const bundle = (scorers: ReadonlyArray<unknown>) => ({
      files: [file(JSON.stringify({ datasets: [{ name: "D", items: [{ input: 1 }] }], scorers }), "bundle.json")],
      mode: "add" as const
    })
    await fc.assert(
      fc.asyncProperty(fc.array(scorer, { maxLength: 4 }), async (given) => {
        const { send, scorers, inputs } = project()
        const kept = async () => (await scorers.list({ sort: "created_asc" })).items
        const first = { importKey: "first", ...bundle([exact, asks]) }
        assertTold(await send({ ...first, dryRun: true }), await send(first))
        const [before, datasets] = [await kept(), await inputs()]
        assert.lengthOf(before, 2)
        const checked = await send({ importKey: "next", ...bundle(given), dryRun: true })
        assert.deepStrictEqual(await kept(), before)

        const isThere = new Set(["exact", "asks"])
        const twice = given.length > new Set(given.map((one) => one.name)).size
        if (twice || given.some((one) => !isThere.has(one.name) && one.source === undefined)) {
          const { _tag, details } = await refused(send({ importKey: "next", ...bundle(given) }))
          assert.strictEqual(_tag, "IMPORT_REFUSED")
          assert.deepStrictEqual(details!.errors, checked.report.errors as never)
          assert.match(String(details!.errors[0]!["pointer"]), /^\/scorers\/\d/u)
          assert.deepStrictEqual([await kept(), await inputs()], [before, datasets])
          return
        }
        const applied = await send({ importKey: "next", ...bundle(given) })
        assertTold(checked, applied)
        const { report } = applied
        for (const [index, { name, ...rest }] of given.entries()) {
          const now = (await kept()).find((one) => one.name === name)!
          const { id, change, revision } = report.scorers[index]!
          assert.deepStrictEqual([now.id, now.revision], [id, revision])
          const was = before.find((one) => one.name === name)
          assert.strictEqual(change, was === undefined ? "created" : revision === 1 ? "unchanged" : "changed")
          if (rest.description !== undefined) assert.strictEqual(now.description, rest.description)
          if (rest.source !== undefined)
            assert.strictEqual((await scorers.get({ id: id! })).source.type, rest.source.type)
        }
      }),
      // runs: each imports scorers into a project of its own
      { numRuns: 12 }
    )
  })

  it("I1: a scorer that is none, or refers to nothing, is told at its place", async () => {
    const { send, scorers } = project()
    const human = { type: "human", question: "Good?" }
    const nothing = { kind: "prompt", id: "pt_01k9x3m2h8e7v9q4t6w5z0r1ca", revision: null }
    const wrong = [
      { name: "a", source: human },
      { name: "b", source: { type: "magic" } },
      { name: "c", source: human, references: { it: nothing } },
      { name: "d" }
    ]
    const files = [file(JSON.stringify({ scorers: wrong }), "bundle.json")]
    const { details } = await refused(send({ importKey: "wrong", files, mode: "add" }))
    assert.deepStrictEqual(
      details!.errors.map(({ pointer, code }) => [pointer, code]),
      [
        ["/scorers/1/source", "INVALID_DEFINITION"],
        ["/scorers/2/references", "INVALID_DEFINITION"],
        ["/scorers/3/source", "INVALID_DEFINITION"]
      ]
    )
    assert.lengthOf((await scorers.list({})).items, 0)
  })

  it("I1: imports that make the same dataset at once are applied one after the other", async () => {
    const { send, inputs } = project()
    const numbers = Array.from({ length: 6 }, (_, n) => n)
    const answers = await Promise.all(numbers.map((n) => send(asked(`import-${n}`, jsonl(n)))))
    assert.deepStrictEqual(answers.map(({ version }) => version).toSorted(), [1, 2, 3, 4, 5, 6])
    const [[name, version, ...rest] = []] = await inputs()
    assert.deepStrictEqual([name, version, rest.toSorted()], ["Capitals", 6, numbers])
  })

  it("I1: what a bundle makes of a dataset that is there is held to what datasets are", async () => {
    const { send, datasets } = project()
    const bundle = (settings: unknown) => ({
      files: [file(JSON.stringify({ datasets: [{ name: "D", settings, items: [] }] }), "bundle.json")],
      mode: "add" as const
    })
    await send({ importKey: "first", ...bundle({ inputSchema: { type: "string" } }) })
    const { details } = await refused(send({ importKey: "wrong", ...bundle({ inputSchema: { type: "nothing" } }) }))
    const [error] = details!.errors
    assert.deepStrictEqual(
      [error!["pointer"], error!["code"]],
      ["/datasets/0/settings/inputSchema", "INVALID_DEFINITION"]
    )
    const [dataset] = (await datasets.list({})).items
    assert.strictEqual(dataset!.revision, 1)
    assert.deepInclude(dataset!.settings, { inputSchema: { type: "string" } })
  })

  it("warns of what an import says that stands for nothing", async () => {
    const { send } = project()
    const bundle = file('{"datasets":[{"name":"D","items":[{"input":1}]}]}', "bundle.json")
    const into = { into: { datasetName: "Capitals" } }
    const warningsOf = async (importKey: string, files: Input["files"], more: Partial<Input>) =>
      (await send({ importKey, files, mode: "add", ...more })).report.warnings
    assert.deepStrictEqual(await warningsOf("bundle", [bundle], {}), [])
    assert.deepStrictEqual(await warningsOf("list", [file(jsonl(1))], into), [])
    assert.deepStrictEqual(await warningsOf("both", [bundle, file(jsonl(2))], into), [])
    assert.match((await warningsOf("beside", [bundle], into)).join(), /^The files have no list of items/u)
    assert.deepStrictEqual(await warningsOf("empty", [file("{}", "a.json")], {}), ["The files have nothing in them."])
  })

  it("lists go to the dataset that is named, and to one that is there", async () => {
    const { send } = project()
    const { into: _, ...nowhere } = asked("nowhere", jsonl(1))
    assert.strictEqual((await refused(send(nowhere)))._tag, "VALIDATION_ERROR")
    const elsewhere = { into: { datasetId: "ds_01k9x3m2h8e7v9q4t6w5z0r1ca" } }
    assert.strictEqual((await refused(send(asked("elsewhere", jsonl(1), elsewhere))))._tag, "NOT_FOUND")
    const { report } = await send(asked("named", jsonl(1)))
    const again = await send(asked("there", jsonl(2), { into: { datasetId: report.datasets[0]!.id! } }))
    assert.deepStrictEqual([again.version, again.report.datasets[0]!.change], [2, "changed"])
  })
})

describe("the limits of imports", () => {
  let host: Host
  beforeAll(async () => void (host = await startHost(databases[1])))
  afterAll(() => host?.close())

  let sent = 0
  const send = (files: Input["files"], more: Partial<Input> = {}) => {
    const n = ++sent
    const into = { datasetName: `Dataset ${n}` }
    return host.as("limits").imports.importResources(asked(`limit ${n}`, "", { files, into, ...more }))
  }
  const ofPath = (path: string, content: string) => send([file(content, path)])

  const cases = {
    "parts of an import": (count: number) => send([file(jsonl(1))], { part: { index: 1, count } }),
    "files of a part": (count: number) => send(Array.from({ length: count }, (_, n) => file(jsonl(n), `${n}.jsonl`))),
    // Beside the text are its quotation marks, `null` and `{}`.
    "an imported item, as JSON": (bytes: number) => send([file(jsonl("x".repeat(bytes - 8)))]),
    // Beside the text are `{"name":"D","description":"","settings":{"extra":{"a":""}}}`; a description has its own limit.
    "a scorer of a bundle, or a dataset without its items": (bytes: number) => {
      const bundle = (text: string) => ({ datasets: [{ name: "D", settings: { extra: { a: text } } }] })
      const rest = JSON.stringify(bundle("").datasets[0]).length
      return send([file(JSON.stringify(bundle("x".repeat(bytes - rest))), "bundle.json")])
    },
    "a YAML file": (bytes: number) => ofPath("a.yaml", "- input: 1\n#".padEnd(bytes, "x")),
    "aliases in a YAML file": (count: number) => ofPath("a.yaml", `- input: &a 1\n${"- input: *a\n".repeat(count)}`),
    "columns of a CSV file": (count: number) => {
      const columns = Array.from({ length: count - 1 }, (_, n) => `c${n}`)
      const csv = file(`input,${columns.join(",")}\n1${",".repeat(count - 1)}\n`, "a.csv")
      return send([csv], { mapping: { input: "input" } })
    }
  }
  it.each(Object.keys(cases) as ReadonlyArray<keyof typeof cases>)("%s", (what) =>
    assertLimit(limits.imports[what], cases[what])
  )
})
