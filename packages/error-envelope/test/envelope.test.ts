import {
  catalogue,
  codes,
  Conflict,
  envelopeSchema,
  NameTaken,
  NotFound,
  oauthErrors,
  RateLimited,
  statuses,
  toAnswer,
  toOAuthAnswer,
  Unauthenticated,
  ValidationError
} from "@agent-operations/error-envelope"
import { Schema } from "effect"
import fc from "fast-check"
import { assert, describe, expectTypeOf, it } from "vitest"
import { limits } from "../../../tooling/readme/src/limits.ts"

describe("the envelope", () => {
  it("E2: every code has one status of the specification's twelve, and each status has a code", () => {
    assert.deepStrictEqual([...new Set(codes.map((code) => catalogue[code].status))].sort(), [...statuses].sort())
    assert.strictEqual(statuses.length, 12)
  })

  it("E2: the codes and statuses are those of the wire", () => {
    assert.deepStrictEqual(
      codes.map((code) => [code, catalogue[code].status]),
      [
        ["VALIDATION_ERROR", 400],
        ["UNAUTHENTICATED", 401],
        ["USAGE_LIMIT_REACHED", 402],
        ["MISSING_SCOPE", 403],
        ["PROJECT_ACCESS_DENIED", 403],
        ["HUMAN_REQUIRED", 403],
        ["ADMIN_REQUIRED", 403],
        ["LABEL_PROTECTED", 403],
        ["NOT_FOUND", 404],
        ["CONFLICT", 409],
        ["NAME_TAKEN", 409],
        ["STILL_REFERENCED", 409],
        ["REQUEST_KEY_REUSED", 409],
        ["RUN_ENDED", 409],
        ["REVIEW_TAKEN", 409],
        ["SPAN_TAKEN", 409],
        ["PAYLOAD_TOO_LARGE", 413],
        ["REFERENCE_NOT_FOUND", 422],
        ["INVALID_REFERENCE", 422],
        ["TRACE_DELETED", 422],
        ["MISSING_VARIABLE", 422],
        ["UNPRICED", 422],
        ["INVALID_VIEW", 422],
        ["UNSUPPORTED_TARGET", 422],
        ["TOO_MANY_ROWS", 422],
        ["EGRESS_REFUSED", 422],
        ["ITEM_INVALID", 422],
        ["IMPORT_REFUSED", 422],
        ["RATE_LIMITED", 429],
        ["INTERNAL_ERROR", 500],
        ["UNAVAILABLE", 503],
        ["TIMEOUT", 504]
      ]
    )
  })

  it("E1: an error is told with its code, message and hint, and details only where it has some", () => {
    const { status, body } = toAnswer(new NotFound({ message: "Gone." }))
    assert.strictEqual(status, 404)
    assert.deepStrictEqual(body, { error: { code: "NOT_FOUND", message: "Gone.", hint: catalogue.NOT_FOUND.hint } })
    const told = toAnswer(
      new ValidationError({ message: "No.", hint: "Do.", details: { issues: [{ path: "/a", message: "b" }] } })
    ).body
    assert.strictEqual(told.error.hint, "Do.")
    assert.isTrue(Schema.is(envelopeSchema())(told))
  })

  it("E1: the schema of the envelope tells the type of the details by the code", () => {
    const sent = toAnswer(new Conflict({ message: "", details: { expectedRevision: 1, currentRevision: 2 } })).body
    const { error } = Schema.decodeUnknownSync(envelopeSchema(["CONFLICT"]))(sent)
    assert.isTrue("currentRevision" in error.details)
    if (!("currentRevision" in error.details)) return
    expectTypeOf(error.details.currentRevision).toEqualTypeOf<number>()
    assert.strictEqual(error.details.currentRevision, 2)
    assert.isFalse(Schema.is(envelopeSchema(["NOT_FOUND"]))(sent))
  })

  it("E1, K3: an error repeats what was sent up to a size, as its schema has it", () => {
    const { most } = limits.http["an error that is answered"]
    const decode = Schema.decodeUnknownSync(envelopeSchema(["VALIDATION_ERROR", "NAME_TAKEN"]))
    const place = (text: string) => ({ path: `/${text}`, message: text })
    const told = (text: string, count: number) => {
      const issues = Array.from({ length: count }, () => place(text))
      const { body } = toAnswer(new ValidationError({ message: text, details: { issues } }))
      const { error } = decode(body)
      assert.isAtMost(Buffer.byteLength(JSON.stringify(body)), most)
      return error.code === "VALIDATION_ERROR" ? error.details.issues : []
    }
    // What is within it is as it was.
    assert.deepStrictEqual(
      told("é", 1000),
      Array.from({ length: 1000 }, () => place("é"))
    )
    for (const text of ["a".repeat(100_000), "\u0001".repeat(100_000), "😀".repeat(100_000)]) {
      const issues = told(text, 100)
      assert.isAbove(issues.length, 1)
      assert.isTrue(issues.every(({ message }) => message.isWellFormed() && message.length <= 4000))
    }
    const { body } = toAnswer(new NameTaken({ message: "Taken", details: { name: "a".repeat(5000) } }))
    assert.deepStrictEqual(decode(body).error.details, { name: `${"a".repeat(3999)}…` })
  })

  it("E1: a 401 names the scheme, and what may be retried says when, in whole seconds", () => {
    assert.deepStrictEqual(toAnswer(new Unauthenticated({ message: "" })).headers, { "www-authenticate": "Bearer" })
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), (retryAfter) => {
        const seconds = toAnswer(new RateLimited({ message: "", retryAfter })).headers["retry-after"]
        assert.match(seconds ?? "", /^[1-9]\d*$/)
        assert.isAtLeast(Number(seconds), retryAfter)
      })
    )
  })
})

describe("the OAuth error form", () => {
  it("has only the characters that RFC 6749 allows in a description", () => {
    const code = fc.constantFrom(...(Object.keys(oauthErrors) as Array<keyof typeof oauthErrors>))
    fc.assert(
      fc.property(code, fc.string({ unit: "binary" }), (error, text) => {
        const { status, body } = toOAuthAnswer(error, text)
        assert.strictEqual(status, oauthErrors[error])
        assert.strictEqual(body.error, error)
        assert.match(body.error_description, /^[\x20-\x21\x23-\x5B\x5D-\x7E]*$/)
      })
    )
  })
})
