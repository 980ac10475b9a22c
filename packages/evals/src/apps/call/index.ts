/**
 * Calls of apps and judges, one attempt each: without a database, and without anything that fails.
 *
 * @packageDocumentation
 */
export { type AppCall, callApp, type CallTarget } from "./call-app.ts"
export { callSample } from "./call-sample.ts"
export type { CallResult } from "./result.ts"
export { isSigningSecret } from "./sign.ts"
