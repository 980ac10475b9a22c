import { drawn } from "@agent-operations/testing/drawn"
import { datasets, datasetTraces } from "@agent-operations/evals"
import { isAgentError } from "@agent-operations/error-envelope"
import { isLong } from "@agent-operations/testing/long"
import { traces } from "@agent-operations/traces"
import type { Json } from "@agent-operations/contract"
import fc from "fast-check"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { ada, databases, type Sort, startKit } from "../kit.ts"

const startHost = async (sort: Sort) => {
  const [recorded, held] = [traces(), datasets()]
  const families = [recorded, held, datasetTraces(held, recorded)] as const
  const { kit, close } = await startKit(sort, families)
  return {
    as: (projectId: string) => kit.as({ actor: ada, organizationId: "acme", projectId }),
    close
  }
}
type Host = Awaited<ReturnType<typeof startHost>>
type Calls = ReturnType<Host["as"]>

interface ItemFault {
  readonly index: number
  readonly pointer: string
}

/** The details of a refusal, by the code that it is expected to have. */
const refusal = async (
  code: string,
  call: Promise<unknown>
): Promise<Readonly<Record<string, ReadonlyArray<ItemFault>>>> => {
  const error = await call.then(
    () => assert.fail("It was not refused."),
    (reason: unknown) => reason
  )
  assert.isTrue(isAgentError(error, code as never), String(error))
  return (error as { readonly details: Record<string, ReadonlyArray<ItemFault>> }).details
}

const traceId = (n: number) => String(n + 1).padStart(32, "0")

const record = (calls: Calls, of: ReadonlyArray<readonly [id: string, content: object]>) => {
  const span = { name: "answer", startedAt: "2015-11-20T10:00:00Z", endedAt: "2015-11-20T10:00:01Z" }
  return calls.traces.record({ traces: of.map(([id, content]) => ({ id, ...content, spans: [{ ...span }] })) })
}

