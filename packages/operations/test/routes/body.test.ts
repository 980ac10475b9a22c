import { NotFound } from "@agent-operations/error-envelope"
import { bytesBody, jsonBody, parsedBody, type RouteBody } from "@agent-operations/operations"
import { it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { assert, describe } from "vitest"

/** What becomes of a body's text. */
const decode = <B>(body: RouteBody<B>, text: string) => {
  const decoded = body.decode(Buffer.from(text), "text/csv", 1024)
  return Result.isResult(decoded) ? Effect.fromResult(decoded) : decoded
}

describe("the body of a route", () => {
  it.effect("is taken as bytes", () =>
    Effect.gen(function* () {
      const body = bytesBody({ contentTypes: ["image/*"], encodings: ["gzip"] })
      assert.deepInclude(body, { contentTypes: ["image/*"], encodings: ["gzip"] })
      assert.deepStrictEqual(yield* decode(body, "abc"), Buffer.from("abc"))
    })
  )

  it.effect("is read by a function of the host's, which is told its type", () =>
    Effect.gen(function* () {
      const body = parsedBody({
        contentTypes: ["text/*"],
        encodings: ["br"],
        parse: (bytes, contentType) => {
          if (bytes.length === 0) throw new NotFound({ message: "There is nothing." })
          return Promise.resolve([bytes.length, contentType])
        }
      })
      assert.deepInclude(body, { contentTypes: ["text/*"], encodings: ["br"] })
      assert.notProperty(body, "parse")
      assert.deepStrictEqual(yield* decode(body, "abc"), [3, "text/csv"])
      assert.strictEqual((yield* Effect.flip(decode(body, ""))).message, "There is nothing.")
    })
  )

  it.effect("E3, E4: is read as JSON that is kept exactly, by a schema", () =>
    Effect.gen(function* () {
      const Title = Schema.Struct({ title: Schema.String })
      const body = jsonBody(Title, { encodings: ["gzip"] })
      assert.deepInclude(body, { contentTypes: ["application/json"], encodings: ["gzip"] })
      assert.deepStrictEqual(jsonBody(Title, { contentTypes: ["text/json"] }).contentTypes, ["text/json"])
      assert.deepStrictEqual(yield* decode(body, '{"title":"T"}'), { title: "T" })
      for (const [text, path, message] of [
        ["", "", /^The body is refused: The body is empty/],
        ['{"title":"T","at":9007199254740993}', "/at", /^The body is refused: An integer beyond/],
        ['{"title":1}', "/title", /^The body is not valid/],
        ['{"title":"T","x":1}', "/x", /^The body is not valid/]
      ] as const) {
        const error = yield* Effect.flip(decode(body, text))
        assert.match(error.message, message)
        assert.deepNestedPropertyVal(error, "details.issues[0].path", path)
      }
    })
  )
})
