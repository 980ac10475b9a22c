/**
 * The guarded way out to other people's addresses.
 *
 * @packageDocumentation
 */
export { copies } from "./copies.ts"
export { EgressError, type EgressReason } from "./EgressError.ts"
export { getJson } from "./get-json.ts"
export { isPublicAddress } from "./public-address.ts"
export { type EgressAnswer, type EgressRequest, request } from "./request.ts"
