import { Effect } from "effect"
import { collect, type EgressAnswer, type EgressExchange } from "./collect.ts"
import type { EgressError } from "./EgressError.ts"
import { lookupByDns } from "./lookup-by-dns.ts"
import type { Network } from "./network.ts"
import { open } from "./open.ts"
import { faultOfAddress, makePublicLookup } from "./public-address.ts"

/** Exchanges one request for its answer, over a connection of its own. */
export const exchange = (
  address: string,
  { statuses, ...asked }: EgressExchange,
  network: Network
): Effect.Effect<EgressAnswer, EgressError> => collect(open(address, asked, network), statuses)

const publicLookup = makePublicLookup(lookupByDns())

/**
 * Sends a request to an https address of the public internet, and nothing to any other: names are resolved for the one
 * connection that is made. Redirects are not followed; only what is in `headers` is sent along. Source: OWASP API7:2023
 * on server-side request forgery.
 *
 * @example
 * const { status } = yield* request("https://hooks.example.com/done", { method: "POST", body, statuses: [200, 204] })
 */
export const request = (address: string, asked: EgressExchange = {}): Effect.Effect<EgressAnswer, EgressError> => {
  const fault = faultOfAddress(address)
  return fault === undefined ? exchange(address, asked, { lookup: publicLookup }) : Effect.fail(fault)
}
