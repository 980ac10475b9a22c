/**
 * The guarded way out to other people's addresses.
 *
 * @packageDocumentation
 */
export type { EgressAnswer, EgressExchange } from "./collect.ts"
export { Egress, type EgressOptions, type PooledRequest } from "./Egress.ts"
export { EgressError, type EgressReason } from "./EgressError.ts"
export { getJson } from "./get-json.ts"
export { isPublicAddress } from "./public-address.ts"
export type { EgressRequest, EgressStream } from "./open.ts"
export { request } from "./request.ts"
