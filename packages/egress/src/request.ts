import { lookup } from "node:dns"
import type { IncomingHttpHeaders } from "node:http"
import { request as httpsRequest, type RequestOptions } from "node:https"
import { Effect } from "effect"
import { EgressError, type EgressReason } from "./EgressError.ts"
import { faultOfAddress, makePublicLookup } from "./public-address.ts"

/** What to send, and how much of an answer to accept. The limits default to 16 KiB and 5 seconds. */
export interface EgressRequest {
  /** GET by default. */
  readonly method?: "GET" | "POST"
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** The statuses whose answer is read, 200 alone by default. Any other is an `EgressError`. */
  readonly statuses?: ReadonlyArray<number>
  /** How many bytes the answer's body may have: 16 KiB by default. */
  readonly maxBytes?: number
  /** How long all of it may take, in milliseconds: 5000 by default. */
  readonly timeoutMillis?: number
}

/** An answer, read completely. Its body is as it was sent: no content encoding is accepted. */
export interface EgressAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

const fail = (reason: EgressReason, message: string) => Effect.fail(new EgressError({ reason, message }))

/** Exchanges one request for its answer, over a connection of its own. */
export const exchange = (
  address: string,
  asked: EgressRequest,
  network: Pick<RequestOptions, "lookup" | "ca">
): Effect.Effect<EgressAnswer, EgressError> => {
  const { method = "GET", headers, body, statuses = [200], maxBytes = 16 * 1024, timeoutMillis = 5000 } = asked
  return Effect.callback<EgressAnswer, EgressError>((resume, signal) => {
    const broken = (error: Error) =>
      resume(error instanceof EgressError ? Effect.fail(error) : fail("connection", error.message))
    // An answer that is packed could be of any size when it is unpacked.
    const sent = { ...headers, "accept-encoding": "identity" }
    const request = httpsRequest(address, { ...network, method, signal, headers: sent, agent: false }, (response) => {
      const refuse = (reason: EgressReason, message: string) => {
        request.destroy()
        resume(fail(reason, message))
      }
      const { statusCode: status = 0, headers } = response
      if (!statuses.includes(status)) return refuse("answer", `it answers with ${status}`)
      const encoding = headers["content-encoding"] ?? "identity"
      if (encoding !== "identity") return refuse("answer", `it answers in the encoding ${encoding}`)
      const chunks: Array<Buffer> = []
      let size = 0
      response.on("data", (chunk: Buffer) => {
        size += chunk.byteLength
        chunks.push(chunk)
        if (size > maxBytes) refuse("size", `it is larger than ${maxBytes} bytes`)
      })
      response.on("error", broken)
      response.on("end", () => resume(Effect.succeed({ status, headers, body: Buffer.concat(chunks) })))
    })
    request.on("error", broken)
    request.end(body)
  }).pipe(
    Effect.timeoutOrElse({
      duration: timeoutMillis,
      orElse: () => fail("timeout", "it does not answer in time")
    })
  )
}

const publicLookup = makePublicLookup(lookup)

/**
 * Sends a request to an https address of the public internet, and nothing to any other: names are resolved for the one
 * connection that is made. Redirects are not followed; only what is in `headers` is sent along. Source: OWASP API7:2023
 * on server-side request forgery.
 *
 * @example
 * const { status } = yield* request("https://hooks.example.com/done", { method: "POST", body, statuses: [200, 204] })
 */
export const request = (address: string, asked: EgressRequest = {}): Effect.Effect<EgressAnswer, EgressError> => {
  const fault = faultOfAddress(address)
  return fault === undefined ? exchange(address, asked, { lookup: publicLookup }) : Effect.fail(fault)
}
