/**
 * What a server of resources needs of identity: to verify access tokens, and to say where they come from. It loads in a
 * moment, which the rest does not.
 *
 * @packageDocumentation
 */
export { isEmailAddress } from "../email-address.ts"
export { migrations } from "../migrations.ts"
export { oauthEndpoints, resourceMetadataUrl } from "../oauth/metadata.ts"
export { type IdentityPlace, identityPlaces } from "../oauth/places.ts"
export {
  baseUrlOf,
  cookiePrefixOf,
  makeMayHaveSession,
  type IdentityOptions,
  type Lifetimes,
  prefixOf,
  type ProviderOptions,
  resourcesOf
} from "../options.ts"
export { ensurePerson } from "../sign-in/ensure-person.ts"
export * as TokenVerifier from "./TokenVerifier.ts"
