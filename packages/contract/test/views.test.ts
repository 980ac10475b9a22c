import { viewFamilies } from "@agent-operations/contract"
import { openApiDocument } from "@agent-operations/contract/openapi"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Arbitrary, Effect, Layer, Result, Schema } from "effect"
import { FetchHttpClient } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import {
  api,
  inputs,
  type OperationId,
  operations,
  operationsById,
  type ResultOf,
  results,
  standardSchemas
} from "./served.ts"
import * as z from "zod"
import { near } from "./near.ts"

const { paths, components } = openApiDocument(viewFamilies)
const named = components.schemas as unknown as Readonly<Record<string, Json>>

type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject
interface JsonObject {
  readonly [key: string]: Json
}

/**
 * A JSON Schema in one of several ways to say the same: references are resolved, a constant is an enumeration of one, a
 * union is `anyOf`. Left out is what only one of the two can say: defaults of inputs.
 */
const plain = (schema: Json): Json => {
  if (Array.isArray(schema)) return (schema as ReadonlyArray<Json>).map(plain)
  if (typeof schema !== "object" || schema === null) return schema
  const { $ref, const: constant, allOf = [], oneOf, type, ...rest } = schema as JsonObject
  // What a member is where it is used stands beside the reference, in place of what its schema says.
  if (typeof $ref === "string") return plain({ ...(named[$ref.split("/").at(-1)!] as JsonObject), ...rest })
  const said: Record<string, Json> = Object.assign({}, rest, ...(allOf as ReadonlyArray<object>))
  for (const only of ["$schema", "components", "default"]) delete said[only]
  if (Array.isArray(type)) said["anyOf"] = (type as ReadonlyArray<Json>).map((type) => ({ type }))
  else if (type !== undefined) said["type"] = type
  if (constant !== undefined) said["enum"] = [constant]
  const choices = oneOf ?? said["oneOf"]
  delete said["oneOf"]
  if (choices !== undefined) said["anyOf"] = choices
  return Object.fromEntries(Object.entries(said).map(([key, value]) => [key, plain(value)]))
}

const decoderOf = (schema: Schema.Constraint) =>
  Schema.decodeUnknownResult(schema as Schema.Codec<unknown>, { onExcessProperty: "error" })

/** What OpenAPI says of an input or a result, as a JSON Schema of its own. */
const openApiSchema = (id: OperationId, isInput: boolean): Json => {
  const { requestBody, responses } = paths[`/api/agent/${id}`]!.post
  const schema = isInput
    ? requestBody.content["application/json"].schema
    : responses[200].content["application/json"].schema.properties.data
  return { ...schema, components } as unknown as Json
}

const zodSchema = (zod: unknown, isInput: boolean): Json =>
  z.toJSONSchema(zod as z.ZodType, { io: isInput ? "input" : "output" }) as unknown as Json

const accepts = (schema: Json) =>
  new Ajv2020({ strict: false, unicodeRegExp: true, formats: { "date-time": true } }).compile(schema as object)

/** Valid values of a schema, beside its example. */
const valuesOf = (schema: Schema.Constraint, example: unknown) =>
  Effect.map(Arbitrary.sampleEffect(Arbitrary.schema(Schema.toType(schema)), { count: 20 }), (values) => [
    example,
    ...(JSON.parse(JSON.stringify(values)) as ReadonlyArray<unknown>)
  ])

describe("the views for hosts without Effect", () => {
  it.each(operations.map(({ id }) => id))(
    "C1: zod, Standard Schema and JSON Schema accept for %s just what Effect accepts",
    async (id) => {
      const { input, result, example } = operationsById[id]
      for (const [schema, zod, standard, valid, isInput] of [
        [input, inputs[id], standardSchemas[id].input, example.input, true],
        [result, results[id], standardSchemas[id].result, example.result, false]
      ] as const) {
        const decode = decoderOf(schema)
        const ofOpenApi = accepts(openApiSchema(id, isInput))
        const ofZod = accepts(zodSchema(zod, isInput))
        const values = await Effect.runPromise(valuesOf(schema, valid))
        fc.assert(
          fc.property(fc.constantFrom(...values).chain(near), (value) => {
            const effect = decode(value)
            const isRight = Result.isSuccess(effect)
            const parsed = zod.safeParse(value)
            const validated = standard["~standard"].validate(value) as {
              readonly issues?: unknown
              readonly value?: unknown
            }
            assert.strictEqual(parsed.success, isRight, JSON.stringify(value))
            assert.strictEqual(validated.issues === undefined, isRight)
            // A result is documented as it is answered, its defaults filled in, and never sent back.
            if (isInput) assert.strictEqual(ofOpenApi(value), isRight, JSON.stringify([value, ofOpenApi.errors]))
            assert.strictEqual(ofZod(value), ofOpenApi(value), JSON.stringify([value, ofZod.errors]))
            if (!Result.isSuccess(effect)) return
            assert.deepStrictEqual(parsed.data, effect.success as never)
            assert.deepStrictEqual(validated.value, effect.success)
          }),
          { numRuns: 200 }
        )
      }
    }
  )

  it.each(operations.map(({ id }) => id))("C1: z.toJSONSchema says of %s all that OpenAPI says", (id) => {
    for (const [zod, isInput] of [
      [inputs[id], true],
      [results[id], false]
    ] as const) {
      assert.deepStrictEqual(plain(zodSchema(zod, isInput)), plain(openApiSchema(id, isInput)))
    }
  })

  it("C1: the HttpApi makes a typed client of every operation", async () => {
    const seen: Array<unknown> = []
    const { example } = operationsById.get_page_view
    const fakeFetch = async (url: URL | string, init?: RequestInit) => {
      seen.push([String(url), init?.method, new TextDecoder().decode(init?.body as Uint8Array)])
      return Response.json({ data: example.result })
    }
    const call = Effect.gen(function* () {
      const client = yield* HttpApiClient.make(api, { baseUrl: "http://ops.test" })
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
