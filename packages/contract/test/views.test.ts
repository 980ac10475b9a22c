import { operations, operationsById, type ResultOf } from "@agent-operations/contract"
import { AgentOperationsApi } from "@agent-operations/contract/http-api"
import { standardSchemas } from "@agent-operations/contract/standard-schema"
import { inputs, results } from "@agent-operations/contract/zod"
import { Effect, Layer, Result, Schema } from "effect"
import { FetchHttpClient } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { near } from "./near.ts"

const decoderOf = (schema: Schema.Constraint) =>
  Schema.decodeUnknownResult(schema as Schema.Codec<unknown>, { onExcessProperty: "error" })

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
