/**
 * The catalogue of errors and the envelope that carries them. Depends on nothing but `effect`.
 *
 * @packageDocumentation
 */
export * from "./catalogue.ts"
export { recordCopy } from "./copies.ts"
export * from "./envelope.ts"
export * from "./errors.ts"
export { errorFrom, isAgentError } from "./error-from.ts"
export * from "./oauth.ts"
export * from "./one-copy.ts"
