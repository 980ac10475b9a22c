import { Effect } from "effect"
import type { EgressAnswer } from "./collect.ts"
import { EgressError } from "./EgressError.ts"
import type { EgressRequest } from "./open.ts"
import { request } from "./request.ts"

/** The JSON of an answer. */
export const jsonOf = ({ body }: EgressAnswer): Effect.Effect<unknown, EgressError> =>
  Effect.try({
    try: (): unknown => JSON.parse(body.toString()),
    catch: () => new EgressError({ reason: "answer", message: "it is not JSON" })
  })

/**
 * Reads JSON from an https address of the public internet: at most 16 KiB, within 5 seconds, unless limits say otherwise.
 *
 * @example
 * const metadata = yield* getJson("https://client.example/metadata.json") // unknown
 */
export const getJson = (
  address: string,
  limits: Pick<EgressRequest, "maxBytes" | "timeoutMillis"> = {}
): Effect.Effect<unknown, EgressError> =>
  Effect.flatMap(request(address, { ...limits, headers: { accept: "application/json" } }), jsonOf)
