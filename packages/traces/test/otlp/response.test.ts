import {
  PayloadTooLarge,
  RateLimited,
  Unauthenticated,
  Unavailable,
  ValidationError
} from "@agent-operations/error-envelope"
import { describe, expect, it } from "vitest"
import { messages } from "../../src/otlp/compiled.ts"
import { encodeFailure, encodeResponse } from "../../src/otlp/response.ts"
import { BoundedReader } from "../../src/otlp/scan.ts"
import { json, protobuf } from "../requests.ts"

const decode = (type: keyof typeof messages, body: Uint8Array) =>
  JSON.parse(
    JSON.stringify(messages[type].decode(new BoundedReader(body, { count: 0 }), undefined, undefined, 0))
  ) as unknown

const inText = (body: Uint8Array) => JSON.parse(Buffer.from(body).toString()) as unknown

describe("T11: the answer to a request that was taken", () => {
  const rejected = Array.from({ length: 7 }, (_, index) => ({
    spanId: index === 1 ? null : `000000000000000${index}`,
    reason: "its name is empty"
  }))

  it("has no partial success if every span was", () => {
    expect(encodeResponse([], protobuf).body).toHaveLength(0)
    expect(encodeResponse([], json)).toEqual({ contentType: json, body: Buffer.from("{}") })
  })

  it("counts what was rejected, and names up to five", () => {
    const errorMessage =
      "Rejected 0000000000000000: its name is empty; (no span ID): its name is empty; " +
      "0000000000000002: its name is empty; 0000000000000003: its name is empty; " +
      "0000000000000004: its name is empty; and 2 more."
    expect(decode("ExportTraceServiceResponse", encodeResponse(rejected, protobuf).body)).toMatchObject({
      partialSuccess: { rejectedSpans: { low: 7, high: 0 }, errorMessage }
    })
    expect(inText(encodeResponse(rejected, json).body)).toEqual({
      partialSuccess: { rejectedSpans: "7", errorMessage }
    })
    expect(inText(encodeResponse(rejected.slice(0, 1), json).body)).toMatchObject({
      partialSuccess: { errorMessage: "Rejected 0000000000000000: its name is empty." }
    })
  })
})

describe("the answer to a request that failed", () => {
  const error = new ValidationError({ message: "The body is not OTLP.", hint: "Send OTLP.", details: { issues: [] } })

  it("is google.rpc.Status in the encoding of the request, in JSON beside the envelope", () => {
    const message = "VALIDATION_ERROR: The body is not OTLP. Send OTLP."
    const binary = encodeFailure(error, protobuf)
    expect(binary).toMatchObject({ status: 400, contentType: protobuf })
    expect(decode("RpcStatus", binary.body)).toEqual({ code: 3, message })
    expect(inText(encodeFailure(error, json).body)).toEqual({
      code: 3,
      message,
      error: { code: "VALIDATION_ERROR", message: error.message, hint: error.hint, details: { issues: [] } }
    })
  })

  it("is final where sending again would not help, and 503 with Retry-After, never 429, under load", () => {
    const status = (error: Parameters<typeof encodeFailure>[0]) => encodeFailure(error, protobuf).status
    expect(status(new Unauthenticated({ message: "No." }))).toBe(401)
    expect(status(new PayloadTooLarge({ message: "No.", details: { limitBytes: 1 } }))).toBe(413)
    for (const busy of [
      new RateLimited({ message: "Slow down.", retryAfter: 2 }),
      new Unavailable({ message: "Busy.", retryAfter: 2 })
    ]) {
      expect(encodeFailure(busy, json)).toMatchObject({ status: 503, headers: { "retry-after": "2" } })
    }
  })
})