describe.each(isLong ? databases : databases.slice(1))("datasets made of traces, of a host on $name", (database) => {
  let host: Host
  beforeAll(async () => void (host = await startHost(database)))
  afterAll(() => host?.close())

  const made = async (project: string, contents: ReadonlyArray<object>, settings = {}) => {
    const calls = host.as(project)
    await record(
      calls,
      contents.map((content, n) => [traceId(n), content])
    )
    const { id: datasetId } = await calls.datasets.create({ name: "Cases", source: { type: "items" }, settings })
    const all = async () => (await calls.datasets.items({ datasetId })).items
    return { calls, datasetId, all, traceIds: contents.map((_, n) => traceId(n)) }
  }

  it("D1, D3: each call that adds some makes one version, and what a person changed since stays", async () => {
    let projects = 0
    const some = fc.subarray([0, 1, 2, 3, 4], { minLength: 1 })
    const correctedAtOnce: [Array<Array<number>>, number] = [
      [
        [0, 1],
        [1, 2]
      ],
      1
    ]
    await drawn({ corrected: 0.1 }, (of) =>
      fc.assert(
        fc.asyncProperty(fc.array(some, { minLength: 1, maxLength: 4 }), fc.nat(4), async (calls_, corrected) => {
          const contents = [0, 1, 2, 3, 4].map((n) => ({ input: { question: n }, output: [n] }))
          const { calls, datasetId, all, traceIds } = await made(`prj_model_${projects++}`, contents)
          const expected = new Map<string, typeof Json.Type>()
          let version = 0
          const add = async (places: ReadonlyArray<number>) => {
            const ids = places.map((n) => traceIds[n]!)
            const fresh = ids.filter((id) => !expected.has(id))
            if (fresh.length > 0) version++
            for (const n of places) if (!expected.has(traceIds[n]!)) expected.set(traceIds[n]!, [n])
            const result = await calls.datasetTraces.add({ datasetId, traceIds: ids })
            assert.deepInclude(result, { version, created: fresh.length, unchanged: ids.length - fresh.length })
            assert.deepStrictEqual(
              result.items.map(({ externalId }) => externalId),
              ids
            )
          }
          const isCorrected = calls_[0]!.includes(corrected)
          of(isCorrected ? "corrected" : undefined)
          for (const [n, places] of calls_.entries()) {
            await add(places)
            const externalId = traceIds[corrected]!
            if (n > 0 || !isCorrected) continue
            await calls.datasets.put({ datasetId, items: [{ externalId, expected: "corrected" }] })
            expected.set(externalId, "corrected")
            version++
          }
          const items = await all()
          assert.deepStrictEqual(
            items.map((item) => [item.externalId!, item.expected] as const),
            [...expected]
          )
          for (const { source, externalId, input } of items) {
            assert.deepStrictEqual(source, { traceId: externalId!, spanId: null })
            assert.deepStrictEqual(input, { question: traceIds.indexOf(externalId!) })
          }
        }),
        // runs: each makes datasets of traces by several calls
        { numRuns: 8, examples: [correctedAtOnce] }
      )
    )
  })

  it("takes what pointers lead to, and null where nothing is expected", async () => {
    const contents = [
      {
        input: { messages: [{ role: "user", content: "Where is it?" }] },
        output: { text: "Here." },
        metadata: { a: 1 }
      },
      { input: { messages: [{ role: "user", content: "And now?" }] } }
    ]
    const { calls, datasetId, all, traceIds } = await made("prj_pointers", contents)
    const inputPointer = "/input/messages/0/content"
    await calls.datasetTraces.add({ datasetId, traceIds, inputPointer, expectedPointer: "/output/text", split: "test" })
    assert.deepStrictEqual(
      (await all()).map(({ input, expected, split }) => ({ input, expected, split })),
      [
        { input: "Where is it?", expected: "Here.", split: "test" },
        { input: "And now?", expected: null, split: "test" }
      ]
    )
    const { id } = await calls.datasets.create({ name: "Whole", source: { type: "items" }, settings: {} })
    await calls.datasetTraces.add({ datasetId: id, traceIds: [traceIds[0]!], inputPointer: "" })
    assert.deepStrictEqual((await calls.datasets.items({ datasetId: id })).items[0]!.input, contents[0])
    const of = async (inputPointer: string, expectedPointer: string) => {
      const { id: datasetId } = await calls.datasets.create({
        name: `${inputPointer} ${expectedPointer}`,
        source: { type: "items" },
        settings: {}
      })
      await calls.datasetTraces.add({ datasetId, traceIds: [traceIds[0]!], inputPointer, expectedPointer })
      const [item] = (await calls.datasets.items({ datasetId })).items
      return [item!.input, item!.expected]
    }
    assert.deepStrictEqual(await of("/output", "/metadata"), [{ text: "Here." }, { a: 1 }])
    assert.deepStrictEqual(await of("/metadata/a", "/input/messages/0/role"), [1, "user"])
    assert.deepStrictEqual(await of("/input", "/nothing"), [contents[0]!.input, null])
  })

  it("writes nothing where a trace is not there, is asked for what it has not, is too long or breaks the schema", async () => {
    const contents = [{ input: 1 }, { output: 2 }, { input: "x".repeat(300_000) }, { input: "fits" }]
    const { calls, datasetId, all, traceIds } = await made("prj_wrong", contents, { inputSchema: { type: "string" } })
    const add = (ids: ReadonlyArray<string>, more = {}) =>
      calls.datasetTraces.add({ datasetId, traceIds: ids, ...more })
    const missing = await refusal("VALIDATION_ERROR", add([traceIds[0]!, traceId(7)]))
    assert.include(JSON.stringify(missing), '"path":"/traceIds/1"')
    const { items: wrong } = await refusal("ITEM_INVALID", add(traceIds.slice(0, 3)))
    assert.deepStrictEqual(
      wrong!.map(({ index, pointer }) => ({ index, pointer })),
      [
        { index: 1, pointer: "/input" },
        { index: 2, pointer: "/input" }
      ]
    )
    for (const inputPointer of ["/nothing", "/inputs", "/input/0", "/metadata"]) {
      const { items: none } = await refusal("ITEM_INVALID", add([traceIds[3]!], { inputPointer }))
      assert.deepInclude(none![0], { index: 0, pointer: "/input" }, inputPointer)
    }
    // Together with what is too long, the rest of the trace is too.
    for (const inputPointer of ["", "/input/0"]) {
      const { items: long } = await refusal("ITEM_INVALID", add([traceIds[2]!], { inputPointer }))
      assert.match(JSON.stringify(long), /larger than 256 KiB/, inputPointer)
    }
    const { items: unfit } = await refusal("ITEM_INVALID", add([traceIds[0]!]))
    assert.deepInclude(unfit![0], { index: 0, pointer: "/input" })
    await refusal("CONFLICT", add([traceIds[3]!], { expectedVersion: 3 }))
    await refusal("VALIDATION_ERROR", add([traceIds[0]!, traceIds[0]!]))
    await refusal("VALIDATION_ERROR", add([traceIds[0]!], { inputPointer: "input" }))
    assert.deepStrictEqual(await all(), [])
    // In another project neither the trace nor the dataset is there.
    const elsewhere = host.as("prj_elsewhere")
    await refusal("VALIDATION_ERROR", elsewhere.datasetTraces.add({ datasetId, traceIds: [traceIds[0]!] }))
    await record(elsewhere, [[traceIds[0]!, { input: "text" }]])
    await refusal("NOT_FOUND", elsewhere.datasetTraces.add({ datasetId, traceIds: [traceIds[0]!] }))
  })

  it("takes a part of a trace whose other parts are too long, and names the one that is", async () => {
    const contents = [{ input: "x".repeat(300_000), output: { text: "short" } }]
    const { calls, datasetId, all, traceIds } = await made("prj_long", contents)
    const add = (expectedPointer: string) =>
      calls.datasetTraces.add({ datasetId, traceIds, inputPointer: "/output/text", expectedPointer })
    const { items: long } = await refusal("ITEM_INVALID", add("/input"))
    assert.deepStrictEqual(
      long!.map(({ index, pointer }) => [index, pointer]),
      [[0, "/expected"]]
    )
    await add("/output")
    assert.deepInclude((await all())[0], { input: "short", expected: { text: "short" } })
  })
})
