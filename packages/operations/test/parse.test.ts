import { parseBody } from "@agent-operations/operations"
import { Result } from "effect"
import { assert, describe, it } from "vitest"
import { asSent } from "../src/json-text/parse.ts"

/** The message of a refusal, and its places with what is wrong there. */
const refusal = (read: ReturnType<typeof parseBody>) =>
  Result.isFailure(read)
    ? { message: read.failure.message, issues: read.failure.details.issues }
    : assert.fail(`it was taken: ${JSON.stringify(read.success)}`)

describe("a body", () => {
  it("E4: is taken as the JSON that it is", () => {
    for (const value of [{ a: ["é", "\u2028", 1.5, null] }, [], "x", 0, null]) {
      assert.deepStrictEqual(parseBody(Buffer.from(JSON.stringify(value))), Result.succeed(value))
    }
  })

  it.each([
    ["nothing", "", "", "The body is empty; send a JSON object, or {} for no input."],
    ["no JSON", "{", "", "The body is not JSON: Expected property name or '}' in JSON at position 1 (line 1 column 2)"],
    ["what is not UTF-8", Uint8Array.of(0x22, 0xff, 0x22), "", "The body is not valid UTF-8."],
    ["what is cut off in a character", Buffer.from('"é').subarray(0, 2), "", "The body is not valid UTF-8."],
    [
      "an integer that cannot be kept",
      '{"a":[0,9007199254740993]}',
      "/a/1",
      "An integer beyond 2^53 - 1 cannot be stored exactly; send it as a string."
    ]
  ] as const)("E3, E4: is refused with its place and what to do, being %s", (_, body, path, message) => {
    assert.deepStrictEqual(refusal(parseBody(Buffer.from(body))), {
      message: `The body is refused: ${message}`,
      issues: [{ path, message }]
    })
  })

  it("E3: has no byte order mark", () => {
    assert.match(refusal(parseBody(Buffer.from("\ufeff{}"))).message, /^The body is refused: The body is not JSON/)
  })
})

describe("a value of this process", () => {
  it("E4: is taken as a caller would have sent it", () => {
    assert.deepStrictEqual(
      asSent({ a: 1, b: undefined, c: new Date(0) }),
      Result.succeed({ a: 1, c: new Date(0).toJSON() })
    )
  })

  it("E3: is refused where it is none that can be sent", () => {
    assert.match(refusal(asSent({ a: 1n })).message, /The input cannot be written as JSON: .*BigInt/)
    assert.match(refusal(asSent(undefined)).message, /The input is not JSON; pass an object/)
    assert.deepStrictEqual(
      refusal(asSent({ a: "\0" })).issues.map(({ path }) => path),
      ["/a"]
    )
  })
})
