import { operations, operationsById, type ResultOf } from "@agent-operations/contract"
import { AgentOperationsApi } from "@agent-operations/contract/http-api"
import { standardSchemas } from "@agent-operations/contract/standard-schema"
import { inputs, results } from "@agent-operations/contract/zod"
import { Effect, Layer, Result, Schema } from "effect"
import { FetchHttpClient } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import fc from "fast-check"
import { assert, describe, it } from "vitest"

const decoderOf = (schema: Schema.Constraint) =>
  Schema.decodeUnknownResult(schema as Schema.Codec<unknown>, { onExcessProperty: "error" })

/** An object with one member more, whatever its name. */
const added = (object: object, name: string, value: unknown) =>
  Object.defineProperty({ ...object }, name, { value, enumerable: true, configurable: true, writable: true })

/** Values near a valid one: the example, with a place changed, taken out or added. */
const near = (example: unknown): fc.Arbitrary<unknown> => {
  const junk = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
    fc.constantFrom("", " ", "x".repeat(121), "a".repeat(513), 0, -1, 1.5, 201, 2 ** 31, null, [], {}, "eq", "trace")
  )
  const name = fc.constantFrom("extraKey", "__proto__")
  const paths: Array<ReadonlyArray<string>> = []
  const walk = (value: unknown, path: ReadonlyArray<string>) => {
    paths.push(path)
    if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key])
    }
  }
  walk(example, [])
  const change = (value: unknown, [key, ...rest]: ReadonlyArray<string>, edit: (old: unknown) => unknown): unknown => {
    if (key === undefined) return edit(value)
    const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...(value as object) }
    const changed = change(copy[key], rest, edit)
    if (changed === undefined && !Array.isArray(value)) delete copy[key]
    else copy[key] = changed
    return copy
  }
  return fc
    .array(fc.record({ path: fc.constantFrom(...paths), kind: fc.constantFrom("set", "drop", "add"), name, junk }), {
      maxLength: 2
    })
    .map((edits) =>
      edits.reduce((value, { path, kind, name, junk }) => {
        try {
          return change(value, path, (old) =>
            kind === "set" ? junk : kind === "drop" ? undefined : added(old as object, name, junk)
          )
        } catch {
          return value
        }
      }, example)
    )
}

describe("the views for hosts without Effect", () => {
  it.each(operations.map(({ id }) => id))(
    "C1: zod and Standard Schema accept for %s just what Effect accepts",
    (id) => {
      const { input, result, example } = operationsById[id]
      for (const [schema, zod, standard, valid] of [
        [input, inputs[id], standardSchemas[id].input, example.input],
        [result, results[id], standardSchemas[id].result, example.result]
      ] as const) {
        const decode = decoderOf(schema)
        fc.assert(
          fc.property(near(valid), (value) => {
            const effect = decode(value)
            const parsed = zod.safeParse(value)
            const validated = standard["~standard"].validate(value) as {
              readonly issues?: unknown
              readonly value?: unknown
            }
            assert.strictEqual(parsed.success, Result.isSuccess(effect), JSON.stringify(value))
            assert.strictEqual(validated.issues === undefined, Result.isSuccess(effect))
            if (Result.isSuccess(effect)) {
              assert.deepStrictEqual(parsed.data, effect.success as never)
              assert.deepStrictEqual(validated.value, effect.success)
            }
          }),
          { numRuns: 200 }
        )
      }
    }
  )

  it("C1: the HttpApi makes a typed client of every operation", async () => {
    const seen: Array<unknown> = []
    const { example } = operationsById.get_page_view
    const fakeFetch = async (url: URL | string, init?: RequestInit) => {
      seen.push([String(url), init?.method, new TextDecoder().decode(init?.body as Uint8Array)])
      return Response.json({ data: example.result })
    }
    const call = Effect.gen(function* () {
      const client = yield* HttpApiClient.make(AgentOperationsApi, { baseUrl: "http://ops.test" })
      const headers = { authorization: "Bearer x", "x-project-id": "p" }
      return yield* client.get_page_view({ headers, payload: { id: example.result.id } })
    })
    const fetching = FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fakeFetch as never)))
    const { data } = await Effect.runPromise(Effect.provide(call, fetching))
    const view: ResultOf<"get_page_view"> = data
    assert.deepStrictEqual(view, example.result)
    assert.deepStrictEqual(seen, [
      ["http://ops.test/api/agent/get_page_view", "POST", JSON.stringify({ id: example.result.id })]
    ])
  })
})
